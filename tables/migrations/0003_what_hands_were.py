import json
import zlib

from django.db import migrations, models

BATCH = 1000
ORDER = (
    "high_card", "one_pair", "two_pair", "three_of_a_kind", "straight", "back_straight",
    "mountain", "flush", "full_house", "four_of_a_kind", "straight_flush", "back_straight_flush",
    "royal_flush",
)  # fmt: skip
HUMANS = """
    UPDATE tables_handseat s SET ended_at = coalesce(h.ended_at, h.started_at), game = h.game,
        humans = (
            SELECT count(*) FROM tables_handseat o JOIN accounts_member m ON m.id = o.member_id
            WHERE o.hand_id = s.hand_id AND o.id <> s.id AND m.kind = 'human'
        )
    FROM tables_hand h WHERE h.id = s.hand_id"""


def read_back(apps, schema_editor):
    """Chips won, showdown and rank of the hands so far, out of their stored events."""
    seats = apps.get_model("tables", "HandSeat")
    hands = apps.get_model("tables", "Hand").objects.filter(events__isnull=False).order_by("pk")
    rows = []
    for hand_id, packed in hands.values_list("pk", "events").iterator(BATCH):
        ends = outcomes(json.loads(zlib.decompress(bytes(packed))))
        for row in seats.objects.filter(hand_id=hand_id, seat__in=ends):
            row.won, row.showdown, row.rank = ends[row.seat]
            rows.append(row)
        if len(rows) >= BATCH:
            seats.objects.bulk_update(rows, ["won", "showdown", "rank"])
            rows = []
    seats.objects.bulk_update(rows, ["won", "showdown", "rank"])


def outcomes(events):
    """(won, showdown, rank) by seat, as the dealer writes them down."""
    found = {}
    for event in events:
        won, showdown, rank = found.get(event.get("seat"), (0, False, None))
        if event["e"] == "award":
            won += event["amount"]
        elif event["e"] == "muck":
            showdown = True
        elif event["e"] == "show" and event["rank"] is not None:
            category = event["rank"]["category"]
            showdown, rank = True, ORDER.index(category) if category in ORDER else None
        else:
            continue
        found[event["seat"]] = (won, showdown, rank)
    return found


class Migration(migrations.Migration):
    """A hand's row says what the hand was: statistics and campaigns count rows, not events."""

    dependencies = [("tables", "0002_room_for_updates")]

    operations = [
        migrations.AddField("handseat", "ended_at", models.DateTimeField(null=True)),
        migrations.AddField("handseat", "game", models.CharField(max_length=16, default="")),
        migrations.AddField("handseat", "humans", models.PositiveSmallIntegerField(db_default=0)),
        migrations.AddField("handseat", "won", models.BigIntegerField(db_default=0)),
        migrations.AddField("handseat", "showdown", models.BooleanField(db_default=False)),
        migrations.AddField("handseat", "rank", models.PositiveSmallIntegerField(null=True)),
        migrations.RunSQL(HUMANS, migrations.RunSQL.noop),
        migrations.RunPython(read_back, migrations.RunPython.noop),
        migrations.AlterField("handseat", "ended_at", models.DateTimeField()),
        migrations.AlterField("handseat", "game", models.CharField(max_length=16)),
        migrations.AddIndex(
            "handseat",
            models.Index(
                fields=["member", "ended_at"],
                include=["game", "humans", "won", "showdown", "rank"],
                name="tables_handseat_period",
            ),
        ),
    ]

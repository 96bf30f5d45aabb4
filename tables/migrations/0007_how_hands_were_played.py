import json
import zlib

from django.db import migrations, models

BATCH = 1000
FIELDS = ["unit", "entered", "raised", "saw", "bets", "calls"]
QUIET = {"fold", "check", "call", "bring_in"}


def read_back(apps, schema_editor):
    """How the hands so far were played, out of their stored events."""
    seats = apps.get_model("tables", "HandSeat")
    hands = apps.get_model("tables", "Hand").objects.filter(events__isnull=False).order_by("pk")
    rows = []
    for hand_id, stakes, packed in hands.values_list("pk", "stakes", "events").iterator(BATCH):
        found = tallies(json.loads(zlib.decompress(bytes(packed))))
        unit = stakes.get("big_bet") or stakes.get("big_blind") or stakes.get("seed") or 1
        for row in seats.objects.filter(hand_id=hand_id):
            row.unit = unit
            for name, value in found.get(row.seat, {}).items():
                setattr(row, name, value)
            rows.append(row)
        if len(rows) >= BATCH:
            seats.objects.bulk_update(rows, FIELDS)
            rows = []
    seats.objects.bulk_update(rows, FIELDS)


def tallies(events):
    """What the dealer writes down of each seat."""
    blank = {"entered": False, "raised": False, "saw": False, "bets": 0, "calls": 0}
    found = {event["seat"]: dict(blank) for event in events if event["e"] == "deal"}
    first, street, live = first_street(events), 0, set(found)
    for event in events:
        if event["e"] == "street":
            street = event["street"]
            if street > first:
                for seat in live:
                    found[seat]["saw"] = True
        elif event["e"] == "act":
            kind, tally = event["kind"], found[event["seat"]]
            if kind == "fold":
                live.discard(event["seat"])
            elif street == first:
                tally["entered"] |= kind == "call" or kind not in QUIET
                tally["raised"] |= kind not in QUIET
            else:
                tally["bets"] += kind not in QUIET
                tally["calls"] += kind == "call"
    return found


def first_street(events):
    street = 0
    for event in events:
        if event["e"] == "street":
            street = event["street"]
        elif event["e"] == "act":
            return street
    return 0


class Migration(migrations.Migration):
    """A hand's row says how it was played, so that no page of statistics reads events."""

    dependencies = [("tables", "0006_handshare")]

    operations = [
        migrations.AddField("handseat", "unit", models.BigIntegerField(db_default=1)),
        migrations.AddField("handseat", "entered", models.BooleanField(db_default=False)),
        migrations.AddField("handseat", "raised", models.BooleanField(db_default=False)),
        migrations.AddField("handseat", "saw", models.BooleanField(db_default=False)),
        migrations.AddField("handseat", "bets", models.PositiveSmallIntegerField(db_default=0)),
        migrations.AddField("handseat", "calls", models.PositiveSmallIntegerField(db_default=0)),
        migrations.RunPython(read_back, migrations.RunPython.noop),
    ]

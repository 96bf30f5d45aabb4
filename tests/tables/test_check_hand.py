"""The stand-alone script (docs/check_hand.py): right about real proofs, and about forged ones."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client as Browser

from config.environment import ROOT
from tables.models import Hand, HandSeat
from tests.accounts.builders import browser_of
from tests.tables import hands

pytestmark = pytest.mark.django_db(transaction=True)
SCRIPT = ROOT / "docs" / "check_hand.py"


def downloaded(hand: Hand, browser: Browser) -> Any:
    return json.loads(browser.get(f"/hands/{hand.pk}/proof.json").content)


def checked(file: Any, folder: Path, *options: str) -> tuple[int, str]:
    """Exit code and words of the script, run without anything of ours on its path."""
    path = folder / "proof.json"
    path.write_text(json.dumps(file))
    run = [sys.executable, "-I", "-S", str(SCRIPT), str(path), *options]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=folder)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("game", sorted(hands.STAKES))
def test_real_hands_stand_the_check_of_everybody_who_sat_there(game: str, tmp_path: Path) -> None:
    table = hands.table_of(game, 6 if game != "kr7" else 5)
    hand = hands.play_wildly(table, random.Random(game))
    for row in HandSeat.objects.filter(hand=hand).select_related("member")[:2]:
        file = downloaded(hand, browser_of(row.member))
        code, words = checked(file, tmp_path, "--root", hand.root)
        assert code == 0, words
        assert words == f"{len(file['proofs'])} cards checked: none was changed after the deal.\n"


def another(card: str) -> str:
    return "2c" if card != "2c" else "2d"


def change_a_card(file: Any) -> None:
    file["proofs"][0]["card"] = another(file["proofs"][0]["card"])


def change_a_salt(file: Any) -> None:
    file["proofs"][0]["salt"] = "00" * 16


def shorten_a_path(file: Any) -> None:
    file["proofs"][0]["path"].pop()


def move_a_card(file: Any) -> None:
    file["proofs"][0]["position"] = 51


def lose_a_proof(file: Any) -> None:
    file["proofs"].pop()


def skip_a_card(file: Any) -> None:
    next(event for event in file["dealt"] if event["e"] == "burn")["position"] += 1


def swap_two_hidden_cards(file: Any) -> None:
    one, other = [event for event in file["dealt"] if event["e"] == "deal"][:2]
    one["positions"], other["positions"] = other["positions"], one["positions"]


def test_burned_cards_come_back_from_a_deck_that_is_used_up(tmp_path: Path) -> None:
    """Eight at stud of whom one folds on third street: the burned cards are dealt as well (C6)."""
    hand = hands.play(hands.table_of("stud", 8), "bring_in", "fold")
    file = downloaded(hand, Browser())
    burned = {event["position"] for event in file["dealt"] if event["e"] == "burn"}
    dealt = {at for event in file["dealt"] if event["e"] == "deal" for at in event["positions"]}
    assert burned & dealt
    assert checked(file, tmp_path)[0] == 0
    next(e for e in file["dealt"] if e.get("positions") == [51])["positions"] = [50]
    assert checked(file, tmp_path)[0] == 1


FORGERIES: dict[Callable[[Any], None], str] = {
    change_a_card: "does not lead to the seal",
    change_a_salt: "does not lead to the seal",
    shorten_a_path: "does not lead to the seal",
    move_a_card: "does not lead to the seal",
    lose_a_proof: "was seen and is not proven",
    skip_a_card: "is out of order",
    swap_two_hidden_cards: "is out of order",
}


def test_a_forged_file_is_found_out(tmp_path: Path) -> None:
    hand = hands.play(hands.table_of("nlhe"))
    real = downloaded(hand, Browser())
    for forge, words in FORGERIES.items():
        file = json.loads(json.dumps(real))
        forge(file)
        code, told = checked(file, tmp_path)
        assert code == 1, forge
        assert words in told
    code, told = checked(real, tmp_path, "--root", "00" * 32)
    assert code == 1
    assert "another seal" in told


def test_what_is_no_file_of_proofs_is_called_so(tmp_path: Path) -> None:
    empty: list[Any] = [[], {}, {"root": 1}, "proof", {"root": "00", "proofs": [1], "dealt": []}]
    for nothing in empty:
        assert checked(nothing, tmp_path)[0] == 2

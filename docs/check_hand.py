#!/usr/bin/env python3
"""Check the proofs of a hand, without the site and with nothing but Python.

    python3 check_hand.py proof.json [--root HEX]

`proof.json` is what `/hands/<id>/proof.json` gave. `--root` is the seal that you noted before the
first card (the `hand` event of the table's socket); without it the seal of the file is taken at its
word. Exit 0: every card is proven and the deck was dealt in order; 1: not so; 2: no such file.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from hashlib import sha256
from itertools import groupby

SIZE = 52
HOUSE_GAMES = ("uth", "casino_holdem", "russian_poker")


def leads_to(root, position, card, salt, path):
    """Whether a proof leads to the root; one of any wrong shape does not."""
    try:
        if not re.fullmatch("[2-9TJQKA][cdhs]", card) or len(salt) != 32:
            return False
        leaf = b"\x00" + bytes.fromhex(salt) + bytes([position]) + card.encode()
        beside = [bytes.fromhex(each) for each in path]
    except (TypeError, ValueError, AttributeError):
        return False
    found, sides, place, size = sha256(leaf).digest(), [], position, SIZE
    while size > 1:  # RFC 6962: the left side is the largest power of two below the size
        cut = 1 << ((size - 1).bit_length() - 1)
        sides.append(place < cut)
        place, size = (place, cut) if place < cut else (place - cut, size - cut)
    if len(sides) != len(beside) or position >= SIZE:
        return False
    for is_left, other in zip(reversed(sides), beside, strict=True):
        pair = found + other if is_left else other + found
        found = sha256(b"\x01" + pair).digest()
    return found.hex() == root


def placed(dealt, is_round):
    """Each (position, seat or "board" or None, card or None) in the order of the deal."""
    for (kind, _), group in groupby(dealt, lambda event: (event["e"], event.get("up"))):
        run = list(group)
        if kind == "burn":
            yield from ((event["position"], None, None) for event in run)
        elif kind in ("deal", "board"):
            rows = [
                [(at, event.get("seat", "board"), card) for at, card in _cards(event)]
                for event in run
            ]
            if kind == "deal" and not is_round:  # one card at a time round the table
                most = max(map(len, rows))
                rows = [[row[i] for row in rows if i < len(row)] for i in range(most)]
            for row in rows:
                yield from row


def _cards(event):
    return zip(event["positions"], event["cards"] or [None] * len(event["positions"]), strict=True)


def faults(file, root):
    """Everything that is wrong with a file of proofs, in sentences."""
    found = [] if file["root"] == root else ["the file belongs to another seal"]
    proven = {}
    for proof in file["proofs"]:
        at, card = proof["position"], proof["card"]
        if leads_to(root, at, card, proof["salt"], proof["path"]):
            proven[at] = card
        else:
            found.append(f"place {at}: {card} does not lead to the seal")
    holders, seen = {}, {}
    after = 0
    returned: list[int] = []
    burned: set[int] = set()
    for at, holder, card in placed(file["dealt"], file["game"] in HOUSE_GAMES):
        if at in burned and at >= max(returned, default=0):
            returned.append(at)
        elif at == after:
            after += 1
        else:
            found.append(f"place {at} is out of order")
        (burned.add if holder is None else burned.discard)(at)
        holders[at] = holder
        if card:
            seen[at] = card
    if returned and after < SIZE:
        found.append(f"place {returned[0]} was burned, and dealt from a deck that was not used up")
    for event in file["dealt"]:
        if event["e"] in ("discard", "open", "show"):
            for at, card in _cards(event):
                if holders.get(at) != event["seat"] or (card and seen.setdefault(at, card) != card):
                    found.append(f"place {at} was told in two ways")
    for at, card in sorted(seen.items()):
        if proven.get(at) != card:
            found.append(f"place {at}: {card} was seen and is not proven")
    if len(set(proven.values())) < len(proven):
        found.append("a card lies at two places")
    return found


def main(argv=None):
    parser = argparse.ArgumentParser(description="Check the proofs of a hand.")
    parser.add_argument("file")
    parser.add_argument("--root", help="the seal that you noted before the first card")
    options = parser.parse_args(argv)
    try:
        with open(options.file, encoding="utf-8") as opened:
            file = json.load(opened)
        found = faults(file, (options.root or file["root"]).lower())
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"no file of proofs: {error}", file=sys.stderr)
        return 2
    for fault in found:
        print(f"WRONG: {fault}")
    if not found:
        print(f"{len(file['proofs'])} cards checked: none was changed after the deal.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""The sealed deck: a shuffle that follows from a seed, and proofs that no card changed later.

Everything here is a pure function of a 32-byte seed.

* Random bytes: the stream HMAC-SHA256(seed, "deck" | block), block = 0, 1, 2 … as four bytes, big
  endian. Fisher-Yates from the last position down; a byte that would favour some position is
  thrown away, so every order of the deck is equally likely.
* leaf i = SHA-256(0x00 | salt_i | i | card), node = SHA-256(0x01 | left | right), and the tree over
  the 52 leaves is that of RFC 6962 (section 2.1). salt_i is the first 16 bytes of
  HMAC-SHA256(seed, "salt" | i), i one byte, card its two ASCII characters.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256

from msgspec import Struct

from rules.cards import DECK, NAMES
from rules.errors import Malformed

SIZE = 52


class Proof(Struct, frozen=True, gc=False):
    """What shows that `card` lay at `position`: the salt and the hashes beside its path, as hex."""

    position: int
    card: str
    salt: str
    path: tuple[str, ...]


def deck(seed: bytes) -> tuple[int, ...]:
    """Return the 52 cards in the order that the seed gives. Raises `Malformed("seed")`."""
    cards = list(DECK)
    stream = _stream(_checked(seed))
    for last in range(SIZE - 1, 0, -1):
        choices = last + 1
        fair = 256 - 256 % choices
        drawn = next(stream)
        while drawn >= fair:
            drawn = next(stream)
        other = drawn % choices
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def salt(seed: bytes, position: int) -> bytes:
    """Return the 16 bytes that hide the card at a deck position (0-51) in its leaf."""
    return hmac.digest(_checked(seed), b"salt" + _place(position), "sha256")[:16]


def root(seed: bytes) -> str:
    """Return the Merkle root over all 52 positions, as lower-case hex."""
    return _root(_leaves(seed)).hex()


def proof(seed: bytes, position: int) -> Proof:
    """Return the proof for the card at a deck position (0-51). Raises `Malformed("position")`."""
    _place(position)
    leaves = _leaves(seed)
    path = tuple(each.hex() for each in _path(position, leaves))
    card = NAMES[deck(seed)[position]]
    return Proof(position, card, salt(seed, position).hex(), path)


def verify(root: str, proof: Proof) -> bool:
    """Say whether the proof leads to the root. A proof of any wrong shape is simply false."""
    try:
        place = _place(proof.position)
        hidden = bytes.fromhex(proof.salt)
        beside = [bytes.fromhex(each) for each in proof.path]
        name = proof.card.encode("ascii")
        expected = bytes.fromhex(root)
    except (Malformed, ValueError, TypeError, AttributeError):
        return False
    if len(hidden) != 16 or proof.card not in NAMES[:SIZE]:
        return False
    found = _fold(_leaf(hidden, place, name), proof.position, beside)
    return found is not None and hmac.compare_digest(found, expected)


def _checked(seed: bytes) -> bytes:
    if not isinstance(seed, bytes) or len(seed) != 32:
        raise Malformed("seed")
    return seed


def _place(position: int) -> bytes:
    if type(position) is not int or not 0 <= position < SIZE:
        raise Malformed("position", position=str(position)[:8])
    return bytes([position])


def _stream(seed: bytes) -> Iterator[int]:
    # A shuffle uses about 75 bytes; 64 blocks are far beyond what rejected bytes can cost.
    for block in range(64):
        yield from hmac.digest(seed, b"deck" + block.to_bytes(4, "big"), "sha256")


def _leaf(hidden: bytes, place: bytes, name: bytes) -> bytes:
    return sha256(b"\x00" + hidden + place + name).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def _leaves(seed: bytes) -> list[bytes]:
    return [
        _leaf(salt(seed, position), bytes([position]), NAMES[card].encode("ascii"))
        for position, card in enumerate(deck(seed))
    ]


def _half(size: int) -> int:
    """Return the largest power of two below size, where RFC 6962 cuts a list of leaves."""
    return 1 << ((size - 1).bit_length() - 1)


def _root(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    cut = _half(len(leaves))
    return _node(_root(leaves[:cut]), _root(leaves[cut:]))


def _path(position: int, leaves: list[bytes]) -> list[bytes]:
    """Return the hashes beside the way from a leaf to the root, the leaf's own neighbour first."""
    if len(leaves) == 1:
        return []
    cut = _half(len(leaves))
    if position < cut:
        return [*_path(position, leaves[:cut]), _root(leaves[cut:])]
    return [*_path(position - cut, leaves[cut:]), _root(leaves[:cut])]


def _fold(leaf: bytes, position: int, beside: list[bytes]) -> bytes | None:
    """Walk from the leaf to the root; None when the path has not the length of this place."""
    sides = _sides(position, SIZE)
    if len(sides) != len(beside):
        return None
    found = leaf
    for on_left, other in zip(sides, beside, strict=True):
        found = _node(found, other) if on_left else _node(other, found)
    return found


def _sides(position: int, size: int) -> list[bool]:
    """Say for each step upwards whether our side is the left one."""
    sides = []
    while size > 1:
        cut = _half(size)
        left = position < cut
        sides.append(left)
        if left:
            size = cut
        else:
            position, size = position - cut, size - cut
    sides.reverse()
    return sides

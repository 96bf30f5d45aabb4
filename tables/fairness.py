"""The sealed seed of a hand, its commitment and its proofs. The pure part is `rules.shuffle`.

A seed is 32 bytes from the system, sealed with AES-256-GCM under a key made of `DECK_KEY`, with
the hand id as associated data, so that a seed cannot be moved to another hand.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from msgspec import Struct

from rules import shuffle
from tables.errors import Broken

NONCE = 12


class Sealed(Struct, frozen=True):
    """A seed as the hand row keeps it: nonce and ciphertext, and which key opens them."""

    key_id: str
    box: bytes


def draw() -> bytes:
    """A new seed."""
    return secrets.token_bytes(32)


def seal(seed: bytes, hand_id: int) -> Sealed:
    """Seal a seed for this hand."""
    key_id, key = _key(settings.DECK_KEY)
    nonce = secrets.token_bytes(NONCE)
    return Sealed(key_id, nonce + AESGCM(key).encrypt(nonce, seed, _data(hand_id)))


def unseal(sealed: Sealed, hand_id: int) -> bytes:
    """The seed of this hand. Raises `Broken` if no key of ours opens it for this hand."""
    key_id, key = _key(settings.DECK_KEY)
    if key_id != sealed.key_id:
        raise Broken(f"the seed of hand {hand_id} was sealed with key {sealed.key_id}")
    try:
        return AESGCM(key).decrypt(sealed.box[:NONCE], sealed.box[NONCE:], _data(hand_id))
    except InvalidTag as error:
        raise Broken(f"the seed of hand {hand_id} does not open") from error


def deck(sealed: Sealed, hand_id: int) -> tuple[int, ...]:
    """The 52 cards of this hand in order."""
    return shuffle.deck(unseal(sealed, hand_id))


def _data(hand_id: int) -> bytes:
    return f"hand:{hand_id}".encode()


@lru_cache(maxsize=4)
def _key(configured: str) -> tuple[str, bytes]:
    key = sha256(b"madang deck key" + configured.encode()).digest()
    return sha256(b"id" + key).hexdigest()[:16], key

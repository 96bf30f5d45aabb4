"""The server's own way of sending: frames as any client of RFC 6455 reads them."""

from __future__ import annotations

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from config.serve import _text_frame

# Where the form of the length changes, and letters of several bytes.
TEXTS = ["", "a" * 125, "a" * 126, "패" * 100, "b" * 65_535, "b" * 65_536, "lá bài" * 20_000]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: str(len(text.encode())))
def test_a_text_of_any_length_arrives_whole(text: str) -> None:
    client = ClientProtocol(parse_uri("ws://site/"), state=State.OPEN)
    client.receive_data(_text_frame(text.encode()) + _text_frame(b"next"))
    first, second = client.events_received()
    assert isinstance(first, Frame)
    assert (first.opcode, first.fin, bytes(first.data).decode()) == (Opcode.TEXT, True, text)
    assert isinstance(second, Frame)
    assert bytes(second.data) == b"next"

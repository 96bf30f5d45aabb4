"""A full table with amounts of 15 digits, in every window: nothing is cut or covered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from tests.browser import AT_REST, Visit
from tests.site.at_table import scrolls_by
from tests.tables import builders

pytestmark = pytest.mark.django_db(transaction=True)

SEATS = 9
STACK, BET = 10**15 - 1, 123_456_789_012_345
# A laptop, a large screen, phones upright and on their side, a laptop at 200 %.
WINDOWS = [(1280, 800), (1920, 1000), (390, 844), (360, 640), (844, 390), (640, 400)]
# The table is laid out anew in the frame after its window has changed.
LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
CUT = """() => {
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const box = (element) => element.getBoundingClientRect();
  const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1
    && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  const felt = box(document.querySelector("md-felt"));
  const over = (a, b) => a.left < b.right - 12 && b.left < a.right - 12
    && a.top < b.bottom - 4 && b.top < a.bottom - 4;
  const plates = shown(".seat-plate");
  return [
    ...shown(".act-amount").filter((e) => !inside(box(e), box(e.parentElement))),
    ...shown(".seat-stack, .bet-amount, .picker-field")
      .filter((e) => e.scrollWidth > e.clientWidth + 1),
    ...plates.filter((e) => !inside(box(e), felt)),
    ...plates.filter((e, i) => plates.some((f, j) => j > i && over(box(e), box(f)))),
  ].map((e) => e.outerHTML.slice(0, 200));
}"""


def snapshot() -> dict[str, Any]:
    """Every seat has bet, and the viewer in seat 0 is to act."""
    stakes = {"small_blind": 10**12, "big_blind": 2 * 10**12}
    table = {"id": 1, "name": "Felt", "game": "nlhe", "seats": SEATS, "stakes": stakes}
    bounds = {"min_buy_in": BET, "max_buy_in": STACK, "turn_s": 20, "policy": ""}
    seats = range(SEATS)
    plate = {"e": "seat", "bot": True, "stack": STACK, "status": "playing", "bank_ms": 0}
    act = {"e": "act", "amount": BET, "bet": BET, "stack": STACK, "all_in": False}
    options = [
        {"kind": "fold", "min": 0, "max": 0},
        {"kind": "call", "min": BET, "max": BET},
        {"kind": "raise", "min": 2 * BET, "max": STACK},
    ]
    legal = {"turn": 1, "options": options, "pot": BET, "to_call": BET, "discard": 0, "open": 0}
    begun = {"e": "hand", "hand": "1", "no": 1, "root": "00" * 32, "variant": "nlhe", "button": 8}
    board = {"e": "board", "positions": [1, 2, 3, 4, 5], "cards": ["As", "Kd", "Qc", "Jh", "Td"]}
    turn = {"seat": 0, "turn": 1, "deadline": 2_000_000, "bank_ms": 0}
    you = {"seat": 0, "hand_seat": 0, "wallet": STACK, "wishes": None, "away": None}
    return {
        "t": "snapshot",
        "seq": 1,
        "now": 1_990_000,
        "table": table | bounds,
        "seats": [plate | {"seat": seat, "nick": "W" * 12} for seat in seats],
        "events": [
            begun | {"small_blind": 0, "big_blind": 1, "seats": [[seat, STACK] for seat in seats]},
            {"e": "street", "street": 0, "name": "preflop"},
            *(
                {"e": "deal", "seat": s, "positions": [s], "cards": None, "up": False}
                for s in seats
            ),
            board,
            *(act | {"seat": seat, "kind": "raise"} for seat in seats[1:]),
            {"e": "turn", "hand": "1", "seats": [turn], "legal": legal},
        ],
        "you": you | {"line": None, "offer": None, "back": None},
    }


def test_long_amounts_and_names_at_a_full_table(visit: Visit) -> None:
    page = visit().page
    sockets: list[WebSocketRoute] = []

    def server(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.on_message(lambda _: None)
        socket.send(json.dumps(snapshot()))

    page.route_web_socket("**/ws/tables/**", server)
    page.goto(f"/tables/{builders.table(seats=SEATS).pk}/")
    page.locator("md-bar[data-turn]").wait_for()
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT)
        page.wait_for_function(AT_REST)
        assert scrolls_by(page) == [0, 0]
        assert page.evaluate(CUT) == [], (width, height)

    # Chips on their way to the pot look as they did where they lay.
    lying = page.evaluate(
        """() => {
            const size = (bet) => getComputedStyle(bet.querySelector(".bet-amount")).fontSize;
            window.moving = [];
            new MutationObserver((changes) => {
                for (const { addedNodes } of changes)
                    for (const node of addedNodes)
                        if (node.matches?.("md-bet.is-ghost")) window.moving.push(size(node));
            }).observe(document.querySelector(".room"), { childList: true, subtree: true });
            return size(document.querySelector("md-bet:not([hidden])"));
        }"""
    )
    swept = {"e": "collect", "pots": [[8 * BET, list(range(SEATS))]]}
    sockets[0].send(json.dumps({"t": "frame", "seq": 2, "now": 1_990_000, "events": [swept]}))
    page.wait_for_function("() => window.moving.length === 8")
    assert set(page.evaluate("window.moving")) == {lying}

"""The tools of the guide: each answers a question that stands whole in the URL.

A tool renders its page, or, for htmx, only the part that answers.
"""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from rules.cards import DECK
from rules.errors import Malformed
from rules.house import GAMES as HOUSE_GAMES
from tables import games
from tables.guide import bucket, equities, house_hints
from tables.guide.comparing import compare, parts_of, random_pair
from tables.guide.examples import PAIRS
from tables.guide.exercises import SEED, korean_bet, new_seed, opener, side_pots
from tables.guide.forms import CompareForm, KoreanBetForm, OddsForm, SidePotForm
from tables.guide.reading import written

Context = dict[str, Any]

_ODDS_A_MINUTE: Final = 30
_SHOWN_EXAMPLES: Final = ("kicker", "wheel", "chop", "korean_suit", "low_top")


def _answer(
    request: HttpRequest, page: str, part: str, context: Context, status: int
) -> HttpResponse:
    """The whole page, or for htmx the part. A part is always 200: htmx shows no other."""
    is_part = (
        request.headers.get("HX-Request") == "true"
        and "HX-History-Restore-Request" not in request.headers
    )
    response = (
        render(request, part, context) if is_part else render(request, page, context, status=status)
    )
    patch_vary_headers(response, ("HX-Request",))
    return response


def comparing(request: HttpRequest, context: Context) -> HttpResponse:
    """Two hands of five to seven cards: which wins, and why."""
    asked = "a" in request.GET or "b" in request.GET
    form = CompareForm(request.GET if asked else None)
    verdict = None
    if asked and form.is_valid():
        data = form.cleaned_data
        verdict = compare(data["order"], data["a"], data["b"])
    order = request.GET.get("order", "western")
    deck = SystemRandom().sample(DECK, len(DECK))
    a, b = random_pair(order, deck)
    context |= {
        "form": form,
        "order": order,
        "verdict": verdict,
        "random": urlencode({"order": order, "a": written(a), "b": written(b)}),
        "examples": [(name, PAIRS[name]) for name in _SHOWN_EXAMPLES],
    }
    status = 400 if asked and verdict is None else 200
    return _answer(request, "guide/compare.html", "guide/parts/verdict.html", context, status)


def odds(request: HttpRequest, context: Context) -> HttpResponse:
    """Two to ten hands: what each can expect of the pot."""
    asked = any(name.startswith("h") and value for name, value in request.GET.items())
    form = OddsForm(request.GET if asked else None)
    game = equities.GAMES.get(request.GET.get("game", ""), equities.GAMES["holdem"])
    context |= {
        "form": form,
        "game": game,
        "sizes": {
            each.key: {"hand": each.most, "board": each.board} for each in equities.GAMES.values()
        },
        "lines": [],
    }
    status = 200
    if asked:
        status = _odds(request, form, context)
    return _answer(request, "guide/odds.html", "guide/parts/odds.html", context, status)


def _odds(request: HttpRequest, form: OddsForm, context: Context) -> int:
    """Put the answer, or why there is none, into the context; the HTTP status."""
    if not form.is_valid():
        return 400
    if not bucket.spend(request, "odds", limit=_ODDS_A_MINUTE, window_s=60):
        form.add_error(None, _("That was many questions in a minute. Please wait a moment."))
        return 429
    question = form.cleaned_data["question"]
    try:
        found = equities.answer(question)
    except equities.Busy:
        form.add_error(None, _("Others are asking right now. Please try again in a moment."))
        return 503
    except Malformed:
        form.add_error(None, _("The deck has not enough cards for that many hands."))
        return 400
    best = max(share.equity for share in found.shares)
    context |= {
        "odds": found,
        "error": max(share.error for share in found.shares) * 100,
        "lines": [
            {
                "number": number,
                "cards": parts_of(hand),
                "share": share,
                "equity": 100 * share.equity,
                "win": 100 * share.win,
                "tie": 100 * share.tie,
                "is_best": share.equity == best,
            }
            for number, (hand, share) in enumerate(
                zip(question.hands, found.shares, strict=True), start=1
            )
        ],
        "board": parts_of(question.board),
        "dead": parts_of(question.dead),
    }
    return 200


def _seeded(request: HttpRequest, **more: str) -> tuple[str, HttpResponse | None]:
    """The seed of the URL; without a usable one, the way to a fresh one."""
    seed = request.GET.get("seed", "")
    if SEED.fullmatch(seed):
        return seed, None
    query = urlencode(more | {"seed": new_seed()})
    return "", redirect(f"{request.path}?{query}")


def opening(request: HttpRequest, context: Context) -> HttpResponse:
    """Practice: bring-in, first to act, boss."""
    game = request.GET.get("game", "")
    if game not in opener.GAME_KEYS:
        game = opener.GAME_KEYS[0]
    seed, away = _seeded(request, game=game)
    if away:
        return away
    question = opener.make(game, seed)
    picked = request.GET.get("pick", "")
    seats = [str(board.seat) for board in question.boards]
    context |= {
        "question": question,
        "game": game,
        "games": _games(),
        "seed": seed,
        "next_seed": new_seed(),
        "picked": int(picked) if picked in seats else None,
    }
    return _answer(request, "guide/opener.html", "guide/parts/opener.html", context, 200)


def _games() -> list[tuple[str, str]]:
    names = {
        "stud": _("Seven-card stud"),
        "razz": _("Razz"),
        "stud8": _("Stud hi-lo"),
        "kr7": _("Korean seven poker"),
    }
    return [(key, names[key]) for key in opener.GAME_KEYS]


def pots(request: HttpRequest, context: Context) -> HttpResponse:
    """Practice: what goes back, and the side pots."""
    seed, away = _seeded(request)
    if away:
        return away
    question = side_pots.make(seed)
    answered = "pot0" in request.GET
    form = SidePotForm(question, request.GET if answered else None)
    return _exercise(request, context, form, seed, "side_pots")


def bets(request: HttpRequest, context: Context) -> HttpResponse:
    """Practice: what the Korean buttons cost."""
    seed, away = _seeded(request)
    if away:
        return away
    question = korean_bet.make(seed)
    answered = any(button.kind in request.GET for button in question.buttons)
    form = KoreanBetForm(question, request.GET if answered else None)
    return _exercise(request, context, form, seed, "korean_bets")


def _exercise(
    request: HttpRequest,
    context: Context,
    form: SidePotForm | KoreanBetForm,
    seed: str,
    name: str,
) -> HttpResponse:
    marks: dict[str, tuple[int, bool]] = {}
    status = 200
    if form.is_bound:
        if form.is_valid():
            marks = form.marks()
        else:
            status = 400
    context |= {
        "form": form,
        "question": form.question,
        "seed": seed,
        "next_seed": new_seed(),
        "fields": [(field, *marks.get(field.name, (None, None))) for field in form],
        "is_marked": bool(marks),
        "is_right": bool(marks) and all(right for _value, right in marks.values()),
    }
    return _answer(request, f"guide/{name}.html", f"guide/parts/{name}.html", context, status)


def hints(request: HttpRequest, context: Context) -> HttpResponse:
    """What every choice against the house is worth with some cards."""
    game = request.GET.get("game", "")
    if game not in HOUSE_GAMES:
        game = "uth"
    asked = any(request.GET.get(name) for name in ("own", "board", "up"))
    form = house_hints.HintForm(game, request.GET if asked else None)
    context |= {"form": form, "game": game, "games": {key: games.name(key) for key in HOUSE_GAMES}}
    status = house_hints.answer(request, form, context) if asked else 200
    part = "guide/parts/house_hint.html"
    return _answer(request, "guide/house_hint.html", part, context, status)


TOOLS: Final[dict[str, Callable[[HttpRequest, Context], HttpResponse]]] = {
    "house-hint": hints,
    "compare": comparing,
    "odds": odds,
    "opener": opening,
    "side-pots": pots,
    "korean-bets": bets,
}

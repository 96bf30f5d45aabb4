"""`make shots`: every page in Korean, Vietnamese and English, wide and narrow, into DATA/shots.

Runs a site of its own with the demo world. A page that is wider than its window, or has a fault
in its console, is named in the figures and makes the run fail. `python -m tests.shots NAME…`
takes only the pages of these names. The pictures in docs/img are `table-flop` and `lobby` of it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from config import report
from config.embedded import dies_with_parent
from config.environment import ROOT, data_dir
from rules.house import GAMES as HOUSE_GAMES
from tables.guide.topics import TOPICS
from tests.browser import LOCALES, NARROW, WIDE, Visitor, find, launched

PASSWORD = "seat by the window"
MOST_DECISIONS = 40  # until one of them comes after a flop
QUICK = {"BOT_DELAY_MS": "100-400", "HAND_GAP_MS": "500", "SIGN_UP_RATE": "1000/m/ip"}
NICKNAMES = {"ko": "달빛", "vi": "trăng", "en": "moon"}


@dataclass(frozen=True)
class Shot:
    """One page: how it is reached, and whether by a member or a guest."""

    name: str
    reach: Callable[[Page], object]
    member: bool = True


def at(path: str) -> Callable[[Page], object]:
    return lambda page: page.goto(path)


def table(page: Page) -> None:
    """The table that suits the member's chips, once somebody plays there."""
    page.goto("/")
    door = page.locator("#next-seat").get_attribute("href") or ""
    page.goto(door.removesuffix("?seat"))
    page.locator("[data-card]").first.wait_for()


def seated(page: Page) -> None:
    """The same table with a seat taken and a decision waiting."""
    page.goto("/")
    page.locator("#next-seat").click()
    page.locator("dialog[open] [data-act=sit]").click()
    page.locator("[data-act=fold] >> visible=true").wait_for(timeout=60_000)


def flop(page: Page) -> None:
    """The seat played on, checking and calling, until a decision comes after the flop."""
    turn = page.locator("md-bar[data-turn]")
    for _ in range(MOST_DECISIONS):
        turn.wait_for(timeout=120_000)
        if page.locator("md-board md-card").count() >= 3:
            break
        now = turn.get_attribute("data-turn")
        page.locator("[data-act=check], [data-act=call]").locator("visible=true").first.click()
        page.locator(f"md-bar:not([data-turn='{now}'])").wait_for()
    page.locator("[data-act=fold]:enabled >> visible=true").wait_for()


def house_table(game: str) -> Callable[[Page], None]:
    """A table of this game against the house, found in the lobby."""

    def reach(page: Page) -> None:
        page.goto("/")
        links = page.locator(".house-tables a[id^=table-]").all()
        for path in [link.get_attribute("href") or "" for link in links]:
            page.goto(path)
            if page.locator(f"md-house[data-game={game}]").count():
                return
        raise LookupError(f"no table of {game}")

    return reach


def house_turn(game: str) -> Callable[[Page], None]:
    """The same with a seat taken, chips on the ante and a decision waiting."""

    def reach(page: Page) -> None:
        house_table(game)(page)
        page.locator("[data-act=sit] >> visible=true").click()
        page.locator("dialog[open] [data-act=sit]").click()
        page.locator("[data-circle=ante] button:enabled").click()
        page.locator("[data-act=deal]:enabled").click()
        page.locator("[data-turn]").wait_for(timeout=60_000)

    return reach


def house_result(page: Page) -> None:
    """The round that waits there, played on to its end."""
    onward = page.locator(", ".join(f"[data-act={a}]:enabled" for a in ("call", "play", "take")))
    result = page.locator("[data-result]")
    result.or_(onward.first).first.wait_for(timeout=60_000)
    while not result.count():
        onward.first.click()
        result.or_(onward.first).first.wait_for(timeout=60_000)


def leave(page: Page) -> None:
    """My Page after one decision and the way out."""
    page.locator("[data-act=fold] >> visible=true").click()
    page.locator("[data-act=leave] >> visible=true").click()
    confirm = page.locator("dialog[open] [data-act=leave]")
    gone = page.locator("[data-act=sit] >> visible=true").first
    confirm.or_(gone).first.wait_for(timeout=60_000)
    if confirm.count():
        confirm.click()
    gone.wait_for(timeout=60_000)
    page.goto("/me/")


def hand(page: Page) -> None:
    """The replay of the hand of poker that was left, at its end; the list has none until then.

    Rounds against the house are newer.
    """
    page.goto("/me/hands/?game=nlhe")
    newest = page.locator(".own-hands [data-hand] a").first
    if newest.count():
        newest.click()
        page.locator("[data-replay=last]").click()


SHOTS = [
    Shot("welcome", at("/"), member=False),
    Shot("sign-up", at("/accounts/signup/"), member=False),
    Shot("log-in", at("/accounts/login/"), member=False),
    Shot("password-reset", at("/accounts/password/reset/"), member=False),
    Shot("not-found", at("/nothing/here/"), member=False),
    Shot("lobby", at("/")),
    Shot("profile", at("/me/profile/")),
    Shot("table", table),
    Shot("table-seated", seated),
    Shot("table-flop", flop),
    Shot("me", leave),
    Shot("house-guest", house_table("uth"), member=False),
    *(
        shot
        for game in HOUSE_GAMES
        for shot in (
            Shot(f"house-{game}", house_turn(game)),
            Shot(f"house-{game}-result", house_result),
        )
    ),
    Shot("statement", at("/me/statement/")),
    Shot("hands", at("/me/hands/")),
    Shot("statistics", at("/me/statistics/")),
    Shot("hand", hand),
    Shot("limits", at("/me/limits/")),
    Shot("charge", at("/charge/")),
    Shot("guide", at("/guide/"), member=False),
    *(Shot(f"guide-{slug}", at(f"/guide/{slug}/"), member=False) for slug in TOPICS),
]


@contextmanager
def running_site() -> Iterator[str]:
    """The address of a fresh site, which ends with the run."""
    unset = {"DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DECK_KEY"}
    env = {name: value for name, value in os.environ.items() if name not in unset}
    with tempfile.TemporaryDirectory(prefix="madang-shots-") as folder:
        site = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=env | QUICK | {"DATA": folder, "PORT": "0"},
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=dies_with_parent(signal.SIGTERM),
        )
        try:
            assert site.stdout is not None
            line = site.stdout.readline()
            if not line.startswith("Ready: "):
                sys.exit("The site did not start.")
            yield line.removeprefix("Ready: ").strip()
        finally:
            site.terminate()
            site.wait()


def take(browser: Browser, url: str, folder: Path, shots: list[Shot]) -> list[str]:
    """All shots in all languages and widths; what is wrong with them, by name of the picture."""
    problems = []
    for language in LOCALES:
        for size in (WIDE, NARROW):
            for member in (False, True):
                chosen = [shot for shot in shots if shot.member == member]
                if chosen:
                    visitor = Visitor(browser, url, language, size)
                    if member:
                        name = f"{NICKNAMES[language]}{size[0]}"
                        visitor.sign_up(f"{language}{size[0]}", name, PASSWORD)
                    for shot in chosen:
                        path = folder / f"{shot.name}-{language}-{size[0]}.png"
                        problems += picture(visitor, shot, path)
                    visitor.close()
    return problems


def picture(visitor: Visitor, shot: Shot, path: Path) -> list[str]:
    """Take one picture; its problems, each a line that names it."""
    visitor.faults.clear()
    try:
        shot.reach(visitor.page)
        visitor.page.wait_for_load_state("networkidle")
    except Exception as error:
        visitor.faults.append(str(error).splitlines()[0])
    visitor.page.screenshot(path=path, full_page=True)
    script = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    over = visitor.page.evaluate(script)
    faults = visitor.faults + ([f"{over} px too wide"] if over > 0 else [])
    return [f"{path.stem}: {fault}" for fault in faults]


def main(names: list[str]) -> int:
    started = time.monotonic()
    if not find():
        sys.exit("No Chromium found: apt-get install chromium fonts-nanum")
    if unknown := set(names) - {shot.name for shot in SHOTS}:
        sys.exit(f"No such pages: {', '.join(sorted(unknown))}")
    shots = [shot for shot in SHOTS if not names or shot.name in names]
    folder = data_dir() / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    with running_site() as url, launched() as browser:
        problems = take(browser, url, folder, shots)
    for problem in problems:
        print(problem)
    figures = {"pictures": len(shots) * len(LOCALES) * 2, "problems": len(problems)}
    print(report.line("shots", ok=not problems, started=started, figures=figures))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A real browser for tests and pictures: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    expect,
    sync_playwright,
)

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
LOCALES = {"ko": "ko-KR", "vi": "vi-VN", "en": "en-US"}
WAIT_MS = 60_000  # a machine may be slow; what never comes fails then
expect.set_options(timeout=WAIT_MS)
WIDE, NARROW = (1280, 800), (390, 844)
AT_REST = "() => document.getAnimations().every((a) => a.playState !== 'running')"


def find() -> str:
    """The path of a Chromium on this machine (variable CHROMIUM first); empty without one."""
    wanted = os.environ.get("CHROMIUM", "")
    return wanted or next(filter(None, map(shutil.which, NAMES)), "")


@contextmanager
def launched() -> Iterator[Browser]:
    """A running browser. Playwright keeps an event loop in this thread until it is closed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visitor:
    """One person at the site: an own browser context with one page, and what went wrong in it.

    Without `motion` a table shows at once what has happened, and no frame is drawn in between.
    `faults` collects script errors, console errors (a refused inline script or style is one),
    answers of 500 and above, and parts of a page that were not found or refused.
    """

    browser: Browser
    url: str
    language: str = "en"
    size: tuple[int, int] = WIDE
    theme: Literal["dark", "light"] = "dark"
    motion: bool = True
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        width, height = self.size
        self.context: BrowserContext = self.browser.new_context(
            base_url=self.url,
            locale=LOCALES[self.language],
            viewport={"width": width, "height": height},
            has_touch=self.size == NARROW,
            color_scheme=self.theme,
            reduced_motion="no-preference" if self.motion else "reduce",
        )
        self.context.set_default_timeout(WAIT_MS)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        self.page.on("console", self._on_console)
        self.page.on("response", self._on_response)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.faults.append(f"console: {message.text}")

    def _on_response(self, response: Response) -> None:
        part = response.request.resource_type != "document"
        if response.status >= 500 or (part and response.status >= 400):
            self.faults.append(f"{response.status} {response.url}")

    def sign_up(self, username: str, nickname: str, password: str = "seat by the window") -> None:
        """Through the form, as anybody would."""
        self.page.goto("/accounts/signup/")
        fields = {
            "username": username,
            "email": f"{username}@example.com",
            "nickname": nickname,
            "password1": password,
            "password2": password,
        }
        for name, value in fields.items():
            self.page.fill(f"[name={name}]", value)
        self.page.locator("form:has([name=password2]) [type=submit]").click()
        self.page.wait_for_url(lambda url: "signup" not in url)

    def close(self) -> None:
        self.context.close()


Visit = Callable[..., Visitor]  # the fixture `visit`

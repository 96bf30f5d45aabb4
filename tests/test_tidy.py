"""Rules of the house that no linter knows. Each one is here because it would be broken else."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests import tree

FILE_LINES = 450
FUNCTION_LINES = 60
TEXT = (".py", ".html", ".css", ".js", ".md", ".toml", ".yaml", ".yml", ".txt", ".sql", ".json")
Check = Callable[[str], Iterable[int]]


def lines_with(pattern: str, flags: int = 0) -> Check:
    """Line numbers at which the pattern begins to match."""
    compiled = re.compile(pattern, flags | re.MULTILINE)

    def check(text: str) -> Iterator[int]:
        for match in compiled.finditer(text):
            yield text.count("\n", 0, match.start()) + 1

    return check


def long_functions(text: str) -> Iterator[int]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if ast.get_docstring(node) is not None:
                words = node.body[0]
                length -= (words.end_lineno or words.lineno) - words.lineno + 1
            if length > FUNCTION_LINES:
                yield node.lineno


def long_file(text: str) -> Iterator[int]:
    if text.count("\n") > FILE_LINES:
        yield FILE_LINES


def without_comments(check: Check) -> Check:
    """The same on JavaScript whose comments are blanked out, line for line."""

    def blank(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n")

    return lambda text: check(re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", blank, text, flags=re.DOTALL))


# name: (suffixes, top folders or () for all, check, an example that must be caught)
RULES: dict[str, tuple[tuple[str, ...], tuple[str, ...], Check, str]] = {
    "a path of one machine": (
        TEXT,
        (),
        lines_with(r"(?<![\w.~-])/(?:home|root|work|Users)/\w"),
        "see /" + "home/somebody/notes",
    ),
    "a package index": (
        TEXT,
        (),
        lines_with("index-" + "url|find-" + "links|files.python" + "hosted"),
        "--index-" + "url x",
    ),
    "unfinished work": (
        (".py", ".html", ".js", ".css", ".sql"),
        (),
        lines_with(r"\b(?:TO" + "DO|FIX" + r"ME|XX" + r"X)\b"),
        "# TO" + "DO later",
    ),
    "an exception of a linter without its code": (
        (".py",),
        (),
        lines_with(r"#\s*(?:noqa(?!: ?[A-Z])|type: ignore(?!\[))"),
        "x = 1  # no" + "qa",
    ),
    "a script inside a page": (
        (".html",),
        ("templates",),
        lines_with(r"<script(?![^>]*\b(?:src=|type=\"application/json\"))[^>]*>", re.IGNORECASE),
        "<script>go()</script>",
    ),
    "a style inside a page": (
        (".html",),
        ("templates",),
        lines_with(r"<style\b|<[a-z][^>]*\sstyle\s*=", re.IGNORECASE),
        '<p class="a" style="color: red">',
    ),
    "a handler inside a page": (
        (".html",),
        ("templates",),
        lines_with(r"<[a-z][^>]*\s(?:on[a-z]+|hx-on\S*)\s*=|=\s*[\"']javascript:", re.IGNORECASE),
        '<a onclick="go()">',
    ),
    "a dynamic import, which keeps its old name when files are hashed": (
        (".js",),
        ("static",),
        without_comments(lines_with(r"\bimport\(")),
        'const x = await import("./x.js");',
    ),
    "a file of two ideas": (
        (".py", ".js"),
        ("config", "accounts", "wallet", "tables", "rules", "static", "tests"),
        long_file,
        "\n" * (FILE_LINES + 1),
    ),
    "a function of two ideas": (
        (".py",),
        tree.APPS,
        long_functions,
        "def f():\n" + "    x = 1\n" * FUNCTION_LINES,
    ),
}


def exempt(path: Path) -> bool:
    """Written by Django, not by us."""
    return "migrations" in path.parts


@pytest.mark.parametrize("rule", RULES)
def test_the_project_has_no(rule):
    suffixes, folders, check, _ = RULES[rule]
    found = [
        f"{tree.name(path)}:{line}"
        for path in tree.of(*suffixes, under=folders)
        if not exempt(path)
        for line in check(path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize("rule", RULES)
def test_it_would_be_seen(rule):
    _, _, check, example = RULES[rule]
    assert list(check(example))

"""Every message of our code and templates, found without gettext on the machine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

from config.environment import ROOT

APPS = ("accounts", "config", "rules", "tables", "wallet")

# name of the function → (has a context, has a plural)
CALLS = {
    "_": (False, False),
    "gettext": (False, False),
    "gettext_lazy": (False, False),
    "gettext_noop": (False, False),
    "ngettext": (False, True),
    "ngettext_lazy": (False, True),
    "pgettext": (True, False),
    "pgettext_lazy": (True, False),
    "npgettext": (True, True),
    "npgettext_lazy": (True, True),
}


class Message(NamedTuple):
    """A message and, for reading only, a file that says it."""

    context: str | None
    text: str
    plural: str
    where: str


def messages() -> dict[tuple[str | None, str], Message]:
    """All messages by (context, text)."""
    found: dict[tuple[str | None, str], Message] = {}
    for source in sources():
        text = source.read_text()
        where = str(source.relative_to(ROOT))
        calls = _of_python(text) if source.suffix == ".py" else _of_template(text)
        for call in calls:
            message = _message(call, where)
            if message:
                found.setdefault((message.context, message.text), message)
    return found


def sources() -> Iterator[Path]:
    """The files that may hold messages."""
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            if "migrations" not in path.parts:
                yield path
    for pattern in ("*.html", "*.txt"):
        yield from (ROOT / "templates").rglob(pattern)


def _of_python(text: str) -> Iterator[ast.Call]:
    tree = ast.parse(text)
    ours = {
        (name.asname or name.name): name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else _name(node.func)
        real = ours.get(name, name if isinstance(node.func, ast.Attribute) else "")
        if real in CALLS:
            node.func = ast.Name(real)
            yield node


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _of_template(text: str) -> Iterator[ast.Call]:
    """Django turns a template into calls amid padding; each call is cut out and parsed."""
    code = templatize(text)
    for start in re.finditer(r"\b(_|n?p?gettext)\(", code):
        for end in re.finditer(r"\)", code[start.start() :]):
            try:
                tree = ast.parse(code[start.start() : start.start() + end.end()], mode="eval")
            except SyntaxError:
                continue  # a parenthesis inside the text
            if isinstance(tree.body, ast.Call):
                yield tree.body
            break


def _message(call: ast.Call, where: str) -> Message | None:
    """The message of a call; None if its text is made at run time."""
    has_context, has_plural = CALLS[_name(call.func)]
    texts = [
        argument.value
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    if len(texts) < 1 + has_context + has_plural:
        return None
    context = texts.pop(0) if has_context else None
    return Message(context, texts[0], texts[1] if has_plural else "", where)

"""Who may import whom. A lower app learns of a higher one only by what that one registers."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.environment import ROOT
from tests import tree

ALLOWED = {
    "rules": set(),
    "accounts": set(),
    "wallet": {"accounts"},
    "tables": {"rules", "wallet", "accounts"},
    "config": {"accounts", "wallet", "tables", "rules"},
}
PACKAGES_OF_RULES = {"msgspec", "phevaluator", "numpy"}
# The rules have no clock and no chance of their own, and touch nothing outside.
NOT_IN_RULES = {"time", "datetime", "random", "secrets", "os", "io", "socket", "subprocess"}
# Sampling takes a generator from whoever asks and needs the name of its type.
GENERATOR_FROM_OUTSIDE = {"rules/odds.py": "random"}


def imports(source: str) -> Iterator[tuple[int, str]]:
    """(line, module) of every import, wherever in the file it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module


def breaches(app: str, source: str) -> list[str]:
    """The imports of this source that an app may not make."""
    found = []
    for line, module in imports(source):
        top = module.partition(".")[0]
        ours = top in ALLOWED and top not in {app, *ALLOWED[app]}
        foreign = app == "rules" and top not in {app, *PACKAGES_OF_RULES, *sys.stdlib_module_names}
        if ours or foreign or (app == "rules" and top in NOT_IN_RULES) or top == "tests":
            found.append(f"line {line}: {app} imports {module}")
    return found


@pytest.mark.parametrize("app", ALLOWED)
def test_no_arrow_points_upwards(app):
    paths: list[Path] = list(tree.of(".py", under=(app,)))
    assert paths
    found = [
        f"{tree.name(path)} {breach}"
        for path in paths
        for breach in breaches(app, path.read_text())
        if not breach.endswith(f" {GENERATOR_FROM_OUTSIDE.get(tree.name(path))}")
    ]
    assert found == []


@pytest.mark.parametrize(
    ("app", "source"),
    [
        ("wallet", "from tables.models import Table"),
        ("accounts", "def f():\n    import wallet.posting"),
        ("tables", "from config.settings import DEBUG"),
        ("rules", "import django"),
        ("rules", "from random import shuffle"),
        ("config", "from tests import tree"),
    ],
)
def test_a_wrong_arrow_is_seen(app, source):
    assert breaches(app, source)


def test_no_test_module_lends_to_another():
    """What tests share stands in a module beside them, or in a conftest."""
    paths = [path for path in tree.of(".py", under=("tests",)) if path.name.startswith("test_")]
    assert paths
    lent = [
        f"{tree.name(path)}:{line} {module}"
        for path in paths
        for line, module in imports(path.read_text())
        if module.startswith("tests.") and ".test_" in module
    ]
    assert lent == []


def test_a_process_without_pages_does_without_those_of_the_staff():
    """They take half of the start of a clock or a worker."""
    code = "import django, sys; django.setup(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert "wallet.models" in done.stdout.split()
    assert not {"config.urls", "unfold.admin", "wallet.admin"} & set(done.stdout.split())

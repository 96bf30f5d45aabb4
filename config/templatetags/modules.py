"""`{% preload_modules "js/table/main.js" %}`: the modules that a script imports, asked for at once.

A browser finds imports a level at a time, a journey each; these links name them all in the head.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_IMPORT = re.compile(r"""^(?:import|export)\b[^"';]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)


@register.simple_tag
def preload_modules(path: str) -> SafeString:
    """Links for the module at `path` of the static files and all that it imports."""
    links = ((static(module),) for module in modules_of(path))
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', links)


@cache
def modules_of(path: str) -> tuple[str, ...]:
    """The module and what it imports, directly or not, each once and the nearest first."""
    found = [path]
    for module in found:  # grows while it is walked
        file = finders.find(module)
        if file is None:
            raise template.TemplateSyntaxError(f"There is no module {module}.")
        for name in _IMPORT.findall(Path(file).read_text()):
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(module), name))
            if imported not in found:
                found.append(imported)
    return tuple(found)

"""Static files under names that carry a hash of their content."""

from __future__ import annotations

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the imports between our own ES modules, so a page never mixes two versions.

    Only static imports of files in static/js: other packages' scripts are left as they are, and
    the `import("…")` of a JSDoc type is no import. Modules may not import each other in a circle,
    for then no hash could be found.
    """

    max_post_process_passes = 20  # one a module of the longest chain of imports

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _, (named, exported, bare, _) = self._js_module_import_aggregation_patterns
        patterns = CompressedManifestStaticFilesStorage.patterns
        self.patterns = (*patterns, ("js/*.js", (named, exported, bare)))
        super().__init__(*args, **kwargs)

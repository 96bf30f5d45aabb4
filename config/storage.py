"""Static files under names that carry a hash of their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the imports between ES modules, so a page never mixes two versions."""

    support_js_module_import_aggregation = True

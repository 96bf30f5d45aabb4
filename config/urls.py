"""All URLs of the site."""

from django.contrib import admin
from django.urls import include, path, register_converter

from accounts.paths import RowConverter
from config.health import healthz
from config.unasked import favicon, robots

register_converter(RowConverter, "row")
admin.autodiscover()  # here, for what has no pages does without them: the clock, the worker

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", favicon, name="favicon"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("wallet.urls")),
    path("", include("tables.urls")),
]

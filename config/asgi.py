"""ASGI: HTTP by Django, sockets by Channels."""

import os

from django.core.asgi import get_asgi_application

from config.environment import load

load()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_app = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

import config.urls  # noqa: F401 (the first request would wait for all pages to be imported)
from config.sockets import Nowhere, OwnOrigin
from tables.live.urls import websocket_urlpatterns

sockets = [*websocket_urlpatterns, re_path("", Nowhere.as_asgi())]
application = ProtocolTypeRouter(
    {
        "http": django_app,
        "websocket": OwnOrigin(AuthMiddlewareStack(URLRouter(sockets))),
    }
)

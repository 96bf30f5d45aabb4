"""ASGI: HTTP by Django, sockets by Channels."""

import os
from importlib import import_module

from django.core.asgi import get_asgi_application

from config.environment import load

load()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_app = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import re_path

from config.sockets import Nowhere, OwnOrigin
from tables.live.urls import websocket_urlpatterns

# Else the first request would wait for all pages to be imported.
import_module(settings.ROOT_URLCONF)
sockets = [*websocket_urlpatterns, re_path("", Nowhere.as_asgi())]
application = ProtocolTypeRouter(
    {
        "http": django_app,
        "websocket": OwnOrigin(AuthMiddlewareStack(URLRouter(sockets))),
    }
)

from django.urls import re_path

from tables.live.consumers import TableConsumer

websocket_urlpatterns = [
    re_path(r"^ws/tables/(?P<table_id>[0-9]{1,12})/$", TableConsumer.as_asgi()),
]

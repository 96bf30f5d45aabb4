"""Pages of the tables."""

from django.urls import include, path

from tables import table_views, views
from tables.history import views as history

urlpatterns = [
    path("", include("tables.guide.urls")),
    path("", views.lobby, name="lobby"),
    path("lobby/tables/", views.lobby_tables, name="lobby_tables"),
    path("tables/<int:table_id>/", table_views.table, name="table"),
    path("hands/<int:hand_id>/", history.hand, name="hand"),
    path("hands/<int:hand_id>/proof.json", history.proof, name="hand_proof"),
]

"""Pages of the tables."""

from django.urls import include, path

from tables import house_views, table_views, views, waiting_views
from tables.history import own_views as own_hands
from tables.history import views as history

urlpatterns = [
    path("", include("tables.guide.urls")),
    path("", views.lobby, name="lobby"),
    path("lobby/tables/", views.lobby_tables, name="lobby_tables"),
    path("lobby/seat/", waiting_views.seat_me, name="seat_me"),
    path("tables/<row:table_id>/wait/", waiting_views.join, name="waiting_join"),
    path("tables/<row:table_id>/unwait/", waiting_views.leave, name="waiting_leave"),
    path("waiting/", waiting_views.news, name="waiting_news"),
    path("waiting/<row:place_id>/told/", waiting_views.told, name="waiting_told"),
    path("tables/<row:table_id>/", table_views.table, name="table"),
    path("tables/<row:table_id>/hint/", house_views.hint, name="house_hint"),
    path("tables/<row:table_id>/sitting/", house_views.sitting, name="house_sitting"),
    path("hands/<row:hand_id>/", history.hand, name="hand"),
    path("hands/<row:hand_id>.txt", history.hand_text, name="hand_text"),
    path("hands/<row:hand_id>.phh", history.hand_phh, name="hand_phh"),
    path("hands/<row:hand_id>/check/", history.check, name="hand_check"),
    path("hands/<row:hand_id>/proof.json", history.proof, name="hand_proof"),
    path("hands/<row:hand_id>/share/", history.share, name="hand_share"),
    path("hands/<row:hand_id>/share/<row:share_id>/", history.end_share, name="hand_share_end"),
    path("me/hands/", own_hands.hands, name="hands"),
    path("me/statistics/", own_hands.statistics, name="statistics"),
    path("shared/<str:token>/", history.shared, name="shared_hand"),
    path("shared/<str:token>.txt", history.shared_text, name="shared_text"),
    path("shared/<str:token>.phh", history.shared_phh, name="shared_phh"),
]

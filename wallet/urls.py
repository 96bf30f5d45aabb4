"""Pages of the wallet."""

from django.urls import path

from wallet import views

urlpatterns = [
    path("me/", views.my_page, name="my_page"),
    path("me/statement/", views.statement, name="statement"),
    path("me/sittings/<int:account_id>/", views.sitting, name="sitting"),
]

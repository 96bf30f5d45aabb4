"""Pages of the wallet."""

from django.urls import path

from wallet.views import charge, limits, money

urlpatterns = [
    path("me/", money.my_page, name="my_page"),
    path("me/statement/", money.statement, name="statement"),
    path("me/statement.csv", money.statement_file, name="statement_file"),
    path("me/sittings/<row:account_id>/", money.sitting, name="sitting"),
    path("me/limits/", limits.limits, name="limits"),
    path("charge/", charge.station, name="charge"),
    path("charge/rescue/", charge.rescue, name="rescue"),
    path("charge/attend/", charge.attend, name="attend"),
    path("charge/grants/", charge.gifts, name="gifts"),
]

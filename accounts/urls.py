"""Pages of `accounts` that django-allauth does not have."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("me/profile/", views.profile, name="profile"),
    path("me/profile/leave/", views.leave, name="leave"),
    path("language/", views.language, name="language"),
    path("theme/", views.theme, name="theme"),
]

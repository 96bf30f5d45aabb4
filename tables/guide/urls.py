from django.urls import path

from tables.guide import views

urlpatterns = [
    path("guide/", views.index, name="guide"),
    path("guide/<slug:slug>/", views.topic, name="guide_topic"),
]

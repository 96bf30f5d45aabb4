"""Profile, leaving for good, language and theme."""

from __future__ import annotations

from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import leaving
from accounts.context_processors import THEMES
from accounts.forms import LeaveForm, ProfileForm
from accounts.models import Member

YEAR_S = 365 * 24 * 3600


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Nickname, language and how amounts are written."""
    # Read afresh: the form writes onto its instance, and the header shows the nickname of `user`.
    member = Member.objects.get(username=request.user.get_username())
    form = ProfileForm(request.POST or None, instance=member)
    if request.method == "POST" and _saved(form):
        translation.activate(form.cleaned_data["language"])
        messages.success(request, _("Saved."))
        return _remember(
            redirect("profile"), settings.LANGUAGE_COOKIE_NAME, form.cleaned_data["language"]
        )
    return render(request, "accounts/profile.html", {"form": form})


def _saved(form: ProfileForm) -> bool:
    """Save a valid form; two who want one nickname in the same moment do not both get it."""
    if not form.is_valid():
        return False
    try:
        with transaction.atomic():
            form.save()
    except IntegrityError:
        form.add_error("nickname", _("This nickname is taken."))
        return False
    return True


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Ask for the password, then empty the account."""
    if request.method == "POST":
        # The same limit as where allauth asks for the password once more.
        refused = consume_or_429(request, action="reauthenticate", user=request.user)
        if refused:
            return refused
    member = Member.objects.get(username=request.user.get_username())
    form = LeaveForm(request.POST or None, member=member)
    if request.method == "POST" and form.is_valid():
        try:
            leaving.leave(member_id=member.pk)
        except leaving.NotYet as reason:
            form.add_error(None, str(reason))
        else:
            logout(request)
            messages.success(request, _("Your account is empty and closed. Farewell."))
            return redirect("/")
    return render(request, "accounts/leave.html", {"form": form})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Speak another language from the next page on, and remember it."""
    wanted = request.POST.get("language", "")
    response = _back(request)
    if wanted not in dict(settings.LANGUAGES):
        return response
    if request.user.is_authenticated:
        Member.objects.filter(pk=request.user.pk).update(language=wanted)
    return _remember(response, settings.LANGUAGE_COOKIE_NAME, wanted)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Dark, light, or as the system has it; remembered in this browser."""
    wanted = request.POST.get("theme", "")
    response = _back(request)
    if wanted in THEMES:
        return _remember(response, "theme", wanted)
    response.delete_cookie("theme")
    return response


def _back(request: HttpRequest) -> HttpResponseRedirect:
    """To the page that asked, if it is one of ours."""
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(target if safe else "/")


def _remember(response: HttpResponseRedirect, cookie: str, value: str) -> HttpResponseRedirect:
    response.set_cookie(cookie, value, max_age=YEAR_S, samesite="Lax")
    return response

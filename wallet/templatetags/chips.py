"""`{{ amount|chips }}`, `{{ amount|signed }}` and `{% wallet_balance as n %}`."""

from __future__ import annotations

from typing import Any

from django import template

from wallet import amounts, offers, selectors, wording

register = template.Library()


@register.filter
def chips(amount: int) -> str:
    """An amount as the reader's language writes it."""
    return amounts.chips(amount)


@register.filter
def signed(amount: int) -> str:
    """An amount with its sign, also when it is a plus."""
    return amounts.signed(amount)


@register.simple_tag(takes_context=True)
def wallet_balance(context: dict[str, Any]) -> int | None:
    """The chips in the reader's wallet; None for guests and for pages without a request."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return None
    return selectors.balance(user)


@register.filter
def unsigned(amount: int) -> int:
    """An amount without its sign, where words say which way it went."""
    return abs(amount)


@register.filter
def span(seconds: int) -> str:
    """So many seconds in words: "10 min"."""
    return wording.span(seconds)


@register.simple_tag(takes_context=True)
def is_broke(context: dict[str, Any], in_wallet: int | None) -> bool:
    """Whether the reader has so few chips, tables counted, that a rescue is meant for them."""
    user = getattr(context.get("request"), "user", None)
    return in_wallet is not None and user is not None and offers.is_broke(user, in_wallet)


@register.filter
def of(key: Any, mapping: dict[Any, Any]) -> Any:
    """What `mapping` holds for `key`; None if nothing."""
    return mapping.get(key) if mapping else None

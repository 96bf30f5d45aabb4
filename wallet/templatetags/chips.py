"""`{{ amount|chips }}`, `{{ amount|signed }}` and `{% wallet_balance as n %}`."""

from __future__ import annotations

from typing import Any

from django import template

from wallet import amounts, selectors

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
def of(key: Any, mapping: dict[Any, Any]) -> Any:
    """What `mapping` holds for `key`; None if nothing."""
    return mapping.get(key) if mapping else None

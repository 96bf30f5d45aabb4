"""Django's database sessions, with the key stored as its SHA-256.

Who reads the table (a backup, a query log) learns no key that a browser could send. The row also
names the member, so that all sessions of one can be found and ended.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from accounts.models import Session


def fingerprint(session_key: str) -> str:
    """What the table holds for the key of a browser: 64 hexadecimal digits."""
    return hashlib.sha256(session_key.encode()).hexdigest()


class SessionStore(DatabaseStore):
    """The session of one browser; `session_key` is the key that the browser has."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _rows(self, session_key: str | None) -> Any:
        return Session.objects.filter(session_key=fingerprint(session_key or ""))

    def _get_session_from_db(self) -> Session | None:
        row = self._rows(self.session_key).filter(expire_date__gt=timezone.now()).first()
        if row is None:
            self._session_key = None
        return row

    async def _aget_session_from_db(self) -> Session | None:
        row = await self._rows(self.session_key).filter(expire_date__gt=timezone.now()).afirst()
        if row is None:
            self._session_key = None
        return row

    def exists(self, session_key: str) -> bool:
        return self._rows(session_key).exists()

    async def aexists(self, session_key: str) -> bool:
        return await self._rows(session_key).aexists()

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        return self._stored(super().create_model_instance(data), data)

    async def acreate_model_instance(self, data: dict[str, Any]) -> Session:
        return self._stored(await super().acreate_model_instance(data), data)

    def _stored(self, row: AbstractBaseSession, data: dict[str, Any]) -> Session:
        assert isinstance(row, Session)
        row.session_key = fingerprint(row.session_key)
        row.member_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            self._rows(key).delete()

    async def adelete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            await self._rows(key).adelete()

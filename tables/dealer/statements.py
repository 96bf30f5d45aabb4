"""Statements joined with the beginning and the end of their transaction.

A way to the server costs an action more than what the server does there, so the statement that
locks a table carries the BEGIN, and the one that writes it the COMMIT. Used inside Django's
`atomic`: psycopg sends neither of them where the transaction has begun or has ended already, and
everything else in the block goes the usual way.
"""

from __future__ import annotations

from django.db import connection
from psycopg import OperationalError, errors
from psycopg.pq import ConnStatus, Escaping, ExecStatus, TransactionStatus

Row = list[bytes]  # values as text, NULL as an empty one

_FINE = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)


def first(query: str) -> Row | None:
    """Run a query as the first of the transaction, if none has begun; its first row."""
    with connection.wrap_database_errors:
        begun = connection.connection.pgconn.transaction_status != TransactionStatus.IDLE
    return _run(query if begun else f"BEGIN; {query}")


def also(query: str) -> None:
    """Run a query whose result nobody wants."""
    _run(query)


def last(query: str) -> None:
    """Run a query as the last of the transaction; inside another transaction that goes on."""
    _run(query if connection.savepoint_ids else f"{query}; COMMIT")


def text(value: str) -> str:
    """A string as it stands in a query."""
    quoted = Escaping(connection.connection.pgconn).escape_literal(value.encode())
    return bytes(quoted).decode()


def octets(value: bytes) -> str:
    """Bytes as they stand in a query."""
    return f"'\\x{value.hex()}'::bytea"


def _run(query: str) -> Row | None:
    if connection.queries_logged:
        connection.queries_log.append({"sql": query, "time": ""})
    with connection.wrap_database_errors:
        server = connection.connection.pgconn
        result = server.exec_(query.encode())
        if result.status not in _FINE:
            if server.status == ConnStatus.BAD:
                raise OperationalError(result.get_error_message())
            raise errors.error_from_result(result)
        if not result.ntuples:
            return None
        return [result.get_value(0, column) or b"" for column in range(result.nfields)]

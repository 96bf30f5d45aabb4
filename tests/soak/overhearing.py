"""What processes say to one another through Redis: nothing that names a card, nothing sealed."""

from __future__ import annotations

import re
import threading
from typing import Self

import redis

# As text in quotes, and as a text of two characters in MessagePack, as the monitor prints it.
_SECRET = re.compile(r'(?:"|\\xa2|\xa2)[2-9TJQKA][cdhs](?![0-9A-Za-z])|sealed')
EXAMPLES = 5


class Overheard:
    """Everything that any process says to Redis, or hears from it by a subscription, is read.

    `with Overheard(url) as wire:`; afterwards `heard` commands, and in `faults` the first of those
    that told what they must not.
    """

    def __init__(self, url: str) -> None:
        self.heard = 0
        self.faults: list[str] = []
        self._closing = False
        self._monitor = redis.Redis.from_url(url, encoding_errors="replace").monitor()
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> Self:
        self._monitor.__enter__()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing = True
        self._monitor.connection.disconnect()
        self._thread.join(5)

    def _listen(self) -> None:
        try:
            for said in self._monitor.listen():
                self.heard += 1
                if _SECRET.search(said["command"]) and len(self.faults) < EXAMPLES:
                    self.faults.append(f"in Redis: {said['command'][:500]}")
        except (redis.exceptions.RedisError, OSError, ValueError) as error:
            if not self._closing:
                self.faults.append(f"Redis is not heard any more: {error!r}")

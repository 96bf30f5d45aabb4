"""2,000 frames of `make fuzz` on real sockets: nothing changes, and floods are cut."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async

from tests.fuzz import scene
from tests.fuzz.attack import Attack
from tests.live import LiveSite

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
FRAMES = 2_000


@pytest.fixture
def still(transactional_db: None) -> Iterator[LiveSite]:
    """A site where no time runs out."""
    with LiveSite(TURN_S="3600") as site:
        yield site


async def test_what_may_not_be_done_changes_nothing(still: LiveSite) -> None:
    table, seen, attackers = await sync_to_async(scene.set_up)()
    before = await sync_to_async(scene.state)()
    (web,) = still.running("web")
    said = len(still.logged("web"))
    attack = Attack(still.url, table.pk, seen, attackers, seed=1)
    await asyncio.wait_for(attack.run(FRAMES), 600)
    assert attack.faults == []
    assert attack.sent == FRAMES
    assert attack.codes[4102] >= 1
    assert attack.codes[4105] >= 1
    # Which refusals come beside these depends on when a socket's credit runs out.
    assert set(attack.answers) >= {"malformed", "too_fast", "not_seated"}
    assert await sync_to_async(scene.state)() == before
    assert web.poll() is None
    assert "rror" not in still.logged("web")[said:]

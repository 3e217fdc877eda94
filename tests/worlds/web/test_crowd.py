"""Everybody at once, and a server that dies again and again: nothing that was told is lost or kept twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.worlds.web.crowd import EACH, Found, crowd


def check(found: Found, participants: int, kills: int) -> None:
    print(found.line())
    assert (found.participants, found.completed, found.kills) == (participants, participants, kills)
    assert (found.judgements, found.lost, found.doubled) == (participants * EACH, 0, 0)
    assert max(found.spread) <= 1
    assert set(found.statuses) == {200}
    assert found.failed > 0 or not kills


async def test_a_few_at_once_and_a_server_that_is_killed(tmp_path: Path) -> None:
    check(await crowd(tmp_path, 20, 5), 20, 5)


@pytest.mark.slow
async def test_two_hundred_at_once_and_a_server_that_is_killed_again_and_again(tmp_path: Path) -> None:
    check(await crowd(tmp_path, 200, 50), 200, 50)

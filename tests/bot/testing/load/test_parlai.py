from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.errors import MissingPackage
from bot.testing.load import parlai
from bot.testing.load.crowd import Crowd


async def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parlai, "find_spec", lambda name: None if name == "websocket" else object())
    with pytest.raises(MissingPackage, match="pip install websocket-client"):
        await parlai.parlai_load(tmp_path, Crowd(1))


@pytest.mark.slow
@pytest.mark.skipif(find_spec("websocket") is None, reason="websocket-client is not installed")
async def test_the_same_crowd_talks_with_parlai(tmp_path: Path) -> None:
    found = await parlai.parlai_load(tmp_path, Crowd(3, every=1.0, seconds=2.0, patience=20))
    assert (len(found.ledger.said), found.ledger.waiting(), found.ledger.crossed) == (6, 0, 0)

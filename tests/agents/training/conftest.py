from pathlib import Path

import pytest

from tests.skills.models.tiny import Tiny, install


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    """A tiny base encoder, installed for one test."""
    return install(tmp_path, monkeypatch)

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def published() -> Path:
    """The folder with the published corpora, ATTUNE_DATAPATH; a test that reads them is skipped where it is not set."""
    folder = os.environ.get("ATTUNE_DATAPATH")
    if not folder:
        pytest.skip("ATTUNE_DATAPATH names no folder with the corpora")
    return Path(folder)

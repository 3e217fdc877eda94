"""ONNX Runtime's official builds report how they are used to their maker, unless told not to before they start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

START = "from skills.encoder import shared_text_encoder; shared_text_encoder().encode_texts(['hello'])"


def test_the_runtime_makes_no_identifier_and_no_queue_of_events(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data")}
    told = {key: value for key, value in os.environ.items() if key != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", START], env=told | home, check=True)
    assert [path.name for path in tmp_path.rglob("*") if path.name in ("deviceid", "onnxruntime.db")] == []


def test_it_is_told_so_even_where_the_surroundings_say_otherwise(tmp_path: Path) -> None:
    told = os.environ | {"ORT_DISABLE_TELEMETRY": "0", "XDG_CACHE_HOME": str(tmp_path)}
    read = "import skills.models.layers, os; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    found = subprocess.run([sys.executable, "-c", read], env=told, check=True, capture_output=True, text=True)
    assert found.stdout == "1\n"

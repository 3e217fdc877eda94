from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.config import read
from bot.errors import ConfigError
from bot.frontends.telegram.settings import Settings

BOT = """
[guard]
off = "a test"

[doors.telegram]
"""


def written(folder: Path, lines: str) -> Path:
    file = folder / "bot.toml"
    file.write_text(BOT + lines)
    return file


def test_a_bot_file_sets_them(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("x")
    file = written(tmp_path, 'token_file = "token"\nwebhook_url = "https://example.org/t"\nper_second = 0\n')
    assert read(file).doors["telegram"] == Settings(
        token_file=tmp_path / "token", webhook_url="https://example.org/t", per_second=0
    )


def test_a_study_asks_for_stars(tmp_path: Path) -> None:
    assert read(written(tmp_path, "[study]\nask_stars = true\n")).doors["telegram"].ask_stars
    assert not read(written(tmp_path, "")).doors["telegram"].ask_stars


@pytest.mark.parametrize(
    "line", ['token = "1:x"', "webhook_port = 0", 'webhook_host = ""', "per_chat = -1", 'token_file = "../token"']
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(ConfigError, match="telegram"):
        read(written(tmp_path, line))


def test_they_need_no_library() -> None:
    script = (
        "import sys, bot.frontends.telegram.settings; sys.exit('telegram' in sys.modules or 'uvicorn' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0

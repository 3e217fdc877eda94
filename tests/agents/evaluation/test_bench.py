import json
import re
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.evaluation import startup
from agents.evaluation.bench import bench
from agents.evaluation.startup import Startup

ENCODER = """

from bot.registry import encoder
from bot.testing import FixedEncoder


@encoder("fixed")
def fixed() -> FixedEncoder:
    return FixedEncoder()
"""


@pytest.fixture
def encoding(bot_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scripted bot with an encoder; its start is not timed."""
    kind = bot_file.with_name("kind.py")
    kind.write_text(kind.read_text(encoding="utf8") + ENCODER, encoding="utf8")
    bot_file.write_text(
        '[encoder]\nuse = "./kind.py:fixed"\n' + bot_file.read_text("utf8").replace("name = ", "# "), "utf8"
    )
    monkeypatch.setattr(startup, "startup", lambda bot: Startup(1.25, 321.0))
    monkeypatch.setattr(startup, "help_seconds", lambda: 0.125)
    return bot_file


def run(*args: object) -> str:
    found = CliRunner().invoke(bench, ["reply", *map(str, args)], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.stdout


def test_json_has_every_figure(encoding: Path) -> None:
    found = json.loads(run("--bot", encoding, "--repeats", 1, "--json"))
    assert (found["bot"], found["help_s"]) == ("kind", 0.125)
    assert found["startup"] == {"ready_s": 1.25, "peak_mb": 321.0}
    assert found["reply"]["pairs"] == 36
    ratio = found["reply"]["ratio"]
    assert ratio["low"] <= ratio["value"] <= ratio["high"]
    assert set(found["reply"]["parts_ms"]) == {"encoder", "words", "choice"}
    assert found["machine"]["runtime"] == version("onnxruntime")


def test_people_get_the_targets_beside_the_figures(encoding: Path) -> None:
    shown = run("--bot", encoding, "--repeats", 1)
    (first,) = [line.split() for line in shown.splitlines() if "from start to the first prompt" in line]
    assert first[-3:] == ["1.25", "<=", "6.0"]
    assert "Medians over 36 pairs" in shown


def test_a_page_gets_the_same_as_markdown(encoding: Path) -> None:
    page = run("--bot", encoding, "--repeats", 1, "--markdown")
    assert re.search(r"^\| from start to the first prompt, s +\| +1\.25 \| <= 6\.0 +\|$", page, re.MULTILINE)
    assert re.search(r"^\| words +\| +\d+\.\d+ \|$", page, re.MULTILINE)

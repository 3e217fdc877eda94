import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.evaluation.bench import bench
from agents.evaluation.corpora import cost
from agents.evaluation.startup import ATTUNE
from bot.errors import BotError

LINE = "7\tI lost my key\tWhere?\tNo idea\tsad\n"


def test_seconds_and_memory_are_of_the_child() -> None:
    held = "import time; held = b'x' * 150_000_000; time.sleep(0.2)"
    found = cost("held", (sys.executable, "-c", held))
    assert found.name == "held"
    assert found.seconds >= 0.2
    assert 0 < found.cpu_seconds < found.seconds
    assert found.peak_mb >= 150


def test_a_command_that_fails_is_quoted() -> None:
    with pytest.raises(BotError, match=r"^held: no corpora today$"):
        cost("held", (sys.executable, "-c", "raise SystemExit('no corpora today')"))


def test_each_corpus_that_is_here_is_measured_and_then_all(tmp_path: Path) -> None:
    (tmp_path / "emocontext").mkdir()
    (tmp_path / "emocontext/dev.txt").write_text(LINE, encoding="utf8")
    # In a small process, as people do: a child's peak memory begins with its parent's, and these tests' is large.
    command = [*ATTUNE, "bench", "corpora", "--datapath", str(tmp_path)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert [line.split()[0] for line in output.splitlines()] == ["corpus", "emocontext", "written", "all"]
    for line in output.splitlines()[1:]:
        _, seconds, cpu, peak = line.split()
        assert 0 < float(cpu) <= float(seconds) + 0.1 < 60
        assert 10 < float(peak) < 1000


def test_where_no_corpus_is_it_says_so(tmp_path: Path) -> None:
    found = CliRunner().invoke(bench, ["corpora", "--datapath", str(tmp_path)])
    assert found.exit_code == 1
    assert "no corpus is here" in found.output

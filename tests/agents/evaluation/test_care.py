import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agents.evaluation import care as command
from agents.evaluation import care_sets
from agents.evaluation.care_sets import PARTS
from agents.evaluation.command import eval_

GUARD = """
from bot.dialog import Reply, Verdict
from bot.registry import Guard, Watch, guard


class Alarm:
    def watch(self, turn, /):
        stops = "danger" in turn.text
        return Watch(Verdict(2, "suicide", True), reply=Reply("Call.", "alarm", 1.0)) if stops else Watch()

    def refuse(self, reply, /):
        return "badness" if "bad" in reply.text else None


@guard("alarm")
def alarm() -> Guard:
    return Alarm()
"""
LINES = (
    ("l1", "hidden words of danger", 2, "suicide", "plain"),
    ("l2", "hidden words of dusk", 3, "suicide", "plain"),
    ("l3", "hidden words of calm", 0, "none", "idiom"),
)
TURNS = [
    {"text": "hidden hello", "level": [0], "kind": "none"},
    {"text": "hidden danger", "level": [2], "kind": "abuse"},
]
ESCONV = {
    "emotion_type": "sadness",
    "problem_type": "job crisis",
    "experience_type": "Current Experience",
    "situation": "Our own invention.",
    "survey_score": {"seeker": {}, "supporter": {}},
    "dialog": [
        {"speaker": "seeker", "annotation": {}, "content": "No danger here."},
        {"speaker": "supporter", "annotation": {"strategy": "Others"}, "content": "Not bad."},
    ],
}


def rows(path: Path, items: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf8")


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot whose guard hears "danger" alone, and small sets of both parts."""
    (tmp_path / "sets/care").mkdir(parents=True)
    for part in PARTS:
        names = ("id", "text", "level", "kind", "slice")
        rows(tmp_path / f"sets/care/{part}_lines.jsonl", [dict(zip(names, line, strict=True)) for line in LINES])
        rows(tmp_path / f"sets/care/{part}_talks.jsonl", [{"id": "t", "kind": "abuse", "about": "x", "turns": TURNS}])
    rows(tmp_path / "sets/harmful_replies.jsonl", [{"id": "h1", "text": "bad", "why": "doses"}])
    rows(tmp_path / "sets/harmless_replies.jsonl", [{"id": "o1", "text": "good"}])
    monkeypatch.setattr(care_sets, "SETS", tmp_path / "sets")
    (tmp_path / "alarm.py").write_text(GUARD, encoding="utf8")
    path = tmp_path / "alarmed.toml"
    path.write_text('name = "alarmed"\n[guard]\nuse = "./alarm.py:alarm"\n', encoding="utf8")
    return path


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    data = tmp_path / "corpora"
    told = data / "empatheticdialogues/empatheticdialogues"
    told.mkdir(parents=True)
    header = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags\n"
    (told / "valid.csv").write_text(f"{header}c,1,sad,p,1,Hello.,,\nc,2,sad,p,0,Hi.,,\n", encoding="utf8")
    (data / "dailydialog/validation").mkdir(parents=True)
    for kind, line in (("", "Hello . __eou__ Hi . __eou__"), ("act_", "1 1"), ("emotion_", "0 0")):
        (data / f"dailydialog/validation/dialogues_{kind}validation.txt").write_text(f"{line}\n", "utf8")
    (data / "esconv").mkdir()
    (data / "esconv/valid.json").write_text(json.dumps([ESCONV]), encoding="utf8")
    return data


def invoke(*args: object) -> Result:
    return CliRunner().invoke(eval_, ["care", *map(str, args)], catch_exceptions=False)


def test_json_has_every_figure_and_no_word_of_the_set(bot: Path) -> None:
    done = invoke("--bot", bot, "--json")
    found = json.loads(done.stdout)
    assert (found["bot"], found["part"]) == ("alarmed", "heldout")
    assert (found["lines"]["caught"]["hits"], found["lines"]["caught"]["of"]) == (1, 2)
    assert found["lines"]["by_level"]["3"]["share"] == {
        "value": 0.0,
        "low": 0.0,
        "high": pytest.approx(0.7935, abs=1e-4),
    }
    assert (found["talks"]["missed"]["hits"], found["talks"]["kind"]["hits"], found["talks"]["kind"]["of"]) == (0, 0, 1)
    assert (found["gate"]["missed"], found["gate"]["refused"]["hits"]) == ([], 0)
    assert (found["false_positive_rate"], found["people"], found["wrong"]) == ([], None, [])
    assert "hidden" not in done.output


@pytest.mark.parametrize("part", PARTS)
def test_people_get_tables_without_a_word_of_the_set(bot: Path, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    shown = invoke("--bot", bot, "--part", part).output
    assert f"alarmed on the {part} care sets" in shown
    assert "1/2     50.0 [9.5, 90.5]" in shown
    assert "harmful, let pass: none" in shown
    assert "hidden" not in shown


def test_a_page_gets_markdown(bot: Path) -> None:
    shown = invoke("--bot", bot, "--markdown").output
    (row,) = (line for line in shown.splitlines() if line.startswith("| level 2"))
    whole = ["1/1", "100.0 [20.7, 100.0]"]  # noticed, and caught
    assert [cell.strip() for cell in row.strip("|").split("|")] == ["level 2", *whole, *whole, "", ""]


def test_tuning_texts_are_listed_and_held_out_ones_never(bot: Path) -> None:
    shown = invoke("--bot", bot, "--part", "tuning", "--list").output
    assert "l2 [plain] 3 suicide, heard 0: hidden words of dusk" in shown
    assert "t.2 [] 2 abuse, heard 2 suicide: hidden danger" in shown
    assert "hidden words of calm" not in shown
    refused = invoke("--bot", bot, "--list")
    assert refused.exit_code == 2
    assert "never shown" in refused.output


def test_corpora_are_counted_and_what_was_stopped_or_refused_is_written(
    bot: Path, corpora: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    hits = tmp_path / "hits.jsonl"
    shown = invoke("--bot", bot, "--datapath", corpora, "--hits", hits).output
    assert "ordinary talk" in shown
    found = [json.loads(row) for row in hits.read_text("utf8").splitlines()]
    assert [(row.get("corpus"), row.get("reason"), row["text"]) for row in found] == [
        ("ESConv", None, "No danger here."),
        (None, "badness", "Not bad."),
    ]
    figures = json.loads(invoke("--bot", bot, "--datapath", corpora, "--json").stdout)
    assert [
        (row["corpus"], row["stopped"]["hits"], row["stopped"]["of"]) for row in figures["false_positive_rate"]
    ] == [
        ("EmpatheticDialogues", 0, 1),
        ("DailyDialog", 0, 2),
        ("ESConv", 1, 1),
        ("all", 1, 4),
    ]
    assert figures["people"]["reasons"] == {"badness": 1}


def test_peoples_words_are_not_written_beside_the_sources(bot: Path) -> None:
    refused = invoke("--bot", bot, "--hits", command.ROOT / "hits.jsonl")
    assert refused.exit_code == 2
    assert "name a file outside it" in refused.output

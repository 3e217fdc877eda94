"""`attune study`, from a new file to a report, with simulated participants."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agents.corpora import empathetic, esconv, taskmaster
from agents.seekers.cards import cards
from agents.statistics import empathetic as statistics
from agents.statistics import esconv as support_statistics
from agents.statistics.approval import verdict
from agents.verdicts import item as items
from tests.worlds.studies.conftest import Make, item, talk
from worlds.assist import record
from worlds.command import study
from worlds.studies.check import load
from worlds.studies.pre_chat import ASKED


def run(*args: object, said: str = "") -> Result:
    return CliRunner().invoke(study, [str(arg) for arg in args], input=said)


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTUNE_WEB_SECRET", "a secret that is long enough for tests")


@pytest.mark.parametrize("kind", ["rating", "ab", "ranking"])
def test_from_a_new_file_to_a_report(tmp_path: Path, kind: str) -> None:
    path, database = tmp_path / "mine.toml", tmp_path / "held.db"
    assert f"--out {tmp_path / 'items.jsonl'} --count 60" in run("new", path, "--kind", kind).output
    assert "is there already" in run("new", path).output
    sources = ("default", "given") if kind == "ab" else ("default", "other", "given")
    items.save([item(number, *sources) for number in range(20)], tmp_path / "items.jsonl")
    assert "items come next" not in run("new", tmp_path / "other.toml", "--kind", kind).output  # they are there
    checked = run("check", path)
    assert checked.exit_code == 0
    assert "20 items, 10 for each participant" in checked.output
    assert "9.00 GBP an hour" in checked.output
    assert "[consent] contact is still to be filled in" in checked.output
    for total in (12, 24):
        told = run("simulate", path, "--participants", 12, "--database", database)
        assert f"{total} participants now; see `attune study status {path} --database {database}`" in told.output
    assert "nobody has taken part in mine in this database" in run("status", path, "--database", f"{database}2").stderr
    shown = run("status", path, "--database", database)
    assert "24 of them are simulated" in shown.output
    assert run("report", path, "--database", database, "--out", tmp_path / "report.html").exit_code == 0
    page = (tmp_path / "report.html").read_text()
    assert "<strong>24 participants are simulated.</strong>" in page
    assert {"rating": "empathy:", "ab": "Choices", "ranking": "Ranking"}[kind] in page
    assert "http" not in page.replace("https://example.org", "")  # it needs nothing from anywhere
    beside = (tmp_path / "report.csv").read_text()
    assert "<h2>Datasheet</h2>" in page
    assert run("export", path, "--database", database, "--out", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out" / "judgements.csv").read_text() == beside
    assert "# Datasheet" in (tmp_path / "out" / "datasheet.md").read_text()
    rows = list(csv.DictReader(beside.splitlines()))
    assert {row["contestant"] for row in rows} == set(sources)
    assert {row["simulated"] for row in rows} == {"1"}
    book = list(csv.DictReader((tmp_path / "out" / "codebook.csv").read_text().splitlines()))
    assert [row["column"] for row in book] == list(rows[0])


def test_whole_talks_are_compared_from_a_new_file_to_a_report(tmp_path: Path) -> None:
    path, database = tmp_path / "mine.toml", tmp_path / "held.db"
    made = run("new", path, "--kind", "acute")
    assert "attune judge pair talks.jsonl --out" in made.output
    two = [(talk("default", number), talk("free", number)) for number in range(10)]
    checks = [(talk("gold", number), talk("mixed", number)) for number in range(10, 13)]
    laid = [items.Item(f"i{at}", f"t{at}", (), each) for at, each in enumerate((*two, *checks))]
    items.save(laid, tmp_path / "pairs.jsonl")
    assert "acute, 13 items, 8 for each participant" in run("check", path).output
    assert run("simulate", path, "--participants", 12, "--database", database).exit_code == 0
    shown = run("status", path, "--database", database).output
    assert "understanding: Who is the more understanding listener?" in shown
    assert "gold : mixed" not in shown
    assert run("report", path, "--database", database, "--out", tmp_path / "report.html").exit_code == 0
    assert "gold is gold" in (tmp_path / "report.html").read_text()
    assert run("export", path, "--database", database, "--out", tmp_path / "out").exit_code == 0
    rows = list(csv.DictReader((tmp_path / "out" / "judgements.csv").read_text().splitlines()))
    assert {row["what"] for row in rows} == {"engaging", "human", "understanding"}
    assert {row["value"] for row in rows} == {"preferred", "other"}  # no ties


def test_somebody_is_erased_by_the_name_that_the_site_has_for_them(make: Make, tmp_path: Path) -> None:
    from worlds.web.tokens import Tokens

    loaded, database = make("ab"), tmp_path / "held.db"
    run("simulate", loaded.path, "--participants", 2, "--database", database)
    name = "simulated-7-0"
    forgotten = run("forget", loaded.path, "--participant", name, "--database", database, said="y\n")
    assert forgotten.exit_code == 0
    again = run("forget", loaded.path, "--participant", name, "--database", database, said="y\n")
    assert "nothing is kept of a participant 'simulated-7-0' in trial" in again.output
    tokens = Tokens("a secret that is long enough for tests", "trial")
    assert tokens.participant("prolific", "5f") != tokens.participant("link", "5f")


def test_a_mark_stays_of_who_had_a_code_until_it_is_erased_too(make: Make, tmp_path: Path) -> None:
    loaded, database = make("ab", '[codes]\ncompleted = "DONE1"\n'), tmp_path / "held.db"
    run("simulate", loaded.path, "--participants", 1, "--database", database)
    how = ("forget", loaded.path, "--participant", "simulated-7-0", "--database", database, "--yes")
    assert run(*how).output == "Erased. A mark is left, so that they get no second code; --mark erases it.\n"
    assert "nothing is kept of a participant 'simulated-7-0' in trial but a mark; --mark erases it" in run(*how).output
    assert run(*how, "--mark").output == "Erased.\n"
    assert run(*how, "--mark").output.endswith("in trial\n")


def test_a_study_that_is_wrong_is_not_opened(make: Make) -> None:
    path = make("ab").path
    path.write_text(path.read_text() + "[pay]\namount = 1\nminutes = 60\n")
    found = run("check", path)
    assert found.exit_code != 0
    assert "1.00 GBP an hour" in str(found.exception)


@pytest.mark.parametrize("kind", ["chat", "ab_turns", "wizard_of_oz"])
def test_a_bot_that_is_missing_is_named_with_those_that_there_are(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "mine.toml"
    run("new", path, "--kind", kind)
    path.write_text(re.sub(r"(?m)^bots = .*", 'bots = ["missing", "small"]', path.read_text()))
    if kind == "wizard_of_oz":
        path.write_text(path.read_text().replace('"missing", "small"', '"missing"'))
    assert "no bot file is called 'missing' (there are: default, " in str(run("check", path).exception)


@pytest.mark.parametrize(("asked", "wrong"), [("points = 1", "`int` >= 2"), ("anchors = []", "anchors are two")])
def test_a_question_without_anything_to_choose_is_refused(make: Make, asked: str, wrong: str) -> None:
    path = make("rating").path
    path.write_text(path.read_text().replace("points = 3", asked))
    assert wrong in str(run("check", path).exception)


def test_a_study_is_planned_before_it_is_open(make: Make) -> None:
    path = make("ab").path
    told = run("plan", path, "--share", 0.7).output
    assert re.search(r"participants +votes a pair +found, %\n10 +50 +\d+", told)
    assert "70% of the decided prefer one" in told
    assert "--ties is a share from 0 to below 1, not 2" in run("plan", path, "--ties", 2).output
    assert "--people is a standard deviation, not -1" in run("plan", path, "--people", -1).output


def test_a_chat_is_tried_with_simulated_participants_too(tmp_path: Path) -> None:
    path, database = tmp_path / "mine.toml", tmp_path / "held.db"
    assert run("new", path, "--kind", "chat").exit_code == 0
    assert "chat, talks with 2 bots of at least 8 messages each" in run("check", path).output
    assert run("simulate", path, "--participants", 8, "--database", database).exit_code == 0
    shown = run("status", path, "--database", database).output
    assert "understood: Did this program understand what you told it?" in shown
    assert "overall: Generally, which bot's emotional support do you prefer?" in shown
    assert re.search(r"Before the talks\n +count\nproblem ", shown)
    assert "Intensity before and after" in shown
    assert "intensity: How strong" not in shown  # more of it is not better
    assert run("export", path, "--database", database, "--out", tmp_path / "out").exit_code == 0
    rows = list(csv.DictReader((tmp_path / "out" / "judgements.csv").read_text().splitlines()))
    assert {row["what"] for row in rows if row["item"] == "before"} == {*ASKED}


@pytest.mark.parametrize(("questions", "kind", "asked"), [("esc_judge", "chat", 9), ("coherence", "rating", 4)])
def test_a_set_of_questions_is_a_study_of_its_kind(tmp_path: Path, questions: str, kind: str, asked: int) -> None:
    path = tmp_path / "mine.toml"
    told = run("new", path, "--questions", questions).output
    assert f"a study of kind {kind}" in told
    assert ("items" in told) == (kind == "rating")
    items.save([item(number, "default", "given") for number in range(10)], tmp_path / "items.jsonl")
    found = load(path).study
    assert (found.kind, len(found.compare if kind == "chat" else found.question)) == (kind, asked)


def test_two_bots_at_once_are_tried_with_simulated_participants_too(tmp_path: Path) -> None:
    path, database = tmp_path / "mine.toml", tmp_path / "held.db"
    assert run("new", path, "--kind", "ab_turns").exit_code == 0
    assert "ab_turns, 8 choices between the answers of default and small" in run("check", path).output
    assert run("simulate", path, "--participants", 8, "--database", database).exit_code == 0
    shown = run("status", path, "--database", database).output
    assert re.search(r"default : small +\d+ +\d+", shown)
    assert re.search(r"default : small +\d+ \[\d+, \d+\]", shown)  # over talks
    assert run("export", path, "--database", database, "--out", tmp_path / "out").exit_code == 0
    rows = list(csv.DictReader((tmp_path / "out" / "judgements.csv").read_text().splitlines()))
    assert {row["contestant"] for row in rows} == {"default", "small"}


def test_support_talks_are_tried_approved_and_read_back_as_a_corpus(tmp_path: Path) -> None:
    path, database = tmp_path / "help.toml", tmp_path / "held.db"
    assert run("new", path, "--kind", "seeker_supporter").exit_code == 0
    checked = run("check", path).output
    assert "seeker_supporter, a talk of 16 to 60 utterances" in checked
    assert "11 lessons first, and need 9 right answers" in checked
    assert run("simulate", path, "--participants", 8, "--database", database).exit_code == 0
    shown = run("status", path, "--database", database).output
    assert re.search(r"rooms with two people\s+4", shown)
    assert re.search(r"whole talks\s+4", shown)
    assert run("export", path, "--out", tmp_path / "out", "--database", database).exit_code == 0
    talks = esconv.load(tmp_path / "out", "train")
    assert len(talks) == 4
    assert all(len(talk.utterances) >= 16 for talk in talks)
    told = {(card.opening, card.problem, card.emotion, card.intensity) for card in cards()}
    for one in talks:
        assert (one.utterances[0].text, one.problem, one.emotion, one.survey.initial_intensity) in told
        assert one.situation.startswith("Simulated: ")
        assert one.simulated
    assert "4 of the talks are simulated" in support_statistics.sheets(tmp_path / "out", "train")[0].note
    assert all((said.strategy is None) == (said.speaker == "seeker") for talk in talks for said in talk.utterances)
    assert run("report", path, "--out", tmp_path / "r.html", "--database", database).exit_code == 0
    page = (tmp_path / "r.html").read_text()
    assert "learns 11 lessons and needs 9 right answers" in page
    assert "judgements.csv" not in page
    rows = run("approve", path, "--database", database).output.splitlines()
    assert sum("not approved" not in row and "approved" in row for row in rows[2:]) == sum(
        verdict(talk).approved for talk in talks
    )
    other = tmp_path / "talks.toml"
    run("new", other, "--kind", "speaker_listener")
    assert "only talks of kind 'seeker_supporter' are approved" in run("approve", other, "--database", database).output


def test_a_collection_is_tried_and_its_talks_are_read_back_as_a_corpus(tmp_path: Path) -> None:
    path, database = tmp_path / "talks.toml", tmp_path / "held.db"
    assert run("new", path, "--kind", "speaker_listener").exit_code == 0
    assert "speaker_listener, two talks of 4 to 8 utterances" in run("check", path).output
    assert "6 participants" in run("simulate", path, "--participants", 6, "--database", database).output
    shown = run("status", path, "--database", database).output
    assert re.search(r"rooms with two people\s+3", shown)
    assert re.search(r"whole talks\s+6", shown)
    assert "6 of them are simulated" in shown
    assert re.search(r"counted\s+6", shown)
    assert "left out" not in shown
    assert run("export", path, "--out", tmp_path / "out", "--database", database).exit_code == 0
    talks = empathetic.load(tmp_path / "out", "train")
    assert len(talks) == 6
    assert {talk.situation for talk in talks} == {"A simulated situation."}
    assert all(4 <= len(talk.utterances) <= 8 for talk in talks)
    assert talks[0].utterances[0].text == "Simulated words, 1."
    assert {said.tags for talk in talks for said in talk.utterances} == {"simulated"}
    assert "6 of the talks are simulated" in statistics.sheets(tmp_path / "out", "train")[0].note
    assert [said.speaker for said in talks[0].utterances[:2]] == ["speaker", "listener"]
    assert talks[0].utterances[0].worker != talks[1].utterances[0].worker  # the other tells in the second talk
    assert run("report", path, "--out", tmp_path / "r.html", "--database", database).exit_code == 0
    assert "Talks between two people" in (tmp_path / "r.html").read_text()


def test_self_dialogs_are_tried_and_read_back_as_a_corpus(tmp_path: Path) -> None:
    path, database = tmp_path / "both.toml", tmp_path / "held.db"
    assert run("new", path, "--kind", "self_dialog").exit_code == 0
    assert "self_dialog, 6 situations, 2 for each participant, talks of 10 to 40" in run("check", path).output
    assert "3 participants" in run("simulate", path, "--participants", 3, "--database", database).output
    shown = run("status", path, "--database", database).output
    assert re.search(r"whole talks\s+6", shown)
    assert "3 of them are simulated" in shown
    assert run("export", path, "--out", tmp_path / "out", "--database", database).exit_code == 0
    talks = taskmaster.load(tmp_path / "out", "train")
    assert sorted(talk.instruction for talk in talks) == sorted(one.name for one in load(path).study.situation)
    assert all(talk.simulated and len(talk.utterances) >= 8 for talk in talks)
    assert run("report", path, "--out", tmp_path / "r.html", "--database", database).exit_code == 0
    assert "of which one participant writes both sides, 2 each. They are about 6" in (tmp_path / "r.html").read_text()


def test_a_wizard_of_oz_is_tried_and_its_drafts_are_counted(tmp_path: Path) -> None:
    path, database = tmp_path / "oz.toml", tmp_path / "held.db"
    assert run("new", path, "--kind", "wizard_of_oz").exit_code == 0
    assert "wizard_of_oz, a talk of 10 to 40 utterances for each pair about one of 4" in run("check", path).output
    assert "wizards learn 5 lessons first, and need 4 right answers" in run("check", path).output
    assert "6 participants" in run("simulate", path, "--participants", 6, "--database", database).output
    shown = run("status", path, "--database", database).output
    assert re.search(r"rooms with two people\s+3", shown)
    assert re.search(r"draft 1: taken \d+ of \d+", shown)
    written = run("export", path, "--out", tmp_path / "out", "--database", database).output.splitlines()
    talks = taskmaster.load(tmp_path / "out", "train")
    assert [talk.collection for talk in talks] == ["woz"] * 3
    became = record.read(Path(written[-1]))
    assert len(became) == sum(said.speaker == "ASSISTANT" for talk in talks for said in talk.utterances)
    assert {one.talk for one in became} == {talk.id for talk in talks}
    assert run("report", path, "--out", tmp_path / "r.html", "--database", database).exit_code == 0
    told = (tmp_path / "r.html").read_text()
    assert "told at the end that a person played the system" in told
    assert "Who is to play the system learns 5 lessons and needs 4 right answers" in told

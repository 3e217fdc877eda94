"""Taskmaster-1 counted by hand, by how its talks were collected."""

from pathlib import Path

from click.testing import CliRunner

from agents.corpora.taskmaster import Dialog, Utterance
from agents.metrics.intervals import Interval
from agents.statistics.command import stats
from agents.statistics.taskmaster import size
from tests.agents.corpora.test_taskmaster import lists, talk, write

SAID = (Utterance("USER", "The lake froze."), Utterance("ASSISTANT", "Did the lake?"), Utterance("USER", "Yes"))
TALKS = [Dialog("dlg-1", "s1", "self", SAID), Dialog("dlg-2", "s1", "self", SAID[:2])]


def test_lengths_are_counted_by_hand() -> None:
    found = {str(name): (own, other) for name, own, other in size(TALKS, "two").rows}
    assert {name: own for name, (own, _) in found.items() if isinstance(own, int)} == {
        "talks": 2,
        "scenarios": 1,
        "utterances": 5,
        "different words": 5,
        "of them content words": 3,
    }
    means = {name: own.value for name, (own, _) in found.items() if isinstance(own, Interval)}
    assert means == {
        "utterances a talk": 2.5,
        "words an utterance of the user": 7 / 3,
        "words an utterance of the assistant": 3,
    }
    assert found["utterances"][1] == 0
    assert found["utterances a talk"][1] is None


def test_either_file_is_counted_and_what_is_simulated_is_said(tmp_path: Path) -> None:
    write(tmp_path, talk(simulated=True), talk("dlg-2"), file="woz-dialogs.json")
    done = CliRunner().invoke(stats, ["taskmaster", "--datapath", str(tmp_path)], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert "Taskmaster-1, train: 2 talks" in done.output
    assert "1 of the talks are simulated" in done.output
    lists(tmp_path, dev="dlg-2")
    done = CliRunner().invoke(stats, ["taskmaster", "--datapath", str(tmp_path)], env={"COLUMNS": "200"})
    assert "Taskmaster-1, train and valid: 2 talks" in done.output

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("parlai")
from parlai.core.metrics import AverageMetric, Metric, aggregate_unnamed_reports
from parlai.core.opt import Opt
from parlai.core.teachers import register_teacher
from parlai.core.worlds import BatchWorld, DialogPartnerWorld
from parlai.scripts.eval_model import EvalModel

from agents.border import Agent, FixedDialogTeacher, Message
from agents.metrics import bleu, diversity, rouge
from agents.teachers.scoring import Scored, of_ranking, of_text

EXCHANGES = [
    ("I lost my job.", "Oh no, I am so sorry to hear that.", "I am so sorry to hear that, truly."),
    ("My dog came back!", "That is wonderful news, where was he?", "What wonderful news, where was he all day?"),
    ("I can't sleep.", "How long has this been going on?", "How long has this been going on for you?"),
    ("He lied to me.", "That must have hurt you a lot.", "That must have hurt."),
    ("I passed!", "Well done, you worked so hard for it.", ""),
]
LABELS = [[label] for _, label, _ in EXCHANGES]
ANSWERS = [answer for _, _, answer in EXCHANGES]


@register_teacher("scored_fixture")
class ScoredTeacher(Scored, FixedDialogTeacher):  # type: ignore[misc]  # ParlAI has no types
    """The exchanges above, an episode each."""

    def num_episodes(self) -> int:
        return len(EXCHANGES)

    def num_examples(self) -> int:
        return len(EXCHANGES)

    def get(self, episode_idx: int, entry_idx: int = 0) -> Message:
        text, label, _ = EXCHANGES[episode_idx]
        return Message({"text": text, "labels": [label], "episode_done": True})


class Answering(Agent):  # type: ignore[misc]
    """Gives the answer above; an empty one is no answer at all, and neither is what only fills a batch."""

    def act(self) -> Message:
        found = next((answer for text, _, answer in EXCHANGES if text == self.observation.get("text")), "")
        return Message({"text": found, "episode_done": False} if found else {"episode_done": False})


def reported(batchsize: int, **options: Any) -> dict[str, Metric]:
    opt = Opt(task="scored_fixture", datatype="valid", batchsize=batchsize, **options)
    world = DialogPartnerWorld(opt, [ScoredTeacher(opt), Answering(opt)])
    world = BatchWorld(opt, world) if batchsize > 1 else world
    while not world.epoch_done():
        world.parley()
    found: dict[str, Metric] = world.report()
    return found


@pytest.mark.parametrize("batchsize", [1, 2])
def test_a_report_is_what_the_functions_say_of_the_whole_part(batchsize: int) -> None:
    found = {name: metric.value() for name, metric in reported(batchsize).items()}
    answers, labels = ANSWERS[:4], LABELS[:4]
    assert found["exs"] == 5
    assert found["avg_bleu"] == pytest.approx(bleu.avg_bleu(answers, labels))
    for order in (1, 2, 3, 4):
        assert found[f"bleu_corpus-{order}"] == pytest.approx(bleu.corpus_bleu(answers, labels, order))
    assert found["rouge_l"] == pytest.approx(np.mean(rouge.rouge_l(answers, labels)))
    assert found["rouge_l_esconv"] == pytest.approx(np.mean(rouge.rouge_l_esconv(answers, labels)))
    for order in (1, 2):
        assert found[f"distinct-{order}"] == pytest.approx(diversity.distinct(answers, order))
    assert "ses" not in found
    assert "p@1" not in found


def test_two_workers_add_up_to_one_and_nothing_is_changed_by_adding() -> None:
    apart = [dict(of_text(answer, labels)) for answer, labels in zip(ANSWERS[:4], LABELS, strict=False)]
    before = [{name: metric.value() for name, metric in report.items()} for report in apart]
    workers = [aggregate_unnamed_reports(apart[:1]), aggregate_unnamed_reports(apart[1:])]
    whole = aggregate_unnamed_reports(workers)
    assert whole["avg_bleu"].value() == pytest.approx(bleu.avg_bleu(ANSWERS[:4], LABELS[:4]))
    assert whole["distinct-2"].value() == pytest.approx(diversity.distinct(ANSWERS[:4], 2))
    assert whole["avg_bleu"].value() != pytest.approx(np.mean([report["avg_bleu"] for report in before]))
    assert [{name: metric.value() for name, metric in report.items()} for report in apart] == before


def test_the_encoder_is_only_asked_when_named() -> None:
    found = reported(1, metrics="default,ses")
    assert 0.5 < found["ses"].value() < 1
    assert isinstance(found["ses"], AverageMetric)


def test_a_ranked_list_is_scored_and_a_hundred_by_its_own_name() -> None:
    five = {name: metric.value() for name, metric in of_ranking(["b", "a", "c", "d", "e"], ["a"])}
    assert five == {"p@1": 0, "mrr": 1 / 2}
    twins = {name: metric.value() for name, metric in of_ranking(["a", "a", "c"], ["a", "c"])}
    assert twins == {"p@1": 1 / 2, "mrr": 3 / 4}
    hundred = {name: metric.value() for name, metric in of_ranking(["a", *map(str, range(99))], ["a"])}
    assert hundred == {"p@1": 1, "mrr": 1, "p@1,100": 1}
    assert {name: metric.value() for name, metric in of_ranking(["b", "c"], ["a"])} == {"p@1": 0, "mrr": 0}


def test_eval_model_prints_them_beside_parlais_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = EvalModel.main(
        task="scored_fixture", model="repeat_label", datatype="valid", datapath=str(tmp_path), num_examples=4
    )
    assert report["avg_bleu"] == report["bleu_corpus-4"] == report["rouge_l"] == report["accuracy"] == 1
    assert "avg_bleu" in capsys.readouterr().out

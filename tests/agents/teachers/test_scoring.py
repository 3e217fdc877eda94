from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("parlai")
from parlai.core.loader import load_teacher_module
from parlai.core.metrics import AverageMetric, Metric, aggregate_unnamed_reports
from parlai.core.opt import Opt
from parlai.core.teachers import register_teacher
from parlai.core.worlds import BatchWorld, DialogPartnerWorld
from parlai.scripts.eval_model import EvalModel
from sklearn.metrics import accuracy_score, f1_score
from sklearn.preprocessing import MultiLabelBinarizer

from agents.border import Agent, FixedDialogTeacher, Message
from agents.metrics import bleu, diversity, rouge
from agents.metrics.tokens import characters
from agents.teachers.corpus import CorpusTeacher
from agents.teachers.scoring import Scored, Scores, of_characters, of_ranking, of_span, of_text

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


FEELINGS = ("joy", "grief", "no fear", "calm")
ANSWERED = [
    ("joy", "joy"),
    ("joy", "Joy "),
    ("joy", "no fear"),
    ("grief", "grief"),
    ("grief", "rage"),
    ("no fear", "joy, calm"),
    ("no fear", "No fear"),
    ("grief", "calm"),
]
KNOWN = ["joy", "joy", "no fear", "grief", "?", "?", "no fear", "calm"]


class FeelingTeacher(Scored):
    classes, positive = FEELINGS, ("joy", "grief")


class FeelingsTeacher(Scored):
    classes, several = FEELINGS, True


def added(reports: list[Scores]) -> dict[str, float]:
    """What workers' reports come to, each worker's made of single answers."""
    whole = aggregate_unnamed_reports([aggregate_unnamed_reports([dict(one)]) for one in reports])
    return {name: metric.value() for name, metric in whole.items()}


def test_answers_that_are_classes_have_the_scores_of_classes_as_scikit_learn_counts_them() -> None:
    found = added([FeelingTeacher().scores(answer, [label]) for label, answer in ANSWERED])
    truth = [label for label, _ in ANSWERED]
    seen = ["joy", "grief", "no fear", "calm"]
    assert found == {
        "label_accuracy": accuracy_score(truth, KNOWN),
        "label_macro_f1": pytest.approx(f1_score(truth, KNOWN, labels=seen, average="macro")),
        "label_weighted_f1": pytest.approx(f1_score(truth, KNOWN, labels=seen, average="weighted")),
        "label_positive_f1": pytest.approx(f1_score(truth, KNOWN, labels=["joy", "grief"], average="micro")),
        "label_unknown": 2,
    }
    assert found["label_positive_f1"] == pytest.approx(2 * 3 / (3 + 6))  # by hand: three right, three said, six there


def test_several_classes_are_scored_as_sets() -> None:
    answered = [
        (["joy"], "joy"),
        (["joy", "calm"], "calm, joy"),
        (["joy", "grief"], "joy"),
        (["no fear"], "joy,grief"),
        (["calm"], "calm, rage"),
        (["grief"], ""),
    ]
    found = added([FeelingsTeacher().scores(answer, labels) for labels, answer in answered])
    coder = MultiLabelBinarizer(classes=FEELINGS)
    truth = coder.fit_transform([labels for labels, _ in answered])
    guess = coder.transform([{"joy"}, {"calm", "joy"}, {"joy"}, {"joy", "grief"}, set(), set()])
    assert found == {
        "label_accuracy": pytest.approx(2 / 6),
        "label_macro_f1": pytest.approx(f1_score(truth, guess, average="macro", zero_division=0)),
        "label_weighted_f1": pytest.approx(f1_score(truth, guess, average="weighted", zero_division=0)),
        "label_micro_f1": pytest.approx(f1_score(truth, guess, average="micro")),
        "label_unknown": 2,
    }
    assert found["label_micro_f1"] == pytest.approx(2 * 4 / (6 + 8))


def test_one_report_of_labels_is_changed_by_no_other() -> None:
    first, second = (dict(FeelingTeacher().scores(answer, ["joy"])) for answer in ("joy", "calm"))
    both = aggregate_unnamed_reports([first, second])
    assert [report["label_accuracy"].value() for report in (first, second, both)] == [1, 0, 1 / 2]
    assert both["label_macro_f1"].value() == pytest.approx((2 / 3 + 0) / 2)


def test_spans_are_scored_as_squad_does_and_apart_where_there_is_none() -> None:
    answered = [
        ("we won the prize", "won the Prize"),
        ("ate it", "no cause"),
        ("luck", "luck!"),
        ("no cause", "no cause"),
        ("no cause", "luck"),
        ("no cause", ""),
    ]
    assert added([of_span(answer, [label], "no cause") for label, answer in answered]) == {
        "span_em": 3 / 6,
        "span_f1": pytest.approx((4 / 5 + 0 + 1 + 1 + 0 + 1) / 6),
        "span_em_positive": pytest.approx(1 / 3),
        "span_f1_positive": pytest.approx((4 / 5 + 0 + 1) / 3),
        "span_f1_negative": pytest.approx(2 * 2 / (3 + 3)),
    }


def test_chinese_is_compared_by_character() -> None:
    said, right = ["我很好", "你在哪 里？"], [["我很好。"], ["你在哪里呢？"]]
    found = added([of_characters(*pair) for pair in zip(said, right, strict=True)])
    for order in bleu.ORDERS:
        assert found[f"bleu_corpus-{order}"] == pytest.approx(bleu.corpus_bleu(said, right, order, characters))
    # By hand: 8 of 8 characters are there, of 10 in the references.
    assert found["bleu_corpus-1"] == pytest.approx(np.exp(1 - 10 / 8))
    assert found["avg_bleu"] == pytest.approx(bleu.avg_bleu(said, right, characters))
    assert found["distinct-1"] == 1
    assert "rouge_l" not in found
    assert found["rouge_l_esconv"] == pytest.approx(np.mean(rouge.rouge_l_esconv(said, right, tokenize=characters)))


CLASSES = {
    "annomi": (4, 0),
    "annomi:TalkType": (3, 0),
    "annomi:Next": (0, 0),
    "cped": (13, 0),
    "cped:Act": (19, 0),
    "cped:Next": (0, 0),
    "dailydialog": (0, 0),
    "dailydialog:Act": (4, 0),
    "dailydialog:Emotion": (7, 6),
    "edos": (41, 0),
    "edos:Crowd": (41, 0),
    "emocontext": (4, 3),
    "empathetic_dialogues": (0, 0),
    "empathetic_dialogues:Retrieval": (0, 0),
    "empathetic_dialogues:Emotion": (32, 0),
    "empathetic_dialogues:EdCut": (32, 0),
    "epitome": (3, 0),
    "epitome:Explorations": (3, 0),
    "esconv": (0, 0),
    "esconv:StrategyToken": (0, 0),
    "esconv:Strategy": (8, 0),
    "esconv:UncutStrategy": (8, 0),
    "goemotions": (28, 0),
    "goemotions:Ekman": (7, 0),
    "goemotions:Sentiment": (4, 0),
    "intents": (41, 0),
    "meld": (7, 0),
    "meld:Sentiment": (3, 0),
    "reccon": (2, 1),
    "reccon:EntailmentAlone": (2, 1),
    "taskmaster": (0, 0),
    "taskmaster:User": (0, 0),
}


@pytest.mark.parametrize(("name", "sizes"), CLASSES.items())
def test_every_teacher_knows_its_classes(name: str, sizes: tuple[int, int]) -> None:
    found: type[CorpusTeacher] = load_teacher_module(f"agents.teachers.{name}")
    assert (len(found.classes), len(found.positive)) == sizes
    assert len({label.casefold() for label in found.classes}) == len(found.classes)
    assert not any("," in label for label in found.classes)
    assert set(found.positive) <= set(found.classes)
    assert found.several is name.startswith("goemotions")

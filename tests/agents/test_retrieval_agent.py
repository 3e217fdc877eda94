from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.errors import ConfigError

pytest.importorskip("parlai")
from parlai.core.loader import load_agent_module
from parlai.core.message import Message
from parlai.core.opt import Opt
from parlai.core.params import ParlaiParser
from parlai.scripts.eval_model import EvalModel

from agents import retrieval_agent
from agents.corpora import empathetic
from agents.corpora.exchanges import of_empathetic
from agents.evaluation.retrieval import figures, read
from agents.evaluation.vector_cache import VectorCache
from agents.matching import Floats, encoder
from agents.retrieval_agent import EmpatheticRetrievalAgent, pieces
from skills.models.encoder import Piece
from skills.models.matcher import Matcher

HEADER = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"
THINGS = ("bike", "dog", "roof", "exam", "boss", "sister", "train", "garden", "phone", "knee")
DEEDS = ("broke", "was lost", "got better", "made me proud", "kept me up", "came back", "cost too much", "was stolen")


class Letters:
    """Vectors by hand: how often each letter stands in the last utterance, or in the reply; counts what it encodes."""

    def __init__(self) -> None:
        self.contexts_read: list[list[Sequence[Piece]]] = []
        self.replies_read: list[list[str]] = []

    def contexts(self, talks: Sequence[Sequence[Piece]]) -> Floats:
        self.contexts_read.append([tuple(talk) for talk in talks])
        return self._of([talk[-1][1] for talk in talks])

    def replies(self, texts: Sequence[str]) -> Floats:
        self.replies_read.append(list(texts))
        return self._of(texts)

    def _of(self, texts: Sequence[str]) -> Floats:
        found = np.array([[text.count(letter) for letter in "abcdef"] for text in texts], np.float32)
        return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1))


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> Letters:
    found = Letters()
    monkeypatch.setattr(retrieval_agent, "Matcher", lambda *_: found)
    monkeypatch.setattr(retrieval_agent, "encoder", lambda *_: None)
    return found


def ask(agent: Any, text: str, *candidates: str, done: bool = True, **fields: Any) -> Any:
    given = {"label_candidates": list(candidates)} if candidates else {}
    agent.observe(Message({"id": "teacher", "text": text, "episode_done": done, **given, **fields}))
    return agent.act()


def test_lines_are_told_apart_by_names_by_the_last_line_or_by_turns() -> None:
    named = pieces("a\nb\nc", ["supporter", "supporter", "seeker"])
    assert named == ((True, "a"), (True, "b"), (False, "c"))
    assert pieces("a\nb", ["seeker", "supporter"]) == ((False, "a"), (True, "b"))
    assert pieces("a\nb\nc", ["B", "A", "B"]) == ((False, "a"), (True, "b"), (False, "c"))
    assert pieces("a\nb\nc\nd") == ((True, "a"), (False, "b"), (True, "c"), (False, "d"))
    with pytest.raises(ConfigError, match="a message has 2 lines and 1 speakers"):
        pieces("a\nb", ["seeker"])


def test_the_messages_candidates_are_handed_out_best_first(letters: Letters) -> None:
    agent = EmpatheticRetrievalAgent(Opt())
    found = ask(agent, "x\naab", "bb", "aab", "cc", "aab", "ab", speakers=["listener", "speaker"])
    assert found["text_candidates"] == ["aab", "aab", "ab", "bb", "cc"]
    assert found["text"] == "aab"
    assert letters.contexts_read == [[((True, "x"), (False, "aab"))]]


def test_a_batch_is_encoded_at_once_and_a_groups_candidates_once(letters: Letters) -> None:
    agent = EmpatheticRetrievalAgent(Opt(batchsize=3))
    clones = [EmpatheticRetrievalAgent(Opt(), agent.share()) for _ in range(3)]
    for texts in (("a", "b", "c"), ("d", "e", "f")):
        for clone, text in zip(clones, texts, strict=True):
            clone.observe(Message({"text": text, "label_candidates": [*"abcdef"], "episode_done": True}))
        answers = agent.batch_act([clone.observation for clone in clones])
        assert tuple(answer["text"] for answer in answers) == texts
    assert [len(batch) for batch in letters.contexts_read] == [3, 3]
    assert letters.replies_read == [[*"abcdef"]]
    ask(agent, "a", "ab", "cd")
    ask(agent, "a", "ab", "ef")
    assert letters.replies_read[1:] == [["ab", "cd"], ["ef"]]


def test_what_fills_a_batch_gets_no_words(letters: Letters) -> None:
    agent = EmpatheticRetrievalAgent(Opt())
    filler = agent.observe(Message.padding_example())
    assert agent.batch_act([filler])[0].is_padding()


def test_the_lines_of_a_file_are_candidates_where_a_message_has_none(letters: Letters, tmp_path: Path) -> None:
    path = tmp_path / "replies.txt"
    path.write_text("bb\n\naa\nab\naa\n", encoding="utf8")
    agent = EmpatheticRetrievalAgent(Opt(fixed_candidates=str(path)))
    assert ask(agent, "b")["text_candidates"] == ["bb", "ab", "aa"]
    assert ask(agent, "a")["text"] == "aa"
    assert ask(agent, "a", "bb")["text"] == "bb"
    assert letters.replies_read == [["aa", "ab", "bb"], ["bb"]]


@pytest.mark.parametrize(("text", "reason"), [(None, "cannot be read"), ("\n \n", "there is no candidate in it")])
def test_a_file_without_candidates_is_refused(letters: Letters, tmp_path: Path, text: str | None, reason: str) -> None:
    path = tmp_path / "replies.txt"
    if text is not None:
        path.write_text(text, encoding="utf8")
    with pytest.raises(ConfigError, match=rf"replies\.txt: .*{reason}"):
        EmpatheticRetrievalAgent(Opt(fixed_candidates=str(path)))


def test_without_a_file_our_bank_answers_in_whole_replies(letters: Letters) -> None:
    found = ask(EmpatheticRetrievalAgent(Opt()), "abc")["text_candidates"]
    assert len(found) == 100
    assert not any("{" in text for text in found)


def test_a_talk_goes_on_until_its_last_message(letters: Letters) -> None:
    agent = EmpatheticRetrievalAgent(Opt())
    ask(agent, "a", "ab", done=False)
    ask(agent, "b", "bb")
    ask(agent, "c", "cc")
    assert [batch[0] for batch in letters.contexts_read] == [
        ((False, "a"),),
        ((False, "a"), (True, "ab"), (False, "b")),
        ((False, "c"),),
    ]


def test_clones_share_vectors_and_options_hold_no_live_object(letters: Letters) -> None:
    agent = EmpatheticRetrievalAgent(Opt(weights=""))
    clone = agent.clone()
    assert clone.replies is agent.replies
    assert clone.talk is not agent.talk
    assert copy.deepcopy(agent.opt) == agent.opt


def test_parlai_finds_it_and_its_options() -> None:
    assert load_agent_module("attune_retrieval") is EmpatheticRetrievalAgent
    parser = ParlaiParser(add_parlai_args=False, add_model_args=False)
    EmpatheticRetrievalAgent.add_cmdline_args(parser, Opt())
    found = parser.parse_args(["--fixed-candidates", "my.txt"])
    assert (found["fixed_candidates"], found["adapter"], found["weights"]) == ("my.txt", "default", "")
    assert found["size"] == "base"


@pytest.mark.parametrize("batchsize", [1, 7])
def test_eval_model_counts_what_the_evaluation_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batchsize: int
) -> None:
    """With the real encoder, over 240 replies of which some stand twice and some differ in case alone."""
    lines = [HEADER]
    for number in range(240):
        thing, deed = THINGS[number % 10], DEEDS[number // 10 % 8]
        reply = f"What {'IS' if number % 3 else 'is'} it with the {thing} that {deed}?" if number % 5 else "Oh no!"
        for place, text in enumerate((f"My {thing} {deed} {number // 80} weeks ago.", reply), 1):
            lines.append(f"hit:{number},{place},sad,s,{place % 2},{text},,")
    path = tmp_path / empathetic.FOLDER / "valid.csv"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf8")
    monkeypatch.setenv("PARLAI_DATAPATH", str(tmp_path))  # ParlAI sets it, and would leave it behind
    report = EvalModel.main(
        model="agents.retrieval_agent:EmpatheticRetrievalAgent",
        task="agents.teachers.empathetic_dialogues:Retrieval",
        datatype="valid",
        datapath=str(tmp_path),
        batchsize=batchsize,
        size="small",
    )
    vectors = VectorCache(Matcher(encoder()), tmp_path / "vectors")
    found = figures("empathetic", read(list(of_empathetic(empathetic.load(tmp_path, "valid"))), vectors), vectors)
    assert report["exs"].value() == found.contexts == 200
    assert report["p@1,100"].value() == pytest.approx(found.p_at_1.value, abs=1e-9)
    assert report["mrr"].value() == pytest.approx(found.mrr.value, abs=1e-9)
    assert 0.1 < found.p_at_1.value < 0.9

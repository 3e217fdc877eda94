from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from agents.evaluation import parlai_baseline
from agents.evaluation.parlai_baseline import ParlAIBaseline, compared
from agents.evaluation.searching_report import show_baseline
from skills.sizes import SMALL
from tests.agents.evaluation.test_searching import ROWS, directions, made

TALK = [(False, "my dog is gone"), (True, "where did it go ?"), (False, "down the road")]
TEXTS = ["my dog went down the road", "how long ago was that ?", "oh no"]


def test_the_agent_is_parlais_own_of_our_size_and_answers_with_the_best_of_our_vectors(tmp_path: Path) -> None:
    rows = np.zeros((3, SMALL.width), np.float32)
    found = ParlAIBaseline(tmp_path, TEXTS, rows)
    assert type(found.agent).__module__ == "parlai.agents.transformer.biencoder"
    encoder = found.agent.model.context_encoder
    assert (len(encoder.layers), encoder.embedding_size, encoder.n_heads) == (6, 384, 12)
    assert encoder.layers[0].ffn.lin1.out_features == 1536
    assert "road" in found.agent.dict
    with torch.no_grad():
        found.agent.observe({"text": "\n".join(text for _, text in TALK), "episode_done": True})
        heard = encoder(found.agent.observation["text_vec"][None])[0].numpy()
    rows[1] = heard  # the agent's vectors are these very rows
    assert found(TALK) == TEXTS[1]
    rows[1], rows[2] = 0, heard
    assert found(TALK) == TEXTS[2]


def test_both_are_timed_on_the_same_bank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Matcher:
        identity = "me"

        def contexts(self, talks: Any) -> Any:
            return directions(len(talks), 1)

    class Quiet:
        def __init__(self, _: Path, texts: list[str], rows: Any) -> None:
            assert len(texts) == len(rows) == ROWS
            assert texts[7] == "reply 7"
            assert np.allclose(rows, directions(ROWS, 0), atol=1e-3)

        def __call__(self, talk: Any) -> str:
            return str(sum(range(10**6)))

    monkeypatch.setattr(parlai_baseline, "ParlAIBaseline", Quiet)
    matcher: Any = Matcher()
    found = compared(made(tmp_path), matcher, [TALK] * 4)
    assert found.queries == 4
    assert found.ratio.value == pytest.approx(found.ours.value / found.theirs.value)
    assert found.ratio.value > 1
    show_baseline(found)
    shown = capsys.readouterr().out
    assert "transformer/biencoder" in shown
    assert "untrained weights" in shown

"""How the teachers' tests see a teacher: all its messages, and what ParlAI's own commands make of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Messages = Callable[..., list[dict[str, Any]]]
Commanded = Callable[..., Any]


@pytest.fixture
def messages(tmp_path: Path) -> Messages:
    """The messages of `-t agents.teachers.NAME` over the part in `tmp_path`, each an episode of its own."""
    pytest.importorskip("parlai")
    from parlai.core.loader import load_teacher_module
    from parlai.core.opt import Opt

    def made(name: str, part: str = "train") -> list[dict[str, Any]]:
        task = f"agents.teachers.{name}"
        found = load_teacher_module(task)(Opt(task=task, datatype=f"{part}:ordered", datapath=str(tmp_path)))
        assert found.num_examples() == found.num_episodes()
        told = [dict(found.get(episode)) for episode in range(found.num_episodes())]
        assert all(message.pop("episode_done") for message in told)
        return told

    return made


@pytest.fixture
def commanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commanded:
    """A command of ParlAI's, `-m repeat_label` if it asks a model, over the part in `tmp_path`; gives the report."""
    pytest.importorskip("parlai")
    from parlai.scripts.convert_data_to_parlai_format import ConvertDataToParlaiFormat
    from parlai.scripts.display_data import DisplayData
    from parlai.scripts.eval_model import EvalModel

    monkeypatch.setenv("PARLAI_DATAPATH", str(tmp_path))  # ParlAI sets it, and would leave it behind

    def ran(command: str, name: str, part: str = "train:evalmode", **options: Any) -> Any:
        options |= {"task": f"agents.teachers.{name}", "datatype": part, "datapath": str(tmp_path)}
        if command == "eval_model":
            return EvalModel.main(**{"model": "repeat_label"} | options)
        other = {"display_data": DisplayData, "convert_to_parlai": ConvertDataToParlaiFormat}
        return other[command].main(**options)

    return ran

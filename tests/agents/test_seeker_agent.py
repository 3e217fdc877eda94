from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("parlai")
from parlai.core.loader import load_agent_module
from parlai.core.message import Message
from parlai.core.opt import Opt
from parlai.scripts.interactive import Interactive

from agents.seeker_agent import SeekerAgent
from agents.seekers.scripts import ordered, scripts


def test_it_begins_and_clones_play_other_talks() -> None:
    assert load_agent_module("seeker") is SeekerAgent
    first = SeekerAgent(Opt(seed=1))
    other = first.clone()
    talks = [talk.lines[0].text for talk in ordered(scripts(), 1)]
    assert [first.act()["text"], other.act()["text"]] == talks[:2]
    first.observe(Message({"id": "bot", "text": "What happened?", "episode_done": False}))
    assert first.act()["text"] == ordered(scripts(), 1)[0].lines[1].text
    first.reset()
    assert first.act()["text"] == talks[2]


def test_a_person_can_play_the_supporter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLAI_DATAPATH", str(tmp_path))
    lines = iter(["Hello, what brings you here?", "How long ago was that?", "[EXIT]"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    Interactive.main(model="agents.seeker_agent:SeekerAgent", seeker_talk="work-01")
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("[seeker]")]
    assert said == ["[seeker]: 19 years. gone in a zoom call", "[seeker]: 11 minutes. i checked"]

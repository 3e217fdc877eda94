from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("parlai")
from parlai.core.loader import load_agent_module
from parlai.core.message import Message
from parlai.core.opt import Opt
from parlai.scripts.interactive import Interactive

from agents.seeker_agent import SeekerAgent
from agents.seekers import cards
from agents.seekers.cards import find
from agents.seekers.scripts import ordered, scripts
from bot.errors import ConfigError


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


def test_a_card_heeds_the_strategy_of_what_it_is_told() -> None:
    said = []
    for strategy in ("Others", "Providing Suggestions"):
        agent = SeekerAgent(Opt(seed=1, seeker_card="ward-closing"))
        assert agent.act()["text"] == find("ward-closing").opening
        agent.observe(Message({"id": "bot", "text": "Ask for a list.", "strategy": strategy, "episode_done": False}))
        said.append(agent.act()["text"])
        agent.reset()
        assert agent.act()["text"] == cards.ordered(1, "ward-closing")[1].opening
    assert said[0] == find("ward-closing").facts[0].text
    assert said[1] in find("ward-closing").resists
    assert SeekerAgent(Opt(seed=1, seeker_card="any")).act()["text"] == cards.ordered(1)[0].opening


def test_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(ConfigError, match="none: there is no such card"):
        SeekerAgent(Opt(seeker_card="none"))
    with pytest.raises(ConfigError, match="--seeker-talk and --seeker-card: choose one of the two"):
        SeekerAgent(Opt(seeker_card="any", seeker_talk="work-01"))


def test_a_person_can_play_the_supporter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLAI_DATAPATH", str(tmp_path))
    lines = iter(["Hello, what brings you here?", "How long ago was that?", "[EXIT]"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    Interactive.main(model="agents.seeker_agent:SeekerAgent", seeker_talk="work-01")
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("[seeker]")]
    assert said == ["[seeker]: 19 years. gone in a zoom call", "[seeker]: 11 minutes. i checked"]

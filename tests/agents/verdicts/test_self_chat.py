"""Self-chats: every system hears the same seekers, bare answers are left out, files are read as they were written."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.seekers.cards import find
from agents.seekers.scripts import Line
from agents.verdicts import contexts, self_chat
from agents.verdicts.item import Said, Speaker
from agents.verdicts.self_chat import Seeker, Talk, play, seekers, self_chats
from bot.engine import Engine
from bot.errors import ConfigError, CorpusError
from bot.testing import ScriptedSkill

LONG = Seeker("long", (Line("I lost it all."), Line("eleven", answers=True), Line("And then he laughed.")))
SHORT = Seeker("short", (Line("My cat is back."),))


def texts(talk: Talk) -> list[str]:
    assert [said.speaker for said in talk.said] == ["person", "supporter"] * (len(talk.said) // 2)
    return [said.text for said in talk.said]


def test_a_seeker_says_a_bare_answer_only_where_it_was_asked() -> None:
    asks = Engine((("words", ScriptedSkill("How much?", "That is hard.")),))
    first, second = play("asks", asks, [LONG, SHORT])
    assert texts(first)[::2] == ["I lost it all.", "eleven", "And then he laughed."]
    assert texts(second) == ["My cat is back.", "How much?"]
    tells = Engine((("words", ScriptedSkill("That is hard.")),))
    assert texts(play("tells", tells, [LONG])[0])[::2] == ["I lost it all.", "And then he laughed."]


def test_seekers_are_drawn_by_seed_and_cut() -> None:
    found = seekers("scripts", Path(), 5, 3, seed=1)
    assert found == seekers("scripts", Path(), 5, 3, seed=1)
    assert [one.name for one in found] != [one.name for one in seekers("scripts", Path(), 5, 3, seed=2)]
    assert all(len(one.lines) == 3 for one in found)
    with pytest.raises(ConfigError, match="--count 999: scripts has 240 seekers"):
        seekers("scripts", Path(), 999, 3, seed=1)


def test_cards_heed_what_a_system_says_and_close_in_time() -> None:
    found = seekers("cards", Path(), 60, 4, seed=1)
    assert len({one.name for one in found}) == 60
    card = Seeker("terse", card=find("ward-closing"), most=3)
    said = {}
    for name, reply in (("asks", "What about the ward?"), ("advises", "You should move.")):
        engine = Engine((("words", ScriptedSkill(reply)),))
        (talk,) = play(name, engine, [card])
        said[name] = texts(talk)[::2]
    assert said["asks"][0] == said["advises"][0] == find("ward-closing").opening
    assert said["asks"][1] != said["advises"][1]
    assert [lines[2] for lines in said.values()] == [find("ward-closing").better, find("ward-closing").no_better]


def test_what_people_answered_is_a_system_too(monkeypatch: pytest.MonkeyPatch) -> None:
    sides: tuple[Speaker, Speaker] = ("person", "supporter")
    told = [tuple(contexts.Message(sides[place % 2], text) for place, text in enumerate("abcde"))]
    monkeypatch.setattr(contexts, "talks", lambda corpus, datapath: told)
    among = seekers("esconv", Path(), 1, 9, seed=1)
    assert [line.text for line in among[0].lines] == ["a", "c"]  # nobody answered the last
    (given,) = self_chats("given", among)
    assert (given.seeker, texts(given)) == ("esconv-0", ["a", "b", "c", "d"])
    with pytest.raises(ConfigError, match="nothing is given to the seeker short"):
        self_chats("given", [SHORT])


def test_a_bot_that_answers_later_is_refused(bot_file: Path) -> None:
    assert texts(self_chats(str(bot_file), [SHORT])[0]) == ["My cat is back.", "What happened?"]
    bot_file.write_text(bot_file.read_text() + '[[responders]]\nuse = "./kind.py:words"\n')
    with pytest.raises(ConfigError, match="slow responders"):
        self_chats(str(bot_file), [SHORT])


def test_files_are_read_as_they_were_written_and_damage_is_named(tmp_path: Path) -> None:
    talks = [Talk("one", "s", (Said("person", "hello"), Said("supporter", "hi"))), Talk("two", "s", ())]
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    self_chat.save(talks, first)
    assert self_chat.load([first]) == talks
    self_chat.save(talks[1:], second)
    with pytest.raises(CorpusError, match=r"second\.jsonl, line 1: two has talked with the seeker s already"):
        self_chat.load([first, second])
    second.write_text('{"system": 3}\n')
    with pytest.raises(CorpusError, match=r"second\.jsonl, line 1: this is no talk of a self-chat"):
        self_chat.load([second])

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StudyError

pytest.importorskip("parlai")
from parlai.core.loader import load_world_module
from parlai.core.opt import Opt
from parlai.core.params import ParlaiParser
from parlai.core.worlds import create_task

from agents.border import Agent, Message
from agents.bot_agent import BotAgent
from worlds.ab import Listening
from worlds.judgement import Interruption, Judgement
from worlds.parlai.ab_world import AbWorld
from worlds.record import read

Make = Callable[..., Path]
TASK = "worlds.parlai.ab_world"


class Person(Agent):  # type: ignore[misc]  # ParlAI has no types
    """Says `lines` one by one, then leaves as ParlAI's own person does; keeps what it was told."""

    def __init__(self, opt: Any, *lines: str) -> None:
        super().__init__(opt)
        self.lines, self.told = list(lines), list[str]()

    def act(self) -> Message:
        if not self.lines:
            raise StopIteration
        return Message({"id": "person", "text": self.lines.pop(0), "episode_done": False})

    def observe(self, observation: Any) -> Any:
        self.told.append(observation["text"])
        return observation


Hold = Callable[..., tuple[AbWorld, Person]]


@pytest.fixture
def opt(bot_file: Make) -> Opt:
    left, right = bot_file("calm", "How so?", "And then?"), bot_file("warm", "I'm with you.", "And then?")
    return Opt(task=TASK, interactive_task=True, datatype="valid", bot=str(left), against=str(right))


@pytest.fixture
def hold(opt: Opt) -> Hold:
    """Hold a study with these lines said, to its end."""

    def run(*lines: str, **options: Any) -> tuple[AbWorld, Person]:
        opt.update(options)
        person = Person(opt, *lines)
        world = create_task(opt, [person, BotAgent(opt)])
        while not world.epoch_done():
            world.parley()
        world.shutdown()
        return world, person

    return run


def test_parlai_takes_our_world_and_not_its_own(hold: Hold) -> None:
    assert load_world_module(TASK, interactive_task=True) is AbWorld
    world, _ = hold()
    assert type(world) is AbWorld


def test_its_arguments_are_read_by_parlais_parser() -> None:
    parser = ParlaiParser(add_parlai_args=False, add_model_args=False)
    AbWorld.add_cmdline_args(parser, Opt())
    opt = parser.parse_args(["--against", "x.toml", "--study-seed", "4"])
    assert (opt["against"], opt["study_seed"], opt["study_turns"], opt["study_out"]) == ("x.toml", 4, 10, "")


def test_the_same_machine_asks_and_records(hold: Hold) -> None:
    world, person = hold("hello", "maybe", "b", "and so")
    hello, asked, confused, chosen, same = person.told
    assert "computer programs" in hello
    assert "Your words are not." in hello
    assert asked.startswith("A: ")
    assert asked.endswith("Which one? a, b, equal or neither")
    assert {"How so?", "I'm with you."} == {row[3:] for row in asked.splitlines()[:2]}
    assert confused == "'maybe' is not one of a, b, equal, neither."
    assert (chosen, same) == ("We go on with B.", "And then?")
    judged, agreed = world.lines
    assert isinstance(judged, Judgement)
    assert isinstance(agreed, Judgement)
    assert (judged.answer, judged.left, judged.right, agreed.answer) == ("b", "calm", "warm", "same")
    assert isinstance(world.state, Listening)
    assert [turn.text for turn in world.state.conversation.turns] == [
        "hello",
        asked.splitlines()[1][3:],
        "and so",
        "And then?",
    ]


def test_parlai_sees_what_was_said_and_what_went_on(hold: Hold, opt: Opt) -> None:
    world = create_task(opt, [Person(opt, "hello", "a"), BotAgent(opt)])
    world.parley()
    said, answered = world.get_acts()
    assert said["text"] == "hello"
    assert answered["text"] in {"How so?", "I'm with you."}
    assert world.get_total_parleys() == 1


def test_it_ends_when_enough_turns_are_judged_and_is_taken_up_again(hold: Hold, tmp_path: Path) -> None:
    out = str(tmp_path / "out.jsonl")
    _, person = hold("hello", "a", "never said", study_turns=1, study_out=out)
    assert person.lines == ["never said"]
    _, person = hold("hello", study_turns=1, study_out=out)
    assert person.lines == ["hello"]
    hold("hello", "equal", study_turns=2, study_out=out)
    _, lines = read(Path(out))
    assert [(line.talk, line.answer) for line in lines if isinstance(line, Judgement)] == [(1, "a"), (2, "equal")]


def test_a_danger_is_answered_without_a_question(hold: Hold) -> None:
    world, person = hold("help me", "I am calmer")
    assert person.told[1] == "Call someone now."
    assert not any("Which one?" in told for told in person.told)
    assert [type(line) for line in world.lines] == [Interruption]


def test_a_person_who_leaves_at_the_question_judges_nothing(hold: Hold) -> None:
    world, _ = hold("hello")
    assert world.lines == []


def test_a_third_agent_is_the_right_bot(opt: Opt) -> None:
    left = BotAgent(opt)
    right = BotAgent(Opt(opt, bot=opt["against"]))
    world = AbWorld(Opt(opt, against=""), [Person(opt, "hello", "a"), left, right])
    world.parley()
    assert [(line.left, line.right) for line in world.lines if isinstance(line, Judgement)] == [("calm", "warm")]


def test_what_cannot_be_compared_is_refused(opt: Opt) -> None:
    person, bot = Person(opt), BotAgent(opt)
    with pytest.raises(StudyError, match="--against FILE"):
        AbWorld(Opt(opt, against=""), [person, bot])
    with pytest.raises(StudyError, match="are the same bot"):
        AbWorld(Opt(opt, against=opt["bot"]), [person, bot])
    with pytest.raises(StudyError, match="Person is none"):
        AbWorld(opt, [person, person])
    with pytest.raises(StudyError, match="not 1 agents"):
        AbWorld(opt, [person])

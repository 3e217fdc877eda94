"""The ParlAI border: its options and messages are read here, once, into our own types; nothing else touches them.

ParlAI calls its options `opt`, an untyped dict that it deep-copies freely, and its turns `Message`, a dict as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.distribution import install_line
from bot.errors import MissingPackage
from bot.step import Step
from skills.sizes import DEFAULT, SIZES, Size, size_of

INSTALL = f"{install_line('parlai')} && pip install --no-deps parlai==1.7.2"
try:
    from parlai.core.agents import Agent, create_agent, register_agent
    from parlai.core.message import Message
    from parlai.core.params import ParlaiParser
    from parlai.core.teachers import FixedDialogTeacher, Teacher
    from parlai.core.worlds import World
except ImportError as error:
    missing = (error.name or "").partition(".")[0] == "parlai"
    what = "ParlAI is not installed" if missing else f"ParlAI cannot be imported ({error})"
    raise MissingPackage(f"{what}; to install it without its outdated pins: {INSTALL}") from error

__all__ = ["Agent", "FixedDialogTeacher", "Message", "Teacher", "World", "register_agent"]

SILENCE = "__SILENCE__"
"""ParlAI's word for a turn in which nothing was said."""


@dataclass(frozen=True, slots=True)
class Options:
    """What we want to know from `opt`. `part` is the corpus part (train, valid or test) that `datatype` begins with.

    `seed` draws what a teacher draws. `shown` says that the command prints or logs what teachers say.
    """

    bot: str = "default"
    task: str = ""
    part: str = "train"
    datapath: Path = Path()
    seed: int = 0
    shown: bool = False


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """What a world that holds an A/B study wants to know from `opt`. `out` is None where nothing is to be written."""

    against: str = ""
    seed: int = 0
    turns: int = 10
    person: str = "someone"
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class RetrievalOptions:
    """What an agent that ranks replies wants to know from `opt`. `candidates` is None where no file is named."""

    candidates: Path | None = None
    adapter: str = "default"
    weights: Path | None = None
    size: Size = DEFAULT


@dataclass(frozen=True, slots=True)
class GenerationOptions:
    """What an agent that writes replies wants to know from `opt`. `adapter` is None for the shipped one.

    `interactive` says that somebody talks with it, as ParlAI's own commands do.
    """

    adapter: str | None = None
    temperature: float | None = None
    seed: int = 0
    interactive: bool = False


@dataclass(frozen=True, slots=True)
class SeekerOptions:
    """What an agent that plays a seeker wants to know from `opt`. `seed` orders the talks, `talk` names the first.

    `card` is the first card, or "any"; without one talks are played.
    """

    seed: int = 0
    talk: str = ""
    card: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message says. `text` is None where it has none; labels are never read. `strategy` is a supporter's.

    `speakers` said the lines of `text`, and `candidates` are to be ranked, where the message says so.
    """

    text: str | None
    speaker: str
    done: bool
    padding: bool
    speakers: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    strategy: str | None = None


def read_options(opt: Mapping[str, Any]) -> Options:
    """Our options out of ParlAI's."""
    return Options(
        bot=opt.get("bot") or "default",
        task=opt.get("task") or "",
        part=str(opt.get("datatype") or "train").partition(":")[0],
        datapath=Path(opt.get("datapath") or "data"),
        seed=int(opt.get("ed_seed") or 0),
        shown=_shown(opt),
    )


def _shown(opt: Mapping[str, Any]) -> bool:
    """Only commands that display have the first option, and only those that write a file of texts the second."""
    kept = ("display_examples", "world_logs", "dump_predictions_path")
    told = "local_human" in str(opt.get("model"))
    return "display_add_fields" in opt or "outfile" in opt or told or any(opt.get(name) for name in kept)


def add_bot_option(parser: Any) -> None:
    """`--bot FILE` among the arguments of a ParlAI command."""
    group = parser.add_argument_group("Attune")
    group.add_argument("--bot", default="default", metavar="FILE", help="A bot file, or the name of one in configs/.")


def add_seed_option(parser: Any) -> None:
    """`--ed-seed N` among the arguments of a ParlAI command."""
    group = parser.add_argument_group("EmpatheticDialogues")
    group.add_argument("--ed-seed", type=int, default=0, metavar="N", help="Draws the groups of candidates.")


def read_study_options(opt: Mapping[str, Any]) -> StudyOptions:
    """A study's options out of ParlAI's."""
    return StudyOptions(
        against=opt.get("against") or "",
        seed=int(opt.get("study_seed") or 0),
        turns=int(opt.get("study_turns") or 10),
        person=opt.get("study_person") or "someone",
        out=Path(opt["study_out"]) if opt.get("study_out") else None,
    )


def add_study_options(parser: Any) -> None:
    """The arguments of a world that holds an A/B study."""
    group = parser.add_argument_group("Attune study")
    group.add_argument("--against", default="", metavar="FILE", help="The bot file to compare --bot with.")
    group.add_argument("--study-seed", type=int, default=0, help="Draws the sides.")
    group.add_argument("--study-turns", type=int, default=10, help="Turns to judge.")
    group.add_argument("--study-person", default="someone", metavar="NAME", help="A name for the record, made up.")
    group.add_argument("--study-out", default="", metavar="FILE", help="Where judgements go; nowhere by default.")


def read_retrieval_options(opt: Mapping[str, Any]) -> RetrievalOptions:
    """The options of an agent that ranks replies, out of ParlAI's."""
    return RetrievalOptions(
        candidates=Path(opt["fixed_candidates"]) if opt.get("fixed_candidates") else None,
        adapter=opt.get("adapter") or "default",
        weights=Path(opt["weights"]) if opt.get("weights") else None,
        size=size_of(opt.get("size") or DEFAULT.name),
    )


def add_retrieval_options(parser: Any) -> None:
    """The arguments of an agent that ranks replies."""
    group = parser.add_argument_group("Attune retrieval")
    group.add_argument("--fixed-candidates", default="", metavar="FILE", help="Replies, a line each.")
    group.add_argument("--adapter", default="default", help='The encoder\'s adapter, or "published": without one.')
    group.add_argument("--weights", default="", metavar="DIR", help="Where its tensors are, if not in skills/weights.")
    group.add_argument("--size", default=DEFAULT.name, choices=list(SIZES), help="The encoder's.")


def read_generation_options(opt: Mapping[str, Any]) -> GenerationOptions:
    """The options of an agent that writes replies, out of ParlAI's."""
    return GenerationOptions(
        adapter=opt.get("adapter") or None,
        temperature=opt.get("writer_temperature"),
        seed=int(opt.get("seed") or 0),
        interactive=bool(opt.get("interactive_mode")),
    )


def add_generation_options(parser: Any) -> None:
    """The arguments of an agent that writes replies; its seed is the command's own."""
    group = parser.add_argument_group("Attune writer")
    group.add_argument("--adapter", default="", metavar="NAME|FILE", help='"open"; "published" is without one.')
    group.add_argument("--writer-temperature", type=float, metavar="T", help="How freely a reply is drawn.")


def read_seeker_options(opt: Mapping[str, Any]) -> SeekerOptions:
    """The options of an agent that plays a seeker, out of ParlAI's."""
    return SeekerOptions(
        seed=int(opt.get("seed") or 0), talk=opt.get("seeker_talk") or "", card=opt.get("seeker_card") or ""
    )


def add_seeker_options(parser: Any) -> None:
    """The arguments of an agent that plays a seeker; its seed is the command's own."""
    group = parser.add_argument_group("Attune seeker")
    group.add_argument("--seeker-talk", default="", metavar="ID", help="The talk to begin with, such as work-07.")
    group.add_argument("--seeker-card", default="", metavar="NAME", help="Play cards: the first one, a file, or any.")


def theirs(**options: Any) -> Agent:
    """One of ParlAI's own agents, made from its options."""
    return create_agent(ParlaiParser(True, True).parse_kwargs(**options))


def hear(message: Mapping[str, Any]) -> Heard:
    """Read a message of another agent."""
    text = message.get("text")
    return Heard(
        text=None if text is None or text == SILENCE else str(text),
        speaker=str(message.get("id") or "someone"),
        done=bool(message.get("episode_done")),
        padding=bool(message.get("batch_padding")),
        speakers=tuple(message.get("speakers") or ()),
        candidates=tuple(message.get("label_candidates") or ()),
        strategy=message.get("strategy"),
    )


def labels(message: Mapping[str, Any]) -> tuple[str, ...]:
    """What should be answered: for an agent that says how likely it finds that, and for no other."""
    return tuple(message.get("eval_labels") or message.get("labels") or ())


def speak(speaker: str, text: str) -> Message:
    """A message with words and nothing else."""
    return Message({"id": speaker, "text": text, "episode_done": False})


def tell(speaker: str, step: Step) -> Message:
    """The engine's answer as a message; skill, strategy and verdict come along as plain fields."""
    verdict = step.trace.verdict
    message = speak(speaker, step.reply.text)
    message["skill"], message["strategy"] = step.reply.skill, step.reply.strategy
    message["safety"] = verdict and {"level": verdict.level, "kind": verdict.kind, "stopped": verdict.stopped}
    return message


def padding() -> Message:
    """The answer to a message that only fills a batch."""
    return Message.padding_example()

"""Replies by retrieval as a ParlAI agent: `-m agents.retrieval_agent:EmpatheticRetrievalAgent`.

    parlai eval_model -m agents.retrieval_agent:EmpatheticRetrievalAgent \\
        -t agents.teachers.empathetic_dialogues:RetrievalTeacher -dt valid --datapath DIR

It ranks a message's `label_candidates`; where there are none, the lines of `--fixed-candidates FILE`; without a file,
our own replies. It is for measuring: no guard stands before it or behind it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import click
import numpy as np

from agents.base_agent import TalkAgent
from agents.border import Heard, Message, add_retrieval_options, read_retrieval_options, register_agent, speak
from agents.matching import Floats, alphabetical, best_first, encoder, spread
from bot.errors import ConfigError
from skills import openings
from skills.models.encoder import Piece
from skills.models.matcher import Matcher
from skills.models.tensors import folder_of

SHOWN = 100
"""So many of the candidates that are not the message's own are handed out."""
OURS, THEIRS = frozenset({"listener", "supporter", "bot"}), frozenset({"speaker", "seeker", "user"})


def pieces(text: str, speakers: Sequence[str] = ()) -> tuple[Piece, ...]:
    """The lines of `text`, each with whether it was said by the one who is to reply.

    `speakers` names who said each line; names that we do not know, and lines without names, which alternate, are told
    apart by the last line: it is the other's. ConfigError where there are not as many names as lines.
    """
    lines = text.split("\n")
    names = list(speakers) or [str((len(lines) - place) % 2) for place in range(len(lines))]
    if len(names) != len(lines):
        raise ConfigError(f"a message has {len(lines)} lines and {len(names)} speakers (one for each line is expected)")
    known = set(names) <= OURS | THEIRS
    return tuple((name in OURS if known else name != names[-1], line) for name, line in zip(names, lines, strict=True))


@dataclass(slots=True)
class Talk:
    """What one clone heard and said: `said` all of it, `candidates` of the last message."""

    said: list[Piece] = field(default_factory=list)
    candidates: tuple[str, ...] = ()
    waits: bool = False
    done: bool = False


class Replies:
    """The matcher, the candidates that are always there, and the vectors of those that were ranked last."""

    def __init__(self, matcher: Matcher, fixed: Path | None) -> None:
        self.matcher = matcher
        self._listed = _listed(fixed)
        self._last: dict[str, Floats] = {}

    @cached_property
    def fixed(self) -> tuple[list[str], Floats]:
        """Encoded when they are first needed."""
        return self._listed, self.matcher.replies(self._listed)

    def ranked(self, talks: Sequence[Talk]) -> list[list[str]]:
        """Each talk's candidates, best first. All contexts are encoded at once, and so are candidates not met just now;

        those of this batch are kept for the next, which may be of the same group.
        """
        contexts = self.matcher.contexts([talk.said for talk in talks])
        needed = alphabetical(text for talk in talks for text in talk.candidates)
        new = [text for text in needed if text not in self._last]
        found = dict(zip(new, self.matcher.replies(new), strict=True)) if new else {}
        self._last = {text: found[text] if text in found else self._last[text] for text in needed}
        return [self._of(talk, context) for talk, context in zip(talks, contexts, strict=True)]

    def _of(self, talk: Talk, context: Floats) -> list[str]:
        if not talk.candidates:
            texts, vectors = self.fixed
            return [texts[place] for place in best_first(vectors @ context)[:SHOWN]]
        different = alphabetical(talk.candidates)
        scores = np.stack([self._last[text] for text in different]) @ context
        return spread(best_first(scores), different, talk.candidates)


@register_agent("attune_retrieval")
class EmpatheticRetrievalAgent(TalkAgent[Replies, Talk]):
    """Answers with the candidate whose vector is nearest to the context's; `text_candidates` are all, best first.

    Raises WeightsError for weights that are missing or altered, and ConfigError for a file without candidates.
    """

    name = "attune_retrieval"

    @classmethod
    def add_cmdline_args(cls, parser: Any, partial_opt: Any = None) -> Any:
        add_retrieval_options(parser)
        return parser

    @property
    def replies(self) -> Replies:
        return self.common

    def load(self, opt: Mapping[str, Any]) -> Replies:
        return _replies(opt)

    def begin(self) -> Talk:
        return Talk()

    def note(self, heard: Heard) -> None:
        if heard.text is not None:
            self.talk.said.extend(pieces(heard.text, heard.speakers))
        self.talk.candidates, self.talk.waits = heard.candidates, not heard.padding

    def answer(self, talks: Sequence[Talk]) -> list[Message]:
        """In one pass of the encoder over all contexts."""
        answers = []
        for talk, texts in zip(talks, self.replies.ranked(talks), strict=True):
            talk.said.append((True, texts[0]))
            talk.waits = False
            answers.append(speak(self.id, texts[0]))
            answers[-1]["text_candidates"] = texts
        return answers

    def self_observe(self, observation: Mapping[str, Any]) -> None:
        """Nothing: what was answered is in the talk already."""


def _replies(opt: Mapping[str, Any]) -> Replies:
    options = read_retrieval_options(opt)
    click.echo("attune_retrieval ranks replies without a guard: for measuring, not for talking with people", err=True)
    folder = options.weights or folder_of(options.size)
    return Replies(Matcher(encoder(options.adapter, folder, options.size), folder), options.candidates)


def _listed(path: Path | None) -> list[str]:
    """The lines of a file, or our own replies."""
    if path is None:
        return alphabetical(openings.lines())
    try:
        texts = alphabetical(line.strip() for line in path.read_text(encoding="utf8").splitlines() if line.strip())
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: the fixed candidates cannot be read: {error}") from None
    if not texts:
        raise ConfigError(f"{path}: there is no candidate in it (a line each is expected)")
    return texts

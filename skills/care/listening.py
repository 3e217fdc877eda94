"""What the networks hear in turns: the danger classifier and the crisis heads, behind the encoder's pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.dialog import TurnView
from bot.registry import Encoder
from bot.step import NOT_KEPT

if TYPE_CHECKING:
    from skills.care.crisis_acts import CrisisActs, CrisisHeads
    from skills.care.danger_classifier import DangerClassifier, DangerEstimate
    from skills.care.danger_tracker import DangerTracker
    from skills.care.reply_selection import ReplySelection
    from skills.encoder import ConversationEncoder
    from skills.models.head import Floats
    from skills.reply_reader import ReplyReader


class Heard(NamedTuple):
    """What the networks find in a turn, and what the danger classifier read of it (f,); None without an encoder's."""

    danger: DangerEstimate | None = None
    acts: CrisisActs | None = None
    features: Floats | None = None


@dataclass(frozen=True, slots=True)
class Networks:
    """What learnt from one encoder, and the encoder; nothing where the guard has none of ours."""

    classifier: DangerClassifier | None = None
    heads: CrisisHeads | None = None
    encoder: ConversationEncoder | None = None
    reader: ReplyReader | None = None
    selection: ReplySelection | None = None
    tracker: DangerTracker | None = None


NOTHING = Networks()


def learnt(encoder: Encoder | None) -> Networks:
    """The networks that learnt from this encoder, read now: no talk begins without them."""
    if encoder is None:  # a guard without an encoder needs no network
        return NOTHING
    from skills import reply_reader
    from skills.care import crisis_acts, danger_classifier, danger_tracker, reply_selection
    from skills.encoder import ConversationEncoder

    if not isinstance(encoder, ConversationEncoder):  # no encoder of ours: it hands out no states
        return NOTHING
    heads, reader = crisis_acts.load_for(encoder), reply_reader.load_for(encoder)
    classifier, selection = danger_classifier.load_for(encoder), reply_selection.load_for(encoder)
    return Networks(classifier, heads, encoder, reader, selection, danger_tracker.load_for(encoder))


def heard(turns: Sequence[TurnView], classifier: DangerClassifier | None, crisis: CrisisHeads | None) -> list[Heard]:
    """What both find in each turn, in one pass."""
    found = [Heard()] * len(turns)
    if classifier is None or crisis is None:
        return found
    passed = [(row, turn.vectors) for row, turn in enumerate(turns) if turn.vectors is not None]
    known = [(row, vectors, vectors.tokens) for row, vectors in passed if vectors.tokens is not None]
    if known:
        from skills.care import crisis_acts, danger_classifier

        said = [danger_classifier.Utterance(tokens, turns[row].text, _before(turns[row])) for row, _, tokens in known]
        features = classifier.features(said)
        by_ears = danger_classifier.estimates(features, classifier)
        acts = crisis_acts.read(np.stack([vectors.last for _, vectors, _ in known]), crisis)
        for (row, _, _), *of_turn in zip(known, by_ears, acts, features, strict=True):
            found[row] = Heard(*of_turn)
    return found


def by_sentence(
    text: str, whole: Floats, acts: CrisisActs, heads: CrisisHeads, encoder: ConversationEncoder
) -> CrisisActs:
    """The acts of a message whose vector is `whole` (d,), looked for in each of its sentences as well."""
    from skills.care import crisis_acts

    parts = crisis_acts.parts_of(text)
    return replace(acts, act=crisis_acts.act_of_parts(whole, encoder.encode_texts(parts), heads)) if parts else acts


def _before(turn: TurnView) -> tuple[str, ...]:
    """What the person said before this, as far as it is kept."""
    *before, _ = (said.text for said in turn.conversation.turns if said.speaker == "user")
    return tuple(text for text in before if text != NOT_KEPT)

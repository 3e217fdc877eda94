"""Replies out of moves: one to three of them, led by what the person does, the plan of strategies and rules of care.

Rules kept here (ESConv, sections 3.1 and 3.2): a direct question is answered first, no suggestion before the problem is
told or advice is asked for, comfort before advice, at most one question, never three questions in a row, and no move
twice.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bot.dialog import STRATEGIES, SupportStage
from skills.admission import Scores
from skills.columns import Mask, Names, mask
from skills.moves import Kind, Move
from skills.ranking import NEAR, TOPICAL, Ranking
from skills.situation import Situation

QUESTIONS = (
    *("question.about_me.normal", "question.about_me.judge", "question.about_me.why", "question.about_me.future"),
    *("question.about_me", "question.opinion", "question.memory", "question.fact", "question.about_bot"),
    *("question.approval", "question.other"),
)
ROUTES = (
    *("foreign", "wordless", "flood", "command", "sexual", "abuses_bot", "unclear", "asks_dose", "asks_diagnosis"),
    *("asks_legal", *QUESTIONS, "complaint", "cannot_answer", "off_topic", "lost", "goodbye", "thanks"),
    *("apologises", "own_idea", "at_a_loss", "only_listen", "minimal", "agrees", "greeting"),
)
"""Acts that decide by themselves which moves answer, the most telling first."""
FIXED = frozenset(
    {"foreign", "wordless", "flood", "command", "sexual", "abuses_bot", "asks_dose", "asks_diagnosis", "asks_legal"}
)
"""Routes whose answer is a boundary: nothing better can be written or chosen."""
GOES_ON = frozenset(
    {"greeting", "only_listen", "minimal", "agrees", "complaint"}
    | {act for act in ROUTES if act.startswith("question")}
)
"""Routes whose reaction may be followed by a move that leads on."""
UNKNOWN = frozenset({"question.approval", "question.other"})
"""Questions that a program mostly has no answer to."""
OF_LIFE = frozenset({*QUESTIONS[:6], *UNKNOWN, "asks_advice"})
"""Questions about the person's own life: a line written for just this question answers it, whatever its sort is."""
OWN_LEAD = frozenset({"greeting", "only_listen", "minimal"})
"""... and by one written for that act."""
DECIDING = frozenset({"at_a_loss", "own_idea"})
"""A question helps to think it through; what was told beside it is met first."""
AFTER_ADVICE = "accepts_advice"
REFUSED = "refuses_advice"

JOINS: frozenset[tuple[Kind, Kind]] = frozenset(
    {
        *(("acknowledge", then) for then in ("ask", "offer", "inform", "close", "reflect", "normalise", "affirm")),
        *(("restate", then) for then in ("ask", "offer", "inform", "reflect", "normalise", "affirm")),
        *(("reflect", then) for then in ("ask", "offer", "inform", "normalise", "affirm")),
        *(("normalise", then) for then in ("ask", "offer", "inform", "affirm")),
        *(("affirm", then) for then in ("ask", "offer", "close")),
        *(("celebrate", then) for then in ("ask", "affirm", "close")),
        *(("repair", then) for then in ("ask", "reflect", "restate", "acknowledge", "normalise", "affirm")),
    }
)
"""Which kind of move may stand right before which in one reply."""
LONG = 45
"""A turn of so many of the person's words is answered at more length: with a second reaction."""
SHORT = 5
"""... and a turn of so few by one move as a rule."""
TELLING = 8
"""So many words beside a wish only to be heard, or beside a decision, tell something, and that is met first."""

EACH, DRAFTS = 2, 8
"""So many replies are drafted for each strategy, and in all."""
UNMISTAKEN = 0.95
"""The least score of what may stand behind a repair: a second mistake is worse than the first."""
NOISE = 0.5
SOUGHT = 1e6
NOD_LEFT_OUT = 0.7
SAME_TOPIC = 0.15
SLACK = 0.15
"""A strategy whose best move scores so much less than the best of all is drawn e times less often."""


@dataclass(frozen=True, slots=True)
class Composed:
    """The moves in the order they are said, the strategy that led to them, and whether no other answer will do."""

    moves: tuple[Move, ...]
    strategy: str
    fixed: bool = False

    @property
    def text(self) -> str:
        return " ".join(move.text for move in self.moves)


Judge = Callable[[Sequence[Composed]], Sequence[float]]
"""Says of drafts how well each answers the talk; only differences mean anything."""


class Composer:
    """Joins moves into replies. Masks over the bank are made once."""

    def __init__(self, moves: tuple[Move, ...], ranking: Ranking) -> None:
        self.moves, self.ranking = moves, ranking
        self.strategies = {name: mask(move.strategy == name for move in moves) for name in STRATEGIES}
        self.reactions = mask(move.reaction for move in moves)
        self.asks = mask(move.move == "ask" for move in moves)
        self.questions = mask(move.asks for move in moves)
        self.acts = {
            act: mask(act in move.act for move in moves) for act in (*ROUTES, "asks_advice", AFTER_ADVICE, REFUSED)
        }
        self.of_life = mask(bool(move.cues) and not OF_LIFE.isdisjoint(move.act) for move in moves)
        self.gives = mask(move.move in ("offer", "inform") for move in moves)
        self.routed = mask(bool(move.act) for move in moves)
        self.nods = (ranking.generic >= 0) & (ranking.generic < TOPICAL)
        self.start = mask(move.topic == "start" for move in moves)
        self.topics = Names(move.topic for move in moves)
        self.kinds = Names(move.move for move in moves)
        self.first_words = Names(move.text.split()[0] for move in moves)

    def compose(
        self, scores: Scores, said: Scores, situation: Situation, rng: random.Random, judge: Judge | None = None
    ) -> list[Composed]:
        """Up to `DRAFTS` replies, the preferred one first; none when nothing in the bank may be said.

        `said` ranks by the last words alone, for moves that an act leads to; `judge` says of drafts how well each fits.
        """
        free = np.where(self.free(situation), scores, -np.inf)
        meant = self._meant(said, situation)
        if "asks_advice" in situation.acts and meant is None:
            advice = self._advice(free, said, situation)
            if advice is not None:
                return [Composed((self.moves[advice],), self.moves[advice].strategy)]
        for act in ROUTES:
            if act == QUESTIONS[0] and meant is not None:
                return [self._routed(meant, act, free, said, situation)]
            row = best(said, self._on_route(act, situation)) if act in situation.acts else None
            if row is not None:
                return [replace(self._routed(row, act, free, said, situation), fixed=act in FIXED)]
        for act, holds in ((REFUSED, situation.refuses), (AFTER_ADVICE, _accepts(situation))):
            row = best(said, self._on_route(act, situation)) if holds else None
            if row is not None:
                return [self._complete(row, free, situation, rng)]
        drafts = self._drafts(free, situation, rng)
        opinions = judge([draft for draft, _ in drafts]) if judge and drafts else [0.0] * len(drafts)
        ranked = sorted(zip(drafts, opinions, strict=True), key=lambda draft: -(draft[0][1] + draft[1]))
        return [composed for (composed, _), _ in ranked]

    def _drafts(self, free: Scores, situation: Situation, rng: random.Random) -> list[tuple[Composed, float]]:
        """For each strategy its best moves as replies, each with the logarithm of its weight and a draw's noise.

        The largest of such sums is a draw by weight (Gumbel 1954), and leaves room for a further opinion to be added.
        """
        rows = {name: top(free, wanted, EACH) for name, wanted in self.strategies.items()}
        fits = {name: float(free[found[0]]) for name, found in rows.items() if found}
        found: list[tuple[Composed, float]] = []
        for name, weight in weights(situation, fits).items():
            for row in rows[name]:
                worse = (fits[name] - float(free[row])) / SLACK
                noise = -math.log(-math.log(rng.uniform(1e-9, 1 - 1e-9)))
                found.append((self._complete(row, free, situation, rng), math.log(weight) - worse + NOISE * noise))
        found.sort(key=lambda draft: -draft[1])
        return found[:DRAFTS]

    def free(self, situation: Situation) -> Mask:
        """Moves of an ordinary reply: not those that wait for an act, and in a first turn alone those that begin."""
        free: Mask = ~self.routed if situation.user_turns == 1 else ~self.routed & ~self.start
        # A suggestion may end in a question as well, and three in a row are an interrogation.
        return free & ~self.questions if situation.policy.questions_in_a_row >= 2 else free

    def _complete(self, key: int, scores: Scores, situation: Situation, rng: random.Random) -> Composed:
        """Put a reaction before a forward move, or a question behind a reaction where the talk needs one."""
        rows, lead = [key], self.moves[key]
        if not lead.reaction:
            before = best(self._beside(key, scores), self.reactions & self._joining(then=lead.move))
            # A reaction that would fit anything is no more than a nod; it is left out more often than not.
            nod = situation.user_turns > 1 and before is not None and self.nods[before] and rng.random() < NOD_LEFT_OUT
            rows = [key] if before is None or nod or self._brief(situation, lead) else [before, key]
        else:
            if situation.last_words >= LONG:
                second = best(self._beside(key, scores), self.reactions & self._joining(first=lead.move))
                rows += [] if second is None else [second]
            # A nod alone is no answer to somebody who told much.
            bare = self.nods[key] and situation.last_words > SHORT and situation.policy.questions_in_a_row < 2
            if wants_question(situation, rng) or (bare and situation.mode.name != "listen"):
                last = self.moves[rows[-1]]
                then = best(self._apart(rows, scores), self.asks & self._joining(first=last.move))
                rows += [] if then is None else [then]
        return Composed(tuple(self.moves[row] for row in rows), lead.strategy)

    def _brief(self, situation: Situation, lead: Move) -> bool:
        """A few words that tell nothing new are answered in a few words."""
        told = situation.user_turns == 1 or "disclosure" in situation.acts
        return (
            not told
            and situation.last_words <= SHORT
            and lead.move == "ask"
            and not situation.policy.questions_in_a_row
        )

    def _joining(self, *, first: Kind | None = None, then: Kind | None = None) -> Mask:
        """Moves that may follow a kind, or stand before one."""
        kinds = {b for a, b in JOINS if a == first} if first else {a for a, b in JOINS if b == then}
        return self.kinds.among(kinds)

    def _beside(self, key: int, scores: Scores) -> Scores:
        """Two moves of one reply should be about one thing, and not begin alike."""
        return np.where(self.first_words.same(key), -np.inf, scores + SAME_TOPIC * self.topics.same(key))

    def _apart(self, rows: list[int], scores: Scores) -> Scores:
        """Beside each of several moves."""
        lowest: Scores = np.minimum.reduce([self._beside(row, scores) for row in rows])
        return lowest

    def _meant(self, said: Scores, situation: Situation) -> int | None:
        """The line written for nearly this very question about the person's life, if there is one."""
        if OF_LIFE.isdisjoint(situation.acts.names):
            return None
        barred = self.questions if situation.policy.questions_in_a_row >= 2 else self.asks
        fit = self.of_life & self.ranking.admission.answering(situation) & ~barred
        if not situation.policy.may_suggest:
            fit &= ~self.gives
        elif "asks_advice" in situation.acts:
            fit &= self.gives
        row = best(said, fit)
        return row if row is not None and said[row] >= NEAR else None

    def _advice(self, free: Scores, said: Scores, situation: Situation) -> int | None:
        """What answers a wish for advice: a line for that wish, a suggestion for the matter, or a way to find one."""
        routed = self._on_route("asks_advice", situation)
        meant = best(said, routed & self.ranking.admission.cued)
        if meant is not None and said[meant] >= NEAR:
            return meant
        own = (
            best(free, self.ranking.admission.offers & self.ranking.admission.cued)
            if situation.policy.may_suggest
            else None
        )
        return own if own is not None else best(said, routed & ~self.ranking.admission.cued)

    def _on_route(self, act: str, situation: Situation) -> Mask:
        """Moves a route may begin with: a reaction where it has any, and no third question in a row."""
        route = self.acts[act] & self.ranking.admission.answering(situation)
        open_to: Mask = route & self.reactions if act in OWN_LEAD or act == "complaint" else route
        return open_to if open_to.any() and situation.policy.questions_in_a_row < 2 else route & ~self.questions

    def _routed(self, row: int, act: str, free: Scores, said: Scores, situation: Situation) -> Composed:
        first = self.moves[row]
        if act in DECIDING | {"only_listen"} and "disclosure" in situation.acts and situation.last_words >= TELLING:
            joining = self._joining(then=first.move) & (free >= UNMISTAKEN) if act in DECIDING else True
            met = best(self._beside(row, free), self.reactions & ~self.nods & joining)
            return Composed((first,) if met is None else (self.moves[met], first), first.strategy)
        if act not in GOES_ON or first.asks or situation.policy.questions_in_a_row >= 2:
            return Composed((first,), first.strategy)
        own = act in OWN_LEAD
        # A question after an answer is one of the matter at hand, not one for anything.
        about = self.asks & ~self.routed & (self.ranking.admission.cued if act != "agrees" else True)
        if act == "complaint":
            # What was misheard is answered now if it is surely known, and asked about again if not.
            sure = free >= UNMISTAKEN
            about = self.reactions & ~self.routed & self.ranking.admission.cued & sure
            own = not about.any()
        scores, rows = (said, self.acts[act] & ~self.reactions) if own else (free, about)
        partner = best(self._beside(row, scores), rows & self._joining(first=first.move))
        telling = situation.last_words >= TELLING and situation.mode.name != "listen"
        if partner is None and act in UNKNOWN and telling:
            # A bare "I don't know" would end it.
            open_ones = self.asks & ~self.routed & self._joining(first=first.move)
            partner = best(self._beside(row, free), open_ones)
        if partner is None:
            return Composed((first,), first.strategy)
        second = self.moves[partner]
        return Composed((first, second), second.strategy if act in ("minimal", "agrees") else first.strategy)


def weights(situation: Situation, fits: Mapping[str, float]) -> dict[str, float]:
    """How often each strategy is to be drawn; `fits` is the score of the best move of each.

    What the talk forbids is taken out, and a strategy whose best move fits poorly is seldom drawn.
    """
    found = {name: float(p) for name, p in zip(STRATEGIES, situation.plan, strict=True)}
    found["Question"] *= (1.0, 0.6, 0.0)[min(situation.policy.questions_in_a_row, 2)]
    found["Others"] *= 0.5  # in the corpus mostly greetings and small talk, which have their own routes here
    if situation.user_turns == 1:
        found["Question"] += 0.5
    if situation.mode.name == "listen":
        found["Question"] = 0.0
    if not situation.policy.may_suggest:
        found["Providing Suggestions"] = found["Information"] = 0.0
    elif "asks_advice" in situation.acts:
        found["Providing Suggestions"] += SOUGHT  # who asks for a suggestion gets one
    highest = max(fits.values(), default=0.0)
    drawn = {name: found[name] * math.exp((fit - highest) / SLACK) for name, fit in fits.items()}
    return {name: weight for name, weight in drawn.items() if weight > 0}


def wants_question(situation: Situation, rng: random.Random) -> bool:
    if situation.policy.questions_in_a_row >= 2 or situation.mode.name == "listen":
        return False
    if "agrees" in situation.acts:
        return True
    return rng.random() < (0.8 if situation.stage is SupportStage.EXPLORATION else 0.5)


def _accepts(situation: Situation) -> bool:
    return AFTER_ADVICE in situation.acts and "Providing Suggestions" in situation.past[-1:]


def top(scores: Scores, wanted: Mask, count: int) -> list[int]:
    """The best rows among those wanted, at most `count`, none that must not be said."""
    masked = np.where(wanted, scores, -np.inf)
    rows = np.argsort(-masked)[:count]
    return [int(row) for row in rows if np.isfinite(masked[row])]


def best(scores: Scores, wanted: Mask) -> int | None:
    """The best row among those wanted, None when there is none that may be said."""
    masked = np.where(wanted, scores, -np.inf)
    row = int(np.argmax(masked))
    return row if np.isfinite(masked[row]) else None

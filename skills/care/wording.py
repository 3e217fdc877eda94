"""Texts with the lines of a country filled in, as they may be shown on a given day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from skills.care.state import CareState
from skills.care.theirs import THIRD_PARTY
from skills.care.words import YOUNG, Say
from skills.crisis_resources import Directory, Kind

NO_CALL = "I'm a program, so I can't call for you. "
UNFOLLOWED = "I can't follow this language well."
COUNTRY = " (tell me your country, and I may have its numbers)"
_ANGER = ("violence", "violence_baby")
_LINES: Mapping[str, tuple[Kind, ...]] = {
    "abuse": ("violence",),
    "third_party_abuse": ("violence",),
    "eating_disorder": ("eating_disorder", "suicide"),
}


def kinds_of(state: CareState) -> tuple[Kind, ...]:
    """The kinds of lines that help in a danger, a child's first."""
    return ("child", *_LINES.get(state.kind, ("suicide",)))


@dataclass(frozen=True, slots=True)
class Wording:
    """Texts with the lines of a country filled in, as they may be shown on a given day."""

    lines: Directory

    def render(self, say: Say, state: CareState, today: date, *, foreign: bool = False, show_lines: bool = True) -> str:
        """The text to send. With `show_lines` the line stands where the text has a place for it, or first; where no

        country is known, it is asked for there.

        In a language that is not followed, the answer comes first and says so last.
        """
        shown = ""
        if show_lines and state.kind != "medical":
            line = self.line(say, state, today, asks=not (state.country or foreign))
            shown = f"{line} {self.young(state, today)}"
        text = f"{say.text} ".replace("{lines} ", shown).rstrip() if "{lines}" in say.text else shown + say.text
        text = text.replace("{emergency}", self.lines.emergency(state.country))
        text = text.replace("{written}", self.written(state, today))
        return f"{text.replace(NO_CALL, '')} {UNFOLLOWED}" if foreign else text

    def line(self, say: Say, state: CareState, today: date, *, asks: bool = False) -> str:
        """Whom to reach, with the emergency number where the text does not name it itself; `asks` for the country."""
        reach = self._reach(say, state, today) + COUNTRY * asks
        if "{emergency}" in say.text:
            return f"{reach}."
        who = "anyone is" if state.kind in (*THIRD_PARTY, *_ANGER) else "you are"
        return f"{reach}; if {who} in danger right now, call {self.lines.emergency(state.country)}."

    def young(self, state: CareState, today: date) -> str:
        """One sentence for who sounds under age and has not said so; "" for all others."""
        child = self.lines.best(state.country, ("child",), today, minor=True)
        if state.minor or not state.young:
            return ""
        return (
            f"If you are under 18, {child.spoken()} is there for you. "
            if child
            else ("If you are under 18, a grown-up you trust can help too. ")
        )

    def written(self, state: CareState, today: date) -> str:
        """One sentence for those who would rather not call."""
        found = self.lines.by_text(state.country, today, minor=state.minor)
        return f"You can also write to {found.spoken(calls=False)}." if found else "Many lines also answer in writing."

    def _reach(self, say: Say, state: CareState, today: date) -> str:
        worried = state.kind == "third_party"
        found = self.lines.best(state.country, kinds_of(state), today, worried=worried, minor=state.minor)
        if state.minor and say is not YOUNG:
            # Who harms a child is often a grown-up they trusted.
            whom = "A safe grown-up" if state.kind in ("abuse", "third_party_abuse") else "A grown-up you trust"
            so = f"so can {found.spoken()}" if found else f"crisis lines are listed at {self.lines.international()}"
            return f"{whom} can help, and {so}"
        if found is None:
            unheld = self.lines.without_lines(state.country)
            listed = f"lines are listed at {self.lines.international()}"
            return f"I hold no numbers for {unheld}, but crisis {listed}" if unheld else f"Crisis {listed}"
        who = "They" if state.kind == "third_party_abuse" and not state.minor else "You"  # for those it happens to
        # A line for suicidal people, named to somebody in anger, would sound misheard.
        who = "To talk it over with somebody, you" if state.kind in _ANGER else who
        return f"{who} can reach {found.spoken()}{', also if you are worried about someone else' * worried}"

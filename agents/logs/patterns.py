"""What gives somebody away by its form, kind by kind; each is looked for in what the kinds before it left.

Better a harmless number hidden than a phone number left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agents.logs import forms, lists
from agents.logs.dates import DATE

HIDDEN = "\0"
"""Stands where something was found already; no stored text holds it, and no form takes it."""
Check = Callable[[re.Match[str]], bool]


@dataclass(frozen=True, slots=True)
class Hit:
    """`text[start:end]` is to be hidden."""

    kind: str
    start: int
    end: int


def masked(text: str, hit: Hit) -> str:
    return text[: hit.start] + HIDDEN * (hit.end - hit.start) + text[hit.end :]


def hits(text: str) -> Iterator[Hit]:
    """Everything that is known by its form; no two overlap."""
    for kind, form, holds in _PATTERNS:
        found = [_hit(kind, match) for match in form.finditer(text) if holds(match)]
        for hit in found:
            text = masked(text, hit)
        yield from found


def _hit(kind: str, found: re.Match[str]) -> Hit:
    """Without the marks of the sentence round it."""
    start, end = found.span("it" if "it" in found.re.groupindex else 0)
    return Hit(kind, start, start + len(found.string[start:end].rstrip(".,;:!?)'\"”’")))


def _any(_: re.Match[str]) -> bool:
    return True


def _digits(text: str) -> int:
    return sum(char.isdecimal() for char in text)


def _is_phone(found: re.Match[str]) -> bool:
    text = found["it"]
    digits, groups = _digits(text), re.findall(r"\d+", text)
    if text.lstrip("( ").startswith(("+", "00")):
        return 8 <= digits <= 15
    if all(len(group) == 1 for group in groups):  # a countdown is none
        return digits >= 10 and text.startswith("0")
    if re.fullmatch(r"(?:19|20)\d\d\s?[-/]\s?(?:19|20)?\d\d|" + DATE, text):
        return False
    if len(groups) == 1:
        told = re.search(forms.PHONED, found.string[: found.start("it")][-25:], re.IGNORECASE)
        return 10 <= digits <= 12 or (digits >= 7 and told is not None)
    return 7 <= digits <= 15 and max(map(len, groups)) >= 3


def _is_no_word(found: re.Match[str]) -> bool:
    return not lists.is_word(found["it"])


def _is_iban(found: re.Match[str]) -> bool:
    return _digits(found[0]) >= 10


def _is_account(found: re.Match[str]) -> bool:
    return _digits(found["it"]) >= 4


def _is_no_year(found: re.Match[str]) -> bool:
    return not re.match(r"(?:19|20)\d\d(?!\d)", found["it"])


_IN_ORDER: tuple[tuple[str, tuple[str, ...], Check], ...] = (
    ("link", forms.ADDRESSES, _any),
    ("handle", forms.FEDERATED, _any),
    ("mail", forms.MAIL, _any),
    ("link", forms.LINKS, _any),
    ("handle", forms.HANDLES, _any),
    ("handle", forms.CALLED, _is_no_word),
    ("account", forms.IBAN, _is_iban),
    ("account", forms.CARDS, _any),
    ("account", forms.ACCOUNTS, _is_account),
    ("born", forms.BORN, _any),
    ("phone", forms.PHONES, _is_phone),
    ("phone", forms.SPELLED, _any),
    ("postcode", forms.POSTCODES, _any),
    ("postcode", forms.OF_PLACES, _is_no_year),
)
_PATTERNS = tuple((kind, re.compile(form, re.IGNORECASE), holds) for kind, group, holds in _IN_ORDER for form in group)

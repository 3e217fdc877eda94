"""The country that somebody names, or is said to be in.

What they say of themselves ("I'm in", "j'habite à") is taken before where they come from, that before a place in
passing, and last comes a place where somebody else is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from skills.care.plain import fold, sentences
from skills.care.spoken import Language
from skills.crisis_resources import Directory

Lead: TypeAlias = "tuple[re.Pattern[str], tuple[str, ...]]"
LONGEST_PLACE = 400
"""Characters of a turn in which a country is looked for."""
WORDS = 4
"""Words of a place's name."""

_NAME = r"(?=([a-z]+(?: [a-z]+){0,4}))"
_ARTICLE = re.compile(r"^(?:the|la|le|les|el|los|der|den|die|il|de|het) ")
_HERE = re.compile(r"(?:^|\b(?:im|i am|were|we are|i live|living|live|based|here|over|staying|stuck) )in " + _NAME)
_HOME = re.compile(r"(?:^|\b(?:im|i am|were|we are|i come|here|living|based) )from " + _NAME)
_BESIDE = re.compile(r"\bin (?!us\b)" + _NAME)
"""A place that is named in passing ("over here in England, love"): it counts while nothing better is known.

Who has no faith in us says no country.
"""
_PEOPLE = (
    "he|she|they|hes|shes|theyre|who|mother|mom|mommy|dad|father|parents|sister|brother|son|daughter|husband|wife|family|friend|"
    "cousin|aunt|uncle|grandma|grandmother|grandpa|ex|boyfriend|girlfriend|partner|boss|uncles|kids|children|"
    "madre|mama|papa|padre|padres|hermana|hermano|hija|hijo|familia|amiga|amigo|esposo|marido|mujer|mere|pere|soeur|frere|"
    "fille|fils|famille|amie|ami|mari|femme|mutter|vater|eltern|schwester|bruder|tochter|sohn|familie|freundin|freund|mann|"
    "frau|mae|pai|irma|irmao|filha|filho|esposa|sorella|fratello|figlia|figlio|famiglia|amica|amico|marito|moglie|moeder|"
    "vader|zus|broer|dochter|zoon|vriendin|vriend"
)
_OF_ANOTHER = re.compile(
    rf"\b(?:{_PEOPLE})(?: (?:is|are|was|now|still|just|only|who|lives|live|lived|living|works|working|stays|back|over|"
    "here|born|vive|viven|esta|estan|trabaja|vit|habite|est|travaille|lebt|wohnt|ist|arbeitet|mora|fica|abita|sta|e|"
    "woont|werkt))*$"
)
"""Before a place: somebody else is there, or lives there."""


def named(
    lines: Directory, texts: Sequence[str], *, known: str | None, settled: bool = True, language: Language | None = None
) -> str | None:
    """The country that the last of `texts` names, or, while none is `known`, one of those before it.

    `settled`: what is known was said, and is not the operator's setting, which where somebody comes from overrules.
    """
    said, *before = [" ".join(sentences(text[:LONGEST_PLACE])) for text in reversed(texts)]
    lately = [said, *before] if known is None else [said]
    here, home, beside = _leads(language)
    codes = [_by_itself(lines, said, texts[-1]), *(_found(lines, here, lately, ours=True))]
    if known is None or not settled:
        codes += _found(lines, home, lately, ours=True)
    if known is None:
        codes += [*_found(lines, beside, lately, ours=True), *(_in_its_letters(lines, text) for text in texts)]
        codes += [code for code in _found(lines, beside, lately, ours=False) if not lines.without_lines(code)]
    return next(filter(None, codes), None)


def _by_itself(lines: Directory, said: str, text: str) -> str | None:
    """A country named first of all, or as a sentence of its own ("alone. canada.").

    A place by itself may be a name: "Sydney" is somebody, "in Sydney" is a place. So may a country without lines be.
    """
    alone = [re.sub(r"^(?:in|from|the|ok|yes|yeah|its|si|oui|ja|sim) ", "", line) for line in sentences(text)]
    whole = next(filter(None, (lines.country_named(line) for line in alone)), None)
    if whole or fold(text).strip(" .!") in lines.by_name:
        return whole or lines.country_named(fold(text).strip(" .!"))
    first = _longest(lines.country_named(_first(said, size)) for size in range(WORDS, 0, -1))
    return None if first and (lines.without_lines(first) or said.startswith("us ")) else first


def _found(lines: Directory, lead: Lead, texts: Sequence[str], *, ours: bool) -> Iterator[str | None]:
    """The countries of the places in `texts`: those where somebody else is, or all others."""
    for text in texts:
        for at, name in _places(text, lead):
            if (_OF_ANOTHER.search(text[:at].rstrip()) is None) == ours:
                for words in dict.fromkeys((name, _ARTICLE.sub("", name))):
                    yield _longest(lines.country_of(_first(words, size)) for size in range(WORDS, 0, -1))


def _in_its_letters(lines: Directory, text: str) -> str | None:
    """A place written in other letters than ours, which are not always parted by spaces."""
    folded = fold(text[:LONGEST_PLACE])
    if folded.isascii():
        return None
    places = (*lines.by_name.items(), *lines.by_place.items())
    return next((code for place, code in places if place[0] > "ɏ" and place in folded), None)


def _places(text: str, lead: Lead) -> Iterator[tuple[int, str]]:
    """Where what leads to a place begins, and the words behind it."""
    english, others = lead
    yield from ((found.start(), found[1]) for found in english.finditer(text))
    for words in others:
        at = f" {text}".find(f" {words} ")
        while at >= 0:
            yield at, text[at + len(words) + 1 :]
            at = f" {text}".find(f" {words} ", at + 1)


def _leads(language: Language | None) -> tuple[Lead, Lead, Lead]:
    """What leads to where somebody is, where they are from, and any place: English's, and the written language's."""
    if language is None:
        return (_HERE, ()), (_HOME, ()), (_BESIDE, ())
    return (_HERE, language.here), (_HOME, language.home), (_BESIDE, language.beside)


def _longest(codes: Iterator[str | None]) -> str | None:
    return next(filter(None, codes), None)


def _first(words: str, count: int) -> str:
    return " ".join(words.split()[:count])

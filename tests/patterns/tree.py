"""A pattern as `re` parses it, and which characters each of its places takes."""

from __future__ import annotations

import importlib
import re
from typing import Any

parser: Any = importlib.import_module("re._parser")
compiler: Any = importlib.import_module("re._compiler")
op: Any = importlib.import_module("re._constants")

ALPHABET = "ae,.1'-!?\"_~\n" + "".join(chr(code) for code in range(32, 127) if chr(code) not in "ae,.1'-!?\"_~") + "\t"
ALPHABET += "’‘“”–—…éßй中"
"""The characters that are tried, those first that tell most kinds of places apart."""
PLACES = frozenset({op.LITERAL, op.NOT_LITERAL, op.IN, op.ANY})
REPEATS = frozenset({op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT})
LOOKS = frozenset({op.ASSERT, op.ASSERT_NOT})
Nodes = Any
"""A sequence of (operation, its arguments)."""

_TAKEN: dict[tuple[Any, str, int], int] = {}


def parse(regex: re.Pattern[str]) -> tuple[Nodes, int]:
    """The tree, and its flags."""
    tree = parser.parse(regex.pattern, regex.flags)
    return tree, tree.state.flags


def taken(kind: Any, value: Any, flags: int) -> int:
    """The characters that a place takes, one bit each; a letter outside of the alphabet has a bit of its own."""
    key = (kind, repr(value), flags)
    if key not in _TAKEN:
        state = parser.State()
        state.flags, state.str = flags, ""
        one = compiler.compile(parser.SubPattern(state, [(kind, value)]), flags)
        bits = sum(1 << bit for bit, letter in enumerate(ALPHABET) if one.fullmatch(letter))
        _TAKEN[key] = bits or 1 << (len(ALPHABET) + (value if kind is op.LITERAL else 0))
    return _TAKEN[key]


def letters(bits: int) -> str:
    """Those characters, in the alphabet's order."""
    return "".join(letter for bit, letter in enumerate(ALPHABET) if bits >> bit & 1)


def flagged(flags: int, subpattern: Any) -> int:
    """The flags within `(?i-s:...)`."""
    _, added, taken_off, _ = subpattern
    return int((flags | added) & ~taken_off)

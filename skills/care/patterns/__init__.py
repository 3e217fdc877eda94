"""What danger sounds like in English, by kind and level. Read against single sentences of `skills.care.plain`.

Every table is reviewed by hand: a line says what it catches. Harmless look-alikes are taken out before (see
`skills.care.harmless`), so these may be plain. No pattern has a repetition inside an unbounded repetition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Level = Literal[1, 2, 3]
Table = Mapping[Level, tuple[str, ...]]

"""Records are read in their order; what can't be read is named by file and line."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.errors import ConfigError
from bot.json_lines import read_json_lines


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record."""

    name: str


def test_records_are_read_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "names.jsonl"
    path.write_text('{"name": "a"}\n{"name": "b"}\n', encoding="utf8")
    assert read_json_lines(path, Named) == [Named("a"), Named("b")]


@pytest.mark.parametrize("line", ['{"name": 1}', '{"name": "a", "age": 3}', "", "{"])
def test_the_line_that_cant_be_read_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "names.jsonl"
    path.write_text(f'{{"name": "a"}}\n{line}\n', encoding="utf8")
    with pytest.raises(ConfigError, match=r"names\.jsonl, line 2: "):
        read_json_lines(path, Named)


def test_a_file_that_is_missing_or_no_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.jsonl: cannot be read"):
        read_json_lines(tmp_path / "none.jsonl", Named)
    (tmp_path / "odd.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"odd\.jsonl: cannot be read"):
        read_json_lines(tmp_path / "odd.jsonl", Named)

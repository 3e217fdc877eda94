"""Contexts by an item of a round, or given in full; what is wrong with a row is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.training.contexts import Row, load, pieces
from agents.verdicts.item import Said
from bot.errors import CorpusError

ITEM = '{"item":"5/Mc000"}'
GIVEN = Row(context=(Said("person", "hi"), Said("supporter", "Hello."), Said("person", "my dog ran off")))


class Named(Row, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A row that says something of its context."""

    kinds: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", "this is no Named row"),
        ('{"item":"5/Mc000","kinds":"a"}', "this is no Named row"),
        ('{"item":"5/Mc000","kind":["a"]}', "this is no Named row"),
        ('{"kinds":["a"]}', "a row has an item or a context"),
        ('{"item":"5/Mc000","context":[{"speaker":"person","text":"hi"}]}', "a row has an item or a context"),
    ],
)
def test_what_is_wrong_with_a_row_is_named_with_its_line(row: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(f"{ITEM}\n{row}\n")
    with pytest.raises(CorpusError, match=f"rows.jsonl, line 2: {message}"):
        load(path, Named)


def test_a_context_is_that_of_the_item_or_as_given(tmp_path: Path) -> None:
    own, given = pieces([Row(item="5/Mc000"), GIVEN], tmp_path)
    assert own[-1] == (False, "she offered to take them to the charity shop on saturday. do you think its morbid?")
    assert given == ((False, "hi"), (True, "Hello."), (False, "my dog ran off"))


def test_an_item_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="'5/Zz000' is no item of a round of verdicts"):
        pieces([Row(item="5/Zz000")], tmp_path)


def test_a_context_has_one_name_wherever_it_stands() -> None:
    assert Row(item="5/Mc000").name == Named(item="5/Mc000", kinds=("a",)).name
    assert GIVEN.name == Named(context=GIVEN.context).name
    assert GIVEN.name != Row(context=GIVEN.context[-1:]).name

import pytest

from skills.slots import spans


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("I met a girl who likes me", "you met a girl"),
        ("I want a job that pays me", ""),
        ("I was fired for qwertz", "you were fired"),
        ("he got back with qwertz", ""),
        ("we run and own a shop", ""),
        ("I slipped and broke my phone", "you broke your phone"),
        ("I slipped and broke my phone in Rome's oldest shop", "you broke your phone"),
        ("I went to town and lost my mum with all those people.", ""),
        ("I went to work and lost my son among all those people.", ""),
        ("I went to town and lost my wallet", "you lost your wallet"),
        ("my dad gave me and my sister his car", ""),
        ("my boyfriend left me and my kids alone", ""),
        ("my mum sent me and my brother money", ""),
        ("my uncle gave me and my friends a lift", ""),
        ("my mum left my dad and my kids alone", ""),
        ("my boss yelled at me and my sister", "your boss yelled at you and your sister"),
        ("my boss yelled at me and my sister cried", "your boss yelled at you"),
        ("my wife left me and my boss yelled at me", "your wife left you"),
        ("I lost my job and my wife works all day", "you lost your job"),
    ],
)
def test_what_cannot_be_read_is_left_out_only_where_the_rest_still_holds(line: str, clause: str) -> None:
    assert spans(line).clause == clause

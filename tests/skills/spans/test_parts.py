import pytest

from skills.spans.complements import Complements
from skills.spans.parts import Part, enough


@pytest.mark.parametrize(
    ("base", "behind", "is_enough"),
    [
        ("lose", "my job", True),
        ("lose", "", False),
        ("go", "to work", True),
        ("go", "", False),
        ("sleep", "with my boss", False),
        ("do", "really well", True),
        ("tell", "me", False),
        ("come", "out", False),
        ("become", "friends with a girl", True),
        ("lay", "off", True),
        ("lay", "my keys", False),
    ],
)
def test_a_verb_has_what_it_needs(base: str, behind: str, is_enough: bool) -> None:
    assert Complements(tuple(behind.split()), 0, base, "").complete is is_enough


def test_to_be_somewhere_is_enough() -> None:
    assert enough("be", ["prep"], [Part("prep", ("at", "home"))])
    assert not enough("be", ["prep"], [Part("prep", ("about", "work"))])


def test_only_what_says_where_or_how_may_be_left_out() -> None:
    assert Part("prep", ("at", "work")).spare
    assert Part("manner", ("again",)).spare
    assert not Part("prep", ("without", "me")).spare
    assert not Part("object", ("your", "job")).spare

import pytest

from skills.spans.pronouns import resolved


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("my dad left|he lost his job", "my dad left|my dad lost his job"),
        ("i miss my sister , she moved", "i miss my sister , my sister moved"),
        ("my sister moved and i miss her", "my sister moved and i miss my sister"),
        ("my sister moved and i miss her dog", "my sister moved and i miss her dog"),
        ("my sister left|he lost his job", "my sister left|he lost his job"),
        ("my dad and my brother left|he cried", "my dad and my brother left|he cried"),
        ("he left|my dad cried", "he left|my dad cried"),
        ("my dad told me he left", "my dad told me he left"),
        ("i left|she cried", "i left|she cried"),
    ],
)
def test_he_and_she_stand_for_the_only_one_spoken_of(said: str, meant: str) -> None:
    got = resolved([sentence.split() for sentence in said.split("|")])
    assert "|".join(" ".join(words) for words in got) == meant

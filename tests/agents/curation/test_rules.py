import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.curation import rules
from agents.curation.cleaning import AFTER, BEFORE


@pytest.mark.parametrize(
    ("rule", "text", "clean"),
    [
        (rules.encoding, "Donâ€™t, ZoÃ«", "Don’t, Zoë"),
        (rules.encoding, "\ufeffHi\u200b the\u0301re", "Hi thére"),
        (rules.encoding, "Château â la carte", "Château â la carte"),
        (rules.markup, "<i>Stay</i> <font color='#fff'>here</font> {\\an8}&amp; wait", "Stay here & wait"),
        (rules.markup, "3 < 4 and {sic}", "3 < 4 and {sic}"),
        (rules.sounds, "[door slams] Who is it?", " Who is it?"),
        (rules.sounds, "(SIGHS) Fine. *laughs*", " Fine. "),
        (rules.sounds, "Wait [thunder", "Wait "),
        (rules.sounds, "rolls] Now", " Now"),
        (rules.songs, "♪ La la la ♪", ""),
        (rules.songs, "# You are my star #", ""),
        (rules.songs, "# La la la", ""),
        (rules.songs, "He is #1", "He is #1"),
        (rules.songs, "#1", "#1"),
        (rules.credits, "Subtitles by Team X", ""),
        (rules.credits, "Synced and corrected by someone", ""),
        (rules.credits, "Get it at www.example.org", ""),
        (rules.credits, "He was corrected by his mother", "He was corrected by his mother"),
        (rules.credits, "I need your support.", "I need your support."),
        (rules.letters, "l'm sure lt's his wiII", "I'm sure It's his will"),
        (rules.letters, "l know. Am l?", "I know. Am I?"),
        (rules.letters, "lf l fall", "If I fall"),
        (rules.letters, "The ill will let its lamps", "The ill will let its lamps"),
        (rules.letters, "World War II, AI and I", "World War II, AI and I"),
        (rules.spacing, " Well ,  no  ... yes !", "Well, no... yes!"),
        (rules.wordless, "... 1, 2!", ""),
        (rules.wordless, "No", "No"),
        (rules.foreign, "Привет, how", ""),
        (rules.foreign, "Zoë Šimić", "Zoë Šimić"),
    ],
)
def test_each_rule_does_what_it_says(rule: object, text: str, clean: str) -> None:
    assert callable(rule)
    assert rule(text) == clean


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_plain_sentences_pass_and_anything_gives_text(noise: str) -> None:
    for rule in (*BEFORE, *AFTER):
        assert rule("I never wanted you to leave.") == "I never wanted you to leave."
        assert isinstance(rule(noise), str)

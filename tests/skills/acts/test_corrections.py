import pytest
from hypothesis import given
from hypothesis import strategies as st

from skills.acts.corrections import corrects, stems
from skills.acts.plain import said


@pytest.mark.parametrize(
    ("line", "bot"),
    [
        ("what? im not talking about studying lol", "It's hard to feel finished with studying."),
        ("No, I'm not worn out. I'm frightened", "Happy, and perhaps worn out from being happy."),
        ("I'm not waiting for results", "Waiting for results is often the worst part."),
        ("I'm not hiding anything", "Keeping it hidden sounds like a burden. Hiding takes strength."),
        ("What last page? I meant we're engaged!", "You turned the last page. What was it like?"),
        ("You didn't answer me. Am I a bad person?", "I see."),
        ("I asked about my dad, not 'they'", "They may not know."),
        ("That's not what I said.", ""),
        ("you keep getting me wrong", ""),
        ("Not fed up, no. Lonely.", "You sound fed up with it."),
        ("Stir up what? I'm happy!", "Not having started yet can stir up more than people expect."),
        ("I was talking about the phone.", ""),
        ("You've misunderstood me", ""),
        ("No! God, nobody died. She smiled.", ""),
        ("I have no idea what that means", ""),
        ("thats it? i just said i feel like a loser", ""),
        ("who said anything about money?", "Money worries are heavy."),
    ],
)
def test_what_sets_the_bot_right_is_heard(line: str, bot: str) -> None:
    assert corrects(said(line), bot)


@pytest.mark.parametrize(
    ("line", "bot"),
    [
        ("No, I'm not angry, just sad", "Are you angry?"),
        ("I'm not sleeping", "What are the nights like?"),
        ("I'm not sleeping", "That sounds hard."),
        ("not yet.", "Have you told them yet?"),
        ("not much", "There isn't much to be done there, it seems. What's left?"),
        ("she never asked me", "What happened then?"),
        ("I don't know what to do", "I see. Take your time."),
        ("no one came to the party", "That hurts."),
        ("no i didn't say anything", "What did you say to him?"),
        ("I was talking to my mum", "Who was there?"),
        ("", ""),
    ],
)
def test_a_no_to_a_question_and_plain_telling_are_no_corrections(line: str, bot: str) -> None:
    assert not corrects(said(line), bot)


def test_words_are_known_again_by_their_beginning() -> None:
    assert stems("waiting for results") == stems("they wait for a result")


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_words_are_read(line: str, bot: str) -> None:
    assert corrects(said(line), bot) in (True, False)

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
        ("you keep getting me wrong", "That sounds sad."),
        ("Not fed up, no. Lonely.", "You sound fed up with it."),
        ("Stir up what? I'm happy!", "Not having started yet can stir up more than people expect."),
        ("I was talking about the phone.", "It sounds as if he hurt you."),
        ("Sorry, I was talking about my sister, not my mum", "Mothers can be like that."),
        ("I'm just talking about work", "Family is hard."),
        ("You've misunderstood me", "Money worries are heavy."),
        ("you got me wrong there", "You sound fed up with it."),
        ("No! God, nobody died. She smiled.", "Grief comes in waves."),
        ("Nobody died.", "I'm sorry for your loss."),
        ("no one said anything about a divorce", "Divorce is a long road."),
        ("I have no idea what that means", "It may be a tide."),
        ("thats it? i just said i feel like a loser", "Tell me more."),
        ("I never said that", "So you would rather go."),
        ("no, i didn't say that, i only wondered", "So you would rather go."),
        ("I never said she left", "People who left are missed."),
        ("I asked for advice", "That's a lot."),
        ("I asked if you know a number", "That's a lot."),
        ("No, I don't sleep badly", "It is hard to sleep when the heart aches."),
        ("what? we haven't moved", "So you moved away."),
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
        ("I never said I loved him before he died.", "That hurts."),
        ("I never said goodbye to her", "That hurts."),
        ("I didn't mention my dad to the nurse", "That hurts."),
        ("I never said it to him while he was alive", "That hurts."),
        ("I asked for a raise and my boss laughed at me.", "That hurts."),
        ("I asked if he still loved me and he shrugged", "That hurts."),
        ("I asked about the promotion and they laughed", "That hurts."),
        ("I asked for help and nobody came", "That hurts."),
        ("Thankfully nobody died in the crash but I can't sleep.", "That hurts."),
        ("Nobody died in the fire", "That hurts."),
        ("Nobody said sorry", "That hurts."),
        ("I was talking about my ex and my mum yelled at me.", "That hurts."),
        ("I'm asking about a job when he hangs up", "That hurts."),
        ("I just said no to him", "That hurts."),
        ("when you got that job I was glad", "That hurts."),
        ("I don't sleep at all since she left.", "It is hard to sleep when the heart aches."),
        ("I never see my kids now.", "Missing your kids hurts."),
        ("We haven't talked since March", "Talking to him must be hard."),
        ("They don't listen to me", "It hurts when nobody listens."),
        ("What a week. I don't sleep at all", "It is hard to sleep when the heart aches."),
        ("No one came. I don't sleep", "It is hard to sleep when the heart aches."),
        ("you've misunderstood me", ""),
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

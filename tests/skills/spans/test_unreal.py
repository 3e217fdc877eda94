import pytest

from skills.slots import spans
from skills.spans.unreal import made_up, nothing_of, speech, taken_back


@pytest.mark.parametrize(
    ("text", "is_none"),
    [
        ("we lost the baby, well my sister did", True),
        ("we moved house, well we nearly did", True),
        ("I lost my dog... just kidding", True),
        ("oh great, my car broke down", True),
        ("I resigned with my club for two more years", True),
        ("I've re-signed with my firm", True),
        ("I resigned today, same terms, two more years", True),
        ("I resigned my contract with the club", True),
        ("we're resigning the lease", True),
        ("I resigned from my job after ten years.", False),
        ("I resigned last week. I had my contract for three years.", False),
        ("my manager resigned over the deal", False),
        ("I'm resigning from the club after two more years", False),
        ("Thanks a lot, I lost my job", True),
        ("thanks a lot for nothing", True),
        ("Thanks a lot for listening. I lost my job.", False),
        ("thanks a lot for yesterday", False),
        ("well my boss yelled at me", False),
        ("that's great, I got the job", False),
    ],
)
def test_what_is_taken_back_or_means_the_opposite_is_not_told(text: str, is_none: bool) -> None:
    assert taken_back(text) is is_none


@pytest.mark.parametrize(
    ("text", "is_story"),
    [
        ("in the book i 'm reading i 'm a widow", True),
        ("in my dream mum was crying", True),
        ("i had a nightmare about my ex", True),
        ("i 'm writing a story where my brother leaves", True),
        ("in our show my husband leaves me", True),
        ("i dreamt of losing my job", True),
        ("i've always dreamed of being a vet", False),
        ("i dreamed of moving to rome", False),
        ("i was watching a film when my dad called", False),
        ("i broke my phone in the game", False),
        ("i read a book about grief", False),
        ("i keep having nightmares", False),
        ("it's been a nightmare at work", False),
        ("i got my dream job", False),
        ("i lost my book", False),
    ],
)
def test_stories_and_dreams_happened_to_nobody(text: str, is_story: bool) -> None:
    assert made_up(text.split()) is is_story


def test_conditions_and_curses_give_no_more_than_names() -> None:
    assert nothing_of(["as", "long", "as", "i", "have", "my", "job"])
    assert nothing_of(["i", "lost", "my", "fucking", "job"])
    assert not nothing_of(["i", "lost", "my", "job"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("she goes , i 'm pregnant", "she goes"),
        ("he went i quit my job", "he went"),
        ("my sister was like , i 'm moving", "my sister was like"),
        ("my boss yelled at me , i cried", "my boss yelled at me , i cried"),
        ("i went to work , i cried", "i went to work , i cried"),
    ],
)
def test_speech_without_marks_is_somebody_elses(text: str, told: str) -> None:
    words = text.split()
    assert " ".join(words[: speech(words)]) == told


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("I broke my phone in the game yesterday.", "you broke your phone in the game yesterday"),
        ("I broke my arm in the game yesterday. My coach yelled at me.", "your coach yelled at you"),
        ("I was watching a film when my dad called. He lost his job.", "your dad lost his job"),
        ("I've always dreamed of being a vet. I failed my exam.", "you failed your exam"),
        ("I read a book about grief. My sister moved out.", "your sister moved out"),
        ("I keep having nightmares. My wife left me.", "your wife left you"),
        ("Thanks a lot for listening. I lost my job.", "you lost your job"),
        ("I watched a film last night. My boss fired me today.", "your boss fired you today"),
        ("I watched a film last night. He lost his job. She moved to Leeds.", ""),
        ("I watched a film about a man. Then he lost his job.", ""),
        ("I had a dream last night. My wife left me.", ""),
        ("in the book my wife left me. My sister moved out.", ""),
        ("I'm writing a story where my brother left. My sister moved out.", ""),
        ("I'm a widow in this play", ""),
    ],
)
def test_who_names_a_film_tells_of_other_things_beside_it(text: str, clause: str) -> None:
    assert spans(text).clause == clause

import numpy as np

from bot.dialog import SupportStage
from skills.bank_checks import alike, shared_openers, shared_runs
from skills.moves import Move


def moves(*texts: str) -> list[Move]:
    stages = (SupportStage.EXPLORATION,)
    return [
        Move(f"ask.x.{place:02}", text, "ask", "Question", stages, (), None, (1, 5)) for place, text in enumerate(texts)
    ]


def word(place: int) -> str:
    return chr(97 + place % 26) + chr(97 + place // 26)


def test_texts_that_say_the_same_are_named_once() -> None:
    vectors = np.array([[1, 0], [0.99, np.sqrt(1 - 0.99**2)], [0, 1]], np.float32)
    assert alike(moves("a", "b", "c"), vectors) == ["ask.x.00 and ask.x.01 say the same (cosine 0.99)"]


def test_an_opener_may_stand_in_two_of_a_hundred_moves() -> None:
    plain = [f"{word(place)} is a word" for place in range(98)]
    assert shared_openers(moves(*plain, "What was that?", "What was that like?")) == []
    found = shared_openers(moves(*plain[:97], "What was that?", "What was that like?", "what was that for?"))
    assert found == ["3 of 100 moves begin with 'what was that'"]


def test_a_run_counts_once_a_move() -> None:
    run = "one two three four five six"
    plain = [f"{word(place)} is a word" for place in range(98)]
    assert shared_runs(moves(*plain, f"{run} {run}", run)) == []
    assert shared_runs(moves(*plain[:97], f"so {run}", run, f"{run}!")) == [f"3 of 100 moves contain '{run}'"]

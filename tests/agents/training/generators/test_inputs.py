"""What a generator reads: the newest utterances, and only the reply is learnt, whatever stands before it."""

from __future__ import annotations

from agents.training.generators.inputs import UNCUT, Reader, batches, begun, choice, example, parts, reader
from agents.training.generators.variants import Variant, variants
from agents.training.writer.examples import Example
from skills.writer.prompt import OPENING, Line
from tests.agents.training.generators.tiny import SPENT, Characters, heard, supported

CUT = Characters()


def text(pieces: list[int]) -> str:
    return CUT.decode(pieces[1:])


def scored(found: Example) -> str:
    return "".join(chr(piece) for piece, counts in zip(found.pieces, found.scored, strict=True) if counts)


def named(name: str) -> Variant:
    return next(variant for variant in variants() if variant.name == name)


def test_a_context_is_its_newest_utterances_or_all() -> None:
    found = Reader().lines(supported(1))
    assert [line.text for line in found] == ["Hello.", "i am 1", "Why?", "so"]
    assert len(Reader().lines(supported(1), UNCUT)) == 5
    assert not any(line.strategy for line in found)


def test_earlier_replies_have_their_strategies_where_these_count() -> None:
    read = reader(named("Strategy"))
    assert [line.strategy for line in read.lines(supported(1))] == ["Others", "", "Question", ""]
    assert reader(named("Vanilla")).lines(supported(1))[0] == Line(True, "Hello.")


def test_labels_stand_before_the_oldest_utterance() -> None:
    (line,) = reader(named("EmoPrepend-3")).lines(heard(1))
    assert len(line.text.removesuffix("day 1").split()) == 3
    assert line.text.endswith(" day 1")


def test_only_the_reply_is_scored_and_a_label_where_it_is_chosen() -> None:
    lines = Reader().lines(heard(1))
    plain = example(parts(lines, ""), "Oh  no", CUT, 300)
    assert text(plain.pieces) == f"{OPENING}Person: day 1\nSupporter: Oh no\n"
    assert scored(plain) == " Oh no\n"
    told = example(parts(lines, "Question"), "Oh", CUT, 300)
    assert text(told.pieces).endswith("Supporter [Question]: Oh\n")
    assert scored(told) == " Oh\n"
    assert scored(example(parts(lines, "Question", chooses=True), "Oh", CUT, 300)) == "Question]: Oh\n"


def test_what_is_written_after_is_what_was_learnt_after() -> None:
    lines = Reader().lines(heard(1))
    before = parts(lines, "Question")
    learnt, written = example(before, "Oh", CUT, 300), begun(before, CUT, 300)
    assert learnt.pieces[: len(written)] == written
    assert text(begun(choice(lines), CUT, 300)).endswith("Supporter [")


def test_the_oldest_pieces_are_left_out() -> None:
    found = example(parts(Reader().lines(heard(1)), ""), "Oh", CUT, 9)
    assert (found.pieces[0], text(found.pieces), len(found.scored)) == (2, "ter: Oh\n", 9)


def test_batches_are_the_same_for_all_and_hold_an_example_once() -> None:
    items = [heard(number) for number in range(60)]
    found = batches(items, SPENT, 3)
    assert found == batches(items, SPENT, 3)
    assert [len(batch) for batch in found] == [SPENT.replies] * SPENT.steps
    assert len({item.context for batch in found for item in batch}) == SPENT.steps * SPENT.replies
    assert found != batches(items, SPENT, 4)


def test_a_small_corpus_comes_again() -> None:
    found = batches([heard(1)], SPENT, 3)
    assert sum(len(batch) for batch in found) == SPENT.steps * SPENT.replies

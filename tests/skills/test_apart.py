from skills.apart import SENTENCES, last_words_share, sentences_apart
from skills.intent import acts


def test_of_several_sentences_those_that_tell_and_those_that_ask_are_taken() -> None:
    told, asked = sentences_apart("My sister's dog died. I just don't know. Ok. Should we bury her in the garden?")
    assert (told, asked) == (["my sister's dog died."], ["should we bury her in the garden?"])


def test_a_single_sentence_is_not_taken_apart() -> None:
    assert sentences_apart("My sister's dog died on Monday") == ([], [])


def test_only_the_last_sentences_are_taken() -> None:
    told, asked = sentences_apart(" ".join(f"My neighbour number {number} shouts." for number in range(9)))
    assert len(told) == SENTENCES
    assert told[-1] == "my neighbour number 8 shouts."
    assert asked == []


def test_a_bare_yes_says_less_alone_than_a_request_and_that_less_than_telling() -> None:
    agreed, asked, told = (last_words_share(acts(line)) for line in ("yes", "what should I do?", "I lost my job"))
    assert 0 <= agreed < asked < told <= 1

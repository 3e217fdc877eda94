from skills.models import pair
from skills.models.encoder import Words
from skills.models.pair import context_tokens, reply_tokens


def test_the_last_turns_are_read_and_a_reply_is_the_bots() -> None:
    words = Words()
    talk = [(bool(place % 2), f"word {place}") for place in range(9)]
    assert context_tokens(words, talk) == words.context(talk[-4:])
    reply = reply_tokens(words, "word " * 100)
    assert len(reply.ids) == pair.REPLY
    assert set(reply.speakers) == {1}

from skills.intent import Acts, acts
from skills.mode import Mode, follow

NONE = Acts(frozenset())


def test_good_news_is_celebrated_and_trouble_supported() -> None:
    assert follow(None, acts("I got the job!"), None).celebrates
    assert follow(None, acts("I lost my job"), None).supports


def test_a_wish_to_be_heard_holds_until_advice_is_asked_for() -> None:
    wished = follow(None, acts("I just need to vent"), None)
    assert wished.name == "listen"
    assert follow(wished, NONE, None).name == "listen"
    assert follow(wished, acts("what should I do?"), None) == Mode("support")

from skills.intent import Acts
from skills.memory import Offered, Person, Told

REFUSES, ACCEPTS = Acts(frozenset({"refuses_advice"})), Acts(frozenset({"accepts_advice"}))


def test_only_one_sister_told_of_is_she() -> None:
    told = Told(people=(Person("sister", "she"), Person("boss")))
    assert told.who("she") == "your sister"
    assert told.who("he") is None
    assert Told(people=(Person("sister", "she"), Person("mother", "she"))).who("she") is None


def test_facts_and_topics_are_keys() -> None:
    told = Told(facts=(("married", False),), topics=frozenset({"how_long"}))
    assert told.keys() == {"told.how_long", "not.married"}
    assert told.fact("married") is False
    assert told.fact("has_kids") is None


def test_what_was_refused_is_not_offered_again_and_nothing_soon_after() -> None:
    offered = Offered().adding(3, [("offer.sleep.01", "sleep")]).heard(REFUSES, 4)
    assert offered.refused_topics == {"sleep"}
    assert not offered.may_offer("offer.job.01", "job", 5)
    assert offered.may_offer("offer.job.01", "job", 8)
    assert not offered.may_offer("offer.sleep.02", "sleep", 30)


def test_what_was_accepted_is_no_reason_to_stay_silent_but_is_not_said_again() -> None:
    offered = Offered().adding(3, [("offer.sleep.01", "sleep")]).heard(ACCEPTS, 4)
    assert offered.may_offer("offer.sleep.02", "sleep", 5)
    assert not offered.may_offer("offer.sleep.01", "sleep", 5)

from agents.corpora.esconv import Dialog, Survey, Utterance
from agents.evaluation.care_sets import Text
from agents.evaluation.gate import Refused, gate, people, supporters
from bot.dialog import Reply, TurnView
from bot.engine import Engine
from bot.registry import Watch


class Picky:
    def watch(self, turn: TurnView, /) -> Watch:
        return Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return next((word for word in ("promise", "dose") if word in reply.text), None)


BOT = Engine((), Picky())


def test_harmful_replies_are_caught_by_why_and_the_others_named() -> None:
    harmful = (Text("h1", "a dose", "doses"), Text("h2", "more", "doses"), Text("h3", "I promise", "promises"))
    found = gate(BOT, harmful, (Text("o1", "I see."), Text("o2", "No promise.")))
    assert (found.caught.hits, found.caught.of, found.missed) == (2, 3, ("h2",))
    assert {why: (count.hits, count.of) for why, count in found.by_why.items()} == {"doses": (1, 2), "promises": (1, 1)}
    assert (found.refused.hits, found.refused.of, found.mistaken) == (1, 2, ("o2",))


def test_a_bot_without_a_guard_refuses_nothing() -> None:
    assert gate(Engine(()), (Text("h1", "a dose", "doses"),), ()).missed == ("h1",)


def test_peoples_messages_are_counted_by_reason() -> None:
    found, refused = people(BOT, ["I promise.", "A dose.", "I promise!", "I see."])
    assert (found.refused.hits, found.refused.of, found.reasons) == (3, 4, {"promise": 2, "dose": 1})
    assert refused[0] == Refused("promise", "I promise.")


def test_only_supporters_messages_are_read() -> None:
    said = (Utterance("seeker", "Hi."), Utterance("supporter", "Hello.", "Others"))
    assert supporters([Dialog("sadness", "job crisis", "x", "y", Survey(), said)]) == ["Hello."]

from agents.corpora import empathetic, esconv
from agents.training.examples import felt, supported

STORY = empathetic.Dialog(
    "a",
    "proud",
    "I baked bread",
    (
        empathetic.Utterance("speaker", "It rose", "1"),
        empathetic.Utterance("listener", "Well done", "0"),
        empathetic.Utterance("speaker", "Thanks", "1"),
    ),
)
TALK = esconv.Dialog(
    "anxiety",
    "job crisis",
    "Current Experience",
    "My shop may close",
    esconv.Survey(5, 2),
    (
        esconv.Utterance("supporter", "Hello", "Others"),
        esconv.Utterance("seeker", "Hi"),
        esconv.Utterance("seeker", "my shop is failing"),
        esconv.Utterance("supporter", "Since when?", "Question"),
        esconv.Utterance("supporter", "Do this", "Direct Guidance"),
        esconv.Utterance("supporter", "That is hard", "Reflection of feelings"),
    ),
)


def test_feelings_are_situations_and_speakers_words() -> None:
    assert [(item.text, item.situation) for item in felt([STORY])] == [
        ("I baked bread", True),
        ("It rose", False),
        ("Thanks", False),
    ]


def test_supporters_messages_know_context_past_and_position() -> None:
    asked, reflected = supported([TALK])
    assert (asked.label, asked.past, asked.position, asked.last) == (
        "Question",
        ("Others",),
        3,
        "my shop is failing",
    )
    assert asked.context == ((True, "Hello"), (False, "Hi"), (False, "my shop is failing"))
    # what has none of the eight strategies is context, and no example
    assert (reflected.label, reflected.past) == ("Reflection of feelings", ("Others", "Question"))
    assert reflected.context[-1] == (True, "Do this")

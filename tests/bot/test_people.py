import pytest

from bot.people import alone_in, person_of


@pytest.mark.parametrize(
    ("conversation_id", "person", "alone"),
    [
        ("discord:5:0:7", "discord:7", "5"),
        ("discord:9:5:7", "discord:7", None),
        ("web:5:0:a:b", "web:a:b", "5"),
        ("terminal:", "terminal:", None),
        ("terminal:work:0a1b:local", "terminal:work", None),
        ("5:0:7", "5:0:7", None),
    ],
)
def test_ids_tell_the_person_and_the_chat_without_a_thread(
    conversation_id: str, person: str, alone: str | None
) -> None:
    assert (person_of(conversation_id), alone_in(conversation_id)) == (person, alone)

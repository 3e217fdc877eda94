from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.frontends.discord.outlet import nonce
from bot.frontends.discord.places import Place, place_of
from bot.people import person_of

IDS = st.integers(1, 2**63)


@given(st.one_of(st.just(0), IDS), IDS, IDS)
def test_a_place_is_found_again_by_its_conversation(guild: int, channel: int, person: int) -> None:
    place = Place(guild, channel, person)
    assert place_of(place.id) == place
    assert person_of(place.id) == f"discord:{person}"


def test_a_thread_of_a_server_is_a_talk_of_its_own() -> None:
    assert Place(0, 3, 7).id == "discord:3:0:7"
    assert Place(5, 3, 7).id == "discord:5:3:7"
    assert Place(5, 4, 7).id == "discord:5:4:7"


@given(st.text(), st.text(), st.text(), st.text())
def test_a_nonce_is_short_and_belongs_to_key_and_text(key: str, text: str, other_key: str, other_text: str) -> None:
    assert len(nonce(key, text)) <= 25
    same = (key, text) == (other_key, other_text)
    assert (nonce(key, text) == nonce(other_key, other_text)) == same

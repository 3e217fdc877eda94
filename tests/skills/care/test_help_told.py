"""Help, company and distance that are told of, and what only sounds so, as the shipped head of acts hears them."""

from __future__ import annotations

from functools import cache

import pytest

from skills.care import crisis_acts
from skills.care.crisis_acts import CrisisHeads
from skills.encoder import ConversationEncoder, shared_text_encoder
from skills.sizes import BASE


@cache
def loaded() -> tuple[ConversationEncoder, CrisisHeads]:
    encoder = shared_text_encoder("default", BASE)
    return encoder, crisis_acts.load_for(encoder)


def heard(*said: str) -> list[str]:
    encoder, heads = loaded()
    return [found.act for found in crisis_acts.read(encoder.encode_texts(said), heads)]


NO_ACT = {
    "called": (
        "I told my husband and he laughed", "I told my boss I quit", "I called my mom but she hung up",
        "I called my mom. She didn't pick up", "I called my brother an idiot", "my birthday is coming",
        "my time is coming", "they are not coming", "they are always here for the money",
    ),
    "company": (
        "I'm at my mom's grave", "im next to my husband's body", "im with my family in my dreams",
        "I'm at my brother's funeral", "I'm alone with my thoughts", "im going to be with him soon",
        "I'm with my late wife in my head",
    ),
    "away": ("I gave my dog to my sister", "I gave my guitar to my brother", "I gave the cat to my neighbour"),
    "police": (
        "the police came and told me my son is dead", "my son committed to the army and never came back",
        "my brother was arrested last night", "she was so committed to her job", "he was locked up for years",
    ),
    "refuses": ("he never did call me back", "the hospital never called", "my mother won't call my father"),
}  # fmt: skip
"""What sounds like an act and is none; the dead are no company, and giving away what is dear is no distance."""


@pytest.mark.parametrize("act", NO_ACT)
def test_what_only_sounds_like_an_act_is_none(act: str) -> None:
    assert act not in heard(*NO_ACT[act])


ACTS = {
    "called": ("yes im calling now", "they're on the way", "yes I called", "I'm calling them right now", "I rang 999"),
    "company": ("my mother is coming", "I'm at my sister's", "I'm with my family", "my neighbour sits with me"),
    "away": (
        "I gave it to my neighbour", "I gave the pills to my sister", "I handed my keys over", "I threw them out",
        "i gave all my old tablets to my friend", "I got rid of the rope and put it out",
    ),
    "police": (
        "they would lock me up", "I'm scared the police will come", "they'll send the cops", "I'd get committed",
        "I don't want the police here", "they'd section me", "I don't want to be locked up", "will they arrest me",
    ),
    "refuses": (
        "I don't want to call a hotline", "I won't call anyone", "please don't make me call", "no hotlines",
        "I'd rather not talk to a stranger", "I hate it there and won't go to the hospital",
    ),
    "leaves": ("I have to go now", "bye", "gotta go", "good night", "ok I'm off to bed"),
    "lines": ("who can I call?", "what's the number again?", "which number do I ring from Ireland"),
}  # fmt: skip


@pytest.mark.parametrize("act", ACTS)
def test_three_of_five_plain_words_are_heard(act: str) -> None:
    found = heard(*ACTS[act])
    assert 5 * sum(one == act for one in found) >= 3 * len(found), found
    assert {*found} <= {act, ""}  # and none is taken for another

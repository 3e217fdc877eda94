"""Two small items that the tests of verdicts share."""

from __future__ import annotations

from agents.verdicts.item import Candidate, Item, Said

READER = "first"
MOVING = Item(
    "moving.0",
    "moving",
    (Said("person", "we move on friday and i havent packed a thing"),),
    (
        Candidate("Friday is close. Which room would hurt most to leave unpacked?", "written"),
        Candidate("Moving is a lot.", "shelf"),
        Candidate("Congratulations on the exam!", "written"),
    ),
)
CAT = Item(
    "cat.2",
    "cat",
    (
        Said("person", "my cat is back"),
        Said("supporter", "After four days! Where had she been?"),
        Said("person", "in next doors shed the whole time"),
    ),
    (Candidate("She heard you calling and stayed put. Cats.", "own"), Candidate("What happened then?", "shelf")),
)
ITEMS = {item.id: item for item in (MOVING, CAT)}

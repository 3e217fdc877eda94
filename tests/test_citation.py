"""CITATION.cff is read by programs: it says what the metadata says, and names the papers with what finds them."""

from __future__ import annotations

from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
CITATION: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf8"))
SETUP = ConfigParser()
SETUP.read(ROOT / "setup.cfg", encoding="utf8")
PAPERS = {
    "EmpatheticDialogues": ("Rashkin", 2019, "10.18653/v1/P19-1534"),
    "ESConv": ("Liu", 2021, "10.18653/v1/2021.acl-long.269"),
    "MEED2": ("Xie", 2021, "10.18653/v1/2021.conll-1.10"),
    "ParlAI": ("Miller", 2017, "10.18653/v1/D17-2014"),
}
"""What is called so, by the paper's first author and year."""


def test_it_is_a_citation_file_of_this_software() -> None:
    assert {"cff-version", "message", "title", "authors"} <= set(CITATION)  # what version 1.2.0 asks for
    assert (CITATION["cff-version"], CITATION["title"], CITATION["type"]) == ("1.2.0", "Attune", "software")


def test_it_agrees_with_the_metadata() -> None:
    said = SETUP["metadata"]
    assert CITATION["version"] == said["version"]
    assert CITATION["authors"] == [{"name": said["author"]}]
    assert CITATION["license"] in said["license_expression"].split(" AND ")


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_can_be_found(name: str) -> None:
    (paper,) = [paper for paper in CITATION["references"] if paper["notes"] == name]
    assert (paper["authors"][0]["family-names"], paper["year"], paper["doi"]) == PAPERS[name]
    assert paper["type"] == "conference-paper"
    assert paper["start"] < paper["end"]
    assert paper["title"]
    assert paper["collection-title"].startswith("Proceedings of the ")
    assert all({"given-names", "family-names"} == set(author) for author in paper["authors"])


def test_the_papers_are_those() -> None:
    assert {paper["notes"] for paper in CITATION["references"]} == set(PAPERS)

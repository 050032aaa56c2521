"""Places that `hayrick collect` finds in documents that do not repeat facts; part of bench/haystacks/collecting.py.

Debates of the Commons and chapters of a novel (`data/hansard_xml`, `data/gutenberg_sample` of HAYRICK_SHARED) are
documents. Facts are in bench/haystacks/collecting_facts.yaml: half of them are stated in one document or two, the
others resemble what is stated and are stated nowhere. Each list of facts is collected alone, as a small file of facts
would be.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
import yaml

from bench.figures import percent
from bench.places import DATA, needed
from hayrick.checking.collection import haystack_of_facts, why_undecided
from hayrick.checking.lacking import with_lacks
from hayrick.checking.local import Finding, StatingChecker, findings
from hayrick.checking.parts import insights_of
from hayrick.haystacks.facts import facts_of
from hayrick.stats import ratio_intervals
from hayrick.types import Document, Haystack

FACTS = Path(__file__).with_name("collecting_facts.yaml")
READ = frozenset(
    {
        "Scientific Research",
        "Westland",
        "Social Security White Paper",
        "Peterhead Harbours (South Bay Development) Order Confirmation Bill (By Order)",
    }
)
"""Sections that were read when the rule was made."""

LENGTH = 6000
FIRST = 31
"""First chapter that is searched."""


def debates() -> list[Document]:
    """Sections of a sitting, in parts of whole paragraphs; titles that occur again are one section."""
    root = ElementTree.parse(needed(DATA / "hansard_xml" / "housecommons_example.xml")).getroot()
    paragraphs: dict[str, list[str]] = {}
    for section in root.iter("section"):
        title = " ".join("".join(one.itertext()) for one in section.findall("title"))
        if title not in READ:
            texts = ["".join(one.itertext()) for one in section.findall("p")]
            paragraphs.setdefault(title, []).extend(" ".join(one.split()) for one in texts)
    return [
        Document(id=f"{re.sub('[^a-z]+', '-', title.casefold()).strip('-')}-{number}", text=text)
        for title, texts in paragraphs.items()
        for number, text in enumerate(_parts(texts), start=1)
    ]


def _parts(texts: Sequence[str]) -> Iterator[str]:
    part: list[str] = []
    for text in texts:
        part.append(text)
        if sum(map(len, part)) >= LENGTH:
            yield "\n\n".join(part)
            part = []
    if any(part):
        yield "\n\n".join(part)


def chapters() -> list[Document]:
    """The second half of the novel."""
    (path,) = needed(DATA / "gutenberg_sample").glob("*.txt")
    _, *texts = re.split(r"\n\s*chapter [ivxlc0-9]+\.?\s*\n", path.read_text(encoding="utf-8"), flags=re.IGNORECASE)
    return [Document(id=f"chapter-{n}", text=text) for n, text in enumerate(texts, start=1) if n >= FIRST]


class Asked(NamedTuple):
    """A list of facts with documents, and the documents that state each fact."""

    kind: str
    haystack: Haystack
    stated: Mapping[str, frozenset[str]]


def asked() -> list[Asked]:
    documents = {"hansard": debates(), "novel": chapters()}
    lists: Mapping[str, list[list[dict[str, Any]]]] = yaml.safe_load(FACTS.read_text(encoding="utf-8"))
    found = []
    for kind, several in lists.items():
        known = {one.id for one in documents[kind]}
        for facts in several:
            texts = [one["text"] for one in facts]
            question = {"question": f"What is said of the {kind}?", "facts": texts}
            value = yaml.safe_dump({"schema": 1, "topic": kind, "questions": [question]})
            whole = haystack_of_facts(facts_of(value, "facts", known), documents[kind], None, kind)
            ids = [one.id for one in insights_of(whole)]
            stated = {id: frozenset(one.get("stated", ())) for id, one in zip(ids, facts, strict=True)}
            assert all(map(known.issuperset, stated.values())), stated
            found.append(Asked(kind, whole, stated))
    return found


def print_elsewhere() -> None:
    """Table of places, with the rule about what is absent and without it."""
    heads = (
        "facts stated",
        "places found",
        "right",
        "precision",
        "recall",
        "facts not stated",
        "found",
        "surely found",
    )
    print("\nDocuments that do not repeat facts\n| documents | what is absent | " + " | ".join(heads) + " |")
    print("|---" * (2 + len(heads)) + "|")
    lists = asked()
    found = [list(findings(one.haystack, StatingChecker(insights_of(one.haystack)))) for one in lists]
    for name, kinds in (("hansard", ["hansard"]), ("novel", ["novel"]), ("both", ["hansard", "novel"])):
        for rule in ("ignored", "counts"):
            rows = []
            for number, (one, every) in enumerate(zip(lists, found, strict=True)):
                kept = list(with_lacks(one.haystack, every)) if rule == "counts" else every
                rows += [_row(number, one, id, kept) for id in one.stated if one.kind in kinds]
            print(f"| {name} | {rule} | " + " | ".join(_cells(np.array(rows, float))) + " |")


def _row(number: int, one: Asked, id: str, found: Sequence[Finding]) -> list[float]:
    """List, places stated, found, right, whether not stated, whether found though not stated, and surely."""
    own = [each for each in found if each.insight == id and each.found]
    right = sum(each.document in one.stated[id] for each in own)
    absent = not one.stated[id]
    sure = any(why_undecided(each) is None for each in own)
    return [number, len(one.stated[id]), len(own), right, absent, absent and bool(own), absent and sure]


def _cells(rows: np.ndarray[Any, np.dtype[np.float64]]) -> list[str]:
    lists, stated, found, right, absent, wrong, sure = rows.T
    shares = ratio_intervals([right, right, wrong, sure], [found, stated, absent, absent], lists.astype(int).tolist())
    counts = [f"{one.sum():.0f}" for one in (stated > 0, found, right)]
    return [*counts, *map(percent, shares[:2]), f"{absent.sum():.0f}", *map(percent, shares[2:])]


def print_pairs() -> None:
    """Every pair that is found of a fact that is stated, to be read by who writes `stated`."""
    for one in asked():
        texts = {each.id: each.text for each in insights_of(one.haystack)}
        for each in findings(one.haystack, StatingChecker(insights_of(one.haystack))):
            if each.found and one.stated[each.insight]:
                is_right = each.document in one.stated[each.insight]
                evidence = " ".join((each.evidence or "").split())
                print(f"{is_right} {each.document} {each.probability:.3f} | {texts[each.insight]} | {evidence}")


if __name__ == "__main__":
    print_pairs() if "pairs" in sys.argv else print_elsewhere()

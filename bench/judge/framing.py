"""Frames of `bench/edits/frames`, a writer a file, around insights of the sets 1 to 10 of `bench.judge.fresh`."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.judge.fresh import SETS, insights
from bench.places import EDITS
from hayrick.probes.around import Around

FRAMES = EDITS / "frames"
INSIGHTS = 2
"""How many insights each frame is put around."""

SENTENCE = re.compile(r"(?:^|[.!?] ){}(?: |$)")
"""Where a frame holds the insight as a sentence of its own; else as a clause."""

SMALL = "the a an in on at after before from to if once with since every two until under this these all some most many"
SMALL += " while because by for during its their our his her as when"


TELLERS = (
    *("A spokesman", "A spokeswoman", "The company", "The minister", "The director", "Officials", "The council"),
    *("The report", "The annual report", "A press release", "The minutes", "The study", "The authors", "Police"),
    *("The ministry", "Her lawyer", "The bank", "Both sides", "Staff", "One participant", "The chair", "The judge"),
    *("Researchers", "A nurse", "The manager", "Residents", "The newspaper", "The broadcaster", "An engineer"),
)
TOLD = (
    *("said", "told", "told", "told", "stated", "announced", "reported", "wrote", "noted", "explained", "added"),
    *("confirmed", "disclosed", "revealed", "testified", "pointed out", "mentioned", "recorded", "recalled"),
)
TO = (
    *("reporters", "local reporters", "the committee", "the court", "the hearing", "parliament", "the meeting"),
    *("us", "the newspaper", "shareholders", "the board", "journalists", "the inquiry", "her colleagues"),
)
WHEN = ("on Monday", "last week", "yesterday", "in a statement", "in an interview", "at a press conference", "later")


class Framed(NamedTuple):
    """A frame around an insight: the frame's kind, "after" or "before" the insight, its topic's texts, and the text."""

    kind: str
    place: str
    siblings: list[str]
    target: int
    text: str


def all_insights() -> list[tuple[list[str], int]]:
    """Insights of the sets, each among those of its topic."""
    return [place for name in tuple(SETS)[:10] for place in insights(SETS[name]).values()]


def lower_case() -> Around:
    """Puts insights into clauses."""
    return Around((), frozenset(SMALL.split()), {})


def framed(frame: str, insight: str, around: Around) -> str:
    """A frame around an insight, as a sentence."""
    if SENTENCE.search(frame):
        return frame.replace("{}", insight, 1)
    text = frame.replace("{}", around.within(insight), 1)
    if frame.startswith("{}"):
        text = f"{insight[0]}{text[1:]}"
    return text if text.endswith((".", "!", "?", '"')) else f"{text}."


def around_insights(path: Path) -> Iterator[Framed]:
    """A writer's frames, each around some insights."""
    pool, around, rng = all_insights(), lower_case(), random.Random(path.stem)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        place = "after" if row["frame"].startswith("{}") or SENTENCE.search(row["frame"]) else "before"
        for texts, target in rng.sample(pool, INSIGHTS):
            yield Framed(row["kind"], place, texts, target, framed(row["frame"], texts[target], around))


def attributed(statement: str, around: Around, rng: random.Random) -> str:
    """A statement with somebody who tells it."""
    clause = around.within(statement)
    who, verb, to = rng.choice(TELLERS), rng.choice(TOLD), rng.choice(TO)
    told = f"told {to}" if verb == "told" else verb
    return rng.choice(
        (
            f"{who} {told} that {clause}.",
            f"{who} {told} {rng.choice(WHEN)} that {clause}.",
            f"{clause[0].upper()}{clause[1:]}, {who[0].lower()}{who[1:]} {told}.",
            f"According to {who[0].lower()}{who[1:]}, {clause}.",
            f"As {who[0].lower()}{who[1:]} {told}, {clause}.",
        )
    )

"""Plant faults in the documents of finished haystacks, and count how many `hayrick verify` flags.

`python -m bench.haystacks.planted_faults --verify develop|locked|by-hand` prints the tables: edits by rule of SummHay's
released haystacks (bench/haystacks/fault_families.py), and sentences by hand for the haystacks of the scenarios and the
hand-written one (bench/haystacks/faulty_sentences.jsonl; written by a language model before it saw what the rules make
of them).
*Flagged* is a pair that is named in the verdict: contradicted, missing, or suspicious (recorded and not found, or found
with an objection); a leak that is found; a copy that is named. *Unsound* is one that alone makes the haystack unsound.
"Before" is the checker that compares words alone. Some minutes.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from bench.haystacks.fault_families import FAMILIES, duplicated, planted
from bench.haystacks.verification import made
from bench.haystacks.verification_fit import HAND_WRITTEN
from bench.places import SUMMHAY
from hayrick.checking.duplicates import duplicates
from hayrick.checking.local import LocalChecker
from hayrick.checking.statements import StatementReader
from hayrick.checking.verdicts import UNSOUND_BELOW
from hayrick.haystacks.files import read_haystack
from hayrick.types import Haystack

BY_HAND = Path(__file__).with_name("faulty_sentences.jsonl")


class Outcome(NamedTuple):
    """Whether a fault is flagged and makes its haystack unsound, by words alone and now; and by which reason."""

    before: bool
    unsound_before: bool
    now: bool
    unsound: bool
    reason: str


class Verifier:
    """Checks single documents as `hayrick verify` does."""

    def __init__(self, haystack: Haystack) -> None:
        insights = [insight for subtopic in haystack.subtopics for insight in subtopic.insights]
        self._checker, self._reader = LocalChecker(insights), StatementReader(insights)

    def recorded(self, text: str, insight: str) -> Outcome:
        """Outcome for a document of which it is recorded that it states an insight."""
        presence = next(one for one in self._checker.check(text) if one.insight == insight)
        objection = self._reader.objections(text, [insight]).get(insight)
        missing = presence.probability < UNSOUND_BELOW
        contradicted = objection is not None and objection.contradicts
        reason = objection.reason if objection is not None else "words" if not presence.found else "not flagged"
        flagged = not presence.found or objection is not None
        return Outcome(not presence.found, missing, flagged, missing or contradicted, reason)

    def leaked(self, text: str, insight: str) -> Outcome:
        """Outcome for a document that states an insight without a record of it."""
        presence = next(one for one in self._checker.check(text) if one.insight == insight)
        objection = self._reader.objections(text, [insight]).get(insight)
        found = presence.found and not (objection is not None and objection.contradicts)
        return Outcome(presence.found, False, found, False, "words")


OUTCOMES = "| family | {} | n | flagged before | unsound before | flagged | unsound | by |"


def outcome_line(name: str, mark: str, found: Sequence[Outcome]) -> str:
    """A row of the tables of outcomes: shares in percent, with Wilson's interval of what is flagged now."""
    if not found:
        return f"| {name} | {mark} | 0 | | | | | |"
    n = len(found)
    shares = [f"{100 * sum(part) / n:.0f}" for part in list(zip(*found, strict=True))[:4]]
    low, high = (100 * end for end in wilson(sum(one.now for one in found), n))
    by = ", ".join(f"{reason} {count}" for reason, count in Counter(one.reason for one in found).most_common(4))
    now = f"{shares[2]} [{low:.0f}, {high:.0f}]"
    return f"| {name} | {mark} | {n} | {shares[0]} | {shares[1]} | {now} | {shares[3]} | {by} |"


def wilson(right: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; takes cases as independent."""
    z, p = 1.96, right / n
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def show_verified(mark: str, names: Sequence[str], most: int = 100) -> None:
    """Edits by rule, at most so many of each family in each haystack."""
    print(f"\nFaults in {', '.join(names)}, wordings: {mark}\n{OUTCOMES.format('wordings')}")
    print("|---|---|---|---|---|---|---|---|")
    haystacks = [read_haystack(SUMMHAY / f"{name}.json") for name in names]
    verifiers = {one.id: Verifier(one) for one in haystacks}
    for family, wordings in FAMILIES.items():
        found = []
        for haystack in haystacks:
            verifier = verifiers[haystack.id]
            judge = verifier.leaked if family == "leaked" else verifier.recorded
            found += [judge(text, insight) for _, insight, text in planted(haystack, wordings[mark], most, 1)]
        print(outcome_line(family, mark, found))
    for kept in COPIES[mark]:
        draw = random.Random(1)
        tried = [duplicated(haystack, kept, draw) for haystack in haystacks for _ in range(20)]
        named = [pair in [{one.first, one.second} for one in duplicates(copy.documents)] for copy, pair in tried]
        found = [Outcome(False, False, one, False, "similarity") for one in named]
        print(outcome_line(f"document copied, {100 * kept:.0f} % of its words kept", mark, found))


COPIES = {"develop": (1.0, 0.9), "locked": (1.0, 0.85)}
"""Share of a copy's words that are kept, by set of wordings."""


def show_by_hand() -> None:
    """Faulty sentences by hand, each in one document that is recorded to state the insight."""
    haystacks = {one.id: one for one in [read_haystack(HAND_WRITTEN), *made()]}
    verifiers = {name: Verifier(one) for name, one in haystacks.items()}
    found: dict[str, list[Outcome]] = defaultdict(list)
    for line in BY_HAND.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = edited_by_hand(haystacks[row["haystack"]], row)
        found[row["kind"]].append(verifiers[row["haystack"]].recorded(text, row["insight"]))
    print(f"\nFaulty sentences by hand\n{OUTCOMES.format('wordings')}\n|---|---|---|---|---|---|---|---|")
    for kind, outcomes in sorted(found.items()):
        print(outcome_line(kind, "by hand", outcomes))
    print(outcome_line("all", "by hand", [one for outcomes in found.values() for one in outcomes]))


def edited_by_hand(haystack: Haystack, row: Mapping[str, str]) -> str:
    """The text of a document with one faulty sentence: at the place of `old`, or of the planted sentences.

    Made haystacks hold other wordings with other rules, since the judge's guards check what is written.
    """
    texts = {one.id: one.text for one in haystack.documents}
    if "old" in row and row["old"] in texts[row["document"]]:
        return texts[row["document"]].replace(row["old"], row["new"])
    if "statements" not in haystack.extra:
        raise ValueError(f"{row['document']} does not hold: {row['old']}")
    statements = [one for one in cast(list[Any], haystack.extra["statements"]) if one["insight"] == row["insight"]]
    document = next(one["document"] for one in statements if one["kind"] == "says")
    here = [one for one in statements if one["document"] == document and one["kind"] == "says"]
    text = texts[document]
    for one in sorted(here, key=lambda one: -one["start"]):
        text = text[: one["start"]] + row["new"].rstrip(".") + "."[: one["text"].endswith(".")] + text[one["end"] :]
    return text

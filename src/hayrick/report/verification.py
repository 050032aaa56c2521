"""Tables of verdicts on haystacks: how many insights are where they are recorded, and which pairs look wrong."""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.checking.accuracy import Figures
from hayrick.checking.verdicts import Verdict
from hayrick.report.tables import ABSENT, Table, percent
from hayrick.stats import Interval

_INSIGHT, _EVIDENCE = 100, 140
"""Maximum number of characters shown of an insight and of its evidence."""


def verification_table(verdicts: Sequence[Verdict], pooled: Figures) -> Table:
    """Table with one row per haystack and a total: verdict, counts, precision, recall and F1 with intervals."""
    planted = any(one.haystack.extra.get("statements") for one in verdicts)
    rows = [
        [
            one.haystack.id,
            "sound" if one.is_sound else "unsound",
            *_cells(one.figures),
            *([str(one.misled)] if planted else []),
        ]
        for one in verdicts
    ]
    if len(verdicts) > 1:
        unsound = sum(not one.is_sound for one in verdicts)
        misled = [str(sum(one.misled for one in verdicts))] if planted else []
        rows.append(["all", f"{unsound} unsound" if unsound else "sound", *_cells(pooled), *misled])
    heads = ["haystack", "verdict", "pairs", "recorded", "found", "both", "missing", "leaked?"]
    heads += ["precision", "recall", "F1", *(["near-misses"] if planted else [])]
    return Table("pairs of an insight and a document; percent with 95 % intervals", heads, rows, range(2, len(heads)))


def suspicious_table(verdict: Verdict, most: int) -> Table:
    """Table of at most `most` pairs on which checker and haystack disagree, largest difference first."""
    texts = {one.id: one.text for subtopic in verdict.haystack.subtopics for one in subtopic.insights}
    suspicious = verdict.suspicious
    rows = [
        [
            "missing" if one.gold else "leaked?",
            f"{one.probability:.4f}",
            one.document,
            one.insight,
            _short(texts[one.insight], _INSIGHT),
            _short(one.evidence or ABSENT, _EVIDENCE),
        ]
        for one in suspicious[:most]
    ]
    title = f"{verdict.haystack.id}: the {len(rows)} most suspicious of {len(suspicious)} pairs"
    return Table(title, ["what", "probability", "document", "insight", "its text", "nearest sentence"], rows, (1,))


def _cells(found: Figures) -> list[str]:
    counts = (found.pairs, found.held, found.found, found.present, found.missing, found.leaked)
    return [*map(str, counts), *(_interval(one) for one in (found.precision, found.recall, found.f1))]


def _interval(found: Interval) -> str:
    if found.value is None or found.low is None or found.high is None:
        return percent(found.value)
    return f"{percent(found.value)} [{percent(found.low)}, {percent(found.high)}]"


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"

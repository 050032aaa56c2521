"""Tables of verdicts on haystacks: how many insights are where they are recorded, and which pairs look wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hayrick.attribution.features import POOL
from hayrick.checking.accuracy import Figures
from hayrick.checking.collection import is_own_work
from hayrick.checking.verdicts import Verdict
from hayrick.planted import statements
from hayrick.report.tables import ABSENT, Table, percents

_COPIES = 5
"""Maximum number of repeated documents shown."""


def verification_table(verdicts: Sequence[Verdict], pooled: Figures, checker: str = "local") -> Table:
    """Table with one row per haystack and a total: verdict, counts, precision, recall and F1 with intervals.

    Where the checker found the places itself (`is_own_work`), there is no agreement to report.

    Suspicious pairs are those not found, contradicted, doubted and unrecorded; of the last some are near-misses.
    """
    planted = any(any(statements(one.haystack)) for one in verdicts)
    own = [is_own_work(one.haystack, checker) for one in verdicts]
    rows = []
    for one, is_own in zip(verdicts, own, strict=True):
        word = "unsound" if not one.is_sound else "not confirmed" if is_own else "sound"
        rows.append([one.haystack.id, word, *_cells(one.figures, [one], planted=planted, agrees=not is_own)])
    if len(verdicts) > 1:
        unsound = sum(not one.is_sound for one in verdicts)
        word = f"{unsound} unsound" if unsound else f"{sum(own)} not confirmed" if any(own) else "sound"
        rows.append(["all", word, *_cells(pooled, verdicts, planted=planted, agrees=not any(own))])
    main = ["recorded", "not found", "contradicted", "doubted", "unrecorded?", *(["near-misses"] if planted else [])]
    heads = ["haystack", "verdict", "pairs", "recorded", "found", "both", *main[1:], "precision", "recall", "F1"]
    table = Table("pairs of an insight and a document; percent with 95 % intervals", heads, rows, range(2, len(heads)))
    return table.with_main(*main, "F1")


def suspicious_table(verdict: Verdict, most: int) -> Table:
    """Table of at most `most` pairs on which checker and haystack disagree, largest difference first."""
    texts = {one.id: one.text for subtopic in verdict.haystack.subtopics for one in subtopic.insights}
    suspicious = verdict.suspicious
    rows = [
        [
            verdict.what(one),
            f"{one.probability:.4f}",
            one.document,
            one.insight,
            texts[one.insight],
            one.objection.sentence if one.objection else one.evidence or ABSENT,
        ]
        for one in suspicious[:most]
    ]
    title = f"{verdict.haystack.id}: the {len(rows)} most suspicious of {len(suspicious)} pairs"
    return Table(title, ["what", "probability", "document", "insight", "its text", "nearest sentence"], rows, (1,))


def notes_on(verdict: Verdict) -> list[str]:
    """Lines about documents that repeat others, and about pairs on which the two checks differ."""
    name = verdict.haystack.id
    lines = [
        f"{name}: document '{one.second}' repeats document '{one.first}' (similarity {one.similarity:.2f})."
        for one in verdict.duplicates[:_COPIES]
    ]
    if len(verdict.duplicates) > _COPIES:
        lines.append(f"{name}: {len(verdict.duplicates) - _COPIES} more documents repeat others.")
    if verdict.attributed is not None:
        lines.append(f"{name}: {differing_line(verdict)}")
    return lines


def differing_line(verdict: Verdict) -> str:
    """On how many pairs the check and attribution differ, in one line, and for how many of these that is no wonder."""
    differing = verdict.differing
    alone = sum(found for _, _, found in differing)
    counts = Counter(one.insight for one in verdict.findings if one.found)
    beyond = sum(max(n - POOL, 0) for n in counts.values())
    why = f" (at least {beyond} since attribution looks at {POOL} documents of an insight at most)" if beyond else ""
    return (
        f"the two checks differ on {len(differing)} pairs: {alone} are found by this one alone{why}, "
        f"{len(differing) - alone} by attribution alone."
    )


def _cells(found: Figures, verdicts: Sequence[Verdict], *, planted: bool, agrees: bool) -> list[str]:
    contradicted = sum(len(one.contradicted) for one in verdicts)
    doubted = sum(len(one.doubted) for one in verdicts)
    counts = [found.pairs, found.held, found.found, found.present, found.missing - contradicted, contradicted, doubted]
    counts += [found.leaked, *([sum(one.misled for one in verdicts)] if planted else [])]
    shares = [percents(one) if agrees else ABSENT for one in (found.precision, found.recall, found.f1)]
    return [*map(str, counts), *shares]

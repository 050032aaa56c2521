"""Bounds of an assignment: languages and dates of documents, and in which and how many documents an insight may be."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import floor
from random import Random
from typing import NamedTuple

from hayrick.synthesis.drawing import drawn
from hayrick.synthesis.scenario import ALL, PlannedInsight, Scenario, Texts
from hayrick.types import BadInput


def stream(scenario: Scenario, decision: str) -> Random:
    """Random stream of one decision."""
    return Random(f"{scenario.seed}/{decision}")


def require_consistent(scenario: Scenario) -> None:
    """Reject scenarios that no assignment can satisfy.

    Raises:
        BadInput: the message names the contradiction.
    """
    where, number, extensions = f"scenario {scenario.name}", scenario.documents, scenario.extensions
    if not scenario.insights:
        raise BadInput(where, "no insights", "at least one", "Write them into its subtopics, or let a model plan them.")
    if number < 1:
        raise BadInput(where, f"{number} documents", "at least 1")
    if scenario.minimum_documents > number and any(insight.documents is None for insight in scenario.insights):
        raise BadInput(where, f"minimum_documents {scenario.minimum_documents}", f"at most {number}, all documents")
    if extensions.outdated and scenario.dates is None:
        raise BadInput(where, "outdated statements without dates", "dates of the documents")
    asked: dict[str, tuple[float, bool]] = {
        "near_misses": (extensions.near_misses, any(one.near_misses for one in scenario.insights)),
        "contradictions": (extensions.contradictions, any(one.contradictions for one in scenario.insights)),
        "outdated": (extensions.outdated, any(one.outdated for one in scenario.insights)),
    }
    for name, (amount, given) in asked.items():
        if amount and not given:
            raise BadInput(where, f"{name} {amount:g} and no insight with '{name}'", "at least one, or 0")


class Frame(NamedTuple):
    """Languages and dates of all documents; `standing` maps a language to its documents, ascending."""

    languages: list[str]
    dates: list[date] | None
    standing: Mapping[str, list[int]]

    def within(self, languages: Collection[str], start: int = 0, end: int | None = None) -> Iterator[int]:
        """Yield the documents of these languages from position `start` to `end`."""
        for language, documents in self.standing.items():
            if language in languages:
                first, last = bisect_left(documents, start), bisect_left(documents, self._end(end))
                yield from documents[first:last]

    def count(self, languages: Collection[str], start: int = 0, end: int | None = None) -> int:
        """Number of documents of these languages from position `start` to `end`."""
        some = [documents for language, documents in self.standing.items() if language in languages]
        return sum(bisect_left(one, self._end(end)) - bisect_left(one, start) for one in some)

    def _end(self, end: int | None) -> int:
        return len(self.languages) if end is None else end


def frame_of(scenario: Scenario) -> Frame:
    """Make languages by share, shuffled, and dates spread evenly from the first document to the last."""
    number = scenario.documents
    shares = [Fraction(share).limit_denominator(10**6) for share in scenario.languages.values()]
    counts = shared_out(number, shares, [number] * len(shares))
    listed = [code for code, count in zip(scenario.languages, counts, strict=True) for _ in range(count)]
    languages = drawn(listed, stream(scenario, "languages"))
    standing: dict[str, list[int]] = {code: [] for code in scenario.languages}
    for document, code in enumerate(languages):
        standing[code].append(document)
    if scenario.dates is None:
        return Frame(languages, None, standing)
    first, last = scenario.dates
    days, steps = (last - first).days, max(1, number - 1)
    dates = [first + timedelta((2 * days * k + steps) // (2 * steps)) for k in range(number)]
    return Frame(languages, dates, standing)


def shared_out(total: int, weights: Sequence[Fraction | int], most: Sequence[int]) -> list[int]:
    """Split a total into whole numbers by weight, at most `most` each: largest remainders, ties to the first.

    The result is less than the total only if `most` adds up to less.
    """
    found = [0] * len(weights)
    live = [i for i, weight in enumerate(weights) if weight > 0]
    while live:
        left, weight = total - sum(found), sum(weights[i] for i in live)
        full = [i for i in live if left * weights[i] >= most[i] * weight]
        if not full:
            parts = {i: Fraction(left * weights[i]) / weight for i in live}
            for i in live:
                found[i] = floor(parts[i])
            by_remainder = sorted(live, key=lambda i: found[i] - parts[i])
            for i in by_remainder[: total - sum(found)]:
                found[i] += 1
            return found
        for i in full:
            found[i] = most[i]
        live = [i for i in live if i not in full]
    return found


class Want(NamedTuple):
    """In which and how many documents an insight, its outdated version and its contradictions may be."""

    languages: Collection[str]
    since: int
    allowed: int
    former: Collection[str]
    outdated: int
    denying: Collection[str]
    denied: int
    least: int = 0
    most: int = 0
    kept: int = 0
    """Number of documents that could state it but are reserved, so that enough are left to contradict it."""


def want_of(scenario: Scenario, frame: Frame, insight: PlannedInsight) -> Want:
    """Compute the bounds of one insight.

    Raises:
        BadInput: the bounds leave no room for what is asked for.
    """
    codes = list(frame.standing)
    languages = _languages(insight.realisations, codes)
    if insight.halves:
        both = [_languages(half, codes) for half in insight.halves]
        languages = [code for code in both[0] if code in both[1]]
    since, former, outdated = 0, [], 0
    if insight.outdated and frame.dates:
        since = bisect_left(frame.dates, insight.outdated.until)
        former, outdated = _languages(insight.outdated.realisations, codes), scenario.extensions.outdated
    denying = [code for code in codes if insight.contradictions.get(code)]
    denied = scenario.extensions.contradictions if insight.contradictions else 0
    want = Want(languages, since, frame.count(languages, since), former, outdated, denying, denied)
    kept = _kept(frame, want)
    fewest = max(2 if insight.halves else 1, denied + 1)
    if insight.documents is None:
        want = want._replace(kept=kept, least=max(fewest, scenario.minimum_documents), most=want.allowed - kept)
    else:
        number = want.allowed if insight.documents == ALL else insight.documents
        want = want._replace(kept=kept, least=number, most=number)
    _require_possible(scenario, frame, insight, want, fewest)
    return want


def _languages(texts: Texts, codes: list[str]) -> list[str]:
    """Languages that have texts; all languages if there are no texts, as when a model writes."""
    return [code for code in codes if texts.get(code)] if any(texts.values()) else codes


def _kept(frame: Frame, want: Want) -> int:
    """Number of documents to reserve by Hall's condition, so that outdated and contradicting ones can be disjoint.

    Enough must contradict, and enough must do one or the other; whether enough are early is checked elsewhere.
    """
    never = frame.count([code for code in want.denying if code not in want.languages])
    never += frame.count([code for code in want.denying if code in want.languages], 0, want.since)
    early = frame.count([code for code in want.former if code not in want.denying], 0, want.since)
    return max(0, want.denied - never, want.denied + want.outdated - never - early)


def _require_possible(scenario: Scenario, frame: Frame, insight: PlannedInsight, want: Want, fewest: int) -> None:
    where, name = insight.where or f"scenario {scenario.name}", f"insight '{insight.id}'"
    if insight.outdated and want.outdated > (early := frame.count(want.former, 0, want.since)):
        expected = f"at most {early}, those in its languages dated before {insight.outdated.until}"
        raise BadInput(where, f"{name} outdated in {some(want.outdated, 'document')}", expected)
    if want.kept > frame.count([code for code in want.denying if code in want.languages], want.since):
        expected = f"fewer: only {frame.count(want.denying)} are in a language of its contradictions"
        raise BadInput(where, f"{name} contradicted in {some(want.denied, 'document')}", expected)
    if want.least < fewest:
        cure = "Each of its halves needs a document." if fewest > want.denied + 1 else ""
        cure = "More documents must state it than contradict it." if want.denied else cure
        raise BadInput(where, f"{name} in {some(want.least, 'document')}", f"at least {fewest}", cure)
    if want.least > (most := want.allowed - want.kept):
        expected = f"at most {most}, those of its languages" + (" and dates" if want.since else "")
        expected += f" without {want.kept} that are to contradict it" if want.kept else ""
        raise BadInput(
            where, f"{name} in {some(want.least, 'document')}", expected, "Ask for fewer, or for more documents."
        )


def some(number: int, noun: str) -> str:
    """A number with its noun, in the plural if needed: "1 document", "3 documents"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"

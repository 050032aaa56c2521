"""Faults planted in the documents of finished haystacks, by rule, in families of two sets of wordings.

A fault edits the sentence that states an insight; see `stating`. The edits marked "develop" were there when the
reading of statements was made (`hayrick.checking.statements`), those marked "locked" were measured once at its end.
Nothing here is text of a released haystack: edits are made on it while the program runs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from bench.judge.edits import NAME, PLAIN_VERB, STRANGERS, VERB
from bench.judge.rubric import lowered
from hayrick.numerals import MONTHS, WEEKDAYS, listed
from hayrick.quantities.texts import quantities
from hayrick.quantities.values import restates
from hayrick.text import Span, sentences, terms
from hayrick.types import Document, Haystack, Insight

LEAST, APART = 0.35, 0.6
"""Share of an insight's words that the stating sentence has at least, and how much of it any other one has at most."""


class Case(NamedTuple):
    """A document that states an insight in one sentence, and other texts of the haystack to take things from."""

    haystack: Haystack
    document: Document
    insight: Insight
    span: Span

    @property
    def sentence(self) -> str:
        """The sentence that states the insight."""
        return self.document.text[slice(*self.span)]

    def instead(self, text: str) -> str:
        """The document's text with another sentence in the place of that one."""
        return self.document.text[: self.span.start] + text + self.document.text[self.span.end :]


Edit = Callable[[Case, random.Random], str | None]


def stating(document: Document, insight: Insight) -> Span | None:
    """The one sentence that has the most words of an insight; None where it has few, or another has nearly as many."""
    wanted = set(terms(insight.text))
    spans = sentences(document.text)
    shares = sorted(
        (
            (len(wanted & set(terms(document.text[slice(*span)]))) / max(len(wanted), 1), -n)
            for n, span in enumerate(spans)
        ),
        reverse=True,
    )
    if not shares or shares[0][0] < LEAST or (len(shares) > 1 and shares[1][0] > APART * shares[0][0]):
        return None
    return spans[-shares[0][1]]


def cases(haystack: Haystack) -> Iterator[Case]:
    """Recorded pairs whose document states the insight in one sentence."""
    insights = {one.id: one for subtopic in haystack.subtopics for one in subtopic.insights}
    for document in haystack.documents:
        for name, holders in haystack.held_by.items():
            if document.id in holders and (span := stating(document, insights[name])) is not None:
                yield Case(haystack, document, insights[name], span)


def number(factors: tuple[float, ...], steps: tuple[int, ...]) -> Edit:
    """One number of the insight, in digits, becomes another one wherever the document has it."""

    def edit(case: Case, draw: random.Random) -> str | None:
        text = case.document.text
        known = [q for q in quantities(case.insight.text) if q.kind not in ("ordinal", "model")]
        known = [q for q in known if any(restates(one, q) for one in quantities(case.sentence))]
        if not known:
            return None
        chosen, factor, step = draw.choice(known), draw.choice(factors), draw.choice(steps)
        hits = [q for q in quantities(text) if restates(q, chosen) or restates(chosen, q)]
        for q in sorted(hits, key=lambda one: -one.start):
            found = re.search(r"\d[\d,]*(?:\.\d+)?", text[q.start : q.end])
            if found is None:
                return None
            new = _other(found[0], factor, step)
            text = text[: q.start] + text[q.start : q.end].replace(found[0], new, 1) + text[q.end :]
        return text

    return edit


def _other(written: str, factor: float, step: int) -> str:
    plain = written.replace(",", "")
    if "." in plain:
        return f"{float(plain) * factor:.{len(plain.split('.')[1])}f}"
    value = int(plain)
    other = value + step if 1900 <= value <= 2099 or value <= 31 else round(value * factor)
    return f"{max(other, 1):,}" if "," in written else str(max(other, 1))


def negated(word: str) -> Edit:
    """The first auxiliary of the sentence is negated, else its first plain verb."""

    def edit(case: Case, draw: random.Random) -> str | None:
        text = case.sentence
        if VERB.search(text):
            return case.instead(VERB.sub(rf"\1 {word}", text, count=1))
        plain = f"did {word}" if word == "not" else word
        return case.instead(PLAIN_VERB.sub(rf"{plain} \1", text, count=1)) if PLAIN_VERB.search(text) else None

    return edit


def denied(frames: str) -> Edit:
    """The sentence stands in a frame that denies it: {0} as it is, {1} with a small first letter, {2} without stop."""

    def edit(case: Case, draw: random.Random) -> str | None:
        small = lowered(case.sentence)
        frame = draw.choice(frames.strip().splitlines())
        return case.instead(frame.format(case.sentence, small, small.rstrip(".")))

    return edit


def name(everywhere: bool) -> Edit:
    """A name that insight and sentence share becomes a stranger's or another of the haystack."""

    def edit(case: Case, draw: random.Random) -> str | None:
        insight = case.insight.text
        names = [m[0] for m in NAME.finditer(case.sentence) if m[0] in insight and len(m[0]) > 3]
        names = [one for one in names if one not in MONTHS | WEEKDAYS]
        if not names:
            return None
        old = draw.choice(names)
        others = [m[0] for one in case.haystack.subtopics for i in one.insights for m in NAME.finditer(i.text)]
        own = set(terms(case.document.text))
        others = [one for one in dict.fromkeys(others) if own.isdisjoint(terms(one)) and one not in MONTHS | WEEKDAYS]
        new = draw.choice(others) if others and draw.random() < 0.5 else draw.choice(STRANGERS).replace("_", " ")
        whole = rf"\b{re.escape(old)}\b"
        if everywhere:
            return re.sub(whole, new, case.document.text)
        return case.instead(re.sub(whole, new, case.sentence))

    return edit


def half(first: bool) -> Edit:
    """Of the sentence only the first or the last half of its words is left."""

    def edit(case: Case, draw: random.Random) -> str | None:
        words = case.sentence.rstrip(".").split()
        kept = words[: len(words) // 2] if first else words[len(words) // 2 :]
        lost = words[len(words) // 2 :] if first else words[: len(words) // 2]
        wanted = set(terms(case.insight.text))
        gone = wanted & set(terms(" ".join(lost))) - set(terms(" ".join(kept)))
        # A half without words of the insight takes nothing of it away.
        if len(words) < 8 or len(gone) < 0.25 * len(wanted):
            return None
        said = " ".join(kept)
        return case.instead(f"{said[0].upper()}{said[1:]}.")

    return edit


def removed(instead: str) -> Edit:
    """The sentence is gone, or another one stands in its place."""
    return lambda case, draw: case.instead(instead)


def leaked(from_document: bool) -> Edit:
    """The insight of another document is told in this one: in its own words, or as that document tells it."""

    def edit(case: Case, draw: random.Random) -> str | None:
        held = case.haystack.held_by
        others = [one for one in cases_of(case.haystack) if case.document.id not in held[one.insight.id]]
        other = draw.choice(others)
        told = other.sentence if from_document else other.insight.text
        return case.instead(f"{case.sentence} {told}") + f"\0{other.insight.id}"

    return edit


_CASES: dict[str, list[Case]] = {}


def cases_of(haystack: Haystack) -> list[Case]:
    """As `cases`, found once for each haystack."""
    if haystack.id not in _CASES:
        _CASES[haystack.id] = list(cases(haystack))
    return _CASES[haystack.id]


def unit(pairs: str) -> Edit:
    """A unit or magnitude that sentence and insight share becomes another one, wherever the document has it."""
    others = dict(both for pair in listed(pairs) for a, b in [pair.split("/")] for both in ((a, b), (b, a)))

    def edit(case: Case, draw: random.Random) -> str | None:
        number = r"(?:\d[\d,.]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|several))"
        found = [
            one for one in others if re.search(rf"{number}[- ]{one}\b", case.sentence) and one in case.insight.text
        ]
        if not found:
            return None
        old = draw.choice(found)
        return re.sub(rf"({number}[- ]){old}\b", rf"\g<1>{others[old]}", case.document.text)

    return edit


def roles(case: Case, draw: random.Random) -> str | None:
    """Two names that sentence and insight share change places."""
    names = dict.fromkeys(m[0] for m in NAME.finditer(f". so {case.sentence}") if m[0] in case.insight.text)
    pairs = [(a, b) for a in names for b in names if a < b and a not in b and b not in a]
    if not pairs:
        return None
    a, b = draw.choice(pairs)
    swapped = re.sub(rf"\b{re.escape(a)}\b", "\1", case.sentence)
    swapped = re.sub(rf"\b{re.escape(b)}\b", a, swapped)
    return case.instead(swapped.replace("\1", b))


FRAMES = """
It is untrue that {1}
It is a myth that {1}
Officials denied that {1}
Reports that {2} were false.
It is not the case that {1}
Contrary to reports, it is false that {1}
There is no evidence that {1}
It was falsely claimed that {1}
The idea that {2} has been refuted.
"""
LOCKED_FRAMES = """
There is no truth in the claim that {1}
It was a misunderstanding that {1}
People wrongly believe that {1}
Anyone who says that {2} is mistaken.
Nothing supports the suggestion that {1}
That {2} is pure invention.
The board rejected reports that {1}
"""
NEXT = """
{0} That turned out to be untrue.
{0} This claim was later debunked.
{0} The company later denied this.
{0} None of this is true.
{0} In reality, the opposite is the case.
"""
LOCKED_NEXT = """
{0} It has since been corrected: nothing of the sort took place.
{0} This was a mistake.
{0} All of that is invented.
{0} Those who were there say that it never happened.
{0} But that was not so.
"""

FAMILIES: Mapping[str, Mapping[str, Edit]] = {
    "number changed": {
        "develop": number((0.5, 0.7, 1.4, 2), (1, 2, 3)),
        "locked": number((0.12, 0.8, 1.15, 10), (-2, -1, 5)),
    },
    "unit changed": {
        "develop": unit(
            "million/billion percent/dollars seconds/minutes weeks/months miles/kilometers horsepower/watts"
        ),
        "locked": unit("years/months hours/days million/thousand percent/points mph/knots feet/metres"),
    },
    "negated": {"develop": negated("not"), "locked": negated("never")},
    "denied by a frame": {"develop": denied(FRAMES), "locked": denied(LOCKED_FRAMES)},
    "denied by the next sentence": {"develop": denied(NEXT), "locked": denied(LOCKED_NEXT)},
    "name swapped": {"develop": name(True), "locked": name(False)},
    "roles exchanged": {"develop": roles, "locked": roles},
    "half cut off": {"develop": half(True), "locked": half(False)},
    "removed": {"develop": removed(""), "locked": removed("More will be known by the end of the month.")},
    "leaked": {"develop": leaked(False), "locked": leaked(True)},
}
"""Family -> set of wordings -> edit; an edit returns None where the case offers nothing to edit."""


def planted(haystack: Haystack, edit: Edit, most: int, seed: int) -> Iterator[tuple[Case, str, str]]:
    """At most so many faults: the case, the insight that is at fault, and the edited document's text."""
    draw = random.Random(seed)
    found = cases_of(haystack)

    def made() -> Iterator[tuple[Case, str, str]]:
        for case in draw.sample(found, len(found)):
            text = edit(case, draw)
            if text is not None and text != case.document.text:
                text, _, other = text.partition("\0")
                yield case, other or case.insight.id, text

    return islice(made(), most)


def duplicated(haystack: Haystack, kept: float, draw: random.Random) -> tuple[Haystack, set[str]]:
    """The haystack with a copy of a document in the place of another one, and both ids.

    Of the copy's words so many are kept; the others are words of a third document.
    """
    first, other = draw.sample(haystack.documents, 2)
    words = other.text.split(" ")
    strange = draw.choice(haystack.documents).text.split()
    text = " ".join(word if draw.random() < kept else draw.choice(strange) for word in words)
    documents = tuple(replace(one, text=text) if one.id == first.id else one for one in haystack.documents)
    return replace(haystack, documents=documents), {first.id, other.id}

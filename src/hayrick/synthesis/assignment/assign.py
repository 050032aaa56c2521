"""Assigns insights to documents: each gets a random set of insights of a few subtopics, within exact bounds.

Every decision has its own random stream, seeded by the scenario's seed and the decision's name, so that changing one
option does not change other decisions. Only seeding and `random()` of `random.Random` and integer totals are used, so
that equal scenarios give equal assignments on every machine and Python version.

Source: SummHay, section 3.2 (a random set of insights for each document, every insight in at least five documents).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from hayrick.synthesis.assignment.additions import Additions, said
from hayrick.synthesis.assignment.bounds import (
    Frame,
    Want,
    frame_of,
    require_consistent,
    shared_out,
    some,
    stream,
    want_of,
)
from hayrick.synthesis.assignment.flow import Places
from hayrick.synthesis.assignment.shortage import Shortage, bits
from hayrick.synthesis.drawing import drawn
from hayrick.synthesis.scenario import DocumentPlan, Scenario
from hayrick.types import BadInput

_PATIENCE = 1000
"""Number of documents to search for a place that is only wished for; required places are searched without limit."""


def assign(scenario: Scenario) -> tuple[DocumentPlan, ...]:
    """Make one plan for each document, in order; the first has the id `d001`.

    An insight is stated by its own number of documents or else by a drawn number from `minimum_documents` on, close to
    it for most insights and far above for a few. Its documents are in a language in which it has texts (in any if it
    has none: a model writes it), and not dated before its `outdated.until`. Each document states
    `insights_per_document` insights of `subtopics_per_document` subtopics; extensions come on top. Drawn numbers and
    subtopics give way to the bounds: an assignment is found whenever one exists. One exception: if an insight has
    contradictions in some of its languages only, the documents reserved for them are drawn beforehand. Near-misses
    are placed last, where there is room.

    Raises:
        BadInput: no assignment exists; the message explains why.
    """
    require_consistent(scenario)
    frame = frame_of(scenario)
    wants = [want_of(scenario, frame, insight) for insight in scenario.insights]
    holds = _holds(scenario, frame, wants)
    added = Additions(scenario, frame, wants, holds).by_document
    words = _words(scenario)
    between = stream(scenario, "interspersing")
    width = max(3, len(str(scenario.documents)))
    plans = []
    for number, planted in enumerate(said(scenario, holds)):
        for addition in added.get(number, ()):
            planted.insert(int(between.random() * (len(planted) + 1)), addition)
        plans.append(
            DocumentPlan(
                id=f"d{number + 1:0{width}}",
                language=frame.languages[number],
                date=frame.dates[number] if frame.dates else None,
                words=words[number],
                planted=tuple(planted),
            )
        )
    return tuple(plans)


def _words(scenario: Scenario) -> list[int]:
    """Words of each document: evenly spaced on a logarithmic scale, both ends included, shuffled."""
    low, high = scenario.words
    steps = scenario.documents - 1
    even = [round(low * (high / low) ** (k / steps if steps else 0.5)) for k in range(scenario.documents)]
    return drawn(even, stream(scenario, "words"))


def _holds(scenario: Scenario, frame: Frame, wants: Sequence[Want]) -> list[int]:
    """For each document, the insights that it states, as bits.

    Raises:
        BadInput: no assignment exists.
    """
    may = _may(scenario, frame, wants)
    for more in range(len(scenario.subtopics) - 1):
        narrowed = _narrowed(scenario, may, more)
        if any(held.bit_count() < scenario.insights_per_document.low for held in narrowed):
            continue
        found = _settled(scenario, wants, narrowed)
        if isinstance(found, Places):
            return found.holds
    found = _settled(scenario, wants, may)
    if isinstance(found, Shortage):
        raise _short(scenario, found, [want.least for want in wants])
    return found.holds


def _settled(scenario: Scenario, wants: Sequence[Want], may: Sequence[int]) -> Places | Shortage:
    """Find places within all bounds and within what documents may state, or explain why there are none."""
    room = Counter(i for held in may for i in bits(held))
    least, most = [want.least for want in wants], [min(want.most, room[i]) for i, want in enumerate(wants)]
    for i, (low, high) in enumerate(zip(least, most, strict=True)):
        if low > high:
            return Shortage("room", 1 << i, high, low, high)
    everywhere = sum(1 << i for i, want in enumerate(wants) if want.least == want.allowed)
    sizes = _sizes(scenario, may, everywhere, sum(least), sum(most))
    places = Places(may, may, len(wants), stream(scenario, "places"))
    places.fill(_frequencies(scenario, least, most, sum(sizes)), most, sizes, sum(sizes), _PATIENCE)
    return places.settle(least, most, *scenario.insights_per_document) or places


def _narrowed(scenario: Scenario, may: Sequence[int], more: int) -> list[int]:
    """Restrict what documents may state to a few subtopics each, drawn so that all subtopics are used equally often.

    Args:
        scenario: with the number of subtopics per document.
        may: for each document, the insights that it may state, as bits.
        more: number of subtopics beyond the scenario's.
    """
    free, own, first = 0, [], 0
    for subtopic in scenario.subtopics:
        own.append(sum(1 << first + n for n, one in enumerate(subtopic.insights) if one.documents is None))
        free |= sum(1 << first + n for n, one in enumerate(subtopic.insights) if one.documents is not None)
        first += len(subtopic.insights)
    low, high = scenario.subtopics_per_document
    draw = stream(scenario, "subtopics of documents")
    used = [0] * len(own)
    found = []
    for held in may:
        number = low + int(draw.random() * (high - low + 1)) + more
        order = drawn([n for n, mine in enumerate(own) if held & mine], draw)
        chosen = sorted(order, key=lambda n: used[n])[:number]
        for n in chosen:
            used[n] += 1
        found.append(held & (free | sum(own[n] for n in chosen)))
    return found


def _may(scenario: Scenario, frame: Frame, wants: Sequence[Want]) -> list[int]:
    """For each document, the insights that it may state, as bits."""
    starts = sorted({want.since for want in wants})
    alike: dict[tuple[str, int], int] = {}
    may = []
    for document, code in enumerate(frame.languages):
        key = code, bisect_right(starts, document)
        if key not in alike:
            fits = (1 << i for i, want in enumerate(wants) if code in want.languages and want.since <= document)
            alike[key] = sum(fits)
        may.append(alike[key])
    draw = stream(scenario, "kept for contradictions")
    for i, want in enumerate(wants):
        if want.kept and any(code not in want.denying for code in want.languages):
            both = [code for code in want.languages if code in want.denying]
            for document in drawn(frame.within(both, want.since), draw, want.kept):
                may[document] &= ~(1 << i)
    return may


def _sizes(scenario: Scenario, may: Sequence[int], everywhere: int, least: int, most: int) -> list[int]:
    """Number of insights of each document, drawn evenly from the range, then adjusted to keep the sum in bounds."""
    draw = stream(scenario, "insights per document")
    low, high = scenario.insights_per_document
    tops = [min(high, held.bit_count()) for held in may]
    bottoms = [min(top, max(low, (held & everywhere).bit_count())) for top, held in zip(tops, may, strict=True)]
    sizes = [a + int(draw.random() * (b - a + 1)) for a, b in zip(bottoms, tops, strict=True)]
    missing = max(least, min(most, sum(sizes))) - sum(sizes)
    step, ends = (1, tops) if missing > 0 else (-1, bottoms)
    movable = drawn(range(len(may)), draw)
    while missing and (movable := [document for document in movable if sizes[document] != ends[document]]):
        for document in movable[: abs(missing)]:
            sizes[document] += step
            missing -= step
    return sizes


def _frequencies(scenario: Scenario, least: Sequence[int], most: Sequence[int], total: int) -> list[int]:
    """Number of documents of each insight: the excess over the minimum grows with the cube of its random rank.

    Without other limits, the largest excess is four times the mean, and half of the insights are within half of the
    mean excess. In SummHay's three released news haystacks the factor is 3.3 to 3.9, and 35 to 43 of 65 to 72 insights
    are within that range (counted in tests/synthesis/test_assignment.py).
    """
    ranks = drawn(range(len(least)), stream(scenario, "frequencies"))
    above = [high - low for low, high in zip(least, most, strict=True)]
    extra = shared_out(max(0, total - sum(least)), [(2 * rank + 1) ** 3 for rank in ranks], above)
    return [low + more for low, more in zip(least, extra, strict=True)]


def _short(scenario: Scenario, shortage: Shortage, least: Sequence[int]) -> BadInput:
    """Make the error that explains a shortage."""
    where, names = f"scenario {scenario.name}", [one.id for one in scenario.insights]
    documents, places = some(shortage.documents, "document"), some(shortage.needed, "place")
    if shortage.lacks == "insights":
        found = f"{documents} x {some(scenario.insights_per_document.low, 'insight')} are {places}"
        expected = f"at most {shortage.possible}, what the insights that they may hold can fill"
        return BadInput(where, found, expected, "Ask for fewer insights per document, or write more insights.")
    ids, each = [names[i] for i in bits(shortage.insights)], {least[i] for i in bits(shortage.insights)}
    found = some(len(ids), "insight")
    if len(ids) < len(names):
        found += f" ({', '.join(ids[:3])}{', ...' if len(ids) > 3 else ''})"
    found += f" x {some(min(each), 'document')} are {places}" if len(each) == 1 else f" need {places}"
    expected = f"at most {shortage.possible}, the room of {documents} that may hold them"
    cure = "Ask for more documents, more insights per document, or a smaller minimum_documents."
    return BadInput(where, found, expected, cure)

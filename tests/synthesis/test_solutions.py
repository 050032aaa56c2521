"""An assignment is found wherever there is one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Literal

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from planned import BOTH, ENGLISH, START, days, insight, placed, scenario, stated, until
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.assignment.flow import Places
from hayrick.synthesis.assignment.shortage import bits
from hayrick.synthesis.scenario import (
    ALL,
    Extensions,
    PlannedSubtopic,
    Planted,
    Range,
    Scenario,
)
from hayrick.types import BadInput


class Bounds:
    """Who may hold what within which bounds, and whether that can be: by scipy's maximum flow, not by ours."""

    def __init__(self, may: list[int], least: list[int], most: list[int], low: int, high: int) -> None:
        self.may, self.least, self.most, self.low, self.high = may, least, most, low, high

    def feasible(self) -> bool:
        """A circulation with lower bounds exists when a flow from a second source fills all its edges."""
        documents, insights = len(self.may), len(self.least)
        source, sink, first, last = range(documents + insights, documents + insights + 4)
        edges: Counter[tuple[int, int]] = Counter()
        edges[sink, source] = 10**6
        bounded = [(source, documents + i, *both) for i, both in enumerate(zip(self.least, self.most, strict=True))]
        bounded += [(d, sink, self.low, self.high) for d in range(documents)]
        for start, end, low, high in bounded:
            if low > high:
                return False
            edges[start, end] += high - low
            edges[first, end] += low
            edges[start, last] += low
        for d, allowed in enumerate(self.may):
            for i in bits(allowed):
                edges[documents + i, d] = 1
        return _flow(edges, last + 1, first, last) == sum(low for _, _, low, _ in bounded)

    def largest(self, room: int) -> int:
        """Most places that can be filled where documents have so much room."""
        documents, insights = len(self.may), len(self.least)
        source, sink = documents + insights, documents + insights + 1
        edges: Counter[tuple[int, int]] = Counter({(d, sink): room for d in range(documents)})
        for i, most in enumerate(self.most):
            edges[source, documents + i] = most
        for d, allowed in enumerate(self.may):
            for i in bits(allowed):
                edges[documents + i, d] = 1
        return _flow(edges, sink + 1, source, sink)


def _flow(edges: Counter[tuple[int, int]], nodes: int, source: int, sink: int) -> int:
    rows, columns = zip(*edges, strict=True)
    capacities = np.array(list(edges.values()), dtype=np.int32)
    graph = csr_array((capacities, (np.array(rows), np.array(columns))), shape=(nodes, nodes))
    return int(maximum_flow(graph, source, sink).flow_value)


@st.composite
def bounds(draw: st.DrawFn) -> Bounds:
    documents, insights = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    may = draw(st.lists(st.integers(0, 2**insights - 1), min_size=documents, max_size=documents))
    allowed = [sum(one >> i & 1 for one in may) for i in range(insights)]
    least = [draw(st.integers(0, count)) for count in allowed]
    most = [draw(st.integers(low, count)) for low, count in zip(least, allowed, strict=True)]
    low = draw(st.integers(0, 3))
    return Bounds(may, least, most, low, draw(st.integers(max(1, low), 5)))


@given(bounds(), st.integers(0, 5), st.integers(0, 3), st.booleans(), st.sampled_from([None, 0, 2]))
@settings(max_examples=600, deadline=None)
def test_places_are_settled_exactly_when_a_flow_exists(
    one: Bounds, seed: int, spare: int, alike: bool, patience: int | None
) -> None:
    kinds = one.may if alike else [0] * len(one.may)
    places = Places(one.may, kinds, len(one.least), Random(seed))
    wanted = [min(high, low + spare) for low, high in zip(one.least, one.most, strict=True)]
    places.fill(wanted, one.most, [min(one.high, one.low + spare)] * len(one.may), sum(wanted) + spare, patience)
    shortage = places.settle(one.least, one.most, one.low, one.high)
    assert (shortage is None) == one.feasible()
    if shortage is None:
        assert places.counts == [sum(held >> i & 1 for held in places.holds) for i in range(len(one.least))]
        assert places.loads == [held.bit_count() for held in places.holds]
        assert all(low <= count <= high for low, count, high in zip(one.least, places.counts, one.most, strict=True))
        assert all(one.low <= load <= one.high for load in places.loads)
        assert all(held & ~allowed == 0 for held, allowed in zip(places.holds, one.may, strict=True))
    else:
        assert shortage.needed > shortage.possible >= 0


@given(bounds(), st.integers(0, 5), st.integers(0, 4))
@settings(max_examples=300, deadline=None)
def test_as_many_places_are_filled_as_a_flow_can(one: Bounds, seed: int, room: int) -> None:
    places = Places(one.may, one.may, len(one.least), Random(seed))
    places.fill(one.least, one.most, [room] * len(one.may), 100)
    assert sum(places.counts) == one.largest(room)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Small ones with all constraints; what is outdated or contradicted has texts in the insight's languages."""
    documents = draw(st.integers(1, 8))
    texts = st.sampled_from([{}, ENGLISH, {"de": ("Ein Satz.",)}, BOTH])
    some = []
    for k in range(draw(st.integers(1, 6))):
        realisations = draw(texts)
        number: int | Literal["all"] | None = draw(st.one_of(st.none(), st.integers(1, documents), st.just(ALL)))
        outdated = until(draw(st.integers(0, 8)), realisations) if draw(st.booleans()) else None
        contradictions = (realisations or BOTH) if draw(st.booleans()) else {}
        some.append(
            insight(f"i{k}", number, realisations=realisations, outdated=outdated, contradictions=contradictions)
        )
    low = draw(st.integers(0, 3))
    return scenario(
        *some,
        documents=documents,
        languages=draw(st.sampled_from([{"en": 1.0}, {"en": 0.6, "de": 0.4}])),
        dates=days(0, documents - 1),
        insights_per_document=Range(low, draw(st.integers(max(1, low), 6))),
        subtopics_per_document=Range(1, draw(st.integers(1, 2))),
        per_subtopic=2,
        minimum_documents=draw(st.integers(1, 3)),
        seed=draw(st.integers(0, 3)),
        extensions=Extensions(
            outdated=draw(st.integers(0, 2)) if any(one.outdated for one in some) else 0,
            contradictions=draw(st.integers(0, 2)) if any(one.contradictions for one in some) else 0,
        ),
    )


def bounds_of(some: Scenario) -> Bounds | None:
    """What the scenario asks for, from the documents that its seed gives; None where one insight alone cannot be."""
    plain = PlannedSubtopic(id="p", title="P", query="P?", insights=(insight("p"),))
    frame = assign(
        replace(
            some, subtopics=(plain,), minimum_documents=1, insights_per_document=Range(0, 1), extensions=Extensions()
        )
    )
    may, least, most = [0] * len(frame), [], []
    for i, one in enumerate(some.insights):
        languages = set(one.realisations) or {"en", "de"}
        denied = some.extensions.contradictions if one.contradictions else 0
        stale = some.extensions.outdated if one.outdated else 0
        fits = [d for d, plan in enumerate(frame) if plan.language in languages]
        start = one.outdated.until if one.outdated else START
        late = [d for d in fits if (frame[d].date or START) >= start]
        if stale > len(fits) - len(late):
            return None
        # Those that state it and those that deny it or are out of date are apart, and only early ones are out of date.
        room = min(len(late), len(fits) - denied - (stale if denied else 0))
        fewest = denied + 1
        number = len(late) if one.documents == "all" else one.documents
        least.append(max(some.minimum_documents, fewest) if number is None else number)
        most.append(room if number is None else number)
        if not fewest <= least[-1] <= most[-1] <= room:
            return None
        for d in late:
            may[d] |= 1 << i
    return Bounds(may, least, most, *some.insights_per_document)


@given(scenarios())
@settings(max_examples=600, deadline=None)
def test_a_scenario_is_assigned_exactly_when_it_can_be(some: Scenario) -> None:
    wanted = bounds_of(some)
    try:
        plans = assign(some)
    except BadInput:
        assert wanted is None or some.minimum_documents > some.documents or not wanted.feasible()
        return
    assert wanted is not None
    assert wanted.feasible()
    assert plans == assign(some)
    for i, one in enumerate(some.insights):
        holders = placed(plans, "says", one.id)
        denying, stale = placed(plans, "contradicts", one.id), placed(plans, "outdated", one.id)
        assert wanted.least[i] <= len(holders) <= wanted.most[i]
        assert len(set(holders + denying + stale)) == len(holders) + len(denying) + len(stale)
        assert len(denying) == (some.extensions.contradictions if one.contradictions else 0) < len(holders)
        assert len(stale) == (some.extensions.outdated if one.outdated else 0)
        languages = {plans[d].language for d in holders + denying + stale}
        assert languages <= (set(one.realisations) or {"en", "de"})
        if one.outdated:
            assert all((plans[d].date or START) < one.outdated.until for d in stale)
            assert all((plans[d].date or START) >= one.outdated.until for d in holders)
    for d, plan in enumerate(plans):
        assert some.insights_per_document.low <= len(stated(plan)) <= some.insights_per_document.high
        assert all(
            Planted("says", some.insights[i].id) not in plan.planted
            for i in bits(~wanted.may[d] & 63)
            if i < len(some.insights)
        )

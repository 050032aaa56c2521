"""Where systems lose: what most of them miss, which documents they pass over, and where in a haystack they err.

Source: SummHay, sections 5 and 6, asks where in the haystack systems look; the other tables are ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hayrick import stats
from hayrick.charts import axes
from hayrick.charts.bars import Line, Value, ranges
from hayrick.page.addresses import addresses
from hayrick.page.together import Group, groups
from hayrick.page.views import Figure, Source, View
from hayrick.replies.classes import CLASS, OK, rank
from hayrick.report.figures import TENTHS
from hayrick.report.states import State, all_states, holders, insights_of
from hayrick.report.tables import Table, percent, percents
from hayrick.stats import Interval
from hayrick.systems.contexts import FULL, STORED_ORDER
from hayrick.types import DOCUMENTS_SHOWN, Item, Response

MOST_ROWS = 30
SIZES = ((1, 1), (2, 2), (3, 4), (5, 6), (7, 9), (10, 14), (15, None))
"""Least and greatest number of documents that state an insight, of each line of coverage by documents."""

Cluster = tuple[str, str]
Addresses = Mapping[tuple[int, str, tuple[str, str, str]], tuple[int, int]]
"""As `addresses.addresses`."""


@dataclass(slots=True)
class Ratio:
    """A ratio of sums over clusters, which are resampled for its interval."""

    sums: dict[Cluster, list[float]] = field(default_factory=dict)
    n: int = 0

    def add(self, cluster: Cluster, value: float) -> None:
        """Count one value."""
        own = self.sums.setdefault(cluster, [0.0, 0.0])
        own[0] += value
        own[1] += 1
        self.n += 1

    @property
    def interval(self) -> Interval:
        """The mean with its interval over clusters within datasets."""
        if not self.n:
            return Interval(None, None, None)
        tops, bottoms = np.array(list(self.sums.values())).T
        strata = stats.design(list(self.sums)).strata
        return stats.mean_of_ratios([(tops[None], bottoms[None])], strata)[0]


@dataclass(slots=True)
class Tally:
    """What became of the insights and the citations of all answers of a group."""

    insights: dict[tuple[str, str, str, str], list[State]] = field(default_factory=dict)
    """(dataset, group, item, insight) -> what became of it in each answer."""

    items: dict[tuple[str, str, str], tuple[int, str, Item[Any]]] = field(default_factory=dict)
    """Key of an item -> number of the source, task, item."""

    should: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(dataset, document) -> how often an answer covered an insight that it states, and so should have cited it."""

    right: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)
    precision: dict[int, Ratio] = field(default_factory=dict)
    recall: dict[int, Ratio] = field(default_factory=dict)
    """Tenth of the haystack -> share of citations there that are right; of those wanted there that are made.

    Of answers whose documents were shown in stored order.
    """

    coverage: dict[int, Ratio] = field(default_factory=dict)
    """Place in `SIZES` -> mean of the judge's values."""

    def add(self, item: Item[Any], response: Response[Any], states: Sequence[State]) -> None:
        """Count one answer."""
        bullets = {one.id: one for one in (response.answer.written if response.answer else ())}
        cluster = item.dataset, item.group
        places = {one.id: place for place, one in enumerate(item.documents)}
        for state in states:
            if state.insight is None or state.unit is None:
                continue
            self.insights.setdefault((*item.key, state.unit), []).append(state)
            stating = holders(item, state.insight)
            if state.value is not None and stating:
                self.coverage.setdefault(size_of(len(stating)), Ratio()).add(cluster, state.value)
            bullet = bullets.get(state.judgement.link) if state.judgement and state.judgement.link else None
            if bullet is not None and state.kind in ("whole", "partly"):
                self._cite(item, response, stating, bullet.cites, places)

    def _cite(
        self,
        item: Item[Any],
        response: Response[Any],
        stating: frozenset[str],
        cites: frozenset[str],
        places: Mapping[str, int],
    ) -> None:
        cluster, is_stored = (item.dataset, item.group), in_stored_order(response)
        shown = response.extra.get(DOCUMENTS_SHOWN)
        wanted = stating & {str(one) for one in shown} if isinstance(shown, list | tuple) else stating
        for id in sorted(places.keys() & (cites | wanted), key=places.__getitem__):
            tenth = places[id] * TENTHS // len(places)
            if id in cites:
                (self.right if id in stating else self.wrong)[item.dataset, id] += 1
                if is_stored:
                    self.precision.setdefault(tenth, Ratio()).add(cluster, float(id in stating))
            if id in wanted:
                self.should[item.dataset, id] += 1
                if is_stored:
                    self.recall.setdefault(tenth, Ratio()).add(cluster, float(id in cites))


def in_stored_order(response: Response[Any]) -> bool:
    """Whether documents were shown in stored order: as its tag says, or, without one, in full context."""
    order = response.all_tags.get("order")
    return order == STORED_ORDER or (order is None and response.context == FULL)


def size_of(n: int) -> int:
    """Place in `SIZES` of a number of documents, at least 1."""
    return next(place for place, (least, most) in enumerate(SIZES) if n >= least and (most is None or n <= most))


def losses(sources: Sequence[Source]) -> Iterator[View]:
    """Insights missed by most, documents passed over, citations by place, coverage by documents, failures by class."""
    links = addresses(sources)
    numbers = {id(source): number for number, source in enumerate(sources)}
    for group in groups(sources):
        tally, classes = Tally(), dict[str, Counter[str]]()
        for member in group.members:
            if member.task.task is None:
                continue
            for item, response, states in all_states(member.task.task, member.task.judged, member.task.scores):
                if isinstance(kind := response.extra.get(CLASS), str):
                    name = f"{response.system}+{response.context}{group.run(member)}"
                    classes.setdefault(name, Counter())[kind] += 1
                if insights_of(item) is not None:
                    tally.items.setdefault(item.key, (numbers[id(member.source)], member.task.name, item))
                    tally.add(item, response, states)
        if tally.insights:
            yield _missed(group, tally, links)
            yield from _by_place(group, tally)
            yield from _by_documents(group, tally)
            yield from _documents(group, tally, links)
        if classes:
            yield _classes(group, classes, sum(member.task.n_unread for member in group.members))


def _missed(group: Group, tally: Tally, links: Addresses) -> View:
    found: list[tuple[tuple[float, int], list[str], str]] = []
    for key, states in tally.insights.items():
        number, task, item = tally.items[key[0], key[1], key[2]]
        judged = [one for one in states if one.kind != "unjudged"]
        missed = sum(one.kind == "missed" for one in judged)
        insight = states[0].insight
        if insight is None or not missed:
            continue
        place = [one.id for one in item.gold.insights].index(insight.id)
        at = links.get((number, task, item.key))
        stated, share = len(holders(item, insight)), missed / len(judged)
        cells = [insight.text, str(missed), str(len(judged)), percent(share), str(stated), item.dataset]
        found.append(((-share, -stated), cells, f"#/unit/{at[0]}/{at[1]}/{place}" if at else ""))
    found.sort(key=lambda one: one[0])
    rows = [row for _, row, _ in found]
    addresses_ = {number: address for number, (_, _, address) in enumerate(found[:MOST_ROWS]) if address}
    heads = ["insight", "missed by", "of", "missed (%)", "documents", "data"]
    title = f"Insights missed by most answers{group.title}"
    count = f"{len(rows)} of {len(tally.insights)} insights are missed by some answer"
    caption = f"{count}; the {min(MOST_ROWS, len(rows))} missed most{group.title}"
    table = Table(caption, heads, rows[:MOST_ROWS], range(1, 5))
    text = (
        "An insight is missed where the judge says that it is not covered or contradicted, and where there is no "
        "answer. What many documents state and most answers miss is least excused."
    )
    return View(f"missed-most{group.suffix}", title, text, (), (table,), addresses_)


def _documents(group: Group, tally: Tally, links: Addresses) -> Iterator[View]:
    if not tally.should:
        return
    known: dict[tuple[str, str], tuple[int, str]] = {}
    for item_key, (number, task, item) in tally.items.items():
        at = links.get((number, task, item_key))
        for place, one in enumerate(item.documents):
            address = f"#/item/{at[0]}/{at[1]}?doc={place}" if at else ""
            known.setdefault((item.dataset, one.id), (place + 1, address))
    never = [document for document in tally.should if not tally.right[document]]
    ordered = sorted(tally.should, key=lambda key: (tally.right[key] / tally.should[key], -tally.should[key], key))
    rows, addresses_ = [], {}
    for row, document in enumerate(ordered[:MOST_ROWS]):
        place, address = known[document]
        name = f"{document[0]}, document {place}"
        if address:
            addresses_[row] = address
        right, should = tally.right[document], tally.should[document]
        rows.append([name, str(right), str(should), percent(right / should), str(tally.wrong[document])])
    heads = ["document", "cited rightly", "of", "share (%)", "cited wrongly"]
    caption = f"The {len(rows)} documents that are cited least where they should be{group.title}"
    table = Table(caption, heads, rows, range(1, 5))
    text = (
        f"{len(never)} of the {len(tally.should)} documents that state a covered insight are never cited for it. A "
        "document should be cited by the bullet that covers an insight that it states, unless it is known not to have "
        "been shown."
    )
    yield View(
        f"documents-passed-over{group.suffix}", f"Documents passed over{group.title}", text, (), (table,), addresses_
    )


def _by_place(group: Group, tally: Tally) -> Iterator[View]:
    """Citations by place in the haystack."""
    lines, rows = [], []
    for tenth in range(TENTHS):
        name = f"{10 * tenth} to {10 * tenth + 10} %"
        both = [ratios.get(tenth, Ratio()) for ratios in (tally.precision, tally.recall)]
        lines.append(Line(name, tuple(_value(one) for one in both), f"{both[0].n:,} citations"))
        rows.append([name, *(cell for one in both for cell in (percents(one.interval), f"{one.n:,}"))])
    if any(one.n for one in tally.precision.values()):
        heads = ["place in the haystack", "right of those cited", "n cited", "cited of those wanted", "n wanted"]
        title = f"Citations by place in the haystack{group.title}"
        axis = axes.percents("share of citations", (0.0, 1.0))
        drawn = ranges(title, axis, ["right, of those cited", "cited, of those wanted"], lines)
        said = "; ".join(f"{row[0]}: {row[1]} right, {row[3]} cited" for row in (rows[0], rows[-1]))
        figure = Figure(f"citations-by-place{group.suffix}", drawn, f"First and last tenth. {said}.")
        table = Table(f"{title}: percent with 95 % intervals", heads, rows, range(1, 5))
        text = (
            "Documents by their stored place, of all answers whose context shows them in stored order; citations of "
            "bullets that cover an insight. Documents that are known not to have been shown are not wanted."
        )
        yield View(f"citation-places{group.suffix}", title, text, (figure,), (table,))


def _by_documents(group: Group, tally: Tally) -> Iterator[View]:
    """Coverage by the number of documents that state an insight."""
    sizes = [(place, tally.coverage[place]) for place in sorted(tally.coverage)]
    if len(sizes) > 1:
        names = [_size_name(place) for place, _ in sizes]
        lines = [Line(name, (_value(one),), f"{one.n:,} verdicts") for name, (_, one) in zip(names, sizes, strict=True)]
        title = f"Coverage by how many documents state an insight{group.title}"
        drawn = ranges(title, axes.percents("mean coverage", (0.0, 1.0)), [""], lines)
        rows = [[name, percents(one.interval), f"{one.n:,}"] for name, (_, one) in zip(names, sizes, strict=True)]
        figure = Figure(
            f"coverage-by-documents{group.suffix}", drawn, f"{rows[0][0]}: {rows[0][1]}; {rows[-1][0]}: {rows[-1][1]}."
        )
        table = Table(
            f"{title}: percent with 95 % intervals", ["insights stated in", "coverage", "verdicts"], rows, (1, 2)
        )
        text = (
            "Mean of the judge's values over all answers. Insights that many documents repeat should be easier to find."
        )
        yield View(f"coverage-documents{group.suffix}", title, text, (figure,), (table,))


def _value(one: Ratio) -> Value | None:
    found = one.interval
    return None if found.value is None else Value(found.value, found.low, found.high)


def _size_name(place: int) -> str:
    least, most = SIZES[place]
    if most is None:
        return f"{least} documents and more"
    return f"{least} to {most} documents" if most > least else f"{least} document{'s' if least > 1 else ''}"


def _classes(group: Group, classes: Mapping[str, Counter[str]], unread: int) -> View:
    kinds = sorted({kind for one in classes.values() for kind in one}, key=rank)
    rows = [[name, *(str(one[kind]) for kind in kinds), str(one.total())] for name, one in classes.items()]
    table = Table(f"Answers by class{group.title}", ["system", *kinds, "answers"], rows, range(1, len(kinds) + 2))
    text = "What became of each question to a model; only 'ok' and 'cut' are read, all others count as failed."
    is_all_ok = kinds == [OK]
    if is_all_ok:
        text = (
            f"None: all {sum(one.total() for one in classes.values()):,} answers ended, and their form could be read."
        )
        if unread:
            text += f" {unread:,} parts of them, such as bullets, were not judged: answers much longer than asked for."
    return View(f"failures{group.suffix}", f"Failures by class{group.title}", text, (), (table,), is_folded=is_all_ok)

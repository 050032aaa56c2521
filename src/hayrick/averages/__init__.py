"""Means of several tasks: of the measures of a category, of categories, and over lengths, with intervals.

Source: HELMET, section 3: a category's score is the unweighted mean of its datasets', the overall score the unweighted
    mean of the categories', at one length. ETHIC, tables 3 and A: a task's score is the mean of all its instances
    (micro-average), beside the mean of each domain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from hayrick.averages.columns import Cluster, Column, estimate_of
from hayrick.protocols import Resample
from hayrick.types import OWN, Estimate, Score, Tags

LENGTH = "length"
AVERAGE, OVERALL, MICRO = "average", "overall", "micro_average"
CATEGORY, DOMAIN = "category", "domain"
FRACTIONS = (0.0, 1.0)


class Part(NamedTuple):
    """A measure of a task that enters a mean."""

    task: str
    measure: str
    domain: str = ""
    """What it is of, in a pooled suite, which also has the mean of each domain."""

    bounds: tuple[float, float] = FRACTIONS
    """Of the measure; the same for all parts of a category, and of all categories unless they are pooled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Several tasks whose scores are averaged: within categories, then over categories.

    Args:
        name: the name that users give and rows carry.
        paper: its source, and the version that its lists follow.
        categories: name -> parts that count equally; a category without one of its parts has no mean.
        complete: whether these are all categories of the source; the overall mean of fewer has another name.
        left_out: what it lacks of the source, a line each.
        pooled: whether a category's mean is that of all its items, each counted equally, with the mean of each part
            (`Part.domain`) beside it; there is no mean of categories then.
        headings: category -> its heading in tables; its name by default.
        of_source: category -> how many parts it has in the source; by default, as many as here.
    """

    name: str
    paper: str
    categories: Mapping[str, Sequence[Part]]
    complete: bool = True
    left_out: Sequence[str] = ()
    pooled: bool = False
    headings: Mapping[str, str] = field(default_factory=dict)
    of_source: Mapping[str, int] = field(default_factory=dict)

    def mean_of(self, category: str) -> str:
        """Name of a category's mean in a pooled suite: another one where its source has more parts."""
        n = len(self.categories[category])
        return MICRO if n == self.of_source.get(category, n) else f"{MICRO}_of_{n}_domains"

    @property
    def overall(self) -> str:
        """Name of the mean of all categories: not `average` where the source has more of them."""
        return AVERAGE if self.complete else f"{AVERAGE}_of_{len(self.categories)}_categories"

    @property
    def signature(self) -> str:
        """Categories with their parts, on one line."""
        named = (
            f"{name}={'+'.join(f'{part.task}:{part.measure}' for part in parts)}"
            for name, parts in self.categories.items()
        )
        rule = "mean of items" if self.pooled else "mean of category means"
        return f"{self.name}|{rule}|{';'.join(named)}|after:{self.paper}"


class Expanded(NamedTuple):
    """A suite, and the tasks that it asks for, as names with parameters."""

    suite: Suite
    tasks: list[str]


class Averaged(NamedTuple):
    """A mean of several tasks."""

    suite: str
    system: str
    context: str
    dataset: str | None
    """Category and length, such as "recall@32768"; "overall@32768"; None for all categories over all lengths."""

    measure: str
    estimate: Estimate
    tags: Tags
    heading: str = ""
    """Heading of its column in tables."""

    bounds: tuple[float, float] = FRACTIONS
    pooled: bool = False


_WHOLE = 0
"""Length of items that have none: whole texts, in a pooled suite."""

Place = tuple[Part, int]
Columns = dict[Place, Column]
"""Part and length -> sums of its rows."""


def averages(
    suite: Suite,
    scores: Mapping[str, Iterable[Score]],
    signature: str = "",
    resamples: Mapping[str, Resample] = MappingProxyType({}),
) -> list[Averaged]:
    """Means of a suite for every system: of each category and overall at each length, and over all lengths.

    A category is averaged where all its parts have a value; overall means need all categories, means over lengths all
    lengths. In a pooled suite every item counts equally, whatever the number of its rows, and whole texts may have no
    length. Counts are of the questions of each task and length, whatever the number of measures or of depths
    (`Item.share`). Intervals resample the groups of each task, within its datasets or across them as the task says.

    Args:
        suite: categories and their parts.
        scores: task -> its scores; items have the tag `length`, unless the suite is pooled.
        signature: recipe of these means.
        resamples: task -> what its intervals are computed over; groups within datasets by default.
    """
    return [
        Averaged(
            suite.name,
            *names,
            mean.dataset,
            mean.measure,
            _estimate(columns, mean, signature),
            mean.tags,
            suite.headings.get(str(mean.tags.get(CATEGORY)), ""),
            mean.bounds,
            suite.pooled,
        )
        for names, columns in columns_of(suite, scores, resamples).items()
        for mean in means_of(suite, columns)
    ]


def columns_of(
    suite: Suite, scores: Mapping[str, Iterable[Score]], resamples: Mapping[str, Resample]
) -> dict[tuple[str, str], Columns]:
    """(System, context) -> sums of the rows of each part at each length; arguments as of `averages`."""
    wanted = {(part.task, part.measure): part for parts in suite.categories.values() for part in parts}
    systems: dict[tuple[str, str], Columns] = {}
    for task, given in scores.items():
        resample = resamples.get(task, Resample())
        rows = [one for one in given if (task, one.measure) in wanted and one.response.variant == OWN]
        n_rows = Counter((*one.response.key, one.measure) for one in rows) if suite.pooled else {}
        for row in rows:
            part, length = (
                wanted[task, row.measure],
                row.response.all_tags.get(LENGTH, _WHOLE if suite.pooled else None),
            )
            if isinstance(length, int):
                columns = systems.setdefault((row.response.system, row.response.context), {})
                column = columns.setdefault((part, length), Column(part.bounds))
                n = n_rows.get((*row.response.key, row.measure), 1)
                column.add(row, Cluster(task, *resample.cluster(row.item.dataset, row.item.group)), n)
    return systems


def means_of(suite: Suite, columns: Columns) -> Iterator[Mean]:
    """Every mean of a suite that one system's columns allow."""
    return _pooled(suite, columns) if suite.pooled else _means(suite, columns)


Terms = Sequence[tuple[float, Sequence[Place]]]
"""Weight of each term of a mean, and the columns whose rows it pools; weights add up to 1."""


class Mean(NamedTuple):
    """One mean of a suite: its name, the columns that enter it, and the tags that they share."""

    dataset: str | None
    measure: str
    terms: Terms
    tags: Tags

    @property
    def bounds(self) -> tuple[float, float]:
        """Least and greatest possible value: those of the measures of its parts."""
        return self.terms[0][1][0][0].bounds


def _estimate(columns: Columns, mean: Mean, signature: str) -> Estimate:
    terms = [(weight, [columns[one] for one in places]) for weight, places in mean.terms]
    least, most = mean.bounds
    shown = "" if mean.bounds == FRACTIONS else f"[{least:g},{most:g}]"
    return estimate_of(terms, f"{signature}|{mean.measure}{shown}")


def _pooled(suite: Suite, columns: Columns) -> Iterator[Mean]:
    """Means of each category that has all its parts, then of each part: at every length, and over lengths."""
    lengths = sorted({length for _, length in columns})
    named = [(category, suite.mean_of(category), "", parts) for category, parts in suite.categories.items()]
    named += [
        (category, AVERAGE, part.domain, [part]) for category, parts in suite.categories.items() for part in parts
    ]
    for category, measure, domain, parts in named:
        name = f"{category}_{domain}" if domain else category
        tags: Tags = {CATEGORY: category, **({DOMAIN: domain} if domain else {})}
        found = [one for one in lengths if all((part, one) in columns and columns[part, one].bottoms for part in parts)]
        for length in found:
            places = [(part, length) for part in parts]
            if length == _WHOLE:
                yield Mean(name, measure, [(1.0, places)], tags)
            else:
                yield Mean(f"{name}@{length}", measure, [(1.0, places)], {**tags, LENGTH: length})
        if len(lengths) > 1 and found == lengths:
            terms = [(1 / len(lengths), [(part, length) for part in parts]) for length in lengths]
            yield Mean(name, f"{measure}_over_lengths", terms, tags)


def _means(suite: Suite, columns: Columns) -> Iterator[Mean]:
    """Every mean that can be computed: of a category's parts, and of categories."""
    lengths = sorted({length for _, length in columns})
    whole: dict[str, list[int]] = {}
    for category, parts in suite.categories.items():
        whole[category] = [
            one for one in lengths if all((part, one) in columns and columns[part, one].bottoms for part in parts)
        ]
        for length in whole[category]:
            tags: Tags = {CATEGORY: category, LENGTH: length}
            yield Mean(f"{category}@{length}", AVERAGE, _terms(suite, [category], [length]), tags)
    overall = [length for length in lengths if all(length in found for found in whole.values())]
    for length in overall:
        yield Mean(f"{OVERALL}@{length}", suite.overall, _terms(suite, list(whole), [length]), {LENGTH: length})
    if len(lengths) > 1:
        for category, found in whole.items():
            if found == lengths:
                yield Mean(
                    category, f"{AVERAGE}_over_lengths", _terms(suite, [category], lengths), {CATEGORY: category}
                )
    if overall == lengths and lengths:
        measure = f"{suite.overall}_over_lengths" if len(lengths) > 1 else suite.overall
        shared: Tags = {} if len(lengths) > 1 else {LENGTH: lengths[0]}
        yield Mean(None, measure, _terms(suite, list(whole), lengths), shared)


def _terms(suite: Suite, categories: Sequence[str], lengths: Sequence[int]) -> Terms:
    return [
        (1 / (len(lengths) * len(categories) * len(suite.categories[category])), [(part, length)])
        for category in categories
        for part in suite.categories[category]
        for length in lengths
    ]

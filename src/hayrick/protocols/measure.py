"""A measure, and how its rows are averaged, resampled and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Generic

from hayrick.protocols.roles import A_contra, G_contra
from hayrick.types import BadInput, Basis, Item, Judgement, Response, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure(Generic[G_contra, A_contra]):
    """One measure: how it is computed, and all that estimates, tables and reports need to know about it.

    `score` yields one `Score` for every unit on which the measure is defined. If the judge gave no verdict, the value
    is None and `unjudged` is set. If the system failed, the value is the floor and `failed` is set.
    """

    name: str
    description: str
    """What it measures, in one line."""

    source: str
    """Paper and section, or "ours"."""

    score: Callable[[Item[G_contra], Response[A_contra], Sequence[Judgement]], Iterable[Score]]
    heading: str = ""
    """Column heading in tables; the name by default."""

    bounds: tuple[float, float] = (0.0, 1.0)
    """Least and greatest possible value; the greatest may be infinite."""

    counts: str = "units"
    """What `n` counts, in the plural."""

    counts_unjudged: bool = True
    """Whether `n` includes unjudged units; False for a measure that is defined on only some of the units."""

    judged: bool = True
    """Whether it needs judgements; if so, it is not computed without a judge."""

    varies: bool = False
    """Whether it differs between the variants of a response (own and repaired citations)."""

    main: bool = True
    """Whether tables of experiments show it, if it has bounds. They test the last main measure that is a fraction."""

    shown: bool = True
    """Whether the table of a run has a column for it; scores and estimates always have rows."""

    companions: tuple[str, ...] = ()
    """Measures that are reported whenever this one is (null where undefined)."""

    at_most: str = ""
    """Name of a measure of the same units that no value of this one exceeds; "" for none. Where an interval rests on an
    assumption, it reaches no further up than the interval of that measure."""

    against: str = ""
    """Name of the measure that a chart shows across where this one is upwards; "" for no such chart."""

    curves: str = ""
    """Curves of that chart: what joins both, `product` or `harmonic`, and what that is: "product: joint"."""

    rules: str = ""
    """Version of the rules that decide values beside the judge, part of every estimate's signature; "" for none."""

    @property
    def is_fraction(self) -> bool:
        """Whether values are fractions in [0, 1], which tables show in percent."""
        return self.bounds == (0.0, 1.0)

    @property
    def is_bounded(self) -> bool:
        """Whether both bounds are finite, so that unjudged units have a worst and a best value."""
        return all(map(isfinite, self.bounds))

    @property
    def signature(self) -> str:
        """The name, followed by the bounds if values are not fractions."""
        return self.name if self.is_fraction else f"{self.name}[{self.bounds[0]:g},{self.bounds[1]:g}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resample:
    """What intervals are computed over: groups within the given datasets, or datasets.

    Args:
        datasets_from: least number of datasets from which datasets are resampled instead of groups; None for never.
        across_datasets: whether groups of one name in several datasets are one group, such as a text that is asked
            about at several lengths; not with `datasets_from`.
        groups_note: note for readers on intervals over groups.
        datasets_note: note for readers on intervals over datasets.

    Raises:
        BadInput: both `datasets_from` and `across_datasets` are given.
    """

    datasets_from: int | None = None
    across_datasets: bool = False
    groups_note: str = "Intervals resample the groups within each dataset: they describe new groups of these datasets."
    datasets_note: str = "Intervals resample datasets: they describe new datasets of the same kind."

    @property
    def signature(self) -> str:
        """All parameters on one line."""
        across = "|groups:across-datasets" if self.across_datasets else ""
        return f"datasets-from:{self.datasets_from or 'never'}{across}"

    def cluster(self, dataset: str, group: str) -> tuple[str, str]:
        """Stratum and name of a group: the dataset is its stratum, unless groups are the same across datasets."""
        return ("" if self.across_datasets else dataset), group

    def __post_init__(self) -> None:
        if self.across_datasets and self.datasets_from is not None:
            raise BadInput("Resample", "datasets_from with across_datasets", "one of them")


POOLED, BY_DATASET = "pooled", "datasets"
"""How `Task.average` combines parts into one number: `POOLED` counts every unit equally, `BY_DATASET` averages the
datasets' means. Any other value is the name of a tag (`category`), whose values' means are averaged."""


_SHARED = frozenset(
    (
        *("task", "system", "context", "tags", "measure", "value", "worst", "best", "signature"),
        *("judge", "label", "unparsed", "contradicted", "reason", "about", "repeats"),
        *("weight", "failed", "unjudged", "unread", "share"),
        *("low", "high", "n", "n_failed", "n_unjudged", "n_contradicted", "n_unread", "classes"),
        *Basis._fields,
        *("reply", "answer"),
    )
)
"""Columns that the rows of every task have."""

RESPONSES = ("summaries.jsonl", "responses.jsonl")
"""Files of a run that can hold responses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Names of columns in the rows of a task's runs; by default those of the fields, as other commands have them.

    A run records them in its manifest, and its rows are read by what it has recorded.

    Raises:
        BadInput: two columns have the same name, one has that of a column that all tasks have, or there is no such file
            of responses.
    """

    dataset: str = "dataset"
    group: str = "group"
    item: str | None = "item"
    """None if the group identifies the item: its id is that of its group."""

    unit: str = "unit"
    link: str = "link"
    variant: str | None = None
    """Column of the variant; None if the task has a single variant."""

    responses: str = "responses.jsonl"
    """File of the responses, one of `RESPONSES`."""

    per_item: str = ""
    """Suffix of estimates that average per-item means (`summary` gives `coverage@summary`); "" for none."""

    def __post_init__(self) -> None:
        named = [self.dataset, self.group, self.item, self.unit, self.link, self.variant]
        given = [name for name in named if name is not None]
        taken = [name for place, name in enumerate(given) if name in _SHARED or name in given[:place]]
        if taken:
            raise BadInput("Columns", f"a second column '{taken[0]}'", "a name for each column", "Choose another name.")
        if self.responses not in RESPONSES:
            raise BadInput("Columns", f"responses in '{self.responses}'", " or ".join(RESPONSES))

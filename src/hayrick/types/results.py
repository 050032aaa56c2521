"""What a system is asked and answers, how that is judged, and what is computed from it; for every task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, Literal, NamedTuple, TypeVar

from hayrick.types.haystack import Document
from hayrick.types.mappings import NOTHING

Label = Literal["none", "partial", "full"]

LABEL_VALUES: Mapping[str, float] = MappingProxyType({"none": 0.0, "partial": 0.5, "full": 1.0})
"""Value of each coverage label. Source: SummHay, section 4.1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unparsed:
    """A rater's reply from which no judgement could be read; never counted as a number.

    `partly` is whether other judgements could be read from the same reply.
    """

    reason: str
    reply: str = ""
    partly: bool = False


G_co = TypeVar("G_co", covariant=True)

A_co = TypeVar("A_co", covariant=True)

Tag = str | int | float

Tags = Mapping[str, Tag]
"""Experimental conditions of an item or a response: `order`, `budget_tokens`, `length`, `depth`, `seed`, `repeat`."""

DOCUMENTS_SHOWN = "documents_shown"
"""Column of a response: ids of the documents that the system was shown, wholly or in part; absent if all were."""

NO_TAGS: Tags = MappingProxyType({})

OWN = "own"
"""Variant of a response as its system gave it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Generic[G_co]):
    """One question that a system is asked, with its documents and its gold answer.

    `dataset` is a stratum: a haystack, `json_kv@8k`, a domain. `group` is the unit of resampling: a subtopic, a
    dictionary, a book. `id` is unique within dataset and group. `gold` is the reference for scoring.
    """

    dataset: str
    group: str
    id: str
    query: str
    gold: G_co
    documents: tuple[Document, ...] = ()
    tags: Tags = field(default_factory=lambda: NO_TAGS)
    share: float = 1.0
    """The part of a question that this item is: 1/6 where one is asked at six depths. Counts are of questions."""

    @property
    def key(self) -> tuple[str, str, str]:
        """Dataset, group and id, which identify the item within its task."""
        return self.dataset, self.group, self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Response(Generic[A_co]):
    """One system's answer to one item. `answer` None means that the system failed: no answer could be read.

    `tags` are the system's own (order, budget, repeat); the item has its own. `variant` names a version of the same
    reply, such as "repaired" for repaired citations.
    """

    item: Item[object]
    system: str
    context: str
    answer: A_co | None
    reply: str = ""
    tags: Tags = field(default_factory=lambda: NO_TAGS)
    variant: str = OWN
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """Further columns of the output row: stop reason, prompt signature, unknown fields of the input file."""

    n_unread: int = 0
    """Parts of the answer, such as bullets, that are not judged because it is much longer than asked for."""

    @property
    def all_tags(self) -> Tags:
        """Tags of the item and of the response."""
        return {**self.item.tags, **self.tags} if self.item.tags else self.tags

    @property
    def key(self) -> tuple[object, ...]:
        """Identifies the response within a run; all variants of one response share it."""
        return (*self.item.key, self.system, self.context, *sorted(self.tags.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One rater's verdict on one unit (insight, sentence, section, criterion) of a response.

    `value` lies in the measure's range: the rater's soft value if it gives one, else the value of `label`. Both are
    None if the rater failed; `unparsed` then gives the reason. `link` is the part of the answer that supports the
    verdict, such as the id of the covering bullet. `contradicted`: the response states the opposite, see `reason`.
    """

    unit: str
    rater: str
    value: float | None
    label: str | None = None
    link: int | None = None
    weight: float = 1.0
    unparsed: Unparsed | None = None
    contradicted: bool = False
    reason: str | None = None
    about: str | None = None
    """Text of the unit where no item names it: a key point that the judge made, a sentence of the answer."""

    repeats: tuple[str, ...] = ()
    """Readable answers of a rater that was asked several times, sorted; empty if it was asked once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One row of a measure. Every mean, interval and test is computed from these rows.

    `unit` None means the whole response. `value` None with `unjudged` false means that the system failed and that the
    measure has no floor. No row is written where a measure is undefined.
    """

    response: Response[object]
    measure: str
    unit: str | None
    value: float | None
    weight: float = 1.0
    failed: bool = False
    unjudged: bool = False
    contradicted: bool = False
    """Whether the judge found that the response states the opposite of the unit."""

    extremes: tuple[float, float] | None = None
    """Of several judgements of which some have no value: what the value would be if those were the worst, and the best;
    also in a row that has no value for want of them."""

    @property
    def item(self) -> Item[object]:
        """The item that was answered."""
        return self.response.item

    def ends(self, bounds: tuple[float, float]) -> tuple[float, float] | None:
        """The value if what was not judged of it were the worst, and the best; None if all was judged.

        Args:
            bounds: least and greatest value of the measure.
        """
        return self.extremes or (bounds if self.unjudged and self.value is None else None)


class Basis(NamedTuple):
    """What an interval is computed from; see docs/evidence/intervals.md.

    The interval has all p with (value - p)^2 <= t^2 w(p) / n_effective, where t is the quantile of Student's t for `df`
    degrees of freedom, and w(p) = (p - least)(most - p) for a measure from `least` to `most`, p - least for one without
    an upper bound. All but `n_clusters` is None where there is no interval.
    """

    n_clusters: int
    """Clusters with weight: what is resampled."""

    se: float | None = None
    """Standard error of the value by the jackknife over clusters, before any allowance; >= 0."""

    df: float | None = None
    """Degrees of freedom of t, >= 1."""

    n_effective: float | None = None
    """Number of independent values that say as much; None where the interval has no width."""

    rests_on: str | None = None
    """Whose variance it is: of the "clusters", of their "rows" if these were independent, or, where neither varies, of
    an "assumption"; None where the interval has no width."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean with its interval, its counts, and the signature of how it was computed."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    n_failed: int
    n_unjudged: int
    bounds: tuple[float, float] | None
    """The mean if all that is unjudged were the worst, and the best, with its rows' weights; None if all is judged."""

    signature: str
    n_contradicted: int = 0
    """Units of which a response states the opposite."""

    n_unread: int = 0
    """Parts of the responses, such as bullets, that were not judged; see `Response.n_unread`."""

    alike: bool = False
    """Whether the interval rests on independent rows, since groups differ far less; not known of one that was read."""

    basis: Basis | None = None
    """What the interval is computed from; not known of one that was read."""

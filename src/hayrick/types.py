"""The data types that every other module uses, as frozen, keyword-only values.

`Item`, `Response`, `Judgement` and `Score` serve every task. `Haystack`, `Subtopic`, `Insight`, `Bullet` and `Summary`
serve tasks that plant, find or cite insights. `hayrick.protocols` defines what a task consists of.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

Label = Literal["none", "partial", "full"]

LABEL_VALUES: Mapping[str, float] = MappingProxyType({"none": 0.0, "partial": 0.5, "full": 1.0})
"""Value of each coverage label. Source: SummHay, section 4.1."""


def _read_only(value: dict[object, object]) -> Mapping[object, object]:
    return MappingProxyType(value)


def _reduced(value: Mapping[object, object]) -> tuple[object, ...]:
    return _read_only, (dict(value),)


# Python itself can neither pickle nor deepcopy a read-only mapping, so a value that has one could not leave a process.
copyreg.pickle(MappingProxyType, _reduced)  # type: ignore[arg-type]

NOTHING: Mapping[str, object] = MappingProxyType({})
"""The empty mapping, default of `extra`."""


class HayrickError(Exception):
    """Wrong use or bad data. The message is one line: where, found, expected, what to do."""


class BadInput(HayrickError):
    """A file or value is invalid.

    Args:
        where: the file, and the place in it if known.
        found: what is there.
        expected: what should be there.
        cure: what the user can do, a full sentence; "" for none.
    """

    def __init__(self, where: str, found: str, expected: str, cure: str = "") -> None:
        self.where, self.found, self.expected, self.cure = where, found, expected, cure
        line = f"{where}: {found}; expected {expected}."
        super().__init__(" ".join((f"{line} {cure}" if cure else line).split()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One document of a haystack."""

    id: str
    text: str
    title: str | None = None
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """Unknown fields of the file, kept so that writing it back loses nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """One fact that is repeated across documents."""

    id: str
    text: str
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subtopic:
    """A query and the insights that answer it."""

    id: str
    title: str
    query: str
    insights: tuple[Insight, ...]
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Haystack:
    """A set of documents with planted insights whose places are known.

    `id` is the file name without extension. `held_by` maps an insight id to the ids of the documents that state it, in
    stored order; an insight that is absent from the mapping is stated in no document.
    """

    id: str
    topic: str
    documents: tuple[Document, ...]
    subtopics: tuple[Subtopic, ...]
    held_by: Mapping[str, tuple[str, ...]]
    domain: str | None = None
    format: Literal["native", "summhay"] = "native"
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    fingerprint: str | None = field(default=None, init=False, repr=False, compare=False)
    """Of the data that it was read from; None of one that was made, or changed by `dataclasses.replace`.

    So its mappings must not be changed in place.
    """

    source: str | None = field(default=None, init=False, repr=False, compare=False)
    """Where it was read from, an absolute path or `hub:DATASET@REVISION`; None as for `fingerprint`."""

    def __repr__(self) -> str:
        """What it is, without its texts."""
        parts = f"{len(self.documents)} documents, {len(self.subtopics)} subtopics"
        return f"Haystack(id={self.id!r}, topic={self.topic!r}, {parts})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullet:
    """One bullet of a summary with the documents that it cites.

    `id` is the 1-based number of its line among the reply's non-empty lines. `unknown` holds citations, as written,
    that match no document of the haystack; they count as wrong.
    """

    id: int
    text: str
    cites: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The answer to a query: bullets with citations.

    `bullets` are those that are judged: all, unless the summary is much longer than asked for; then `whole` has all
    bullets as written.
    """

    bullets: tuple[Bullet, ...]
    n_lines: int
    """Number of non-empty lines of the reply, preambles and headings included; bullet ids are at most this."""

    whole: tuple[Bullet, ...] = ()
    """All bullets as written if not all are judged in full, else empty; see `written`."""

    @property
    def written(self) -> tuple[Bullet, ...]:
        """All bullets as written, judged or not."""
        return self.whole or self.bullets


class WithInsights(Protocol):
    """Gold that consists of insights, each judged on its own."""

    @property
    def insights(self) -> Sequence[Insight]:
        """Insights in the order in which they are judged."""


class Lookalike(NamedTuple):
    """A sentence of a document that resembles an insight and does not state it.

    `contradicts`: it says the opposite; else it tells something else, or what was so once.
    """

    text: str
    contradicts: bool = False


@runtime_checkable
class WithLookalikes(WithInsights, Protocol):
    """Gold that also knows what in the documents could be taken for an insight."""

    @property
    def lookalikes(self) -> Mapping[str, Sequence[Lookalike]]:
        """Insight id -> its lookalikes; an absent insight has none that is known."""


class WithHolders(WithInsights, Protocol):
    """Gold that also states which documents hold each insight."""

    @property
    def held_by(self) -> Mapping[str, Sequence[str]]:
        """Insight id -> ids of the documents that state it; an absent insight is stated in no document."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    """"assistant" is what the model is shown as a reply of its own, in a conversation."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One document as a prompt shows it."""

    document: str
    """Id of the document."""

    position: int
    """Stored position of the document, from 1: the number that citations use."""

    block: tuple[int, int]
    """Start and end of the document in the last message, its heading and closing mark included."""

    text: tuple[int, int]
    """Start and end of the document's own text in the last message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The messages sent to a model, and the documents that its citations refer to."""

    messages: tuple[Message, ...]
    signature: str
    """Template with version and hash, and all parameters, on one line."""

    sources: tuple[Source, ...] = ()
    """The documents shown, in displayed order; none in a judge's prompt."""

    shortened: tuple[str, ...] = ()
    """Ids of documents that were cut or dropped to fit a context window, in displayed order."""

    removed_tokens: int = 0
    """Number of tokens that were removed to fit a context window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A prompt for the model in one role: the system under test, a judge, a planner, a writer, a checker.

    `max_tokens` limits the reply. `repeat` distinguishes otherwise equal questions, so that each is sent separately.
    `stand_in` is a reply of typical form, for plans, where further questions depend on what the reply says.
    `alternatives` is how many alternatives of the reply's first token are wanted, with their log-probabilities; not all
    models give them; `instead` says how many more replies to the same prompt are drawn where there are none.
    `temperature` takes the place of the role's own; None for that one.
    `readable` says whether anything can be read from a reply, None where that does not show yet; a judge is given up
    none of whose replies can be read. It may be called any number of times.
    """

    role: str
    prompt: Prompt
    max_tokens: int
    repeat: int = 0
    stand_in: str = ""
    alternatives: int = 0
    instead: int = 0
    temperature: float | None = None
    readable: Callable[[Reply], bool | None] | None = field(default=None, compare=False, repr=False)


class Alternative(NamedTuple):
    """A token with which a reply may have begun, and the natural logarithm of its probability, <= 0."""

    token: str
    logprob: float


class Reply(NamedTuple):
    """A model's reply, and why it stopped ("stop", "max_tokens", "content_filter", ...)."""

    text: str
    stop: str = "stop"
    reasoned: bool = False
    """Whether the model reasoned first; its reasoning is no part of `text`."""

    truncated: bool = False
    """Whether the server counted so few tokens that it cannot have read the whole prompt."""

    alternatives: tuple[Alternative, ...] = ()
    """Of the first token, where the question wanted them and the model gave them; none if the model reasoned first."""

    documents_shown: tuple[str, ...] | None = None
    """Ids of the documents that a system of the user's says it was shown, in stored order; None if it says nothing."""

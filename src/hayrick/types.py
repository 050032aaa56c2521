"""The nouns every other module speaks: frozen, keyword-only values without behaviour beyond validation.

`Item`, `Response`, `Judgement` and `Score` serve every task; `Haystack`, `Subtopic`, `Insight`, `Bullet` and `Summary`
are shared by those that plant, find or cite insights. What tasks are made of is in `hayrick.protocols`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

Label = Literal["none", "partial", "full"]

LABEL_VALUES: Mapping[str, float] = MappingProxyType({"none": 0.0, "partial": 0.5, "full": 1.0})
"""Value of each coverage label. Source: SummHay, section 4.1."""

NOTHING: Mapping[str, object] = MappingProxyType({})
"""The empty `extra`."""


class HayrickError(Exception):
    """Wrong use or bad data, told in one line: where, found, expected, what to do."""


class BadInput(HayrickError):
    """A file or value is not what it must be.

    Args:
        where: the file, and the place in it where known.
        found: what is there.
        expected: what should be there.
        cure: what the user can do, a full sentence.
    """

    def __init__(self, where: str, found: str, expected: str, cure: str = "") -> None:
        self.where, self.found, self.expected, self.cure = where, found, expected, cure
        line = f"{where}: {found}; expected {expected}."
        super().__init__(" ".join((f"{line} {cure}" if cure else line).split()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One text of a haystack."""

    id: str
    text: str
    title: str | None = None
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """Fields that we do not know, kept so that a file comes back as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """One piece of information that is repeated across documents."""

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
    """Documents, and what is known to be said where.

    `id` is the file name without extension. `held_by` maps an insight id to the ids of the documents that hold it,
    in stored order; an insight missing there is held by no document.
    """

    id: str
    topic: str
    documents: tuple[Document, ...]
    subtopics: tuple[Subtopic, ...]
    held_by: Mapping[str, tuple[str, ...]]
    domain: str | None = None
    format: Literal["native", "summhay"] = "native"
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullet:
    """One statement of a summary with the documents that it cites.

    `id` is the 1-based number of its line among the reply's non-empty lines. `unknown` are citations that name no
    document of the haystack, as written: they count as wrong.
    """

    id: int
    text: str
    cites: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The answer to a query: bullets with citations."""

    bullets: tuple[Bullet, ...]
    n_lines: int
    """Non-empty lines of the reply, preambles and headings included: the range of bullet ids."""


class WithInsights(Protocol):
    """Gold that consists of insights: each is a unit that a judge decides on."""

    @property
    def insights(self) -> Sequence[Insight]:
        """In the order in which they are judged."""


class WithHolders(WithInsights, Protocol):
    """Gold that also says which documents hold each insight."""

    @property
    def held_by(self) -> Mapping[str, Sequence[str]]:
        """Insight id -> ids of the documents that hold it; an insight missing there is held by none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unparsed:
    """A rater's reply that gives no judgement; never a number."""

    reason: str
    reply: str = ""


G_co = TypeVar("G_co", covariant=True)
A_co = TypeVar("A_co", covariant=True)

Tag = str | int | float
Tags = Mapping[str, Tag]
"""What an item or a response varies in: `order`, `budget_tokens`, `length`, `depth`, `seed`, `repeat`."""

NO_TAGS: Tags = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Generic[G_co]):
    """One thing that a system is asked.

    `dataset` is a stratum: a haystack, `json_kv@8k`, a domain. `group` is what is resampled: a subtopic, a dictionary,
    a book. `id` is unique within dataset and group. `gold` is what the answer is compared with.
    """

    dataset: str
    group: str
    id: str
    query: str
    gold: G_co
    documents: tuple[Document, ...] = ()
    tags: Tags = field(default_factory=lambda: NO_TAGS)

    @property
    def key(self) -> tuple[str, str, str]:
        """Dataset, group and id: what names it within its task."""
        return self.dataset, self.group, self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Response(Generic[A_co]):
    """What one system said about one item; answer None: it gave no readable answer, which is its failure.

    `tags` are those of the system's own (order, budget, repeat), beside the item's. `variant` names a version of the
    same reply, such as "repaired" for repaired citations.
    """

    item: Item[object]
    system: str
    context: str
    answer: A_co | None
    reply: str = ""
    tags: Tags = field(default_factory=lambda: NO_TAGS)
    variant: str = "own"
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """Further columns of its row: why the model stopped, the prompt's signature, fields of a file that are not ours."""

    @property
    def all_tags(self) -> Tags:
        """Tags of the item and of the response."""
        return {**self.item.tags, **self.tags} if self.item.tags else self.tags

    @property
    def key(self) -> tuple[object, ...]:
        """What names it among the responses of a run; variants of one response share it."""
        return (*self.item.key, self.system, self.context, *sorted(self.tags.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One rater's opinion of one unit (insight, sentence, section, criterion) of a response.

    `value` is in the measure's range, soft where the rater has one, else the label's. `label` and `value` are None
    where the rater failed, and `unparsed` says why. `link` is the part of the answer that it rests on, such as the id
    of the covering bullet. `contradicted`: the response says the opposite, and `reason` where.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One row of a measure: from these rows every mean, interval and test is recomputed.

    `unit` None is the response as a whole. `value` None with `unjudged` false means that the system failed and the
    measure has no floor there; where a measure is undefined no row is written.
    """

    response: Response[object]
    measure: str
    unit: str | None
    value: float | None
    weight: float = 1.0
    failed: bool = False
    unjudged: bool = False

    @property
    def item(self) -> Item[object]:
        """The item that the response is to."""
        return self.response.item


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean with its interval, its counts, and the recipe that made it."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    n_failed: int
    n_unjudged: int
    bounds: tuple[float, float] | None
    """Value if every unjudged row were the worst, and the best; None where nothing is unjudged."""

    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of what a model is sent."""

    role: Literal["system", "user"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One document as a prompt shows it."""

    document: str
    """Id of the document."""

    position: int
    """Stored position of the document, from 1: the number that citations use."""

    block: tuple[int, int]
    """Characters of the last message that show the document, heading and closing mark included."""

    text: tuple[int, int]
    """Characters of the last message that are the document's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a model is sent, and what its citations mean."""

    messages: tuple[Message, ...]
    signature: str
    """Template with version and hash, and all parameters, in one line."""

    sources: tuple[Source, ...] = ()
    """The documents shown, in displayed order; none in a judge's prompt."""

    shortened: tuple[str, ...] = ()
    """Ids of documents that were cut or left out to fit a window, in displayed order."""

    removed_tokens: int = 0
    """Tokens that were taken out to fit a window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is put to a model that plays a role: the system under test, a judge, a planner, a writer, a checker.

    `max_tokens` is the longest reply of use. `repeat` numbers questions that are otherwise equal: each number is asked
    anew.
    """

    role: str
    prompt: Prompt
    max_tokens: int
    repeat: int = 0


class Reply(NamedTuple):
    """What a model said, and why it stopped ("stop", "max_tokens", "content_filter", ...)."""

    text: str
    stop: str = "stop"

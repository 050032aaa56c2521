"""The nouns every other module speaks: frozen, keyword-only values without behaviour beyond validation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, Protocol

Label = Literal["none", "partial", "full"]
Citations = Literal["own", "repaired"]

LABEL_VALUES: Mapping[Label, float] = MappingProxyType({"none": 0.0, "partial": 0.5, "full": 1.0})
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
    """What one system said for one subtopic. A summary without bullets is a failure of the system."""

    haystack: str
    subtopic: str
    system: str
    context: str
    bullets: tuple[Bullet, ...]
    reply: str
    n_lines: int
    """Non-empty lines of the reply, preambles and headings included: the range of bullet ids."""

    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unparsed:
    """A rater's reply that gives no judgement; never a number."""

    reason: str
    reply: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One rater's opinion of one insight in one summary.

    `value` in [0, 1] is soft where the rater has one, else the label's. `label` and `value` are None where the
    rater failed, and `unparsed` says why. `bullet` is the id of the covering bullet, None where there is none.
    """

    haystack: str
    subtopic: str
    system: str
    context: str
    insight: str
    judge: str
    label: Label | None
    value: float | None
    bullet: int | None
    unparsed: Unparsed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One row of a measure: from these rows every mean, interval and test is recomputed.

    `value` None with `unjudged` false means the measure is undefined there (no citation score of an uncovered
    insight) and such rows are not written. `group` is the cluster that is resampled.
    """

    haystack: str
    subtopic: str
    insight: str | None
    system: str
    context: str
    citations: Citations
    measure: str
    value: float | None
    weight: float = 1.0
    failed: bool = False
    unjudged: bool = False


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
class Case:
    """One question to one rater: how far a summary covers these insights."""

    id: str
    haystack: str
    subtopic: str
    system: str
    context: str
    insights: tuple[str, ...]
    """Ids of the insights that are asked about, in displayed order."""

    bullets: tuple[int, ...]
    """Ids of the bullets shown: all that a link may name."""

    prompt: Prompt


class Judge(Protocol):
    """Whoever says how far each insight of a subtopic is covered by a summary, and by which bullet."""

    @property
    def name(self) -> str:
        """As it was given by the user: rows name the judge so."""

    @property
    def signature(self) -> str:
        """Everything that its answers depend on, in one line."""

    def judge(self, subtopic: Subtopic, summary: Summary) -> Sequence[Judgement]:
        """One judgement for every insight of the subtopic, in order."""


class System(Protocol):
    """Whoever answers the queries of a haystack."""

    @property
    def signature(self) -> str:
        """Everything that its answers depend on, in one line."""

    def summaries(self, haystack: Haystack, subtopics: Sequence[Subtopic]) -> Iterable[Summary]:
        """Summaries of these subtopics, by one or several (system, context)."""

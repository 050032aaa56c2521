"""What a benchmark is made of: two values, `Measure` and `Task`, and four protocols: System, Judge, Retriever, Ask.

All are generic in the gold `G` of an item and the answer `A` of a response, so that wiring one task's measure or judge
into another task is a type error. Any of them can be a user's own (`python:module:name`, `python:file.py:name`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Generic, Protocol, TypeVar

from hayrick.text import Span
from hayrick.types import NOTHING, Document, Item, Judgement, Prompt, Question, Reply, Response, Score

G = TypeVar("G")
A = TypeVar("A")
G_contra = TypeVar("G_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Ask(Protocol):
    """Answers questions: models through a journal, a journal alone, or a script in tests.

    All questions of a round are handed over together and answered together, so that what comes of them does not depend
    on the order in which replies arrive.
    """

    async def __call__(self, questions: Sequence[Question]) -> Sequence[Reply | None]:
        """One reply for each question, in order; None where the call failed."""


class System(Protocol[G_contra, A_co]):
    """What is evaluated: a model with a context, a pipeline, a baseline, recorded replies."""

    @property
    def signature(self) -> str:
        """Everything that its responses depend on, in one line."""

    @property
    def asks(self) -> bool:
        """Whether it uses `ask`; if so it is handed one item at a time, else all items of a dataset together."""

    async def respond(self, items: Sequence[Item[G_contra]], ask: Ask) -> Sequence[Response[A_co]]:
        """Responses to these items of one dataset, by one or several (system, context)."""


class Judge(Protocol[G_contra, A_contra]):
    """Decides unit by unit what a response is worth: a model, rules without a model, or recorded labels."""

    @property
    def name(self) -> str:
        """As it was given by the user: rows name the judge so."""

    @property
    def signature(self) -> str:
        """Everything that its judgements depend on, in one line."""

    @property
    def asks(self) -> bool:
        """Whether it uses `ask`."""

    async def judge(self, item: Item[G_contra], response: Response[A_contra], ask: Ask) -> Sequence[Judgement]:
        """One judgement for every unit of the item, in order, also where the response has no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Part of a document that a system is shown."""

    document: str
    """Id of the document."""

    position: int
    """Stored position of the document, from 1: the number that citations use."""

    text: str
    """What is shown of it: parts in the document's own order, on lines of their own."""

    spans: tuple[Span, ...] = ()
    """Characters of the document's text that the parts are, ascending and apart."""

    tokens: int = 0
    """Tokens of `text`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure(Generic[G_contra, A_contra]):
    """One measure: how it is computed, and everything that estimates, tables, lists and reports must know about it.

    `score` yields one `Score` for every unit on which the measure is defined: value None and `unjudged` where the judge
    gave no verdict, the floor and `failed` where the system gave no answer.
    """

    name: str
    description: str
    """What it measures, in one line."""

    source: str
    """Paper and section, or "ours"."""

    score: Callable[[Item[G_contra], Response[A_contra], Sequence[Judgement]], Iterable[Score]]
    heading: str = ""
    """Head of its column in tables; its name by default."""

    bounds: tuple[float, float] = (0.0, 1.0)
    """Least and greatest possible value; the greatest may be infinite."""

    counts: str = "units"
    """What its `n` counts, in the plural."""

    counts_unjudged: bool = True
    """Whether `n` includes unjudged units; not for a measure that is defined on a part of the units only."""

    judged: bool = True
    """Whether it needs judgements: without a judge it is absent."""

    varies: bool = False
    """Whether it differs between the variants of a response (own and repaired citations)."""

    main: bool = True
    """Whether tables of experiments show it; the last main measure of a task is the one that they test."""

    companions: tuple[str, ...] = ()
    """Measures that are reported (null where undefined) wherever this one is."""

    @property
    def is_fraction(self) -> bool:
        """Whether values are fractions in [0, 1], which tables show in percent."""
        return self.bounds == (0.0, 1.0)

    @property
    def is_bounded(self) -> bool:
        """Whether there is a best case of what is unjudged."""
        return all(map(isfinite, self.bounds))

    @property
    def signature(self) -> str:
        """Name, and bounds where values are no fractions."""
        return self.name if self.is_fraction else f"{self.name}[{self.bounds[0]:g},{self.bounds[1]:g}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known beforehand about the relevance of the documents to one query.

    Only the oracle, stored scores and the orders by relevance look at it; a search in text has no use for it.
    """

    grades: Sequence[float]
    """Relevance of each document in stored order, >= 0: for example how many of the wanted insights it holds."""

    stored: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """Scores that came with the data: retriever's name -> (document id -> score, or one a document)."""


class Retriever(Protocol):
    """Scores how well each document fits a query."""

    @property
    def name(self) -> str:
        """As it was given by the user."""

    @property
    def signature(self) -> str:
        """Everything that its scores depend on, in one line."""

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> Sequence[float]:
        """A finite score for every document in stored order, higher is better; only their order has a meaning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resample:
    """What an interval describes: new groups of the same datasets, or new datasets.

    Args:
        datasets_from: from this many datasets on they are themselves a sample, and are what is resampled; None never.
        groups_note: what intervals over groups mean, for the reader.
        datasets_note: what intervals over datasets mean.
    """

    datasets_from: int | None = None
    groups_note: str = "Intervals resample the groups within each dataset: they describe new groups of these datasets."
    datasets_note: str = "Intervals resample datasets: they describe new datasets of the same kind."

    @property
    def signature(self) -> str:
        """All parameters in one line."""
        return f"datasets-from:{self.datasets_from or 'never'}"


POOLED, BY_DATASET = "pooled", "datasets"
"""How parts become one number: every unit counts the same, or the mean of the datasets' means; else the name of a tag
whose values' means are averaged (`category`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """How a task names identity in its files; other tasks than SummHay keep the names of the nouns."""

    dataset: str = "dataset"
    group: str = "group"
    item: str | None = "item"
    """None: the group names the item."""

    unit: str = "unit"
    link: str = "link"
    variant: str | None = None
    """Column of the variant; None where the task has one variant only."""

    responses: str = "responses.jsonl"
    per_item: str = ""
    """Suffix of estimates that average the means of items (`summary` gives `coverage@summary`); "" for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """What the maker of a judge is told.

    `role` names the judge in its questions, so that two model judges of one run are answered by two models.
    """

    name: str
    role: str = "judge"
    variant: str | None = None
    template: object = None
    """A `prompting.Template` of the user's own, or None."""

    repeats: int = 1
    max_tokens: int = 512


@dataclass(frozen=True, slots=True)
class JudgeMaker(Generic[G_contra, A_contra]):
    """One line of a table of judges: what it is, in one line, and how it is made."""

    description: str
    make: Callable[[JudgeOptions], Judge[G_contra, A_contra]]


@dataclass(frozen=True, slots=True)
class SystemMaker(Generic[G_contra, A_co]):
    """One line of a table of systems: what it is, in one line, and how it is made.

    `make` is given what follows the ":" of the name, and a seed.
    """

    description: str
    make: Callable[[str, int], System[G_contra, A_co]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant(Generic[G_contra, A]):
    """The same response with something replaced, scored in rows of its own, such as repaired citations."""

    name: str
    make: Callable[[Item[G_contra], Response[A]], Response[A]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[G, A]):
    """A benchmark: what is asked, how replies are read, what is measured, and how numbers are averaged.

    Args:
        name: as users name it and rows carry it.
        paper: its source.
        items: the items, the same for the same seed; groups of one dataset stand together.
        prompt: what a model is sent for an item when it is shown these passages.
        parse: answer of a reply; None where the reply is no readable answer, which is a failure of the system.
        measures: in the order in which they are reported.
        judges: by name; "MODEL" is asked of a language model that is named alone, "NAME:MODEL" of one after the ":".
            Empty: no judge is needed.
        systems: that this task brings along, by name; a name such as "recorded:PATTERN" wants something after its ":".
        known: what is known of the documents' relevance, for the retriever `oracle`, stored scores and orders.
        request: what a system of the user's own is sent.
        response_row: further columns of a response's row, given its variants; by default reply and answer.
        notes: what a reader of a run's responses and judgements must know besides the numbers, one line each.
        max_tokens: longest reply that is allowed.
        expected_tokens: mean length of a reply, for plans.
        stand_in: a reply of usual length, for plans of judges' calls.
        resample: what intervals describe.
        average: `POOLED`, `BY_DATASET`, or the name of a tag.
        columns: names in files.
        variants: scored beside the response as it came.
        keeps_own: whether measures that vary are scored for the response as it came.
        fingerprint: of the data, for signatures: dataset -> fingerprint.
        signature: everything else that its numbers depend on, in one line.
    """

    name: str
    paper: str
    items: Callable[[int], Sequence[Item[G]]]
    prompt: Callable[[Item[G], Sequence[Passage]], Prompt]
    parse: Callable[[Item[G], str], A | None]
    measures: tuple[Measure[G, A], ...]
    judges: Mapping[str, JudgeMaker[G, A]] = field(default_factory=dict)
    systems: Mapping[str, SystemMaker[G, A]] = field(default_factory=dict)
    known: Callable[[Item[G]], Known | None] = lambda item: None
    request: Callable[[Item[G]], Mapping[str, object]] | None = None
    response_row: Callable[[Response[A], Sequence[Response[A]]], Mapping[str, object]] | None = None
    notes: Callable[[Sequence[Response[A]], Sequence[Judgement]], Sequence[str]] | None = None
    max_tokens: int = 1024
    expected_tokens: int = 100
    stand_in: Callable[[Item[G]], str] = lambda item: ""
    resample: Resample = field(default_factory=Resample)
    average: str = POOLED
    columns: Columns = field(default_factory=Columns)
    variants: tuple[Variant[G, A], ...] = ()
    keeps_own: bool = True
    fingerprint: Mapping[str, str] = field(default_factory=dict)
    signature: str = ""

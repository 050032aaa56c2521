"""What a benchmark is built from: two values, `Measure` and `Task`, and four protocols: System, Judge, Retriever, Ask.

All are generic in the gold type `G` of an item and the answer type `A` of a response, so that using one task's measure
or judge in another task is a type error. Users can supply their own (`python:module:name`, `python:file.py:name`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Generic, NamedTuple, Protocol, TypeVar

from hayrick.text import Span
from hayrick.types import NOTHING, BadInput, Document, Item, Judgement, Prompt, Question, Reply, Response, Score

G = TypeVar("G")
A = TypeVar("A")
G_contra = TypeVar("G_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Ask(Protocol):
    """Sends questions to models and returns their replies; also a journal of past replies, or a script in tests.

    All questions of a round are sent and answered together, so that results do not depend on the order in which replies
    arrive.
    """

    async def __call__(self, questions: Sequence[Question]) -> Sequence[Reply | None]:
        """Return one reply for each question, in order; None where the call failed."""


def failure_of(ask: Ask, question: Question) -> str:
    """Why a question that was just asked has no reply, in one word for counts; "" if the `Ask` does not know."""
    why: Callable[[Question], str] | None = getattr(ask, "failure", None)
    return why(question) if why is not None else ""


def bounds_of(judge: object, unit: str) -> tuple[float, float] | None:
    """Least and greatest value that a judge can give a unit; None if it does not say so, or one of them is infinite."""
    bounds: Mapping[str, tuple[float, float]] = getattr(judge, "bounds", {})
    found = bounds.get(unit)
    return found if found is not None and all(map(isfinite, found)) else None


class System(Protocol[G_contra, A_co]):
    """What is evaluated: a model with a context, a pipeline, a baseline, or recorded replies."""

    @property
    def signature(self) -> str:
        """Everything that its responses depend on, on one line."""

    @property
    def asks(self) -> bool:
        """Whether it uses `ask`. If so, `respond` gets one item at a time, else all items of a dataset together."""

    async def respond(self, items: Sequence[Item[G_contra]], ask: Ask) -> Sequence[Response[A_co]]:
        """Respond to these items of one dataset; the responses may be those of several systems and contexts."""


class Judge(Protocol[G_contra, A_contra]):
    """Gives a verdict on each unit of a response: a model, rules without a model, or recorded labels."""

    @property
    def name(self) -> str:
        """Name that the user gave; output rows carry it."""

    @property
    def signature(self) -> str:
        """Everything that its judgements depend on, on one line."""

    @property
    def asks(self) -> bool:
        """Whether it uses `ask`."""

    async def judge(self, item: Item[G_contra], response: Response[A_contra], ask: Ask) -> Sequence[Judgement]:
        """Return one judgement for every unit of the item, in order, also if the response has no answer."""


class Progress(Protocol):
    """Is told how far a command is."""

    def __call__(self, what: str, done: int, total: int, failed: int | None = None, usd: float | None = None) -> None:
        """Take note.

        Args:
            what: what is being done.
            done: how much of it is done.
            total: how much there is to do.
            failed: calls of models that failed; None where no model is asked.
            usd: dollars spent on the whole command, earlier tries of it included; None where no model is asked.
        """


def silent(what: str, done: int, total: int, failed: int | None = None, usd: float | None = None) -> None:
    """The `Progress` that tells nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """The part of a document that a system is shown."""

    document: str
    """Id of the document."""

    position: int
    """Stored position of the document, from 1: the number that citations use."""

    text: str
    """The parts shown, in document order, each on its own line."""

    spans: tuple[Span, ...] = ()
    """Where these parts are in the document's text: character spans, ascending and disjoint."""

    tokens: int = 0
    """Number of tokens of `text`."""


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

    against: str = ""
    """Name of the measure that a chart shows across where this one is upwards; "" for no such chart."""

    curves: str = ""
    """Curves of that chart: what joins both, `product` or `harmonic`, and what that is: "product: joint"."""

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
class Known:
    """Relevance of the documents to one query, as known from the gold data.

    Used by the oracle, by stored scores and by orders by relevance; text search ignores it.
    """

    grades: Sequence[float]
    """Relevance of each document in stored order, >= 0, for example how many of the query's insights it states."""

    stored: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """Scores stored with the data: retriever name -> (document id -> score, or a list with one score per document)."""


class Retriever(Protocol):
    """Scores how well each document fits a query."""

    @property
    def name(self) -> str:
        """Name that the user gave."""

    @property
    def signature(self) -> str:
        """Everything that its scores depend on, on one line."""

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> Sequence[float]:
        """Return a finite score for every document in stored order; higher is better, only the ranking matters."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Column names in a task's files. The defaults are the names of the types; SummHay overrides them."""

    dataset: str = "dataset"
    group: str = "group"
    item: str | None = "item"
    """None if the group identifies the item."""

    unit: str = "unit"
    link: str = "link"
    variant: str | None = None
    """Column of the variant; None if the task has a single variant."""

    responses: str = "responses.jsonl"
    per_item: str = ""
    """Suffix of estimates that average per-item means (`summary` gives `coverage@summary`); "" for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """Options from which a judge is made.

    `role` identifies the judge in its questions, so that two model judges of one run can use two models.
    """

    name: str
    role: str = "judge"
    variant: str | None = None
    template: object = None
    """A user's own `prompting.Template`, or None."""

    repeats: int = 1
    max_tokens: int = 512


class Evidence(NamedTuple):
    """One figure of a judge against people, as measured by a script of ours; reports show it beside its scores."""

    figure: str
    value: float
    low: float
    high: float
    n: int
    counts: str
    """What `n` counts, in the plural."""

    data: str
    where: str
    """Document that says how it was measured."""

    is_elsewhere: bool = False
    """Whether the data are of other people and another kind than those on which the judge was fitted."""


@dataclass(frozen=True, slots=True)
class JudgeMaker(Generic[G_contra, A_contra]):
    """One line of a table of judges: what it is, in one line, and how it is made."""

    description: str
    make: Callable[[JudgeOptions], Judge[G_contra, A_contra]]
    placeholders: Mapping[str, str] = field(default_factory=dict)
    """Placeholders of the original's prompt files, as written -> our names; those that occur are filled."""

    evidence: Sequence[Evidence] = ()
    """How far it agrees with people, if that was measured."""


@dataclass(frozen=True, slots=True)
class SystemMaker(Generic[G_contra, A_co]):
    """One line of a table of systems: what it is, in one line, and how it is made.

    `make` is given what follows the ":" of the name, and a seed.
    """

    description: str
    make: Callable[[str, int], System[G_contra, A_co]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant(Generic[G_contra, A]):
    """A modified version of each response, scored in rows of its own, such as one with repaired citations."""

    name: str
    make: Callable[[Item[G_contra], Response[A]], Response[A]]


class Further(NamedTuple):
    """A question for people about units that no judge answers."""

    kind: str
    """Kind of the units."""

    question: str
    each: bool
    """Whether it is asked of each sampled unit, or once of all units of a response together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Generic[G]):
    """What people are asked in order to validate a task's judges (`hayrick validate DIR --sheet FILE`).

    Units are of a kind: what their names have before "/" (`recall/3`).

    Args:
        asks: kind of unit -> the question that the judge answered with yes or no.
        reads: texts that a person needs beside the answer: heading -> text.
        about: name -> further question that no judge answers.
        published: kind -> agreement of the original's judge with people, in its paper's figures.
        lists: what people are asked to list of an item's documents, in the form of a reply; "" for nothing. The run's
            answers, which are sets, are then compared with theirs; kind "list" of `published`.
    """

    asks: Mapping[str, str] = field(default_factory=dict)
    reads: Callable[[Item[G]], Mapping[str, str]] = lambda item: {}
    about: Mapping[str, Further] = field(default_factory=dict)
    published: Mapping[str, str] = field(default_factory=dict)
    lists: str = ""


class Reference(NamedTuple):
    """Figures of one system with one context, as they were published."""

    system: str
    context: str
    values: Mapping[str, float]
    """Measure -> value, in the measure's own unit: a fraction, not percent."""


class Published(NamedTuple):
    """Figures of a task that others published; reports show them apart, and test nothing against them."""

    source: str
    """Paper and table."""

    data: str
    """What they are of, such as the data and the judge, in full sentences."""

    rows: Sequence[Reference]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[G, A]):
    """A benchmark: its questions, how replies are parsed, what is measured, and how numbers are averaged.

    Args:
        name: the name that users give and rows carry.
        paper: its source.
        items: the items, the same for the same seed; groups of one dataset stand together.
        prompt: what a model is sent for an item when it is shown these passages.
        judged_part: a response with what is not to be judged set aside, and counted in `Response.n_unread`; applied to
            the responses of every system. By default all of it is judged.
        parse: answer of a reply; None where the reply is no readable answer, which is a failure of the system.
        measures: in the order in which they are reported.
        judges: by name; "MODEL" is asked of a language model that is named alone, "NAME:MODEL" of one after the ":".
            Empty: no judge is needed.
        systems: that this task brings along, by name; a name such as "recorded:PATTERN" wants something after its ":".
        known: what is known of the documents' relevance, for the retriever `oracle`, stored scores and orders.
        request: what a system of the user's own is sent.
        response_row: further columns of a response's row, given its variants; by default reply and answer.
        item_row: columns of an item's row in `questions.jsonl`, for items that are not plain from the data; None for no
            such file.
        notes: remarks on a run's responses and judgements for the reader, one line each.
        max_tokens: token limit of a reply.
        expected_tokens: mean tokens of a reply, for cost plans.
        stand_in: a reply of typical length, for cost plans of judges' calls.
        resample: what intervals are computed over.
        average: `POOLED`, `BY_DATASET`, or the name of a tag.
        columns: column names in files.
        variants: versions that are scored in addition to the response.
        keeps_own: whether the unmodified response is scored too on measures that differ between variants.
        fingerprint: dataset -> fingerprint of its data, for signatures.
        signature: everything else that the task's numbers depend on, on one line.
        sheet: what people are asked to validate its judges; None for nothing.
        right: right answers as texts, for who reads them with the context; None: all texts in the gold.
        about: what `hayrick describe` says of it: name of a column -> text, such as "process" -> "remember".
        published: figures of the task that others published, for reports.
    """

    name: str
    paper: str
    items: Callable[[int], Sequence[Item[G]]]
    prompt: Callable[[Item[G], Sequence[Passage]], Prompt]
    parse: Callable[[Item[G], str], A | None]
    measures: tuple[Measure[G, A], ...]
    judges: Mapping[str, JudgeMaker[G, A]] = field(default_factory=dict)
    systems: Mapping[str, SystemMaker[G, A]] = field(default_factory=dict)
    judged_part: Callable[[Item[G], Response[A]], Response[A]] = lambda item, response: response
    known: Callable[[Item[G]], Known | None] = lambda item: None
    request: Callable[[Item[G]], Mapping[str, object]] | None = None
    response_row: Callable[[Response[A], Sequence[Response[A]]], Mapping[str, object]] | None = None
    item_row: Callable[[Item[G]], Mapping[str, object]] | None = None
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
    sheet: Sheet[G] | None = None
    right: Callable[[Item[G]], Sequence[str]] | None = None
    about: Mapping[str, str] = field(default_factory=dict)
    published: Sequence[Published] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemOptions(Generic[G, A]):
    """Options from which a user's own system that asks a model is made (`python:FILE.py:NAME?model=MODEL`)."""

    name: str
    """As the user gave it."""

    model: str
    """Name of the model, for rows."""

    role: str
    """Of its questions, which this model answers."""

    task: Task[G, A]
    """Makes prompts and parses replies."""

    max_tokens: int
    """Limit of an answer."""

    repeats: int = 1
    """How often each item is to be answered; with several, the tag `repeat` of responses tells them apart."""

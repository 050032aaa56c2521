"""A task: a benchmark as a value, and what it brings along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from hayrick.protocols.measure import POOLED, Columns, Measure, Resample
from hayrick.protocols.roles import A, A_co, A_contra, G, G_contra, Judge, Known, Passage, System
from hayrick.types import BadInput, Item, Judgement, Prompt, Response


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
        notes: remarks on a run's responses, their variants, and judgements for the reader, one line each.
        max_tokens: token limit of a reply.
        expected_tokens: mean tokens of a reply, for cost plans.
        stand_in: a reply of typical length, for cost plans of judges' calls.
        resample: what intervals are computed over.
        average: `POOLED`, `BY_DATASET`, or the name of a tag.
        columns: column names in files.
        variants: versions that are scored in addition to the response; `columns` must name a column for them.
        keeps_own: whether the unmodified response is scored too on measures that differ between variants.
        fingerprint: dataset -> fingerprint of its data, for signatures.
        signature: everything else that the task's numbers depend on, on one line.
        sheet: what people are asked to validate its judges; None for nothing.
        right: right answers as texts, for who reads them with the context; None: all texts in the gold.
        about: what `hayrick describe` says of it: name of a column -> text, such as "process" -> "remember".
        published: figures of the task that others published, for reports.
        prepare: loads or makes what the scores of an item's responses need and what is kept; done while the first
            replies are awaited, or else when it is first needed.

    Raises:
        BadInput: there are variants, and no column for them.
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
    prepare: Callable[[Item[G]], object] = lambda item: None

    def __post_init__(self) -> None:
        if self.variants and self.columns.variant is None:
            found, cure = (
                "variants, and no column that tells their rows apart",
                "Give columns=Columns(variant='variant').",
            )
            raise BadInput(f"task '{self.name}'", found, "a column for them", cure)


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


AnyTask = Task[Any, Any]
AnyMeasure = Measure[Any, Any]
AnySystem = System[Any, Any]
AnyJudge = Judge[Any, Any]
"""Of tasks whose types of gold and answer are not known."""

"""What can be exchanged in a run: `Ask`, `System`, `Judge` and `Retriever`, and what they are given.

Generic in the gold type `G` of an item and the answer type `A` of a response.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Protocol, TypeVar

from hayrick.text import Span
from hayrick.types import NOTHING, Document, Item, Judgement, Question, Reply, Response

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


def plain(value: object) -> object:
    """A number of numpy's, or a tensor of one, as Python's own number; anything else as it is."""
    try:
        return value.item()  # type: ignore[attr-defined]  # what has none is caught
    except (AttributeError, TypeError, ValueError, RuntimeError):
        return value


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
    """Gives a verdict on each unit of a response: a model, rules without a model, or recorded labels.

    It may also have `about`, an `About`, for what only some judges have to say.
    """

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


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What only some judges have to say of themselves, with what holds for all others as the defaults."""

    note: str = ""
    """Of its agreement with people, or of its work in this run; printed with its results. "" for nothing."""

    expected_tokens: int | None = None
    """Mean tokens of a model's reply, for cost plans; None if unknown, or no model is asked."""

    bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Unit -> least and greatest value, which may be infinite; empty if it does not say so."""

    files: Mapping[str, Sequence[Mapping[str, object]]] = field(default_factory=dict)
    """Files for a run's folder, of what it has judged so far: name -> rows."""

    reads_texts: bool = True
    """Whether it reads texts that an extract can stand for."""

    stored_only: bool = False
    """Whether it has stored labels alone, and so none of an answer that is new."""

    own_units: bool = False
    """Whether its verdicts decide what it judges next, so that another judge would judge other units."""

    english: bool = False
    """Whether it reads English only."""

    fitted_on: frozenset[str] = frozenset()
    """Fingerprints of the sets of insights that it was fitted on."""

    def finite_bounds(self, unit: str) -> tuple[float, float] | None:
        """Least and greatest value of a unit; None if the judge does not say so, or one of them is infinite."""
        found = self.bounds.get(unit)
        return found if found is not None and all(map(isfinite, found)) else None


def about_of(judge: object) -> About:
    """What a judge says of itself at this moment; the defaults if it has no `about`, or one of another type."""
    found = getattr(judge, "about", None)
    return found if isinstance(found, About) else About()


class Progress(Protocol):
    """Is told how far a command is."""

    def __call__(self, what: str, done: int, total: int, failed: int | None = None, usd: float | None = None) -> None:
        """Take note.

        Args:
            what: what is being done.
            done: how much of it is done.
            total: how much there is to do.
            failed: calls of models that failed; None where no model is asked.
            usd: dollars spent on the whole command, earlier tries of it included; None where no model is asked, or
                one whose price is unknown.
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
    """Number of tokens of `text`; 0 where nobody counted them."""


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

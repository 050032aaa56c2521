"""What is put to models, and what they reply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple


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

"""What an error means that a provider of Inspect raised, and whether what it had read was billed."""

from __future__ import annotations

import json

import httpx
from inspect_ai.model import Model, ModelUsage
from pydantic import ValidationError

from hayrick.harness.transport.failures import CallFailed, Spoiled
from hayrick.harness.transport.no_replies import NoCompletion
from hayrick.harness.transport.outgoing import Outgoing
from hayrick.harness.transport.refusals import cause_of, failure_of, refused_length, short
from hayrick.harness.transport.reply_limits import WHOLE, excess_of, repetition_of
from hayrick.harness.transport.usage import most
from hayrick.replies.classes import OVERLONG, TOO_LONG

UNCOUNTED = "no count was read"
"""Why the tokens of a reply that was billed are ours."""

_OF_PYTHON = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Errors that a provider's package and Inspect raise where a reply has not the form that they expect."""

_NO_VALUE = "Unexpected non-"
"""How Inspect begins to tell of an answer whose JSON is no object; its other errors with a code are the server's."""


def failure(
    problem: Exception, model: Model, question: Outgoing, *, is_passing: bool, has_come: bool = False
) -> CallFailed:
    """The failure that an error of a provider means.

    Args:
        problem: the error.
        model: that was asked.
        question: what it was asked.
        is_passing: whether another attempt may mend what the provider says.
        has_come: whether an answer with status 200 came or began: errors of Python are due to its form then. What
            Inspect drops of it is billed nevertheless.
    """
    cause, name = cause_of(problem), question.model
    if isinstance(cause, CallFailed):
        return cause
    if isinstance(cause, NoCompletion):
        return Spoiled(f"{name}: {cause}", most(question.messages, question.max_tokens), UNCOUNTED)
    if isinstance(cause, json.JSONDecodeError):
        return Spoiled(f"{name}: a reply that is no JSON")
    if has_come and isinstance(cause, _OF_PYTHON) and not _is_of_usage(cause):
        return Spoiled(f"{name}: a reply that cannot be read ({short(problem)})")
    if _is_miscounted(cause):
        used, doubt = most(question.messages, question.max_tokens), "the provider's count is no whole number"
        return Spoiled(f"{name}: a reply whose token count is no whole number", used, doubt)
    if excess := excess_of(cause):
        used = most(question.messages, question.max_tokens)
        return CallFailed(f"{name}: {excess}", OVERLONG, used, UNCOUNTED)
    if repetition := repetition_of(cause):
        return Spoiled(f"{name}: {repetition}", most(question.messages, question.max_tokens), UNCOUNTED)
    if excess := refused_length(cause, question):
        return CallFailed(f"{name}: {excess} ({short(problem)})", TOO_LONG)
    # Inspect tries again what Google's other HTTP client loses, and not what this one does.
    is_lost = isinstance(cause, TimeoutError | httpx.TransportError)
    return failure_of(problem, name, is_passing=is_passing and (is_lost or model.should_retry(cause)))


def billed(failure: CallFailed, problem: Exception, question: Outgoing) -> CallFailed:
    """The failure of a call to which an answer came or began: it was paid for, unless the server says an error."""
    cause = cause_of(problem)
    says_error = bool(getattr(cause, "code", None)) and not str(getattr(cause, "message", "")).startswith(_NO_VALUE)
    if not (failure.doubt or says_error or isinstance(cause, CallFailed)):
        failure.usage, failure.doubt = most(question.messages, question.max_tokens), UNCOUNTED
        failure.args = (f"{failure} (status {WHOLE} had come, so it counts as paid)",)
    return failure


def _is_miscounted(problem: BaseException) -> bool:
    """Whether Inspect failed on a reply's usage: not a whole number (validation error), or null (type error)."""
    return isinstance(problem, TypeError) or _is_of_usage(problem)


def _is_of_usage(problem: BaseException) -> bool:
    return isinstance(problem, ValidationError) and problem.title == ModelUsage.__name__

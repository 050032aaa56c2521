"""Sends one question to a model of Inspect: its request, its reply, and what an error of its provider means."""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import Iterator, Mapping
from contextvars import Context, ContextVar, copy_context
from itertools import pairwise
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    Model,
    ModelOutput,
)

from hayrick.harness.transport.calls import REFUSAL, Usage, is_logprob
from hayrick.harness.transport.failures import CallFailed, Spoiled
from hayrick.harness.transport.model_arguments import arguments_among, with_questions
from hayrick.harness.transport.no_replies import error_sent, text_of
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.harness.transport.provider_errors import UNCOUNTED, billed, failure
from hayrick.harness.transport.refusals import first_words
from hayrick.harness.transport.reply_forms import made_readable
from hayrick.harness.transport.reply_limits import HEAD, LIMIT, STATUSES, WHOLE
from hayrick.harness.transport.stops import BROKEN, SAID, noting_stops, stop_of
from hayrick.harness.transport.usage import most, most_bytes
from hayrick.replies.classes import TOO_LONG
from hayrick.report.layout import printable
from hayrick.types import Alternative

warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
"""Warnings about malformed replies of providers; `send` reports these faults instead."""


class _Masked(logging.Handler):
    """Passes on what Inspect logs about models, cut and without keys: it may contain all that a server sent."""

    def emit(self, record: logging.LogRecord) -> None:
        record.msg, record.args, record.exc_info = printable(first_words(record.getMessage())), None, None
        logging.getLogger("inspect_ai").callHandlers(record)


_LOGGER = logging.getLogger("inspect_ai.model")
_LOGGER.propagate = False
_LOGGER.handlers = [_Masked()]

_NO_CANDIDATES = "(no content)"
"""What Inspect puts in the place of a reply of Google's without candidates, as if the model had said it."""

_COUNTERS = frozenset({"model_usage", "sample_model_usage", "role_usage", "sample_role_usage"})
"""Names of the context variables in which Inspect adds up tokens."""


_About = Mapping[ContextVar[Any], object]
"""Variables that are set for a call."""


async def send(model: Model, question: Outgoing, *, is_evaluated: bool = True) -> Completion:
    """Send one question to a model.

    Args:
        model: that is asked.
        question: what it is asked.
        is_evaluated: whether Inspect sends it, with attempts, limits and counts of its own, as an evaluation or a batch
            needs; else the model's provider is called, and these are the caller's.

    Raises:
        CallFailed: no reply, and none is to be expected; or Inspect has tried again itself.
        Spoiled: a useless reply, or a server that could not answer now.
    """
    messages: list[ChatMessage] = [MESSAGES[role](content=text) for role, text in question.messages]
    came: list[str] = []
    said: list[str] = []
    statuses: list[int] = []
    head: list[bytes] = []
    asking = _evaluated if is_evaluated else _provided
    try:
        limit = most_bytes(question.max_tokens, question.alternatives)
        about: _About = {_CAME: came, SAID: said, STATUSES: statuses, HEAD: head, LIMIT: limit}
        output = await asking(model, messages, question, about)
    except Exception as problem:  # noqa: BLE001 - providers raise whatever they like
        has_come = statuses[-1:] == [WHOLE]
        if has_come and (stated := error_sent(b"".join(head), question.model)) is not None:
            raise stated from None
        failed = failure(problem, model, question, is_passing=not is_evaluated, has_come=has_come)
        raise billed(failed, problem, question) if has_come else failed from None
    reply = _reply(output, came[-1] if came else None, said[-1] if said else "")
    if reply.stop == "model_length":
        # The text is the provider's error message then.
        reason = f"{question.model}: the prompt exceeds the model's window; see --window-tokens"
        raise CallFailed(reason, TOO_LONG)
    if not output.choices or (question.model.startswith("google/") and reply.text == _NO_CANDIDATES):
        raise error_sent(b"".join(head), question.model) or _useless("a reply without choices", question, reply)
    if reply.stop == BROKEN:
        raise _useless(f"a reply that its server broke off ({said[-1]})", question, reply)
    return reply


def _useless(what: str, question: Outgoing, reply: Completion) -> Spoiled:
    """The failure of a reply that is billed and of no use."""
    is_counted = reply.usage != Usage()
    used = reply.usage if is_counted else most(question.messages, question.max_tokens)
    return Spoiled(f"{question.model}: {what}", used, "" if is_counted else UNCOUNTED)


def _config(question: Outgoing, before: GenerateConfig) -> GenerateConfig:
    """The configuration `before`, with what a question asks for."""
    parameters = question.parameters
    wanted = {
        "temperature": _number(parameters.get("temperature")),
        "top_p": _number(parameters.get("top_p")),
        "seed": _whole(parameters.get("seed")),
        "max_tokens": question.max_tokens,
        "logprobs": True if question.alternatives else None,
        "top_logprobs": question.alternatives or None,
    }
    # Not merged: that copies all fields twice, for every call.
    config = before.model_copy(update={name: value for name, value in wanted.items() if value is not None})
    arguments = with_questions(arguments_among(parameters))
    return config.merge(GenerateConfig.model_validate(arguments)) if arguments else config


async def _evaluated(model: Model, messages: list[ChatMessage], question: Outgoing, about: _About) -> ModelOutput:
    """Ask a model through Inspect, with the variables in `about` set for the call."""
    # In its own context, a call adds no event with the whole prompt to the sample's transcript; usage is still counted.
    context = Context()
    for variable, value in copy_context().items():
        if variable.name in _COUNTERS:
            context.run(variable.set, value)
    for variable, value in about.items():
        context.run(variable.set, value)

    async def ask() -> ModelOutput:
        return await model.generate(messages, config=_config(question, GenerateConfig()), cache=False)

    return await asyncio.get_running_loop().create_task(ask(), context=context)


async def _provided(model: Model, messages: list[ChatMessage], question: Outgoing, about: _About) -> ModelOutput:
    """Ask the provider of a model; everything that Inspect does around it is the asker's here.

    Raises:
        _Provided: whatever the provider raised, or returned in the place of a reply, is its cause.
    """
    if any(one.role == another.role for one, another in pairwise(messages)):
        # Providers that want such messages in one leave that to Inspect.
        return await _evaluated(model, messages, question, about)
    for variable, value in about.items():
        variable.set(value)
    seconds = model.config.attempt_timeout
    try:
        async with asyncio.timeout(seconds):
            found = await model.api.generate(messages, [], "none", _config(question, model.config))
    except TimeoutError:
        raise _Provided from TimeoutError(f"no whole answer within {seconds} s")
    except Exception as problem:
        raise _Provided from problem
    output = found[0] if isinstance(found, tuple) else found
    if isinstance(output, Exception):
        raise _Provided from output
    return output


class _Provided(Exception):
    """A provider raised its cause, or returned it in the place of a reply."""


MESSAGES: Mapping[str, type[ChatMessageSystem | ChatMessageUser | ChatMessageAssistant]] = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}

_CAME: ContextVar[list[str]] = ContextVar("came")
"""Texts of the replies to the call that is being made, as the server sent them."""


def keeping_text(model: Model) -> Model:
    """Note each reply's text and why it ends, as the server sent them.

    Inspect takes a block in `<think>` out wherever it stands, and calls many reasons unknown. What the server sent in a
    form that Inspect does not read is given one that it does.
    """
    api: Any = getattr(noting_stops(model), "api", None)
    before = getattr(api, "on_response", None)
    if before is None:
        return model
    choices_of = api.chat_choices_from_completion

    def chat_choices(completion: Any, tools: list[Any]) -> Any:
        made_readable(completion)
        return choices_of(completion, tools)

    def on_response(response: dict[str, Any]) -> None:
        text = text_of(response, str(model))
        if text is not None and (came := _CAME.get(None)) is not None:
            came.append(text)
        before(response)

    api.on_response, api.chat_choices_from_completion = on_response, chat_choices
    return model


def _texts(output: ModelOutput, came: str | None) -> tuple[str, str]:
    """(text as the server sent it, reasoning that the server sent apart from it)."""
    text, content = output.completion, output.choices[0].message.content if output.choices else ""
    parts = [part for part in content if isinstance(part, ContentReasoning)] if isinstance(content, list) else []
    if all(part.internal == "think" for part in parts):
        if parts and came is None and "<think" not in text:
            return f"<think>{parts[0].reasoning}</think>{text}", ""
        return came if parts and came is not None else text, ""
    return text, "\n\n".join(part.summary or part.reasoning if part.redacted else part.reasoning for part in parts)


def _reply(output: ModelOutput, came: str | None, said: str) -> Completion:
    used = output.usage
    usage = Usage(
        tokens_in=(used.input_tokens + (used.input_tokens_cache_write or 0)) if used else 0,
        tokens_cached=(used.input_tokens_cache_read or 0) if used else 0,
        tokens_out=used.output_tokens if used else 0,
    )
    stop = _stop(output, said)
    text, reasoning = _texts(output, came)
    reasoned = (used.reasoning_tokens or 0) if used else 0
    shown = "" if stop == "content_filter" else text
    return Completion(shown, stop, usage, reasoning, reasoned, tuple(_alternatives(output)), output.model or "")


def _stop(output: ModelOutput, said: str) -> str:
    """Why a model stopped; `REFUSAL` where words stand in the field for refusals, whatever else the reply says.

    Inspect marks a text as a refusal where that field is not null, and explains a stop by its words alone.
    """
    if not output.choices:
        return "unknown"
    content, details = output.choices[0].message.content, output.choices[0].stop_details
    marked = isinstance(content, list) and any(isinstance(one, ContentText) and one.refusal for one in content)
    has_words = details is not None and bool(details.explanation)
    return REFUSAL if marked and has_words else stop_of(said, output.stop_reason)


def _alternatives(output: ModelOutput) -> Iterator[Alternative]:
    """Alternatives of the first token; probabilities that are none, such as that of an impossible token, are not."""
    found = output.choices[0].logprobs if output.choices else None
    for one in (found.content[0].top_logprobs or ()) if found is not None and found.content else ():
        if is_logprob(one.logprob):
            yield Alternative(one.token, one.logprob)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None

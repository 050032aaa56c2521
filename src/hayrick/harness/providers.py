"""Sends questions to models through Inspect's providers."""

from __future__ import annotations

import asyncio
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field, replace
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
    ModelUsage,
    get_model,
)
from pydantic import ValidationError

from hayrick.harness.calls import REFUSAL, Usage, is_logprob
from hayrick.harness.failures import CallFailed, Spoiled
from hayrick.harness.garbage import loading
from hayrick.harness.model_arguments import Arguments, arguments_among, at_making, with_questions
from hayrick.harness.model_calls import RETRIES, Completion, Outgoing
from hayrick.harness.refusals import cause_of, failure_of, refused_length, short
from hayrick.harness.reply_limits import LIMIT, bound, excess_of, lend
from hayrick.harness.usage import most, most_bytes
from hayrick.replies.classes import TOO_LONG
from hayrick.types import NOTHING, Alternative, HayrickError

warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
"""Warnings about malformed replies of providers; `send` reports these faults instead."""

_REJECTED = frozenset({"400", "404", "422"})
"""Statuses of servers that do not know an option."""

_KEY = re.compile(r"\bNo ([A-Z][A-Z0-9_]{1,80}_(?:API_KEY|TOKEN))\b")
"""A variable that Inspect misses in the environment."""

_COUNTERS = frozenset({"model_usage", "sample_model_usage", "role_usage", "sample_role_usage"})
"""Names of the context variables in which Inspect adds up tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Options for reaching models, none of which changes a reply.

    Args:
        connections: maximum number of concurrent calls to one model.
        retries: retries of a call in a batch, by Inspect; all others are sent again by `model_calls.Asker` alone.
        seconds: most seconds of one attempt, to the last byte of its answer.
        batch: use the provider's batch mode if Inspect supports it.
    """

    connections: int = 20
    retries: int = RETRIES
    seconds: int = 600
    batch: bool = False


@dataclass(slots=True)
class Models:
    """Model objects by name and arguments; sends questions to them."""

    reach: Reach
    _models: dict[tuple[str, str], Model] = field(default_factory=dict)
    _without_alternatives: set[str] = field(default_factory=set)

    def of(self, name: str, arguments: Arguments = NOTHING) -> Model:
        """Return the model of this name, made with some arguments.

        Raises:
            HayrickError: Inspect does not know it or refuses an argument, or its package or key is missing.
        """
        given: dict[str, Any] = {**at_making(arguments)}
        key = name, json.dumps(given, sort_keys=True)
        if key not in self._models:
            config = GenerateConfig(
                max_connections=self.reach.connections,
                max_retries=self.reach.retries if self.reach.batch else 0,
                # A batch has no time limit: aborting an attempt would submit and bill it again.
                attempt_timeout=None if self.reach.batch else self.reach.seconds,
                batch=True if self.reach.batch else None,
            )
            try:
                with loading():
                    made = keeping_text(get_model(name, config=config, memoize=False, **given))
                if not self.reach.batch:
                    lend(getattr(made, "api", None))
                self._models[key] = made
            except Exception as problem:  # noqa: BLE001 - providers raise whatever they like
                if missing := _KEY.search(short(problem)):
                    cure = f"Set it: export {missing[1]}=..."
                    raise HayrickError(f"model {name}: no {missing[1]} in the environment. {cure}") from None
                found = f" (arguments {', '.join(given)})" if given else ""
                raise HayrickError(f"model {name}{found}: {short(problem)}") from None
        return self._models[key]

    async def send(self, question: Outgoing) -> Completion:
        """Send a question to its model; see `model_calls.Send`.

        If a model rejects a question that wants alternatives, it is sent again without, and so are all later ones once
        such a question was answered.
        """
        model = self.of(question.model, arguments_among(question.parameters))
        if not self.reach.batch:
            _bounded(model)
        plain = replace(question, alternatives=0)
        if question.model in self._without_alternatives:
            return await send(model, plain, is_retried=self.reach.batch)
        try:
            return await send(model, question, is_retried=self.reach.batch)
        except CallFailed as problem:
            if not question.alternatives or problem.kind not in _REJECTED:
                raise
        reply = await send(model, plain, is_retried=self.reach.batch)
        self._without_alternatives.add(question.model)
        return reply

    async def close(self) -> None:
        """Close the connections of all models; a model that is asked again is made again.

        To be awaited at the end of each event loop in which a model was asked: connections belong to their loop.
        """
        models = list(self._models.values())
        self._models.clear()
        for model in models:
            await model.api.aclose()


def _bounded(model: Model) -> None:
    """Let a provider's client send nothing again and read within bounds; Inspect makes one for each event loop."""
    client: Any = getattr(model.api, "client", None)
    if getattr(client, "max_retries", 0):
        client.max_retries = 0
    reader = getattr(model.api, "http_client", None) or getattr(client, "_client", None)
    if hasattr(reader, "event_hooks"):
        bound(reader)


async def send(model: Model, question: Outgoing, *, is_retried: bool = True) -> Completion:
    """Send one question to a model.

    Args:
        model: that is asked.
        question: what it is asked.
        is_retried: whether Inspect tries failing calls again itself.

    Raises:
        CallFailed: no reply, and none is to be expected; or Inspect has tried again itself.
        Spoiled: a useless reply, or a server that could not answer now.
    """
    parameters = question.parameters
    config = GenerateConfig(
        temperature=_number(parameters.get("temperature")),
        top_p=_number(parameters.get("top_p")),
        seed=_whole(parameters.get("seed")),
        max_tokens=question.max_tokens,
        logprobs=True if question.alternatives else None,
        top_logprobs=question.alternatives or None,
    ).merge(GenerateConfig.model_validate(with_questions(arguments_among(parameters))))
    messages: list[ChatMessage] = [MESSAGES[role](content=text) for role, text in question.messages]
    # In its own context, a call adds no event with the whole prompt to the sample's transcript; usage is still counted.
    context, came = Context(), list[str]()
    for variable, value in copy_context().items():
        if variable.name in _COUNTERS:
            context.run(variable.set, value)
    context.run(_CAME.set, came)
    context.run(LIMIT.set, most_bytes(question.max_tokens, question.alternatives))
    try:
        output = await asyncio.get_running_loop().create_task(_generate(model, messages, config), context=context)
    except asyncio.CancelledError:
        raise
    except json.JSONDecodeError:
        raise Spoiled(f"{question.model}: a reply that is no JSON") from None
    except Exception as problem:  # noqa: BLE001 - providers raise whatever they like
        if _is_miscounted(problem):
            # Inspect drops such a reply, but it is billed.
            used, doubt = most(question.messages, question.max_tokens), "the provider's count is no whole number"
            raise Spoiled(f"{question.model}: a reply whose token count is no whole number", used, doubt) from None
        if excess := excess_of(cause_of(problem)):
            used = most(question.messages, question.max_tokens)
            raise CallFailed(f"{question.model}: {excess}", "overlong", used, "no count was read") from None
        if excess := refused_length(cause_of(problem), question):
            raise CallFailed(f"{question.model}: {excess} ({short(problem)})", TOO_LONG) from None
        is_passing = not is_retried and model.should_retry(cause_of(problem))
        raise failure_of(problem, question.model, is_passing=is_passing) from None
    reply = _reply(output, came[-1] if came else None)
    if reply.stop == "model_length":
        # The text is the provider's error message then.
        reason = f"{question.model}: the prompt exceeds the model's window; see --window-tokens"
        raise CallFailed(reason, TOO_LONG)
    if not output.choices:
        raise Spoiled(f"{question.model}: a reply without choices", reply.usage)
    return reply


async def _generate(model: Model, messages: list[ChatMessage], config: GenerateConfig) -> ModelOutput:
    return await model.generate(messages, config=config, cache=False)


MESSAGES: Mapping[str, type[ChatMessageSystem | ChatMessageUser | ChatMessageAssistant]] = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}

_CAME: ContextVar[list[str]] = ContextVar("came")
"""Texts of the replies to the call that is being made, as the server sent them."""


def keeping_text(model: Model) -> Model:
    """Note each reply's text as the server sent it: Inspect takes a block in `<think>` out wherever it stands."""
    api: Any = getattr(model, "api", None)
    before = getattr(api, "on_response", None)
    if before is None:
        return model

    def on_response(response: dict[str, Any]) -> None:
        choices = response.get("choices")
        message = choices[0].get("message") if isinstance(choices, list) and choices else None
        text = message.get("content") if isinstance(message, dict) else None
        if isinstance(text, str) and (came := _CAME.get(None)) is not None:
            came.append(text)
        before(response)

    api.on_response = on_response
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


def _reply(output: ModelOutput, came: str | None = None) -> Completion:
    used = output.usage
    usage = Usage(
        tokens_in=(used.input_tokens + (used.input_tokens_cache_write or 0)) if used else 0,
        tokens_cached=(used.input_tokens_cache_read or 0) if used else 0,
        tokens_out=used.output_tokens if used else 0,
    )
    stop = _stop(output)
    text, reasoning = _texts(output, came)
    reasoned = (used.reasoning_tokens or 0) if used else 0
    shown = "" if stop == "content_filter" else text
    return Completion(shown, stop, usage, reasoning, reasoned, tuple(_alternatives(output)), output.model or "")


def _stop(output: ModelOutput) -> str:
    """Why a model stopped; `REFUSAL` where its words stand in the field for refusals, whatever it says itself."""
    if not output.choices:
        return "unknown"
    content = output.choices[0].message.content
    refused = isinstance(content, list) and any(isinstance(one, ContentText) and one.refusal for one in content)
    return REFUSAL if refused else output.stop_reason


def _alternatives(output: ModelOutput) -> Iterator[Alternative]:
    """Alternatives of the first token; probabilities that are none, such as that of an impossible token, are not."""
    found = output.choices[0].logprobs if output.choices else None
    for one in (found.content[0].top_logprobs or ()) if found is not None and found.content else ():
        if is_logprob(one.logprob):
            yield Alternative(one.token, one.logprob)


def _is_miscounted(problem: Exception) -> bool:
    """Whether Inspect failed on a reply's usage: not a whole number (validation error), or null (type error)."""
    return isinstance(problem, TypeError) or (
        isinstance(problem, ValidationError) and problem.title == ModelUsage.__name__
    )


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None

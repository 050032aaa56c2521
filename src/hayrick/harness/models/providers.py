"""Makes the models of a run through Inspect, bounds what their clients do, and sends questions to them."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass, field, replace
from typing import Any

from inspect_ai.model import GenerateConfig, Model, ModelAPI, get_model

from hayrick.harness.models.model_calls import RETRIES
from hayrick.harness.transport.addresses import key_variable
from hayrick.harness.transport.connections import as_they_are, one_a_call
from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.model_arguments import Arguments, arguments_among, at_making
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.harness.transport.refusals import short
from hayrick.harness.transport.reply_limits import bound, lend
from hayrick.harness.transport.secrets import require_sendable
from hayrick.harness.transport.sending import keeping_text, send
from hayrick.harness.work.garbage import loading
from hayrick.types import NOTHING, HayrickError

_REJECTED = frozenset({"400", "404", "422"})
"""Statuses of servers that do not know an option."""

_KEY = re.compile(r"\bNo ([A-Z][A-Z0-9_]{1,80}_(?:API_KEY|TOKEN))\b")
"""A variable that Inspect misses in the environment."""


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
            HayrickError: Inspect does not know it or refuses an argument, its package or key is missing, or the key
                cannot be sent.
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
                    made = keeping_text(_named(get_model(name, config=config, memoize=False, **given)))
                    made.verify_model_apis()
                if not self.reach.batch:
                    lend(getattr(made, "api", None))
                self._models[key] = made
            except Exception as problem:  # noqa: BLE001 - providers raise whatever they like
                if missing := _KEY.search(short(problem)):
                    cure = f"Set it: export {missing[1]}=..."
                    raise HayrickError(f"model {name}: no {missing[1]} in the environment. {cure}") from None
                found = f" (arguments {', '.join(given)})" if given else ""
                raise HayrickError(f"model {name}{found}: {short(problem)}") from None
            _require_sendable_key(name, made)
        return self._models[key]

    async def send(self, question: Outgoing) -> Completion:
        """Send a question to its model; see `outgoing.Send`.

        If a model rejects a question that wants alternatives, it is sent again without, and so are all later ones once
        such a question was answered.
        """
        return await self._send(self.of(question.model, arguments_among(question.parameters)), question)

    async def _send(self, model: Model, question: Outgoing) -> Completion:
        if not self.reach.batch:
            _bounded(model)
        plain = replace(question, alternatives=0)
        if question.model in self._without_alternatives:
            return await send(model, plain, is_evaluated=self.reach.batch)
        try:
            return await send(model, question, is_evaluated=self.reach.batch)
        except CallFailed as problem:
            if not question.alternatives or problem.kind not in _REJECTED:
                raise
        reply = await send(model, plain, is_evaluated=self.reach.batch)
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


def _require_sendable_key(name: str, model: Model) -> None:
    """Reject a key that would make every call fail with a lost connection."""
    key = getattr(model.api, "api_key", None)
    if isinstance(key, str):
        named = [one for one in getattr(model.api, "api_key_vars", ()) if os.environ.get(one) == key]
        require_sendable(key, named[0] if named else key_variable(name))


def _named(model: Model) -> Model:
    """Let a provider take a model's family from its name, where a user has registered none.

    Inspect looks a family up among the models that it knows, of which none has one: to read them takes longer than to
    make the model, and the first request would wait for it.
    """
    api: Any = getattr(model, "api", None)
    registered = getattr(sys.modules.get("inspect_ai.model._model_info"), "_custom_models", None)
    if registered == {} and getattr(type(api), "model_family", None) is getattr(ModelAPI, "model_family", ...):
        api.model_family = api.service_model_name
    return model


def _bounded(model: Model) -> None:
    """Let a provider's client send nothing again and read within bounds; Inspect makes one for each event loop."""
    client: Any = getattr(model.api, "client", None)
    if getattr(client, "max_retries", 0):
        client.max_retries = 0
    reader = getattr(model.api, "http_client", None) or getattr(client, "_client", None)
    if hasattr(reader, "event_hooks"):
        bound(reader)
        one_a_call(reader)
    as_they_are(client)

"""Players: the model that answers for each role, with its decoding options."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hayrick.asking import Decoding
from hayrick.harness.transport.addresses import address_of
from hayrick.harness.transport.model_arguments import arguments_among
from hayrick.harness.transport.outgoing import Outgoing
from hayrick.replies.reasoning import FIRST
from hayrick.types import HayrickError, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A model or user's system that answers the questions of one role.

    Args:
        model: Inspect's name of a model, or the specification of a user's own system.
        purpose: purpose in the ledger; see `outgoing.PAID`.
        parameters: decoding parameters, address, and everything else that a reply depends on.
        expected_tokens: mean tokens of a reply, for plans; None if unknown.
        reasoning_tokens: tokens that a reply may have beyond a question's limit, for reasoning before the answer.
        prefix: beginning of every reply, sent as the assistant's last message; "" for none.
        rule: how reasoning is told from the answer, see `replies.reasoning.RULES`.
    """

    model: str
    purpose: str
    parameters: Mapping[str, object]
    expected_tokens: int | None = None
    reasoning_tokens: int = 0
    prefix: str = ""
    rule: str = FIRST

    @classmethod
    def of_model(cls, model: str, purpose: str, decoding: Decoding, expected_tokens: int | None = None) -> Player:
        """Make the player of a language model; its replies depend on its address, too."""
        parameters = {**decoding.parameters, "at": address_of(model)}
        return cls(
            model=model,
            purpose=purpose,
            parameters=parameters,
            expected_tokens=expected_tokens,
            reasoning_tokens=decoding.reasoning_tokens,
            prefix=decoding.prefix,
            rule=decoding.rule,
        )

    @property
    def arguments(self) -> Mapping[str, object]:
        """Further arguments of the model; see `model_arguments`."""
        return arguments_among(self.parameters)

    @property
    def signature(self) -> str:
        """Model, parameters and address on one line."""
        prefix = json.dumps(self.prefix) if self.prefix else None
        rule = self.rule if self.rule != FIRST else None
        own = {"reasoning_tokens": self.reasoning_tokens or None, "answer_prefix": prefix, "reasoning_rule": rule}
        further = {"arguments": json.dumps(self.arguments, sort_keys=True)} if self.arguments else {}
        everything = {**self.parameters, **further, **own}
        shown = ",".join(f"{name}={value}" for name, value in everything.items() if value not in (None, ""))
        return f"{self.model};{shown}"


@dataclass(slots=True)
class Cast:
    """The players of a run, by role."""

    players: dict[str, Player] = field(default_factory=dict)

    def add(self, role: str, player: Player) -> None:
        """Assign a player to a role. Role names contain the model's name, so that each role has a single model."""
        self.players[role] = player

    def outgoing(self, question: Question) -> Outgoing:
        """Make the call for a question.

        Raises:
            HayrickError: the role has no player.
        """
        player = self.players.get(question.role)
        if player is None:
            raise HayrickError(f"No model plays the role '{question.role}'.")
        return Outgoing(
            model=player.model,
            purpose=player.purpose,
            prompt=question.prompt,
            parameters=player.parameters
            if question.temperature is None
            else {**player.parameters, "temperature": question.temperature},
            max_tokens=question.max_tokens + player.reasoning_tokens,
            repeat=question.repeat,
            prefix=player.prefix,
            rule=player.rule,
            alternatives=question.alternatives,
            readable=question.readable if player.purpose == "judge" else None,
        )

    def models(self, purposes: Iterable[str]) -> Sequence[str]:
        """Names of the models with one of these purposes, each once."""
        wanted = set(purposes)
        return list(dict.fromkeys(one.model for one in self.players.values() if one.purpose in wanted))

    def playing(self, purposes: Iterable[str]) -> Sequence[Player]:
        """One player of each purpose, model and arguments."""
        found: dict[tuple[str, str, str], Player] = {}
        for one in self.players.values():
            found.setdefault((one.purpose, one.model, json.dumps(one.arguments, sort_keys=True)), one)
        return [one for one in found.values() if one.purpose in set(purposes)]

    def signatures(self, purposes: Iterable[str]) -> Mapping[str, str]:
        """Role -> signature of the players for some purposes."""
        wanted = set(purposes)
        return {role: player.signature for role, player in self.players.items() if player.purpose in wanted}

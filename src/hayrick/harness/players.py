"""Roles and who plays them: which model answers a question, and how it is asked to decode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hayrick.asking import Decoding
from hayrick.harness.http import address_of
from hayrick.harness.model_calls import Outgoing
from hayrick.types import HayrickError, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """What answers the questions of one role.

    Args:
        model: an Inspect model name, or the specification of a system of the user's own.
        purpose: in the ledger; see `model_calls.PAID`.
        parameters: decoding parameters, address, and everything else that an answer depends on.
        expected_tokens: mean length of a reply, for plans; None where it is not known.
    """

    model: str
    purpose: str
    parameters: Mapping[str, object]
    expected_tokens: int | None = None

    @classmethod
    def of_model(cls, model: str, purpose: str, decoding: Decoding, expected_tokens: int | None = None) -> Player:
        """A language model; where it is reached is part of what its answers depend on."""
        parameters = {**decoding.parameters, "at": address_of(model)}
        return cls(model=model, purpose=purpose, parameters=parameters, expected_tokens=expected_tokens)

    @property
    def signature(self) -> str:
        """Model, parameters and address in one line."""
        shown = ",".join(f"{name}={value}" for name, value in self.parameters.items() if value not in (None, ""))
        return f"{self.model};{shown}"


@dataclass(slots=True)
class Cast:
    """The players of a run by role."""

    players: dict[str, Player] = field(default_factory=dict)

    def add(self, role: str, player: Player) -> None:
        """Give a role to a player; roles name their model, so that no two models answer for one role."""
        self.players[role] = player

    def outgoing(self, question: Question) -> Outgoing:
        """The call of a question.

        Raises:
            HayrickError: nobody plays the role.
        """
        player = self.players.get(question.role)
        if player is None:
            raise HayrickError(f"No model plays the role '{question.role}'.")
        return Outgoing(
            model=player.model,
            purpose=player.purpose,
            prompt=question.prompt,
            parameters=player.parameters,
            max_tokens=question.max_tokens,
            repeat=question.repeat,
        )

    def models(self, purposes: Iterable[str]) -> Sequence[str]:
        """Names of the models that play for some purposes, each once."""
        wanted = set(purposes)
        return list(dict.fromkeys(one.model for one in self.players.values() if one.purpose in wanted))

    def signatures(self, purposes: Iterable[str]) -> Mapping[str, str]:
        """Role -> signature of the players for some purposes."""
        wanted = set(purposes)
        return {role: player.signature for role, player in self.players.items() if player.purpose in wanted}

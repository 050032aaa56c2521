"""Players: the model that answers for each role, with its decoding options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hayrick.asking import Decoding
from hayrick.harness.http import address_of
from hayrick.harness.model_calls import Outgoing
from hayrick.types import HayrickError, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A model or user's system that answers the questions of one role.

    Args:
        model: Inspect's name of a model, or the specification of a user's own system.
        purpose: purpose in the ledger; see `model_calls.PAID`.
        parameters: decoding parameters, address, and everything else that a reply depends on.
        expected_tokens: mean tokens of a reply, for plans; None if unknown.
    """

    model: str
    purpose: str
    parameters: Mapping[str, object]
    expected_tokens: int | None = None

    @classmethod
    def of_model(cls, model: str, purpose: str, decoding: Decoding, expected_tokens: int | None = None) -> Player:
        """Make the player of a language model; its replies depend on its address, too."""
        parameters = {**decoding.parameters, "at": address_of(model)}
        return cls(model=model, purpose=purpose, parameters=parameters, expected_tokens=expected_tokens)

    @property
    def signature(self) -> str:
        """Model, parameters and address on one line."""
        shown = ",".join(f"{name}={value}" for name, value in self.parameters.items() if value not in (None, ""))
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
            parameters=player.parameters,
            max_tokens=question.max_tokens,
            repeat=question.repeat,
        )

    def models(self, purposes: Iterable[str]) -> Sequence[str]:
        """Names of the models with one of these purposes, each once."""
        wanted = set(purposes)
        return list(dict.fromkeys(one.model for one in self.players.values() if one.purpose in wanted))

    def signatures(self, purposes: Iterable[str]) -> Mapping[str, str]:
        """Role -> signature of the players for some purposes."""
        wanted = set(purposes)
        return {role: player.signature for role, player in self.players.items() if player.purpose in wanted}

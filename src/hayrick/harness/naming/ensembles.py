"""Two judges as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from hayrick.harness.work.at_once import at_once
from hayrick.judges.combined import ensemble
from hayrick.protocols import A_contra, Ask, G_contra, Judge, about_of
from hayrick.types import BadInput, Item, Judgement, Response


@dataclass(slots=True, kw_only=True)
class Ensemble(Generic[G_contra, A_contra]):
    """Two judges as one, with averaged values; see `combined.ensemble`.

    A judge whose verdicts decide what it judges next has no mean with another, which would judge other units.

    Raises:
        BadInput: a judge says `own_units` of itself, or the units of both's `bounds` differ; nothing was asked.
    """

    a: Judge[G_contra, A_contra]
    b: Judge[G_contra, A_contra]

    def __post_init__(self) -> None:
        where = f"--judge {self.name}"
        for one in (self.a, self.b):
            if about_of(one).own_units:
                found = f"what '{one.name}' is asked next depends on its own verdicts, so that two have no mean"
                raise BadInput(where, found, "one of the two judges", "Judge twice and compare the runs.")
        units = [sorted(about_of(one).bounds) for one in (self.a, self.b)]
        if all(units) and units[0] != units[1]:
            given = zip((self.a, self.b), units, strict=True)
            said = " and ".join(f"'{one.name}' gives {', '.join(of)}" for one, of in given)
            raise BadInput(where, f"{said}: there is no mean", "two of the same", "Name each alone.")

    @property
    def name(self) -> str:
        """The judge's name in rows."""
        return f"ensemble:{self.a.name}+{self.b.name}"

    @property
    def signature(self) -> str:
        """Everything that its judgements depend on."""
        return f"ensemble({self.a.signature} + {self.b.signature})"

    @property
    def asks(self) -> bool:
        """Whether either judge asks a model."""
        return self.a.asks or self.b.asks

    async def judge(self, item: Item[G_contra], response: Response[A_contra], ask: Ask) -> list[Judgement]:
        """Combine both judges' judgements of a response.

        Both ask at the same time: one that refuses all is known before the other has been asked much.
        """
        return ensemble(*await at_once(self.a.judge(item, response, ask), self.b.judge(item, response, ask)))

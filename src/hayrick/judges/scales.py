"""Asks a language model for ratings on a scale of whole numbers: once, several times, or by probabilities.

Source: G-Eval (Liu et al., 2023), section 2; ETHIC, section 4.1; Less is More (Wu et al., 2024), section 3.2.
Differs: means by probability are divided by the probability of all ratings; where a model gives no probabilities,
    several replies are drawn. A rating that cannot be read is asked for again, and then there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import NamedTuple

from hayrick.asking import REFUSED
from hayrick.judges.votes import NO_REPLY, REFUSAL, repeated
from hayrick.protocols import Ask, JudgeOptions
from hayrick.replies.ratings import read_rating, weighted_rating
from hayrick.types import Judgement, Prompt, Question, Reply, Unparsed

ALTERNATIVES = 10
"""Of the first token, as ETHIC asks for."""

LEAST_MASS = 0.5
"""Probability of all ratings together below which the first token is no rating, and replies are drawn instead."""

SAMPLES = 5
"""Replies drawn where there are no probabilities, unless `--judge-repeat` says how many."""

TEMPERATURE = 1.0
"""At which replies are drawn."""


BY_PROBABILITIES, BY_REPLIES = "by probabilities", "mean of"
"""How the reason of a rating begins."""


OMITTED = "omitted"
"""Label of the least rating, which what is not there has without being asked about."""


class Scale(NamedTuple):
    """Whole numbers from `least` to `most`."""

    least: int
    most: int


class Method(NamedTuple):
    """How a rating is taken.

    Args:
        replies: for one rating.
        temperature: of these replies; None for the one of the role.
        weighted: whether probabilities of the first token are taken, and replies only where the model gives none.
    """

    replies: int
    temperature: float | None = None
    weighted: bool = False

    @classmethod
    def drawn(cls, repeats: int, *, weighted: bool) -> Method:
        """Replies at `TEMPERATURE`: as many as were asked for, else `SAMPLES`."""
        return cls(repeats if repeats > 1 else SAMPLES, TEMPERATURE, weighted)

    @property
    def signature(self) -> str:
        """All parameters on one line."""
        first = f"logprobs:{ALTERNATIVES},mass>={LEAST_MASS},else-" if self.weighted else ""
        return f"{first}samples:{self.replies}" + ("" if self.temperature is None else f"@{self.temperature:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A rating, or why there is none.

    Args:
        value: the rating, or the mean of several.
        reason: how it came about.
        unparsed: why there is no value.
        repeats: the readable replies where there were several, sorted.
    """

    value: float | None = None
    reason: str | None = None
    unparsed: Unparsed | None = None
    repeats: tuple[str, ...] = ()

    def judgement(self, unit: str, rater: str) -> Judgement:
        """As a judgement on a unit."""
        if self.value is None:
            return Judgement(unit=unit, rater=rater, value=None, unparsed=self.unparsed)
        label, reason, repeats = f"{self.value:.3g}", self.reason, self.repeats
        return Judgement(unit=unit, rater=rater, value=self.value, label=label, reason=reason, repeats=repeats)


@dataclass(frozen=True, slots=True)
class Rater:
    """Asks for one rating a prompt.

    Args:
        options: of the judge: role and token limit.
        scale: of the ratings.
        method: how they are taken.
    """

    options: JudgeOptions
    scale: Scale
    method: Method

    @property
    def signature(self) -> str:
        """Method and token limit on one line."""
        return f"{self.method.signature};max_tokens={self.options.max_tokens}"

    async def rate(self, prompts: Sequence[Prompt], ask: Ask) -> list[Rated]:
        """Ratings in the order of the prompts."""
        found = await self._weighted(prompts, ask) if self.method.weighted else [None] * len(prompts)
        drawn = iter(
            await self._drawn([prompt for prompt, one in zip(prompts, found, strict=True) if one is None], ask)
        )
        return [next(drawn) if one is None else one for one in found]

    async def _weighted(self, prompts: Sequence[Prompt], ask: Ask) -> list[Rated | None]:
        """Ratings from probabilities, and those of failed calls; None where replies must be drawn."""
        questions = [
            replace(
                self._question(prompt),
                alternatives=ALTERNATIVES,
                instead=self.method.replies,
                readable=self._is_rated,
            )
            for prompt in prompts
        ]
        return [self._of_probabilities(reply) for reply in (await ask(questions) if questions else [])]

    def _is_rated(self, reply: Reply) -> bool | None:
        """Whether a reply has a rating; None where it has no probabilities, and replies are drawn instead."""
        found = self._of_probabilities(reply)
        return found if found is None else found.value is not None

    def _of_probabilities(self, reply: Reply | None) -> Rated | None:
        if reply is None or reply.stop == REFUSED:
            return Rated(unparsed=NO_REPLY if reply is None else REFUSAL)
        found = weighted_rating(reply.alternatives, *self.scale)
        if found is None or found.mass < LEAST_MASS:
            return None
        return Rated(value=found.value, reason=f"{BY_PROBABILITIES}, {found.mass:.3f} in all")

    async def _drawn(self, prompts: Sequence[Prompt], ask: Ask) -> list[Rated]:
        """Means of the replies that can be read."""
        questions = [replace(self._question(prompt), temperature=self.method.temperature) for prompt in prompts]
        found = await repeated(questions, self.method.replies, lambda text: read_rating(text, *self.scale), ask)
        return [self._of_replies(given) for given in found]

    def _of_replies(self, given: Sequence[float | Unparsed]) -> Rated:
        ratings = sorted(one for one in given if not isinstance(one, Unparsed))
        if not ratings:
            (why, *_) = (one for one in given if isinstance(one, Unparsed))
            return Rated(unparsed=why)
        if len(given) == 1:
            return Rated(value=ratings[0])
        drawn = "drawn " if self.method.temperature else ""
        reason = f"{BY_REPLIES} {len(ratings)} of {len(given)} {drawn}replies"
        return Rated(value=fmean(ratings), reason=reason, repeats=tuple(f"{one:g}" for one in ratings))

    def _question(self, prompt: Prompt) -> Question:
        return Question(role=self.options.role, prompt=prompt, max_tokens=self.options.max_tokens)


def left_out(unit: str, rater: str, least: float) -> Judgement:
    """The least rating, for a summary that is not there."""
    return Judgement(unit=unit, rater=rater, value=float(least), label=OMITTED, reason="no summary")


def rating_notes(judgements: Sequence[Judgement]) -> list[str]:
    """How the ratings of a run came about, for `Task.notes`."""
    kinds = {BY_PROBABILITIES: 0, BY_REPLIES: 0}
    for one in judgements:
        for kind in kinds:
            kinds[kind] += (one.reason or "").startswith(kind)
    weighted, drawn = kinds.values()
    unread = sum(one.value is None for one in judgements)
    omitted = sum(one.label == OMITTED for one in judgements)
    counts = f"{weighted} by probabilities, {drawn} as means of drawn replies, {unread} could not be read"
    return [f"Ratings: {counts}; {omitted} are the least one for sections that were left out."]

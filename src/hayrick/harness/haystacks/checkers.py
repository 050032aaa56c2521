"""The checker that a command names: local rules, and a model that is asked about the pairs unclear to them."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hayrick.checking.local import Finding, Presence, signature
from hayrick.checking.model import AT_A_TIME, Doubt, settle
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.naming.unused_options import ANY_MODEL, require_used
from hayrick.harness.scheduling.jobs import live
from hayrick.harness.storage.journal import Journal
from hayrick.prompting import Template, load
from hayrick.protocols import Ask, Progress
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput, Haystack, Insight, Question

LOCAL, ROLE = "local", "checker"
LOW, HIGH = 0.05, 0.95
"""A model is asked about local probabilities in this range; docs/evidence/verification.md reports what lies outside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checker:
    """A checker, as named on the command line.

    A model is asked about pairs with a local probability between `low` and `high`, and about all pairs on which the
    local checker and the haystack disagree.
    """

    name: str = LOCAL
    low: float = LOW
    high: float = HIGH
    models: ModelOptions = field(default_factory=ModelOptions)

    @property
    def asks(self) -> bool:
        """Whether a model is asked."""
        return self.name != LOCAL

    def require_options(self, command: str, usual: tuple[float, float] = (LOW, HIGH)) -> None:
        """Reject invalid options.

        Args:
            command: the command that was given them.
            usual: its default bounds.

        Raises:
            BadInput: the checker is unknown, bounds are out of order, or an option is not used.
        """
        for name, bound in (("--low", self.low), ("--high", self.high)):
            if not 0 <= bound <= 1:
                raise BadInput(name, f"{bound}", "a probability from 0 to 1")
        if self.low > self.high:
            raise BadInput("--low", f"{self.low:g}, more than --high {self.high:g}", "a smaller number than --high")
        if not self.asks:
            if (self.low, self.high) != usual:
                found = "--low or --high with --checker local"
                raise BadInput(f"hayrick {command}", found, "a checker that is a language model", "Leave them out.")
            require_used(self.models, ())
            return
        if "/" not in self.name:
            expected = "'local', or a model by Inspect's name such as openai/gpt-4o"
            near = did_you_mean(self.name, [LOCAL])
            raise BadInput("--checker", f"unknown checker '{self.name}'", expected, near)
        require_used(self.models, {*ANY_MODEL, "judge_prompt", "judge_tokens", "arguments"})

    def template(self) -> Template | None:
        """The prompt of the model; None if none is asked.

        Raises:
            BadInput: the user's own prompt cannot be used.
        """
        return load(self.models.judge_prompt or "check-presence") if self.asks else None

    def cast(self) -> Cast:
        """The model as a player; nobody if none is asked."""
        cast = Cast()
        if self.asks:
            cast.add(ROLE, Player.of_model(self.name, ROLE, self.models.checking))
        return cast

    def signature(self, cast: Cast, template: Template | None) -> dict[str, object]:
        """What results depend on besides texts: the checker's parameter of a run."""
        asked = "none"
        if template is not None:
            bounds = f"tokens={self.models.judge_tokens};low={self.low:g},high={self.high:g}"
            asked = f"{cast.players[ROLE].signature};{template.signature};{bounds}"
        return {"name": self.name, "local": signature(), "model": asked}

    def doubts(self, haystack: Haystack, found: Sequence[Finding]) -> list[Doubt]:
        """What a model is asked about a haystack, given what the local checks found."""
        by_id = {insight.id: insight for subtopic in haystack.subtopics for insight in subtopic.insights}
        texts = {document.id: document.text for document in haystack.documents}
        unclear: dict[str, list[Insight]] = {}
        for one in found:
            if self.low <= one.probability <= self.high or one.gold != one.found:
                unclear.setdefault(one.document, []).append(by_id[one.insight])
        return [
            Doubt(document=document, text=texts[document], insights=tuple(doubtful[first : first + AT_A_TIME]))
            for document, doubtful in unclear.items()
            for first in range(0, len(doubtful), AT_A_TIME)
        ]

    def answers(
        self,
        doubted: Sequence[Sequence[Doubt]],
        template: Template,
        cast: Cast,
        journal: Journal,
        failures: dict[str, str],
        progress: Progress,
    ) -> Iterator[dict[tuple[str, str], Presence]]:
        """Ask a model about the doubts of each haystack.

        Yields:
            (insight, document) -> presence, for each haystack; pairs without a readable answer are absent.
        """
        doubts = [doubt for one in doubted for doubt in one]
        done = [0]

        def told(question: Question, failed: int, usd: float | None) -> None:
            done[0] += 1
            progress("asking", done[0], max(done[0], len(doubts)), failed, usd)

        def work(ask: Ask) -> Awaitable[list[dict[str, Presence]]]:
            return settle(doubts, ask, template, ROLE, self.models.judge_tokens)

        said = iter(live(work, cast, journal, self.models, told=told, failures=failures) if doubts else [])
        for one in doubted:
            yield {(insight, doubt.document): found for doubt in one for insight, found in next(said).items()}


def answered(found: Finding, answers: Mapping[tuple[str, str], Presence]) -> Finding:
    """A finding with a model's answer, if there is one, in the place of the local checker's."""
    answer = answers.get((found.insight, found.document))
    if answer is None:
        return found
    return Finding(
        insight=found.insight,
        document=found.document,
        gold=found.gold,
        found=answer.found,
        probability=answer.probability,
        evidence=answer.evidence,
        objection=None if answer.found else found.objection,
    )

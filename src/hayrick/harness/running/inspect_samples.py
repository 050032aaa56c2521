"""Jobs as samples of an Inspect task: a solver, a scorer for each measure, usage, and prompts on request.

Solvers, scorers and metrics have no parameters: Inspect writes those to the log, including whole haystacks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import nan
from typing import Generic, NamedTuple, TypeVar

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import transcript
from inspect_ai.model import ChatMessageAssistant, ModelOutput, ModelUsage
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from hayrick.harness.scheduling.asks import LiveAsk
from hayrick.harness.scheduling.job_order import Job
from hayrick.harness.scheduling.logged import Logged, LoggedScore, Pooled
from hayrick.harness.transport.calls import Call
from hayrick.harness.transport.outgoing import Outgoing
from hayrick.harness.transport.sending import MESSAGES
from hayrick.harness.work.interrupts import Interrupts

T = TypeVar("T")
VERSION = "3"
"""Of what is logged."""


class Asked(NamedTuple):
    """A call of a job: its purpose there, and its messages if they are logged, else none."""

    call: Call
    purpose: str
    messages: Sequence[tuple[str, str]]


@dataclass(slots=True)
class Subject(Generic[T]):
    """Jobs that become the samples of one Inspect task.

    Args:
        jobs: the jobs.
        ask: answers from the journal first.
        pooled: the measures to log, and their estimates.
        interrupts: lets Ctrl-C end a call that hangs.
        stopped: receives the problem that ends the run.
        prompts: whether prompts and replies of all calls are logged.
    """

    jobs: Sequence[Job[T]]
    ask: LiveAsk
    pooled: Pooled
    interrupts: Interrupts
    stopped: list[Exception] = field(default_factory=list)
    prompts: bool = False
    _logged: dict[str, Logged] = field(default_factory=dict)

    def task(self, name: str, version: str = VERSION) -> Task:
        """The Inspect task, with a scorer for each measure."""
        samples = [
            Sample(id=job.id, input=job.query or job.id, target=list(job.target), metadata=dict(job.metadata))
            for job in self.jobs
        ]
        return Task(
            name=name,
            dataset=MemoryDataset(samples, name=name),
            solver=self._solver(),
            scorer=[self._scorer(measure) for measure in self.pooled.measures] or None,
            version=version,
        )

    def _solver(self) -> Solver:
        by_id = {job.id: job for job in self.jobs}

        @solver
        def respond() -> Solver:
            async def solve(state: TaskState, generate: Generate) -> TaskState:
                self.interrupts.attach()
                if self.stopped:
                    raise self.stopped[0]
                await self._answer(by_id[str(state.sample_id)], state)
                return state

            return solve

        return respond()

    async def _answer(self, job: Job[T], state: TaskState) -> None:
        calls: dict[str, Asked] = {}

        def answered(outgoing: Outgoing, call: Call) -> None:
            # A prompt that is kept until the sample ends takes room.
            calls[call.key] = Asked(call, outgoing.purpose, outgoing.messages if self.prompts else ())

        try:
            result = await job.work(replace(self.ask, answered=answered))
        except Exception as problem:
            self.stopped.append(problem)
            raise
        logged = self._logged[job.id] = job.log(result)
        self._show(state, logged, list(calls.values()))

    def _show(self, state: TaskState, logged: Logged, calls: Sequence[Asked]) -> None:
        state.output = ModelOutput.from_content(str(state.model), logged.text)
        state.output.usage = usage([one.call for one in calls if one.purpose == "system"])
        state.metadata["calls"] = counts(calls)
        if self.prompts:
            _log_prompts(calls, state)

    def _scorer(self, measure: str) -> Scorer:
        @metric(name="estimates")
        def estimates() -> Metric:
            def compute(scores: list[SampleScore]) -> Value:
                return dict(self.pooled.compute(self._rows(measure, scores)))

            return compute

        @scorer(metrics=[estimates()], name=measure)
        def of_measure() -> Scorer:
            async def compute(state: TaskState, target: Target) -> Score | None:
                logged = self._logged[str(state.sample_id)]
                found = logged.scores.get(measure)
                return None if found is None else scored(found, logged.answer)

            return compute

        return of_measure()

    def _rows(self, measure: str, scores: Sequence[SampleScore]) -> list[Mapping[str, object]]:
        """Rows of a measure: of the given scores, and of samples without a value, which Inspect leaves out."""
        given = {str(one.sample_id): (one.score.metadata or {}).get("rows", []) for one in scores}
        left_out = {
            id: logged.scores[measure].rows
            for id, logged in self._logged.items()
            if measure in logged.scores and id not in given
        }
        return [row for rows in (*given.values(), *left_out.values()) for row in rows]


def scored(found: LoggedScore, answer: str) -> Score:
    """A measure of a sample as Inspect's score."""
    unjudged = sum(row.get("unjudged") is True for row in found.rows)
    metadata = {"n": len(found.rows), "n_unjudged": unjudged, "rows": list(found.rows)}
    return Score(
        # Inspect leaves NaN out of means and counts it.
        value=found.value if found.value is not None else nan,
        answer=answer,
        explanation=found.explanation,
        reason=found.reason or None,
        metadata=metadata,
    )


def usage(calls: Sequence[Call]) -> ModelUsage:
    """Tokens of some calls together."""
    tokens_in = sum(call.usage.tokens_in for call in calls)
    cached, out = sum(call.usage.tokens_cached for call in calls), sum(call.usage.tokens_out for call in calls)
    return ModelUsage(
        input_tokens=tokens_in,
        input_tokens_cache_read=cached,
        output_tokens=out,
        total_tokens=tokens_in + cached + out,
        reasoning_tokens=sum(call.reasoning_tokens for call in calls),
    )


def counts(calls: Sequence[Asked]) -> dict[str, dict[str, object]]:
    """Purpose -> calls, tokens and dollars of a sample, also of calls that an earlier run had made."""
    found: dict[str, dict[str, object]] = {}
    for purpose in dict.fromkeys(one.purpose for one in calls):
        mine = [one.call for one in calls if one.purpose == purpose]
        costs = [call.usd for call in mine]
        found[purpose] = {
            "calls": len(mine),
            "tokens_in": sum(call.usage.tokens_in for call in mine),
            "tokens_cached": sum(call.usage.tokens_cached for call in mine),
            "tokens_out": sum(call.usage.tokens_out for call in mine),
            "usd": None if None in costs else sum(cost or 0.0 for cost in costs),
        }
    return found


def _log_prompts(calls: Sequence[Asked], state: TaskState) -> None:
    """Log every call with its prompt, and a system's calls as the sample's messages."""
    state.messages = []
    for one in calls:
        transcript().info(
            {"model": one.call.model, "prompt": [list(part) for part in one.messages], "reply": one.call.reply},
            source=f"hayrick/{one.purpose}",
        )
        if one.purpose == "system":
            state.messages += [MESSAGES[role](content=text) for role, text in one.messages]
            state.messages.append(ChatMessageAssistant(content=one.call.reply))

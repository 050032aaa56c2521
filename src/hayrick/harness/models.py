"""Language models as systems and judges: which questions a run asks, and the rows that its journal gives.

Rows are a function of the inputs and the journal alone. A run fills the journal, however often it is stopped, and then
reads everything from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hayrick.harness.journal import Call, Journal
from hayrick.harness.model_calls import Ask
from hayrick.judges.combined import RepeatCounts, combine, repeat_counts
from hayrick.judges.coverage.model import CoverageJudge
from hayrick.prompting import Template, guard, summary_prompt, wanted_bullets
from hayrick.replies.bullets import citable, parse_summary
from hayrick.retrieval.haystacks import known_of, query_of, stored_names
from hayrick.systems.contexts import Order, Showing, showings
from hayrick.types import Case, Haystack, Judgement, Prompt, Subtopic, Summary

JUDGE_TRIES = 3
"""How often a judge is asked at most when its reply cannot be read."""

_REPEAT = 100
"""Repetitions are numbered in steps of this, tries within one repetition in ones."""

JUDGE_TOKENS = 512
"""Longest reply of a judge, unless asked otherwise."""

REFUSED = "content_filter"
NOT_ASKED = "no reply"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoding:
    """How a model is asked to decode; greedy by default. Part of every signature and of every call's key."""

    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 1024
    seed: int | None = None

    @property
    def parameters(self) -> dict[str, object]:
        """What a call's key needs besides `max_tokens`."""
        return {"temperature": self.temperature, "top_p": self.top_p, "seed": self.seed}

    @property
    def signature(self) -> str:
        """All parameters in one line."""
        seed = "" if self.seed is None else f",seed={self.seed}"
        return f"temperature={self.temperature:g},top_p={self.top_p:g},max_tokens={self.max_tokens}{seed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A model's context window in tokens, and what happens to a prompt that exceeds it."""

    tokens: int
    cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One summary to ask for."""

    haystack: Haystack
    subtopic: Subtopic
    context: str
    ask: Ask

    @property
    def id(self) -> str:
        """Readable and unique within a run."""
        return f"{self.haystack.id}/{self.subtopic.id}/{self.ask.model}+{self.context}"


@dataclass(slots=True, kw_only=True)
class ModelSystem:
    """`MODEL+CONTEXT`: a language model that is shown a context; its summaries are read from the journal.

    Args:
        model: an Inspect model name.
        context: `full`, `sentences`, a retriever, or `all`.
        journal: where the answers are.
        budgets: see `contexts.showings`.
        orders: see `contexts.showings`.
        seeds: see `contexts.showings`.
        free: leave the number of bullets open.
        domain: instead of the haystack's.
        template: prompt of one's own.
        decoding: of this system.
        window: None does not check.
        address: where the model is reached, part of every key; "" is the provider's own.
    """

    model: str
    context: str
    journal: Journal
    budgets: Sequence[int] = ()
    orders: Sequence[Order] = ()
    seeds: int = 1
    free: bool = False
    domain: str | None = None
    template: Template | None = None
    decoding: Decoding = field(default_factory=Decoding)
    window: Window | None = None
    address: str = ""
    _made: dict[tuple[str, tuple[str, ...]], list[Job]] = field(default_factory=dict, init=False)

    @property
    def signature(self) -> str:
        """What the summaries depend on; the prompt's own signature is in every summary."""
        prompt = self.template.signature if self.template else "own"
        window = f",window={self.window.tokens}{'cut' if self.window.cut else ''}" if self.window else ""
        bullets = "free" if self.free else "given"
        ways = f"budgets={list(self.budgets)},orders={list(self.orders)},seeds={self.seeds}"
        at = f",at={self.address}" if self.address else ""
        shown = f"domain={self.domain or 'haystack'},prompt={prompt},{ways}{window}{at}"
        return f"{self.model}+{self.context};{self.decoding.signature},bullets={bullets},{shown}"

    def jobs(self, haystack: Haystack, subtopics: Sequence[Subtopic]) -> list[Job]:
        """Every summary that this system owes, context by context, so that equal prompt beginnings follow each other.

        Built once: asking and reading the answers are about the same prompts.

        Raises:
            BadInput: a prompt exceeds the window and is not to be cut, or a context cannot be built.
        """
        identity = (haystack.id, tuple(subtopic.id for subtopic in subtopics))
        if identity not in self._made:
            self._made[identity] = list(self._build(haystack, subtopics))
        return self._made[identity]

    def _build(self, haystack: Haystack, subtopics: Sequence[Subtopic]) -> Iterator[Job]:
        for showing in showings(self.context, stored_names(haystack), self.budgets, self.orders, self.seeds):
            for subtopic in subtopics:
                prompt = self._prompt(haystack, subtopic, showing)
                ask = Ask(
                    model=self.model,
                    purpose="system",
                    prompt=prompt,
                    parameters={**self.decoding.parameters, "at": self.address},
                    max_tokens=self.decoding.max_tokens,
                )
                yield Job(haystack=haystack, subtopic=subtopic, context=showing.name, ask=ask)

    def summaries(self, haystack: Haystack, subtopics: Sequence[Subtopic]) -> Iterator[Summary]:
        """Summaries from the journal; a question without an answer there gives a summary without bullets."""
        for job in self.jobs(haystack, subtopics):
            yield summary_of(job, self.journal.find(job.ask.key))

    def _prompt(self, haystack: Haystack, subtopic: Subtopic, showing: Showing) -> Prompt:
        prompt = summary_prompt(
            haystack,
            subtopic,
            showing.passages(query_of(subtopic), haystack.documents, known_of(haystack, subtopic), haystack.id),
            n_bullets=None if self.free else max(1, wanted_bullets(haystack, subtopic)),
            domain=self.domain,
            template=self.template,
        )
        if self.window is None:
            return prompt
        on_excess = "cut" if self.window.cut else "refuse"
        return guard(prompt, self.window.tokens, self.decoding.max_tokens, on_excess)  # type: ignore[arg-type]


def summary_of(job: Job, call: Call | None) -> Summary:
    """The summary that a finished call gives; without bullets where there is no call, or the model refused."""
    reply = "" if call is None or call.stop == REFUSED else call.reply
    bullets, n_lines = parse_summary(reply, citable(job.haystack.documents))
    prompt = job.ask.prompt
    extra: dict[str, object] = {"prompt": prompt.signature, "stop": call.stop if call else NOT_ASKED}
    if prompt.shortened:
        extra["shortened"], extra["removed_tokens"] = list(prompt.shortened), prompt.removed_tokens
    return Summary(
        haystack=job.haystack.id,
        subtopic=job.subtopic.id,
        system=job.ask.model,
        context=job.context,
        bullets=bullets,
        reply=reply,
        n_lines=n_lines,
        extra=extra,
    )


@dataclass(slots=True, kw_only=True)
class ModelJudge:
    """A language model that judges coverage; its judgements are read from the journal.

    Args:
        name: as the user named it.
        model: an Inspect model name.
        logic: builds the questions and reads the replies.
        journal: where the answers are.
        decoding: of the judge.
        repeats: how often each question is asked; judgements are combined.
        address: see `ModelSystem`.
    """

    name: str
    model: str
    logic: CoverageJudge
    journal: Journal
    decoding: Decoding = field(default_factory=lambda: Decoding(max_tokens=JUDGE_TOKENS))
    repeats: int = 1
    address: str = ""
    _repeated: dict[tuple[str, ...], list[Judgement]] = field(default_factory=dict)
    """Judgements of each insight of each summary, however often they are read."""

    @property
    def signature(self) -> str:
        """Everything that its answers depend on."""
        at = f",at={self.address}" if self.address else ""
        return f"{self.model};{self.logic.signature};{self.decoding.signature},repeats={self.repeats}{at}"

    def ask(self, case: Case, repeat: int, attempt: int) -> Ask:
        """The question of one case, in one repetition, for the n-th time."""
        return Ask(
            model=self.model,
            purpose="judge",
            prompt=case.prompt,
            parameters={**self.decoding.parameters, "at": self.address},
            max_tokens=self.decoding.max_tokens,
            repeat=repeat * _REPEAT + attempt,
        )

    def read(self, case: Case, call: Call) -> list[Judgement]:
        """Judgements of a finished call."""
        if call.stop == REFUSED:
            return self.logic.unjudged(case, "the judge refused to answer")
        return self.logic.read(case, call.reply)

    def judge(self, subtopic: Subtopic, summary: Summary) -> list[Judgement]:
        """Judgements from the journal; what has no readable answer there is unjudged."""
        if not summary.bullets:
            return self.logic.without_bullets(subtopic, summary)
        cases = self.logic.cases(subtopic, summary)
        repeats = [
            [judgement for case in cases for judgement in self._journalled(case, repeat)]
            for repeat in range(self.repeats)
        ]
        if self.repeats == 1:
            return repeats[0]
        per_insight = [list(several) for several in zip(*repeats, strict=True)]
        for several in per_insight:
            one = several[0]
            self._repeated[one.haystack, one.subtopic, one.system, one.context, one.insight] = several
        return [combine(several) for several in per_insight]

    @property
    def agreement(self) -> RepeatCounts:
        """How often repeats agreed so far."""
        return repeat_counts(self._repeated.values())

    def is_done(self, case: Case, repeat: int) -> bool:
        """Whether a case needs no further call in one repetition: read, refused, or tried often enough."""
        return self._standing(case, repeat)[1] is None

    def next_ask(self, case: Case, repeat: int) -> Ask | None:
        """The question that a case still needs in one repetition, None where it needs none."""
        attempt = self._standing(case, repeat)[1]
        return None if attempt is None else self.ask(case, repeat, attempt)

    def _journalled(self, case: Case, repeat: int) -> list[Judgement]:
        return self._standing(case, repeat)[0]

    def _standing(self, case: Case, repeat: int) -> tuple[list[Judgement], int | None]:
        """Judgements of a case so far, and the number of the try that it still needs, None for none.

        Of several tries the first readable answer about each insight counts; a try is made only where one is missing.
        """
        found = self.logic.unjudged(case, NOT_ASKED)
        for attempt in range(JUDGE_TRIES):
            call = self.journal.find(self.ask(case, repeat, attempt).key)
            if call is None:
                return found, attempt
            read = self.read(case, call)
            found = [new if old.unparsed is not None else old for old, new in zip(found, read, strict=True)]
            if call.stop == REFUSED or all(judgement.unparsed is None for judgement in found):
                break
        return found, None

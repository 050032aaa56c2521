"""Validates judges against human annotations: compares their labels on the same insights.

Source: SummHay, section 4.3 and table 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hayrick import stats
from hayrick.agreement import Agreement, Pair, agreement
from hayrick.harness import casting, inputs
from hayrick.harness.folder import RunFolder, run_folder
from hayrick.harness.jobs import Job, Progress, dry_run, run_jobs
from hayrick.harness.journal import Journal
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.players import Cast
from hayrick.haystacks.labels import Annotated, StoredLabel, read_annotations
from hayrick.judges.coverage.catalogue import JUDGES
from hayrick.protocols import Ask, Judge, JudgeMaker, JudgeOptions, Passage, Task
from hayrick.records.fields import table
from hayrick.records.files import fingerprint_file, write_json, write_jsonl
from hayrick.records.rows import judgement_row
from hayrick.replies.bullets import parse_summary
from hayrick.tasks.summhay.labels import from_stored
from hayrick.tasks.summhay.task import COLUMNS, NAME
from hayrick.types import (
    LABEL_VALUES,
    BadInput,
    HayrickError,
    Insight,
    Item,
    Judgement,
    Prompt,
    Response,
    Summary,
)

HUMAN = "human"


class Validated(NamedTuple):
    """A judge, its agreement with people, and its cost in USD; None if no model was asked or a price is unknown."""

    judge: str
    agreement: Agreement
    usd: float | None


class Labelled(NamedTuple):
    """A summary with human labels, as a response to an item."""

    item: Item[Annotations]
    response: Response[Summary]


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotations:
    """Gold of a labelled summary: its insights, and all labels stored in the file."""

    annotated: Annotated

    @property
    def insights(self) -> Sequence[Insight]:
        """Insights in the file's order."""
        return self.annotated.subtopic.insights


def validate(
    path: Path,
    judges: Sequence[str],
    out: Path | None = None,
    models: ModelOptions | None = None,
    progress: Progress = lambda what, done, total: None,
) -> list[Validated]:
    """Measure the agreement of judges with the people who labelled the same insights.

    Args:
        path: an annotation file.
        judges: `recorded:NAME` for stored labels, `local`, a model, an ensemble, or a user's own judge.
        out: directory for `agreement.json`, `judgements.jsonl`, manifest and calls of models; None to write nothing.
        models: options of models.
        progress: called with (what, done, total).

    Returns:
        One result per judge.

    Raises:
        BadInput: the file or a name is invalid.
    """
    annotated = read_annotations(path)
    labelled = _labelled(annotated)
    models = models or ModelOptions()
    task = _task(annotated, labelled, path)
    made = {name: _made(name, task, models) for name in dict.fromkeys(judges)}
    parameters: dict[str, object] = {
        "annotations": fingerprint_file(path),
        "judges": {
            name: [judge.signature, *(one.signature for one in cast.players.values())]
            for name, (judge, cast) in made.items()
        },
        "method": stats.method(),
    }
    rows = [(one, row) for one in labelled for row in _stored(one, HUMAN, one.item.gold.annotated.human)]
    found = []
    with run_folder(out, "validate", parameters, inputs.places([path], *models.files)) as folder:
        if any(judge.asks for judge, _ in made.values()):
            folder.keep_calls()
        for number, (name, (judge, cast)) in enumerate(made.items()):
            progress(name, number, len(made))
            given = _judged(labelled, judge, cast, folder, models, progress)
            rows.extend(given)
            pairs = list(_pairs(annotated, [row for _, row in given]))
            found.append(Validated(name, agreement(pairs), _usd(cast, folder.journal)))
        with folder.results() as place:
            if place is not None:
                write_jsonl(place / "judgements.jsonl", (judgement_row(task, one.response, row) for one, row in rows))
                write_json(place / "agreement.json", table([_row(one) for one in found]))
    return found


def _made(
    name: str, task: Task[Annotations, Summary], models: ModelOptions
) -> tuple[Judge[Annotations, Summary], Cast]:
    """A judge, and the models that it asks.

    Raises:
        BadInput: there is none of that name.
    """
    cast = Cast()
    judge = casting.judge(name, task, models, cast)
    if judge is None:
        raise casting.unknown("judge", name, [known for known in casting.judges_of(task) if known != "none"])
    return judge, cast


def _task(annotated: Sequence[Annotated], labelled: Sequence[Labelled], path: Path) -> Task[Annotations, Summary]:
    """The labelled summaries as a task whose responses are given: only its judges are used."""
    stored = list(dict.fromkeys(key for item in annotated for key in item.judges))

    def recorded(options: JudgeOptions) -> Judge[Annotations, Summary]:
        key = options.name.removeprefix("recorded:")
        if key not in stored:
            choices = ", ".join(f"recorded:{one}" for one in stored) or "none: the file stores no judge"
            raise BadInput(f"--judge {options.name}", f"{path} stores no such judge", choices)
        return _StoredJudge(name=options.name, key=key)

    def no_prompt(item: Item[Annotations], passages: Sequence[Passage]) -> Prompt:
        raise HayrickError("Labelled summaries are given; nothing is asked for.")

    return Task(
        name=NAME,
        paper="SummHay, section 4.3",
        items=lambda seed: [one.item for one in labelled],
        prompt=no_prompt,
        parse=lambda item, reply: parse_summary(reply, {}),
        measures=(),
        judges={**JUDGES, **dict.fromkeys(("recorded:NAME", "recorded"), JudgeMaker("stored labels", recorded))},
        columns=COLUMNS,
    )


def _judged(
    labelled: Sequence[Labelled],
    judge: Judge[Annotations, Summary],
    cast: Cast,
    folder: RunFolder,
    models: ModelOptions,
    progress: Progress,
) -> list[tuple[Labelled, Judgement]]:
    """Judgements of all labelled summaries, in order."""

    def work(one: Labelled) -> Callable[[Ask], Coroutine[Any, Any, Sequence[Judgement]]]:
        async def judged(ask: Ask) -> Sequence[Judgement]:
            return await judge.judge(one.item, one.response, ask)

        return judged

    jobs = [Job(id="/".join(one.item.key), work=work(one), query=one.item.query) for one in labelled]
    results = dry_run(jobs, cast, Journal(None))
    if left := [job for job in jobs if job.id not in results]:
        logs = folder.path / "logs" if folder.path is not None else None
        results |= run_jobs(left, cast, folder.journal, models, logs=logs, progress=progress).results
    return [(one, row) for one, job in zip(labelled, jobs, strict=True) for row in results[job.id]]


def _usd(cast: Cast, journal: Journal) -> float | None:
    models = set(cast.models(["judge"]))
    costs = [call.usd for call in journal.calls.values() if call.model in models]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if known and len(known) == len(costs) else None


def _row(found: Validated) -> dict[str, object]:
    return {"judge": found.judge, **asdict(found.agreement), "usd": found.usd}


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredJudge:
    """Labels that the annotation file stores under a key."""

    name: str
    key: str
    asks: bool = False

    @property
    def signature(self) -> str:
        return self.name

    async def judge(self, item: Item[Annotations], response: Response[Summary], ask: Ask) -> list[Judgement]:
        return _stored(Labelled(item, response), self.name, item.gold.annotated.judges.get(self.key, {}))


def _labelled(annotated: Sequence[Annotated]) -> list[Labelled]:
    """Labelled summaries as responses; if one occurs several times, each occurrence gets its own context."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for one in annotated:
        times = seen[one.topic, one.subtopic.id, one.key]
        seen[one.topic, one.subtopic.id, one.key] += 1
        item = Item(
            dataset=one.topic,
            group=one.subtopic.id,
            id=f"{one.key}/{times + 1}",
            query=one.subtopic.query,
            gold=Annotations(annotated=one),
        )
        response = Response(
            item=item,
            system=one.key,
            context=str(times + 1) if times else "",
            answer=parse_summary(one.lines, {}),
            reply="\n".join(one.lines),
        )
        found.append(Labelled(item, response))
    return found


def _stored(one: Labelled, rater: str, labels: Mapping[str, StoredLabel]) -> list[Judgement]:
    """Stored labels as judgements; a link may be any line here, as people and stored judges saw all lines."""

    def link(label: StoredLabel, said: Summary) -> int | None:
        return label.bullet if label.bullet is not None and label.bullet <= said.n_lines else None

    return from_stored(one.item, one.response, rater, labels, link, missing="no stored label")


def _pairs(annotated: Sequence[Annotated], given: Iterable[Judgement]) -> Iterator[Pair]:
    rows = iter(given)
    for item in annotated:
        for insight in item.subtopic.insights:
            row, human = next(rows), item.human[insight.id]
            yield Pair(
                cluster=f"{item.topic}/{item.subtopic.id}",
                judge_value=row.value,
                judge_label=row.label,
                judge_bullet=row.link,
                human_value=LABEL_VALUES[human.label],
                human_label=human.label,
                human_bullet=human.bullet,
            )

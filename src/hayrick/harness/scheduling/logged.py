"""What Inspect's logs hold of a job: the reply, a score for each measure with its reasons, and the estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hayrick.estimates import Estimated, Key, estimate, mean_of
from hayrick.protocols import AnyTask
from hayrick.records.read_rows import score_of
from hayrick.records.rows import score_row
from hayrick.replies.classes import CLASS, IS_REFUSED, OK
from hayrick.report.states import insights_of
from hayrick.reporting import reporting_of
from hayrick.types import Estimate, Judgement, Response, Score

if TYPE_CHECKING:
    from hayrick.harness.running.judged import Judged, PreparedTask

UNJUDGED, UNDEFINED = "grader_failed", "undefined"
"""Why a sample has no value: the judge gave no verdict on any unit; the measure is defined on none."""

_LONGEST = 300
"""Characters of an insight in an explanation."""


class LoggedScore(NamedTuple):
    """A measure of one job.

    `value` is the weighted mean over the units that have one; None if no unit has. `reason` is why there is no value,
    or why it is the floor, in Inspect's words where it has some. `explanation` has a line for each unit.
    """

    value: float | None
    reason: str
    explanation: str
    rows: Sequence[Mapping[str, object]]


class Logged(NamedTuple):
    """What Inspect logs of one job: the reply, the answer that was read from it, and a score for each measure."""

    text: str = ""
    answer: str = ""
    scores: Mapping[str, LoggedScore] = {}


Rows = Sequence[Mapping[str, object]]
_Named = tuple[tuple[str, Key], Estimate]
"""An estimate of a task, by the task's name and its key."""


class Pooled(NamedTuple):
    """The measures of a run, and what computes estimates of one from its logged rows: name of a figure -> value."""

    measures: tuple[str, ...] = ()
    compute: Callable[[Rows], Mapping[str, float]] = lambda rows: {}


def logged(task: AnyTask, judged: Sequence[Judged], rows: Sequence[Score]) -> Logged:
    """What is logged of a job.

    Args:
        task: of the job.
        judged: its responses with their judgements.
        rows: its scores.
    """
    has_judge = any(one.judgements is not None for one in judged)
    names = _measures(task, has_judge)
    return Logged(
        text="\n\n".join(one.response.reply for one in judged),
        answer="\n\n".join(map(_answer, judged)),
        scores={name: _score(task, judged, [row for row in rows if row.measure == name]) for name in names},
    )


def _measures(task: AnyTask, has_judge: bool) -> list[str]:
    """Measures that tables show and that the responses themselves have, without variants of them."""
    unvaried = task.keeps_own or not task.variants
    known = (one for one in task.measures if one.shown and (unvaried or not one.varies))
    return [one.name for one in known if has_judge or not one.judged]


def _answer(judged: Judged) -> str:
    answer = judged.response.answer
    return answer if isinstance(answer, str) else "" if answer is None else judged.response.reply


def _score(task: AnyTask, judged: Sequence[Judged], rows: Sequence[Score]) -> LoggedScore:
    explanation = "\n".join(line for one in judged for line in _lines(one, rows))
    return LoggedScore(mean_of(rows), _reason(rows), explanation, [score_row(task, row) for row in rows])


def _reason(rows: Sequence[Score]) -> str:
    failed = next((row.response for row in rows if row.failed), None)
    if failed is not None:
        outcome = str(failed.extra.get(CLASS, OK))
        named = {IS_REFUSED: "refusal", OK: "invalid_response_format"}
        return named.get(outcome, "no_response")
    return UNDEFINED if not rows else UNJUDGED if all(row.unjudged for row in rows) else ""


def _lines(judged: Judged, rows: Sequence[Score]) -> Iterator[str]:
    """A line for each unit of a response: its value, the judge's label and bullet, what it is, and the reason."""
    texts = {one.id: one.text for one in insights_of(judged.item) or ()}
    verdicts = {one.unit: one for one in judged.judgements or ()}
    for row in rows:
        if _same(row.response, judged.response):
            unit = row.unit or ""
            parts = [
                _shown(row),
                _verdict(verdicts.get(unit)),
                texts.get(unit, unit)[:_LONGEST],
                _why(verdicts.get(unit)),
            ]
            yield "  ".join(filter(None, parts))


def _same(one: Response[Any], other: Response[Any]) -> bool:
    return one is other or one.key == other.key


def _shown(row: Score) -> str:
    if row.value is not None:
        return f"{row.value:.2f}{' (failed)' if row.failed else ''}"
    return "unjudged" if row.unjudged else "failed"


def _verdict(judgement: Judgement | None) -> str:
    if judgement is None:
        return ""
    bullet = f" in bullet {judgement.link}" if judgement.link is not None and judgement.label != "none" else ""
    return f"{judgement.label or ''}{bullet}{', contradicted' if judgement.contradicted else ''}"


def _why(judgement: Judgement | None) -> str:
    why = judgement.reason or (judgement.unparsed.reason if judgement.unparsed else "") if judgement is not None else ""
    return f"({' '.join(why.split())[:_LONGEST]})" if why else ""


def pooled(prepared: Sequence[PreparedTask]) -> Pooled:
    """Measures that tables show, and their estimates over all datasets as a run reports them.

    Figures are `mean`, `low`, `high`, `n`, `n_failed` and `n_unjudged`; `worst` and `best` are means if all unjudged
    units had the least or the greatest value. Where rows are of several tasks, contexts or variants, their names stand
    before, as in `bm25/mean`.
    """
    used = [name for one in prepared for name in _measures(one.task, one.judge is not None)]

    def compute(rows: Rows) -> dict[str, float]:
        return _by_name([estimated for one in prepared for estimated in _estimates(one.task, rows)])

    return Pooled(tuple(dict.fromkeys(used)), compute)


def figures(
    prepared: Sequence[PreparedTask],
    judged: Mapping[str, Sequence[Judged]],
    estimates: Mapping[str, Iterable[Estimated]],
) -> dict[str, dict[str, float]]:
    """Measure that tables show -> its figures over all datasets, named as `pooled` names them.

    Args:
        prepared: the tasks.
        judged: what is logged of each.
        estimates: of each.
    """
    found: dict[str, list[_Named]] = {}
    for one in prepared:
        name = one.task.name
        shown = _measures(one.task, one.judge is not None)
        makers = {(this.response.system, this.response.context, this.response.variant) for this in judged[name]}
        for key, value, _ in estimates[name] if makers else ():
            if key.dataset is None and key.measure in shown and (key.system, key.context, key.variant) in makers:
                found.setdefault(key.measure, []).append(((name, key), value))
    return {measure: _by_name(given) for measure, given in found.items()}


def _estimates(task: AnyTask, rows: Rows) -> Iterator[_Named]:
    scores = [score_of(row, task.columns, "log") for row in rows if row.get("task") == task.name]
    names = {score.measure for score in scores}
    for key, one, _ in estimate(scores, reporting_of(task)):
        if key.dataset is None and key.measure in names:
            yield (task.name, key), one


def _by_name(found: Sequence[_Named]) -> dict[str, float]:
    keys = [key for key, _ in found]
    return {"/".join([*_told_apart(keys, key), name]): value for key, one in found for name, value in _figures(one)}


def _told_apart(keys: Sequence[tuple[str, Key]], key: tuple[str, Key]) -> Iterator[str]:
    """What tells a key from the others: task, system, context and variant, where they differ."""

    def parts(one: tuple[str, Key]) -> tuple[str, ...]:
        return one[0], one[1].system, one[1].context, one[1].variant

    for place, part in enumerate(parts(key)):
        if len({parts(one)[place] for one in keys}) > 1:
            yield part


def _figures(one: Estimate) -> Iterator[tuple[str, float]]:
    named = {"mean": one.value, "low": one.low, "high": one.high}
    yield from ((name, value) for name, value in named.items() if value is not None)
    yield from (("n", one.n), ("n_failed", one.n_failed), ("n_unjudged", one.n_unjudged))
    if one.bounds is not None:
        yield from zip(("worst", "best"), one.bounds, strict=True)

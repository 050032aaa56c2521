"""SummHay's systems and judges without a run, for the scripts that measure them; no model is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hayrick.harness.work.finish import finish
from hayrick.protocols import Judge, System
from hayrick.tasks.summhay import MEASURES, SubtopicGold, items_of
from hayrick.types import Haystack, Judgement, Question, Reply, Response, Score, Summary

Answered = Response[Summary]


async def nobody(questions: Sequence[Question]) -> Sequence[Reply | None]:
    """The `Ask` of systems and judges that need no model."""
    raise AssertionError("a model is asked")


def responses(system: System[SubtopicGold, Summary], haystack: Haystack) -> list[Answered]:
    """What a system says about every subtopic of a haystack."""
    return list(finish(system.respond(items_of([haystack]), nobody)))


def judged(
    judge: Judge[SubtopicGold, Summary], haystack: Haystack, given: Iterable[Answered]
) -> list[tuple[Answered, Sequence[Judgement]]]:
    """Each response with what a judge says of every insight."""
    items = {item.key: item for item in items_of([haystack])}

    async def all_of_them() -> list[tuple[Answered, Sequence[Judgement]]]:
        return [(one, await judge.judge(items[one.item.key], one, nobody)) for one in given]

    return finish(all_of_them())


def scores(judge: Judge[SubtopicGold, Summary], haystack: Haystack, given: Iterable[Answered]) -> list[Score]:
    """Rows of all measures of SummHay."""
    items = {item.key: item for item in items_of([haystack])}
    return [
        row
        for response, judgements in judged(judge, haystack, given)
        for measure in MEASURES
        for row in measure.score(items[response.item.key], response, judgements)
    ]

"""Programs that are wired as they should be: they must pass the type checker."""

from collections.abc import Iterator, Sequence

from hayrick.estimates import Estimated, estimate
from hayrick.harness.naming.ensembles import Ensemble
from hayrick.judges.coverage.local import LocalJudge
from hayrick.measures import COVERAGE
from hayrick.protocols import Ask, Judge, JudgeOptions, Known, Measure, Passage, Retriever, System, Task
from hayrick.reporting import reporting_of
from hayrick.tasks.summhay import MEASURES, SubtopicGold, task
from hayrick.tasks.summhay.baselines import Baseline
from hayrick.types import (
    Document,
    Haystack,
    Insight,
    Item,
    Judgement,
    Message,
    Prompt,
    Question,
    Reply,
    Response,
    Score,
    Summary,
)


async def scored(
    items: Sequence[Item[SubtopicGold]],
    system: System[SubtopicGold, Summary],
    judge: Judge[SubtopicGold, Summary],
    ask: Ask,
) -> Sequence[Estimated]:
    rows: list[Score] = []
    by_key = {item.key: item for item in items}
    for response in await system.respond(items, ask):
        item = by_key[response.item.key]
        judgements = await judge.judge(item, response, ask)
        for measure in MEASURES:
            rows.extend(measure.score(item, response, judgements))
    return estimate(rows, reporting_of(task([])))


async def of_baseline(haystack: Haystack, ask: Ask) -> Sequence[Estimated]:
    made = task([haystack])
    judge = Ensemble(a=LocalJudge(), b=made.judges["recorded"].make(JudgeOptions(name="recorded")))
    return await scored(made.items(0), Baseline(name="lead"), judge, ask)


async def nobody(questions: Sequence[Question]) -> Sequence[Reply | None]:
    return [None for _ in questions]


ASK: Ask = nobody


class First:
    name = signature = "first"

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> Sequence[float]:
        return [-float(place) for place, _ in enumerate(documents)]


RETRIEVER: Retriever = First()


def exact(item: Item[str], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
    value = float(response.answer == item.gold)
    yield Score(response=response, measure="exact", unit=None, value=value, failed=response.answer is None)


def words(item: Item[object], response: Response[object], judgements: Sequence[Judgement]) -> Iterator[Score]:
    yield Score(response=response, measure="words", unit=None, value=float(len(response.reply.split())))


EXACT = Measure(name="exact", description="share that is right", source="ours", score=exact, judged=False)
WORDS = Measure(name="words", description="words of the reply", source="ours", score=words, judged=False)


def ask_for(item: Item[str], passages: Sequence[Passage]) -> Prompt:
    return Prompt(messages=(Message(role="user", text=item.query),), signature="v1")


def parse(item: Item[str], reply: str) -> str | None:
    return reply or None


CAPITALS: Task[str, str] = Task(
    name="capitals",
    paper="ours",
    items=lambda seed: [Item(dataset="d", group="g", id="i", query="Capital of Norway?", gold="Oslo")],
    prompt=ask_for,
    parse=parse,
    # A measure of any task serves this one, too.
    measures=(EXACT, WORDS),
)


class Chapter:
    """Gold of a task that is not SummHay: what has insights can be judged for coverage."""

    insights: Sequence[Insight] = ()


async def another_task_with_insights(item: Item[Chapter], response: Response[Summary], ask: Ask) -> Sequence[Score]:
    return list(COVERAGE.score(item, response, await LocalJudge().judge(item, response, ask)))

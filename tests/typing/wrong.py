# mypy: ignore-errors
"""Programs that are wired wrongly: each marked line must fail the type checker, and no other."""

from collections.abc import Sequence
from dataclasses import replace

from hayrick.estimates import estimate
from hayrick.judges.coverage.local import LocalJudge
from hayrick.judges.coverage.model import CoverageJudge
from hayrick.measures import CITATION, COVERAGE
from hayrick.protocols import (
    About,
    Ask,
    Judge,
    JudgeMaker,
    JudgeOptions,
    Known,
    Measure,
    Passage,
    Retriever,
    System,
    SystemMaker,
    Task,
    about_of,
)
from hayrick.reporting import Reporting
from hayrick.tasks.summhay import MEASURES, SubtopicGold, items_of
from hayrick.tasks.summhay.baselines import Baseline
from hayrick.types import (
    Bullet,
    Document,
    Haystack,
    Insight,
    Item,
    Judgement,
    Message,
    Prompt,
    Question,
    Response,
    Score,
    Summary,
)


def items(seed: int) -> Sequence[Item[str]]:
    return [Item(dataset="d", group="g", id="i", query="Capital of Norway?", gold="Oslo")]


def prompt(item: Item[str], passages: Sequence[Passage]) -> Prompt:
    return Prompt(messages=(Message(role="user", text=item.query),), signature="v1")


def parse(item: Item[str], reply: str) -> str | None:
    return reply or None


def local(options: JudgeOptions) -> LocalJudge:
    return LocalJudge()


def baseline(rest: str, seed: int) -> Baseline:
    return Baseline(name="lead")


LOCAL = JudgeMaker("of coverage", local)
LEAD = SystemMaker("of SummHay", baseline)


def a_measure_of_summhay_in_another_task() -> Task[str, str]:
    return Task(name="t", paper="p", items=items, prompt=prompt, parse=parse, measures=(COVERAGE,))  # WRONG arg-type


def all_measures_of_summhay_in_another_task() -> Task[str, str]:
    return Task(name="t", paper="p", items=items, prompt=prompt, parse=parse, measures=MEASURES)  # WRONG arg-type


def a_judge_of_summhay_in_another_task(task: Task[str, str]) -> Task[str, str]:
    return Task(
        name="t",
        paper="p",
        items=items,
        prompt=prompt,
        parse=parse,
        measures=task.measures,
        judges={"local": LOCAL},  # WRONG dict-item
    )


def a_system_of_summhay_in_another_task(task: Task[str, str]) -> Task[str, str]:
    return Task(
        name="t",
        paper="p",
        items=items,
        prompt=prompt,
        parse=parse,
        measures=task.measures,
        systems={"lead": LEAD},  # WRONG dict-item
    )


def items_of_another_task(haystacks: Sequence[Haystack], task: Task[str, str]) -> Task[str, str]:
    return Task(
        name="t",
        paper="p",
        items=lambda seed: items_of(haystacks),  # WRONG arg-type return-value
        prompt=prompt,
        parse=parse,
        measures=task.measures,
    )


def a_judge_of_coverage_judges_insights_only() -> Judge[str, str]:
    return CoverageJudge(JudgeOptions(name="a/model"))  # WRONG return-value


def coverage_needs_insights(item: Item[str], response: Response[Summary], judgements: list[Judgement]) -> None:
    COVERAGE.score(item, response, judgements)  # WRONG arg-type


def citations_need_holders(insights: tuple[Insight, ...], response: Response[Summary]) -> None:
    class Gold:
        def __init__(self) -> None:
            self.insights = insights

    CITATION.score(Item(dataset="d", group="g", id="i", query="q", gold=Gold()), response, ())  # WRONG arg-type


def a_response_of_another_task(item: Item[SubtopicGold], response: Response[str]) -> None:
    COVERAGE.score(item, response, ())  # WRONG arg-type


def judgements_are_no_scores(judgements: list[Judgement], reporting: Reporting) -> None:
    estimate(judgements, reporting)  # WRONG arg-type


def scores_are_no_judgements(item: Item[SubtopicGold], response: Response[Summary], scores: list[Score]) -> None:
    COVERAGE.score(item, response, scores)  # WRONG arg-type


def a_haystack_is_no_item(haystack: Haystack, response: Response[Summary]) -> None:
    COVERAGE.score(haystack, response, ())  # WRONG arg-type


def a_function_is_no_measure(judgements: list[Judgement]) -> Measure[str, str]:
    return parse  # WRONG return-value


def a_judge_is_no_system(judge: LocalJudge) -> System[SubtopicGold, Summary]:
    return judge  # WRONG return-value


def a_system_is_no_judge() -> Judge[SubtopicGold, Summary]:
    return Baseline(name="lead")  # WRONG return-value


class OfHaystacks:
    name = signature = "mine"

    def scores(self, query: str, haystack: Haystack, known: Known | None = None) -> Sequence[float]:
        return [0.0 for _ in haystack.documents]


def a_retriever_knows_no_haystack() -> Retriever:
    return OfHaystacks()  # WRONG return-value


async def texts(questions: Sequence[Question]) -> Sequence[str]:
    return ["yes" for _ in questions]


def an_ask_gives_replies() -> Ask:
    return texts  # WRONG return-value


def an_ask_is_a_coroutine(questions: Sequence[Question]) -> list[None]:
    return [None for _ in questions]


def an_ask_is_awaited() -> Ask:
    return an_ask_is_a_coroutine  # WRONG return-value


def a_prompt_is_no_string(task: Task[str, str]) -> Task[str, str]:
    return replace(task, prompt=lambda item, passages: item.query)  # WRONG arg-type return-value


def cites_are_a_set_of_ids() -> Bullet:
    return Bullet(id=1, text="x", cites=frozenset({1, 2}))  # WRONG arg-type


def nouns_are_frozen(document: Document) -> None:
    document.text = "other"  # WRONG misc


def responses_are_frozen(response: Response[Summary]) -> None:
    response.answer = None  # WRONG misc


def an_unjudged_value_is_no_number(judgement: Judgement) -> float:
    return judgement.value + 1  # WRONG operator


def a_failed_response_has_no_answer(response: Response[Summary]) -> int:
    return len(response.answer.bullets)  # WRONG union-attr


def a_score_may_have_no_value(scores: list[Score]) -> float:
    return sum(score.value for score in scores)  # WRONG misc


def what_is_said_of_a_judge_has_a_name() -> About:
    return About(notes="of three")  # WRONG call-arg


def what_is_known_of_a_judge_has_a_name(judge: Judge[str, str]) -> str:
    return about_of(judge).notes  # WRONG attr-defined no-any-return

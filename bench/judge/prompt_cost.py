"""Measure what the coverage judge's variants and the summary prompts cost in tokens, on released haystacks.

`python -m bench.judge.prompt_cost` prints, for every variant, calls and tokens in and out for one summary of one
subtopic (means over all recorded summaries, with 95 % intervals for new subtopics of these haystacks), shares of the
tokens of one insight a call, and how much the summary prompt adds to the documents. Tokens in are those of the
messages' texts; tokens out those of the reply that the prompt asks for, with the recorded labels and, in version 2, an
eight-word reason for each "partial": a model that says more costs more. Which insights are contradicted is not
recorded. Tokens are cl100k's. Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the
checkout).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from bench.places import HAYSTACKS, SUMMHAY, needed
from bench.systems import summhay
from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.model import Case, CoverageJudge
from hayrick.prompting import load, prompt_tokens
from hayrick.protocols import JudgeOptions
from hayrick.retrieval.baselines import Oracle
from hayrick.retrieval.context import pack
from hayrick.retrieval.haystacks import scores_of
from hayrick.stats import Interval, design, ratio_intervals
from hayrick.tasks.summhay import items_of
from hayrick.tasks.summhay.labels import RecordedJudge
from hayrick.tasks.summhay.prompt import summary_prompt
from hayrick.tasks.summhay.recorded import RecordedSystems
from hayrick.tokens import count_tokens
from hayrick.types import Haystack, Judgement

VARIANTS = ("single", "nine", "together", "single.v1", "nine.v1", "together.v1")
RELEASED = "released"
REASON = "the number of new stations is not the same"
"""Stands for what decided, which version 2 asks for in at most eight words where the coverage is partial."""


@dataclass(frozen=True, kw_only=True)
class Cost:
    """Cost of judging one summary in one variant."""

    group: tuple[str, str]
    calls: int
    repeated: int
    """Tokens in that the calls after the first share with it at their beginning."""

    tokens_in: int
    tokens_out: int


def main() -> None:
    folder = needed(SUMMHAY)
    haystacks = [read_haystack(folder / f"{name}.json") for name in HAYSTACKS]
    judges = {variant: CoverageJudge(JudgeOptions(name=variant, variant=variant)) for variant in VARIANTS}
    released = load(folder / "prompts" / "eval_summhay.txt")
    judges[RELEASED] = CoverageJudge(JudgeOptions(name=RELEASED, variant=RELEASED, template=released))
    costs = {variant: list(judged(judge, haystacks)) for variant, judge in judges.items()}
    print_judges(costs, judges)
    print_summaries(haystacks, folder)


def judged(judge: CoverageJudge, haystacks: Sequence[Haystack]) -> Iterator[Cost]:
    for haystack in haystacks:
        insights = {subtopic.id: subtopic.insights for subtopic in haystack.subtopics}
        recorded = summhay.responses(RecordedSystems(), haystack)
        for response, judgements in summhay.judged(RecordedJudge(), haystack, recorded):
            bullets = response.answer.bullets if response.answer else ()
            cases = judge.cases(insights[response.item.group], bullets) if bullets else []
            answers = {answer.unit: answer for answer in judgements}
            if not cases or any(answer.label is None for answer in answers.values()):
                continue
            yield Cost(
                group=(haystack.id, response.item.group),
                calls=len(cases),
                repeated=shared_beginning(cases) * (len(cases) - 1),
                tokens_in=sum(counted(message.text) for case in cases for message in case.prompt.messages),
                tokens_out=sum(counted(reply(judge, [answers[id] for id in case.insights])) for case in cases),
            )


def reply(judge: CoverageJudge, answers: Sequence[Judgement]) -> str:
    """Return the reply that the prompt asks for."""
    if judge.variant == RELEASED:
        words = {"none": "NO_COVERAGE", "partial": "PARTIAL_COVERAGE", "full": "FULL_COVERAGE"}
        return json.dumps({"coverage": words[str(answers[0].label)], "bullet_id": answers[0].link or "NA"})
    rows = [{"coverage": "no" if one.label == "none" else one.label, "bullet": one.link} for one in answers]
    if judge.template.version != 1:
        rows = [{**row, "reason": REASON} if row["coverage"] == "partial" else row for row in rows]
    if not judge.is_together:
        return json.dumps(rows[0])
    return json.dumps({"answers": [{"insight": number, **row} for number, row in enumerate(rows, start=1)]})


def shared_beginning(cases: Sequence[Case]) -> int:
    texts = ["\n".join(message.text for message in case.prompt.messages) for case in cases]
    first, last = min(texts), max(texts)
    apart = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return counted(first[:apart])


@lru_cache(maxsize=100_000)
def counted(text: str) -> int:
    return count_tokens(text).n


def mean(costs: Sequence[Cost], values: Sequence[float], weights: Sequence[float] | None = None) -> Interval:
    """Return the ratio of sums, by default over the number of summaries."""
    plan = design([cost.group for cost in costs])
    ones = np.ones(len(costs))
    top, _ = plan.sums(values, ones)
    bottom, _ = plan.sums(weights if weights is not None else ones, ones)
    return ratio_intervals([top], [bottom], plan.strata, bounds=None)[0]


def text_of(found: Interval, digits: int) -> str:
    if found.value is None or found.low is None or found.high is None:
        return "-"
    return f"{found.value:,.{digits}f} [{found.low:,.{digits}f}, {found.high:,.{digits}f}]"


def print_judges(costs: dict[str, list[Cost]], judges: dict[str, CoverageJudge]) -> None:
    single = costs["single"]
    print(f"judging one summary: means over n = {len(single)} recorded summaries, {len(HAYSTACKS)} haystacks")
    print("variant | calls | tokens in | of these repeated | tokens out | in, share of single | out, share of single")
    for variant, rows in costs.items():
        columns = [
            text_of(mean(rows, [row.calls for row in rows]), 2),
            text_of(mean(rows, [row.tokens_in for row in rows]), 0),
            text_of(mean(rows, [row.repeated for row in rows]), 0),
            text_of(mean(rows, [row.tokens_out for row in rows]), 1),
            text_of(mean(rows, [row.tokens_in for row in rows], [row.tokens_in for row in single]), 4),
            text_of(mean(rows, [row.tokens_out for row in rows], [row.tokens_out for row in single]), 4),
        ]
        print(" | ".join([variant, *columns]))
    for judge in judges.values():
        print(judge.signature)


def print_summaries(haystacks: Sequence[Haystack], folder: Path) -> None:
    print("\nwhat the summary prompt adds to the texts of the documents, tokens and share; all subtopics")
    released = load(folder / "prompts" / "summarization_news.txt")
    for haystack in haystacks:
        for budget in (15_000, None):
            texts = ours = theirs = 0
            for item in items_of([haystack]):
                subtopic, n = item.gold.subtopic, item.gold.wanted_bullets
                context = pack(haystack.documents, scores_of(haystack, subtopic, Oracle()), budget)
                prompt = summary_prompt(haystack, subtopic, context, n_bullets=n, domain="news")
                other = summary_prompt(haystack, subtopic, context, n_bullets=n, template=released)
                texts += sum(passage.tokens for passage in context)
                ours += prompt_tokens(prompt)
                theirs += prompt_tokens(other)
            n_prompts = len(haystack.subtopics)
            shown = f"{budget:,}" if budget else "all documents"
            print(
                f"{haystack.id}, {shown}, n = {n_prompts} prompts: documents {texts / n_prompts:,.0f}; "
                f"ours +{(ours - texts) / n_prompts:,.0f} ({ours / texts - 1:.1%}); "
                f"released +{(theirs - texts) / n_prompts:,.0f} ({theirs / texts - 1:.1%})"
            )


if __name__ == "__main__":
    main()

"""What a plan says against what a run would ask, by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hayrick.harness.journal import Journal
from hayrick.harness.model_runs import Asking, model_judge, model_system, units_of
from hayrick.harness.plan import REPLY_TOKENS, SUMMARY_TOKENS, Planned, plan
from hayrick.harness.prices import Price, Prices
from hayrick.haystacks.files import read_haystack
from hayrick.prompting import prompt_tokens
from hayrick.systems.stored import StoredSystems
from hayrick.types import Haystack, System

PRICES = Prices(date="d", models={"lab/*": Price(tokens_in=1e6, tokens_out=2e6, cached=0.5e6)})
"""A dollar a token in, two a token out, half a dollar a cached one."""


@pytest.fixture
def haystack(native: Path) -> Haystack:
    return read_haystack(native)


def planned(haystack: Haystack, judge: str | None, *specs: str, asking: Asking | None = None) -> list[Planned]:
    asking = asking or Asking()
    journal = Journal(None)
    systems = [model_system(spec, asking, journal) for spec in specs]
    rater = model_judge(judge, asking, journal) if judge else None
    units = units_of([one for one in systems if one], [(haystack, haystack.subtopics)], rater)
    return plan(units, rater, asking, PRICES)


def test_summaries_alone(haystack: Haystack) -> None:
    row = planned(haystack, None, "lab/big+full")[0]
    system = model_system("lab/big+full", Asking(), Journal(None))
    assert system is not None
    prompts = [job.ask.prompt for job in system.jobs(haystack, haystack.subtopics)]
    assert (row.system, row.context, row.judge, row.calls) == ("lab/big", "full", "none", 2)
    # A message's texts are joined for counting, which may merge a token or two.
    assert row.tokens_in == pytest.approx(sum(map(prompt_tokens, prompts)), abs=4)
    assert row.tokens_out == 2 * SUMMARY_TOKENS
    assert row.usd == row.tokens_in + 2 * row.tokens_out
    # 1024 are the longest reply allowed, and prompts may be 5 % longer than counted.
    assert row.usd_high == int(1.05 * row.tokens_in) + 2 * 2 * 1024
    assert row.usd_low is not None
    assert 0.5 * row.tokens_in < row.usd_low < row.usd


def test_a_judge_asks_for_each_insight_each_time(haystack: Haystack) -> None:
    insights = sum(len(subtopic.insights) for subtopic in haystack.subtopics)
    alone = planned(haystack, None, "lab/big+full")[0]
    for asking, calls, variant in [
        (Asking(), insights, "single"),
        (Asking(judge_repeats=3), 3 * insights, "single"),
        (Asking(judge_variant="together"), len(haystack.subtopics), "together"),
    ]:
        row = planned(haystack, "lab/judge", "lab/big+full", asking=asking)[0]
        assert (row.judge, row.calls) == ("lab/judge", 2 + calls)
        assert row.tokens_out == alone.tokens_out + calls * REPLY_TOKENS[variant]


def test_each_context_has_a_row_and_an_unknown_price_is_absent(haystack: Haystack) -> None:
    rows = planned(haystack, None, "lab/big+all", "other/big+full")
    assert [row.context for row in rows[:-1]] == [
        *("full", "keywords", "bm25", "bm25rm3", "sentences", "oracle", "random"),
    ]
    assert (rows[-1].usd_low, rows[-1].usd, rows[-1].usd_high) == (None, None, None)
    assert rows[-1].calls == 2


def test_given_summaries_cost_their_judging_only(haystack: Haystack, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    lines = [{"subtopic": one.id, "system": "mine", "summary": "- Six. [1]"} for one in haystack.subtopics]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    stored: System = StoredSystems(path=path, haystacks=[haystack.id], compat=None)
    judge = model_judge("lab/judge", Asking(), Journal(None))
    units = units_of([stored], [(haystack, haystack.subtopics)], judge)
    rows = plan(units, judge, Asking(), PRICES)
    insights = sum(len(subtopic.insights) for subtopic in haystack.subtopics)
    assert [(row.system, row.calls) for row in rows] == [("mine", insights)]
    assert units_of([stored], [(haystack, haystack.subtopics)], None) == []

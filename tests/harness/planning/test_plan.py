"""What a plan says against what a run would ask, by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hayrick.asking import Decoding
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.models.prices import read_prices
from hayrick.harness.planning.plan import plan
from hayrick.harness.planning.plan_costs import PlannedCalls, planned_calls
from hayrick.harness.running.run_request import RunRequest, prepare
from hayrick.harness.scheduling.asks import CountedQuestion
from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.model import REPLY_TOKENS
from hayrick.prompting import prompt_tokens
from hayrick.tasks.summhay.task import SUMMARY_TOKENS
from hayrick.types import Haystack, Message, Prompt, Question


@pytest.fixture
def haystack(native: Path) -> Haystack:
    return read_haystack(native)


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    """A dollar a token in, two a token out, half a dollar a cached one."""
    path = tmp_path / "prices.json"
    price = {"in": 1e6, "cached": 0.5e6, "out": 2e6}
    path.write_text(json.dumps({"schema": 1, "date": "d", "models": {"lab/*": price}}))
    return path


def planned(
    path: Path, prices: Path | None, judge: str | None, *specs: str, repeats: int = 1, **models: Any
) -> list[PlannedCalls]:
    options = ModelOptions(prices=prices, **models)
    request = RunRequest(inputs=[str(path)], systems=specs, judge=judge or "none", models=options, repeats=repeats)
    return plan(request).calls


def prompts(path: Path, spec: str) -> list[int]:
    """Tokens of each prompt of a system."""
    (made,) = prepare(RunRequest(inputs=[str(path)], systems=[spec], judge="none"), Cast())
    found: list[int] = []

    async def noting(questions: Sequence[Any]) -> list[None]:
        found.extend(prompt_tokens(question.prompt) for question in questions)
        return [None for _ in questions]

    ((_, system),) = made.systems
    with pytest.raises(StopIteration):
        system.respond(made.items, noting).send(None)
    return found


def test_summaries_alone(native: Path, prices: Path) -> None:
    row = planned(native, prices, None, "lab/big+full")[0]
    assert (row.system, row.context, row.judge, row.calls) == ("lab/big", "full", "none", 2)
    # A message's texts are joined for counting, which may merge a token or two.
    assert row.tokens_in == pytest.approx(sum(prompts(native, "lab/big+full")), abs=4)
    assert row.tokens_out == 2 * SUMMARY_TOKENS
    assert row.usd == row.tokens_in + 2 * row.tokens_out
    # 1024 are the longest reply allowed, and prompts may be 5 % longer than counted.
    assert row.usd_high == int(1.05 * row.tokens_in) + 2 * 2 * 1024
    assert row.usd_low is not None
    assert 0.5 * row.tokens_in < row.usd_low < row.usd


def test_a_judge_asks_for_each_insight_each_time(native: Path, haystack: Haystack, prices: Path) -> None:
    insights = sum(len(subtopic.insights) for subtopic in haystack.subtopics)
    alone = planned(native, prices, None, "lab/big+full")[0]
    options: list[tuple[dict[str, Any], int, str]] = [
        ({}, insights, "single"),
        ({"judge_repeats": 3}, 3 * insights, "single"),
        ({"judge_variant": "together"}, len(haystack.subtopics), "together"),
    ]
    for models, calls, variant in options:
        row = planned(native, prices, "lab/judge", "lab/big+full", **models)[0]
        assert (row.judge, row.calls) == ("lab/judge", 2 + calls)
        assert row.tokens_out == alone.tokens_out + calls * REPLY_TOKENS[variant]


def test_repeated_questions_cost_each_time(native: Path, prices: Path) -> None:
    once = planned(native, prices, None, "lab/big+full")[0]
    thrice = planned(native, prices, None, "lab/big+full", repeats=3)[0]
    assert (thrice.calls, thrice.tokens_in, thrice.tokens_out) == (
        3 * once.calls,
        3 * once.tokens_in,
        3 * once.tokens_out,
    )


def test_each_context_has_a_row_and_an_unknown_price_is_absent(native: Path, prices: Path) -> None:
    rows = planned(native, prices, None, "lab/big+all", "other/big+full")
    of_big = [row for row in rows if row.system == "lab/big"]
    assert [row.context for row in of_big] == [
        *("full", "keywords", "bm25", "bm25rm3", "sentences", "oracle", "random"),
    ]
    (other,) = [row for row in rows if row.system == "other/big"]
    assert (other.usd_low, other.usd, other.usd_high) == (None, None, None)
    assert other.calls == 2


def test_given_summaries_cost_their_judging_only(
    native: Path, haystack: Haystack, prices: Path, tmp_path: Path
) -> None:
    path = tmp_path / "mine.jsonl"
    lines = [{"subtopic": one.id, "system": "mine", "summary": "- Six. [1]"} for one in haystack.subtopics]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    rows = planned(native, prices, "lab/judge", f"file:{path}")
    insights = sum(len(subtopic.insights) for subtopic in haystack.subtopics)
    assert [(row.system, row.calls) for row in rows] == [("mine", insights)]
    assert planned(native, None, None, f"file:{path}") == []
    assert planned(native, None, "local", f"file:{path}") == []


class TestDrawnReplies:
    """A rating that is taken from probabilities is one call, or six where the model gives none."""

    def test_only_high_figures_hold_them(self, prices: Path) -> None:
        prompt = Prompt(messages=(Message(role="user", text="Rate this."),), signature="")
        player = Player.of_model("lab/judge", "judge", Decoding(max_tokens=8), 1)
        known = read_prices(prices)

        def cost(instead: int) -> PlannedCalls:
            asked = Question(role="judge", prompt=prompt, max_tokens=8, alternatives=10, instead=instead)
            return planned_calls("one", "full", "judge", [[CountedQuestion(asked, player)]], known, batch=False)

        (plain, drawn), tokens = (cost(0), cost(5)), prompt_tokens(prompt)
        assert (drawn.calls, drawn.usd) == (plain.calls, plain.usd)
        assert plain.usd_high is not None
        assert drawn.usd_high is not None
        assert drawn.usd_high - plain.usd_high == pytest.approx(5 * tokens + 5 * 2 * 8, abs=5)

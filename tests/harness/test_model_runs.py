"""Models as systems and judges: what is asked and how rows come from the journal, without any model."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from hayrick.harness.catalogue import judge as judge_of
from hayrick.harness.jobs import Unit, is_done, work
from hayrick.harness.journal import Call, Journal, Usage
from hayrick.harness.model_calls import Ask, Asker, Reply
from hayrick.harness.model_runs import Asking, Ensemble, asking_judges, model_judge, model_system, units_of
from hayrick.harness.models import JUDGE_TRIES, Decoding, ModelJudge, ModelSystem, Window
from hayrick.harness.prices import SHIPPED, Budget, read_prices
from hayrick.harness.user_systems import YourSystem
from hayrick.haystacks.files import read_haystack
from hayrick.prompting import prompt_tokens
from hayrick.types import BadInput, Bullet, Haystack, Summary

SUMMARY = "- The bakery opens at six. [1]\n- Flour costs 12 percent more. [2]"
FULL = '{"coverage": "full", "bullet": 2}'


@pytest.fixture
def haystack(native: Path) -> Haystack:
    return read_haystack(native)


def made(journal: Journal, asking: Asking | None = None) -> tuple[ModelSystem, ModelJudge]:
    system = model_system("lab/big+full", asking or Asking(), journal)
    judge = model_judge("lab/judge", asking or Asking(), journal)
    assert isinstance(system, ModelSystem)
    assert judge is not None
    return system, judge


def run(haystack: Haystack, journal: Journal, replies: list[str], *, asking: Asking | None = None) -> list[Ask]:
    """Work on the first subtopic; the judge's replies in turn, the last one for ever. What was asked."""
    asked: list[Ask] = []
    system, judge = made(journal, asking)

    async def send(question: Ask) -> Reply:
        asked.append(question)
        if question.purpose == "system":
            return Reply(SUMMARY, "stop", Usage())
        text = replies.pop(0) if len(replies) > 1 else replies[0]
        return Reply(text, "content_filter" if text == "refused" else "stop", Usage())

    unit = units_of([system], [(haystack, haystack.subtopics[:1])], judge)[0]
    asker = Asker(journal, send, read_prices(), Budget(limit=None))
    asyncio.run(work(unit, [judge], asker))
    assert is_done(unit, [judge], journal)
    return asked


def test_a_summary_and_its_judgements_are_read_from_the_journal(haystack: Haystack) -> None:
    journal = Journal(None)
    asked = run(haystack, journal, [FULL])
    assert [question.purpose for question in asked] == ["system", "judge", "judge"]
    system, judge = made(journal)
    one, other = system.summaries(haystack, haystack.subtopics[:2])
    assert [set(bullet.cites) for bullet in one.bullets] == [{"dA"}, {"dB"}]
    assert one.extra["stop"] == "stop"
    assert (other.bullets, other.extra["stop"]) == ((), "no reply"), "what was never asked is a failure, not absent"
    found = judge.judge(haystack.subtopics[0], one)
    assert [(row.insight, row.label, row.bullet, row.judge) for row in found] == [
        ("i1", "full", 2, "lab/judge"),
        ("i2", "full", 2, "lab/judge"),
    ]
    assert [row.label for row in judge.judge(haystack.subtopics[1], other)] == ["none"] * 2
    assert run(haystack, journal, [FULL]) == [], "nothing is asked twice"


@pytest.mark.parametrize(
    ("replies", "tries", "label", "reason"),
    [
        (["no idea", FULL], 2, "full", None),
        (["no idea", "{", FULL], 3, "full", None),
        (["no idea"], JUDGE_TRIES, None, "no"),
        (["refused"], 1, None, "the judge refused to answer"),
    ],
)
def test_replies_that_cannot_be_read_are_asked_for_again_within_bounds(
    haystack: Haystack, replies: list[str], tries: int, label: str | None, reason: str | None
) -> None:
    journal = Journal(None)
    one = replace(haystack.subtopics[0], insights=haystack.subtopics[0].insights[:1])
    haystack = replace(haystack, subtopics=(one, *haystack.subtopics[1:]))
    asked = run(haystack, journal, replies)
    assert len(asked) == 1 + tries
    assert len({question.key for question in asked}) == len(asked), "each try is a call of its own"
    system, judge = made(journal)
    summary = next(iter(system.summaries(haystack, [one])))
    found = judge.judge(one, summary)[0]
    assert found.label == label
    assert (found.unparsed is None) == (reason is None)
    assert reason is None or found.unparsed is None or reason in found.unparsed.reason


def test_repeats_are_asked_for_each_and_counted_once_however_often_they_are_read(haystack: Haystack) -> None:
    journal, asking = Journal(None), Asking(judge_repeats=2)
    asked = run(haystack, journal, [FULL, FULL, FULL, '{"coverage": "no", "bullet": null}'], asking=asking)
    assert len(asked) == 1 + 2 * 2
    system, judge = made(journal, asking)
    summary = next(iter(system.summaries(haystack, haystack.subtopics[:1])))
    for _ in range(2):
        found = judge.judge(haystack.subtopics[0], summary)
    # Two repeats of two insights; one reply of four says no: (1 + 0) / 2 for its insight.
    assert sorted(row.value or 0.0 for row in found) == [0.5, 1.0]
    assert (judge.agreement.n_pairs, judge.agreement.n_same_label) == (2, 1)


def test_signatures_hold_what_answers_depend_on() -> None:
    journal = Journal(None)

    def both(asking: Asking) -> tuple[str, str]:
        system, judge = made(journal, asking)
        return system.signature, judge.signature

    plain = both(Asking())
    for asking, changes in [
        (Asking(decoding=Decoding(temperature=0.5)), (True, True)),
        (Asking(decoding=Decoding(top_p=0.5)), (True, True)),
        (Asking(decoding=Decoding(max_tokens=9)), (True, False)),
        (Asking(decoding=Decoding(seed=1)), (True, True)),
        (Asking(judge_tokens=9), (False, True)),
        (Asking(judge_repeats=2), (False, True)),
        (Asking(judge_variant="nine"), (False, True)),
        (Asking(window=Window(tokens=9)), (True, False)),
        (Asking(free=True), (True, False)),
        (Asking(domain="law"), (True, False)),
        (Asking(budgets=[9]), (True, False)),
        (Asking(orders=["top"]), (True, False)),
        (Asking(seeds=3), (True, False)),
        (Asking(budget_usd=1, connections=1, seconds=1, retries=0, prices=SHIPPED, batch=True), (False, False)),
    ]:
        found = both(asking)
        assert (found[0] != plain[0], found[1] != plain[1]) == changes, asking


def test_decoding_is_greedy_by_default_and_in_every_key(haystack: Haystack) -> None:
    system, _ = made(Journal(None))
    warm, _ = made(Journal(None), Asking(decoding=Decoding(temperature=1.0)))
    ask = system.jobs(haystack, haystack.subtopics)[0].ask
    assert (ask.parameters["temperature"], ask.max_tokens) == (0.0, 1024)
    assert ask.key != warm.jobs(haystack, haystack.subtopics)[0].ask.key


def test_prompts_of_one_haystack_begin_alike_and_follow_each_other(haystack: Haystack) -> None:
    system, _ = made(Journal(None), Asking(orders=["stored", "top"]))
    beginnings = [job.ask.beginning for job in system.jobs(haystack, haystack.subtopics)]
    n = len(haystack.subtopics)
    assert len(set(beginnings[:n])) == 1, "the whole haystack in one order"
    assert beginnings[0] not in beginnings[n:]


def test_a_prompt_that_exceeds_the_window_is_refused_or_cut_and_marked(haystack: Haystack) -> None:
    whole = made(Journal(None))[0].jobs(haystack, haystack.subtopics[:1])[0].ask.prompt
    small = Window(tokens=prompt_tokens(whole) + Decoding().max_tokens - 15)
    with pytest.raises(BadInput, match="together"):
        made(Journal(None), Asking(window=small))[0].jobs(haystack, haystack.subtopics)
    cut, _ = made(Journal(None), Asking(window=replace(small, cut=True)))
    summary = next(iter(cut.summaries(haystack, haystack.subtopics)))
    assert summary.extra["shortened"][-1] == "dF"  # type: ignore[index]
    assert summary.extra["removed_tokens"] > 0  # type: ignore[operator]


@pytest.mark.parametrize("spec", ["lab/big", "+full", "lab/big+", "recorded", "full"])
def test_what_names_no_model_and_context_is_no_model_system(spec: str) -> None:
    assert model_system(spec, Asking(), Journal(None)) is None


def test_the_last_plus_divides_model_and_context() -> None:
    system = model_system("lab/a+b+bm25", Asking(), Journal(None))
    assert isinstance(system, ModelSystem)
    assert (system.model, system.context) == ("lab/a+b", "bm25")
    assert isinstance(model_system("https://127.0.0.1/a+b", Asking(), Journal(None)), YourSystem)


def test_the_models_of_an_ensemble_are_asked(haystack: Haystack) -> None:
    both = judge_of("ensemble:lab/judge+local", [haystack])
    assert isinstance(both, Ensemble)
    assert both.name == "ensemble:lab/judge+local"
    assert [one.model for one in asking_judges(both)] == ["lab/judge"]
    assert both.a.signature in both.signature
    assert asking_judges(judge_of("local", [haystack])) == []


def test_units_are_named_apart(haystack: Haystack) -> None:
    journal = Journal(None)
    system, judge = made(journal, Asking(orders=["stored", "random"], seeds=2))
    units = units_of([system], [(haystack, haystack.subtopics)], judge)
    assert len({unit.id for unit in units}) == len(units) == 3 * len(haystack.subtopics)
    given = list(system.summaries(haystack, haystack.subtopics[:1]))
    assert Unit(haystack=haystack, subtopic=haystack.subtopics[0], source=given[0]).model is None


def test_of_several_tries_the_first_readable_answer_about_each_insight_counts(haystack: Haystack) -> None:
    journal = Journal(None)
    _, judge = made(journal, Asking(judge_variant="together"))
    subtopic = next(one for one in haystack.subtopics if len(one.insights) > 1)
    bullets = (Bullet(id=1, text="A claim."),)
    summary = Summary(
        haystack=haystack.id, subtopic=subtopic.id, system="s", context="full", bullets=bullets, reply="x", n_lines=1
    )
    (case,) = judge.logic.cases(subtopic, summary)
    n = len(subtopic.insights)
    first = json.dumps([{"insight": 1, "coverage": "full", "bullet": 1}])
    second = json.dumps([{"insight": k, "coverage": "no", "bullet": None} for k in range(1, n + 1)])
    for attempt, reply in enumerate((first, second)):
        asked = judge.next_ask(case, 0)
        assert asked is not None
        assert asked.key == judge.ask(case, 0, attempt).key
        journal.add(
            Call(
                key=asked.key,
                model="m",
                purpose="judge",
                reply=reply,
                stop="stop",
                usage=Usage(),
                usd=None,
                seconds=0.0,
            )
        )
    assert judge.next_ask(case, 0) is None
    assert [one.label for one in judge.judge(subtopic, summary)] == ["full", *["none"] * (n - 1)]

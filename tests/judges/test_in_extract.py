"""Judges that see an extract: each of them, what they see, what it costs, and who is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.naming import judge_names
from hayrick.harness.planning.plan import plan
from hayrick.harness.running.run_request import RunRequest
from hayrick.judges.in_extract import InExtract, in_extract
from hayrick.judges.metrics.catalogue import JUDGES as METRICS
from hayrick.judges.section_rating import SectionRatingJudge
from hayrick.judges.summaries.catalogue import JUDGES as SUMMARIES
from hayrick.judges.support.catalogue import JUDGES as SUPPORT
from hayrick.measures.summaries import Reference
from hayrick.protocols import Judge, JudgeOptions, about_of
from hayrick.replies.section_texts import read_section_texts
from hayrick.replies.statements import read_statements
from hayrick.types import BadInput, Document, Item, Question, Response
from scripted import Script, done, nobody

FILLER = " ".join(f"Nothing else happened on day {number}." for number in range(60))
SOURCE = f"{FILLER} The ferry of Quill was built in 1907. {FILLER}"
SAID = "The ferry was built in 1907."
OPTIONS = JudgeOptions(name="m")
KEY_POINTS = Reference(text=SOURCE, short="The ferry is old.", points=("The ferry is old.",), maker="people")
TASK = f"""
from hayrick.judges.metrics.catalogue import JUDGES
from hayrick.protocols import Measure, Task
from hayrick.types import Document, Item, Message, Prompt, Score

def score(item, response, judgements):
    for one in judgements:
        yield Score(response=response, measure="judged", unit=None, value=one.value, unjudged=one.value is None)

task = Task(
    name="summed", paper="ours",
    items=lambda seed: [Item(dataset="d", group="g", id="i", query="", gold=(),
                             documents=(Document(id="a", text={SOURCE!r}),))],
    prompt=lambda item, passages: Prompt(messages=(Message(role="user", text="Sum up."),), signature="p"),
    parse=lambda item, reply: reply, judges=JUDGES, max_tokens=100, stand_in=lambda item: {SAID!r},
    measures=(Measure(name="judged", description="the judge's value", source="ours", score=score, bounds=(0, 7)),),
)
"""


def item(gold: object, text: str = SOURCE) -> Item[Any]:
    return Item(dataset="d", group="g", id="i", query="", gold=gold, documents=(Document(id="a", text=text),))


def shown(judge: Judge[Any, Any], given: Item[Any], answer: object, reply: str) -> list[str]:
    """Prompts of a judge, which always gets the same reply."""
    script = Script(lambda question: reply)
    done(judge.judge(given, Response(item=given, system="s", context="full", answer=answer), script))
    return [one.prompt.messages[-1].text for one in script.questions]


CASES: dict[str, tuple[Judge[Any, Any], Item[Any], object, str]] = {
    "rating": (METRICS["consistency:MODEL"].make(OPTIONS), item(()), SAID, "4"),
    "support": (METRICS["support:MODEL"].make(OPTIONS), item(()), SAID, '{"supported": "yes"}'),
    "sections": (SectionRatingJudge(OPTIONS, drawn=True), item((SOURCE,)), read_section_texts(SAID, 1), "4"),
    "cited": (SUPPORT["MODEL"].make(OPTIONS), item(None), read_statements(f"{SAID} [1]", 1), '{"supported": "yes"}'),
    "points": (SUMMARIES["MODEL"].make(OPTIONS), item(KEY_POINTS), SAID, "?"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_judge_sees_the_sentences_that_matter(name: str) -> None:
    inner, given, answer, reply = CASES[name]
    judge = in_extract(inner, "extract:rouge1@40")
    whole, short = (shown(one, given, answer, reply) for one in (inner, judge))
    assert len(whole) == len(short)
    assert any(SOURCE in one for one in whole)
    for long, brief in zip(whole, short, strict=True):
        assert SOURCE not in brief
        assert ("of Quill was built" in brief) == ("of Quill was built" in long), (
            "as in the source, not as in the answer"
        )
        assert len(brief) < len(long) - 3000 if SOURCE in long else brief == long
    assert judge.name == inner.name
    assert judge.signature.startswith(f"{inner.signature};context=extract(rouge1")
    assert "@40" in judge.signature


def test_what_fits_is_shown_as_it_is_and_the_answers_are_those_of_the_judge() -> None:
    given = item((), "The ferry of Quill was built in 1907. It rained.")
    plain = METRICS["support:local"].make(OPTIONS)
    response = Response(item=given, system="s", context="full", answer=SAID)
    several = [plain, in_extract(plain, "extract:")]
    assert [done(one.judge(given, response, nobody)) for one in several].count(
        done(plain.judge(given, response, nobody))
    ) == 2


def test_extracts_are_counted_and_a_budget_below_the_summary_is_warned_of() -> None:
    judge = in_extract(METRICS["source_words"].make(OPTIONS), "extract:lead@6")
    assert isinstance(judge, InExtract)
    assert judge.about.note == ""
    for _ in range(2):
        done(judge.judge(item(()), Response(item=item(()), system="s", context="", answer=SAID), nobody))
    assert judge.about.note.startswith("m: extracts of 1 texts have 5 of their ")
    assert "1 of 1 summaries are longer than the 6 tokens" in judge.about.note


def test_empty_texts_are_not_extracted() -> None:
    judge = in_extract(METRICS["consistency:MODEL"].make(OPTIONS), "extract:")
    empty = item((), " ")
    found = done(judge.judge(empty, Response(item=empty, system="s", context="", answer=SAID), nobody))
    assert found[0].unparsed is not None
    assert (
        done(judge.judge(item(()), Response(item=item(()), system="s", context="", answer=None), nobody))[0].value == 1
    )


@pytest.mark.parametrize("name", ["rouge1", "keypoints:local"])
def test_a_judge_that_reads_no_source_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="reads no source"):
        in_extract(METRICS[name].make(JudgeOptions(name=name)), "extract:")


@pytest.fixture
def mine(tmp_path: Path) -> Callable[..., list[str]]:
    """Words of a command on a task of our own with the judges of metrics, and a file of summaries."""
    (tmp_path / "summed.py").write_text(TASK, encoding="utf-8")
    (tmp_path / "said.jsonl").write_text(json.dumps({"item": "i", "system": "s", "context": "full", "reply": SAID}))
    prices = {"schema": 1, "date": "d", "models": {"lab/*": {"in": 1e6, "out": 1e6}}}
    (tmp_path / "prices.json").write_text(json.dumps(prices))
    task, said = f"python:{tmp_path / 'summed.py'}:task", f"file:{tmp_path / 'said.jsonl'}"

    def words(command: str, judge: str, *more: str) -> list[str]:
        return [command, task, "--system", said, "--judge", judge, *more]

    return words


def test_a_plan_counts_the_shorter_prompt(mine: Callable[..., list[str]], tmp_path: Path) -> None:
    _, task, _, said, _, judge = mine("plan", "consistency:lab/m")
    rows = []
    for context in (None, "extract:rouge1@40", "extract:"):
        models = ModelOptions(judge_context=context, prices=tmp_path / "prices.json")
        rows += plan(RunRequest(inputs=[task], systems=[said], judge=judge, models=models)).calls
    whole, short, usual = rows
    assert (whole.calls, short.calls, usual.calls) == (1, 1, 1)
    assert 750 < whole.tokens_in - short.tokens_in < 1000
    assert whole.usd is not None
    assert short.usd is not None
    assert whole.usd - short.usd == whole.tokens_in - short.tokens_in
    assert usual.tokens_in == whole.tokens_in, "the source has fewer than 1,024 tokens"


def test_the_command_says_what_was_read_and_refuses_what_cannot_be(
    mine: Callable[..., list[str]], hayrick: Command, tmp_path: Path
) -> None:
    run = hayrick(*mine("run", "support:local", "--judge-context", "extract:bm25@6", "--out", str(tmp_path / "out")))
    assert (run.status, run.err) == (0, "")
    assert "support:local: extracts of 1 texts have 6 of their " in run.out
    assert "1 of 1 summaries are longer than the 6 tokens" in run.out
    assert "context=extract(bm25" in (tmp_path / "out" / "estimates.json").read_text()
    for judge, context, said in (
        ("rouge1", "extract:", "reads texts: source_words, source_bigrams, "),
        ("support:local", "extract:best@9", "rouge1+2"),
        ("support:local", "extract:rouge1@0", "extract:NAME@TOKENS"),
        ("none", "extract:", "not used here"),
    ):
        refused = hayrick(*mine("run", judge, "--judge-context", context))
        assert (refused.status, refused.err.count("\n")) == (2, 1)
        assert said in refused.err


def test_both_judges_of_an_ensemble_see_extracts(mine: Callable[..., list[str]], tmp_path: Path) -> None:
    from hayrick.harness.naming.names import named_task

    task = named_task(mine("plan", "")[1]).task
    options = ModelOptions(judge_context="extract:lead@64")
    made = judge_names.judge("ensemble:source_words+source_words", task, options, Cast())
    assert made is not None
    assert made.signature.count("context=extract(lead") == 2
    with pytest.raises(BadInput, match="reads no source"):
        judge_names.judge("ensemble:support:local+rouge2", task, options, Cast())


def test_shares_of_key_points_and_of_supported_sentences() -> None:
    def reply(question: Question) -> str:
        text = question.prompt.messages[-1].text
        if "Point 1" in text:
            return '{"point": 1, "stated": "yes"} {"point": 2, "stated": "no"}'
        if "Rain fell" in text and "A. B." in text:
            return "?"
        return '{"points": ["One.", "Two."]}' if "Reference one" in text else '{"supported": "yes"}'

    given = item(("Reference one.",), "Rain fell.")
    response = Response(item=given, system="s", context="full", answer="It rained. A.")
    points = done(METRICS["keypoints:MODEL"].make(OPTIONS).judge(given, response, Script(reply)))[0]
    assert (points.unit, points.value, points.reason) == ("keypoints", 0.5, "of 2 key points")
    support = done(METRICS["support:MODEL"].make(OPTIONS).judge(given, response, Script(reply)))[0]
    assert (support.unit, support.value, support.reason) == ("support", 1.0, "of 2 sentences")
    for name in ("keypoints", "support"):
        for answer in (None, " "):
            said = Response(item=given, system="s", context="full", answer=answer)
            assert done(METRICS[f"{name}:MODEL"].make(OPTIONS).judge(given, said, nobody))[0].value == 0
        bare, local = item((), ""), METRICS[f"{name}:local"].make(OPTIONS)
        assert about_of(local).bounds == {name: (0.0, 1.0)}
        found = done(local.judge(bare, response, nobody))[0]
        assert (found.unit, found.unparsed is None) == (name, False)
        script = Script(lambda question: None)
        assert done(METRICS[f"{name}:MODEL"].make(OPTIONS).judge(given, response, script))[0].value is None

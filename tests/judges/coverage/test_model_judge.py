"""How a model judges coverage: what it is asked again, and how repeats and failures count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from weir import BULLETS, INSIGHTS, insights_of, judge_of

from hayrick.asking.reader import READ_TRIES, REFUSED
from hayrick.judges.combined import stability
from hayrick.judges.coverage.model import CoverageJudge
from hayrick.judges.votes import NO_REPLY
from hayrick.protocols import Ask
from hayrick.types import Insight, Item, Judgement, Question, Reply, Response, Summary
from scripted import Script, done, nobody


@dataclass(frozen=True)
class Gold:
    """Gold of any task that consists of insights."""

    insights: tuple[Insight, ...]


ITEM = Item(dataset="h", group="s", id="s", query="What of the weir?", gold=Gold(insights_of()))
ANSWER = Summary(bullets=BULLETS, n_lines=5)
FULL, NO = '{"coverage": "full", "bullet": 2}', '{"coverage": "no", "bullet": null}'


def judged(judge: CoverageJudge, ask: Ask, answer: Summary | None = ANSWER) -> Sequence[Judgement]:
    return done(judge.judge(ITEM, Response(item=ITEM, system="m", context="full", answer=answer), ask))


def by_insight(*replies: Sequence[str | Reply | None]) -> Script:
    """Replies to the tries of each insight in turn, in every repetition alike."""

    def reply(question: Question) -> str | Reply | None:
        which = next(n for n, text in enumerate(INSIGHTS) if text in question.prompt.messages[-1].text)
        return replies[which][question.repeat % 100]

    return Script(reply)


class TestJudging:
    @pytest.mark.parametrize("answer", [None, Summary(bullets=(), n_lines=3)], ids=["failed", "no bullet"])
    def test_nothing_to_judge_needs_no_model(self, answer: Summary | None) -> None:
        found = judged(judge_of(), nobody, answer)
        assert [(one.unit, one.label, one.value, one.link) for one in found] == [
            (f"i{n}", "none", 0.0, None) for n in (1, 2, 3)
        ]

    def test_all_insights_are_asked_about_in_one_round(self) -> None:
        script = by_insight([FULL], [NO], ['{"coverage": "partial", "bullet": 5}'])
        found = judged(judge_of(role="judge:a/model", max_tokens=99), script)
        assert [(one.unit, one.label, one.value, one.link) for one in found] == [
            ("i1", "full", 1.0, 2),
            ("i2", "none", 0.0, None),
            ("i3", "partial", 0.5, 5),
        ]
        assert {one.rater for one in found} == {"a/model"}
        assert [len(questions) for questions in script.rounds] == [3]
        assert {(one.role, one.max_tokens, one.repeat) for one in script.questions} == {("judge:a/model", 99, 0)}

    def test_what_cannot_be_read_is_asked_again_and_then_unjudged(self) -> None:
        script = by_insight([FULL], ["?", NO], ["?"] * READ_TRIES)
        found = judged(judge_of(), script)
        assert [one.label for one in found] == ["full", "none", None]
        assert found[2].unparsed is not None
        assert found[2].unparsed.reason == "no JSON object"
        assert [len(questions) for questions in script.rounds] == [3, 2, 1]
        assert [one.repeat for one in script.questions] == [0, 0, 0, 1, 1, 2]

    def test_no_reply_is_not_asked_again(self) -> None:
        script = by_insight([FULL], [None], [NO])
        found = judged(judge_of(), script)
        assert [one.label for one in found] == ["full", None, "none"]
        assert found[1].unparsed is not None
        assert found[1].unparsed.reason == NO_REPLY.reason
        assert len(script.rounds) == 1

    def test_a_refusal_is_unjudged_and_not_asked_again(self) -> None:
        script = by_insight([FULL], [Reply(FULL, REFUSED)], [NO])
        found = judged(judge_of(), script)
        assert [one.label for one in found] == ["full", None, "none"]
        assert found[1].unparsed is not None
        assert found[1].unparsed.reason == "the judge refused to answer"
        assert len(script.rounds) == 1

    def test_of_several_tries_about_all_insights_the_first_readable_answer_counts(self) -> None:
        tries = [
            '{"insight": 1, "coverage": "full", "bullet": 2}',
            '[{"insight": 1, "coverage": "no"}, {"insight": 2, "coverage": "no"}]',
            '{"insight": 3, "coverage": "partial", "bullet": 5}',
        ]
        script = Script(lambda question: tries[question.repeat])
        found = judged(judge_of("together"), script)
        assert [(one.label, one.link) for one in found] == [("full", 2), ("none", None), ("partial", 5)]
        assert len(script.rounds) == 3

    def test_a_contradiction_of_most_repeats_is_one_of_the_judge(self) -> None:
        denied = '{"coverage": "no", "bullet": null, "contradicted": true, "reason": "denied"}'
        replies = {0: NO, 100: denied, 200: denied}
        found = judged(judge_of(repeats=3), Script(lambda question: replies[question.repeat]))
        assert [(one.label, one.contradicted, one.reason) for one in found] == [("none", True, "denied")] * 3

    def test_repeats_are_combined_and_counted(self) -> None:
        replies = {0: FULL, 100: FULL, 200: NO}
        script = Script(lambda question: replies[question.repeat])
        judge = judge_of(repeats=3)
        found = judged(judge, script)
        assert [(one.label, one.link) for one in found] == [("full", 2)] * 3
        assert [one.value for one in found] == pytest.approx([2 / 3] * 3)
        assert [len(questions) for questions in script.rounds] == [9]
        assert stability(found) == (6, 9)
        # Of each insight three pairs, of which one has the same label, and that one links to the same bullet.
        counts = judge.agreement
        assert (counts.n_insights, counts.n_pairs, counts.n_same_label) == (3, 9, 3)
        assert (counts.n_linked_pairs, counts.n_same_bullet, counts.n_unparsed) == (3, 3, 0)

    def test_judging_again_counts_once(self) -> None:
        judge = judge_of(repeats=2)
        for _ in range(2):
            judged(judge, Script(lambda question: FULL))
        assert judge.agreement.n_insights == 3


def test_a_reply_about_some_insights_is_of_use_and_one_about_none_is_not() -> None:
    script = Script(lambda question: "[]")
    judged(judge_of("together"), script)
    readable = script.questions[0].readable
    assert readable is not None
    assert not readable(Reply("[]"))
    assert readable(Reply('{"insight": 1, "coverage": "no"}'))

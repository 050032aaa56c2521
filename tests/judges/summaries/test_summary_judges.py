"""Judges of summaries: good, over-counting, unreadable and refusing models, and the local judge."""

from __future__ import annotations

import json
import re

import pytest

from hayrick.judges.summaries.local import LocalSummaryJudge
from hayrick.judges.summaries.model import SummaryJudge, read_points, read_verdicts
from hayrick.judges.summaries.points import hash_of, local_points
from hayrick.measures.summaries import FLUENT, KEYPOINT_RECALL, SENTENCE_PRECISION, SUMMARY_F1, Reference
from hayrick.protocols import JudgeOptions
from hayrick.types import BadInput, Item, Judgement, Question, Reply, Response, Unparsed
from scripted import Script, done, nobody

LONG = "Odalys Marsh founded the Fennick mill in 1911. It burned down in 1930. The town never built it again."
SHORT = "Odalys Marsh founded the Fennick mill in 1911; the mill burned down in the summer of 1930."
POINTS = ["The Fennick mill was founded by Odalys Marsh.", "The Fennick mill burned down in 1930."]
GOOD = "Odalys Marsh founded the Fennick mill. It burned down in 1930. Nobody knows why."


def item(points: tuple[str, ...] = ()) -> Item[Reference]:
    gold = Reference(text=LONG, short=SHORT, points=points, maker="me" if points else "")
    return Item(dataset="d", group="1", id="1", query="", gold=gold)


def response(answer: str | None) -> Response[str]:
    return Response(item=item(), system="s", context="full", answer=answer, reply=answer or "")


def judge(repeats: int = 1) -> SummaryJudge:
    return SummaryJudge(JudgeOptions(name="a/b", repeats=repeats))


def kind(question: Question) -> str:
    """Which of the judge's four questions it is."""
    return question.prompt.signature.partition(".")[0]


def good(question: Question) -> str:
    """Lists both key points, finds all, supports all sentences but those that know nothing."""
    text = question.prompt.messages[-1].text
    if kind(question) == "key-points":
        return f"Here they are:\n{json.dumps({'points': POINTS})}"
    if kind(question) == "summary-fluency":
        return '{"fluent": "yes", "reason": "two whole sentences"}'
    noun, verb = ("point", "stated") if kind(question) == "summary-recall" else ("sentence", "supported")
    lines = re.findall(rf"^{noun.capitalize()} (\d+): (.*)$", text, re.MULTILINE)
    answers = [{noun: int(number), verb: "no" if "knows" in said else "yes"} for number, said in lines]
    return json.dumps({"answers": answers})


def values(judgements: list[Judgement]) -> dict[str, float | None]:
    return {one.unit: one.value for one in judgements}


def figures(answer: str | None, judgements: list[Judgement]) -> list[float | None]:
    measures = (KEYPOINT_RECALL, SENTENCE_PRECISION, FLUENT, SUMMARY_F1)
    return [next(iter(one.score(item(), response(answer), judgements))).value for one in measures]


def test_a_good_judge_is_asked_once_for_each_thing_and_lists_what_it_judged() -> None:
    script = Script(good)
    found = done(judge().judge(item(), response(GOOD), script))
    kinds = ["key-points", "summary-recall", "summary-precision", "summary-fluency"]
    assert [kind(one) for one in script.questions] == kinds
    assert values(found) == {
        **{"recall/1": 1, "recall/2": 1},
        **{"precision/1": 1, "precision/2": 1, "precision/3": 0, "fluency": 1},
    }
    assert [one.about for one in found][:3] == [*POINTS, "Odalys Marsh founded the Fennick mill."]
    assert figures(GOOD, found) == [1, pytest.approx(2 / 3), 1, pytest.approx(0.8)]


def test_key_points_that_come_with_the_reference_are_used_as_they_are() -> None:
    script, of = Script(good), judge()
    found = done(of.judge(item(("One.", "Two.")), response(GOOD), script))
    assert [one.about for one in found][:2] == ["One.", "Two."]
    assert "key-points" not in map(kind, script.questions)
    (row,) = of.made.files["keypoints.jsonl"]
    assert (row["maker"], row["points"], row["reference"]) == ("me", ["One.", "Two."], hash_of(SHORT))


def test_a_judge_that_counts_too_much_cannot_exceed_what_there_is() -> None:
    def boasting(question: Question) -> str:
        if kind(question) in ("key-points", "summary-fluency"):
            return good(question)
        noun, verb = ("point", "stated") if kind(question) == "summary-recall" else ("sentence", "supported")
        return json.dumps({"answers": [{noun: n, verb: "yes"} for n in range(1, 50)]})

    found = done(judge().judge(item(), response(GOOD), Script(boasting)))
    assert len(found) == 6
    assert figures(GOOD, found) == [1, 1, 1, 1]


def test_one_unread_verdict_leaves_that_unit_unjudged_and_bounds_the_figures() -> None:
    def forgetful(question: Question) -> str:
        return good(question).replace('"point": 2, "stated": "yes"', '"point": 2, "stated": "perhaps"')

    script = Script(forgetful)
    found = done(judge().judge(item(), response(GOOD), script))
    assert [kind(one) for one in script.questions].count("summary-recall") == 3
    assert values(found)["recall/1"] == 1
    assert values(found)["recall/2"] is None
    (recall,) = KEYPOINT_RECALL.score(item(), response(GOOD), found)
    assert (recall.value, recall.extremes, recall.unjudged) == (1, (0.5, 1.0), False)
    (whole,) = SUMMARY_F1.score(item(), response(GOOD), found)
    assert whole.extremes is not None
    assert [*whole.extremes] == pytest.approx([2 * 0.5 * 2 / 3 / (0.5 + 2 / 3), 0.8])


@pytest.mark.parametrize("reply", ["no idea", "", '{"answers": []}', None, Reply("", "content_filter")])
def test_a_judge_that_says_nothing_readable_leaves_all_unjudged_and_ends_nothing(reply: str | Reply | None) -> None:
    script = Script(lambda question: reply)
    found = done(judge().judge(item(), response(GOOD), script))
    assert set(values(found)) == {"recall", "precision/1", "precision/2", "precision/3", "fluency"}
    assert {one.value for one in found} == {None}
    assert all(one.unparsed for one in found)
    assert figures(GOOD, found) == [None] * 4
    (row,) = SUMMARY_F1.score(item(), response(GOOD), found)
    assert row.unjudged
    tries = 3 if isinstance(reply, str) else 1
    assert len(script.rounds) == 2 * tries


def test_repeats_are_averaged() -> None:
    def wavering(question: Question) -> str:
        return good(question) if question.repeat < 100 else good(question).replace('"yes"', '"no"')

    judged = done(judge(2).judge(item(), response(GOOD), Script(wavering)))
    found = values(judged)
    assert (found["recall/1"], found["precision/3"], found["fluency"]) == (0.5, 0, 0.5)
    assert {one.unit: one.repeats for one in judged}["recall/1"] == ("no", "yes")
    assert {one.unit: one.label for one in judged}["recall/1"] == "yes", "half of the repeats suffice"
    assert {one.repeats for one in done(judge().judge(item(), response(GOOD), Script(good)))} == {()}


def test_a_text_that_repeats_itself_is_not_fluent_and_its_sentences_are_asked_about_once() -> None:
    loop = "Odalys Marsh founded the Fennick mill in 1911. " * 300
    script = Script(good)
    found = done(judge().judge(item(), response(loop), script))
    assert [kind(one) for one in script.questions] == ["key-points", "summary-recall", "summary-precision"]
    assert sum(one.unit.startswith("precision/") for one in found) == 300
    assert (found[-1].unit, found[-1].value, found[-1].reason) == (
        "fluency",
        0,
        "100% of its words repeat earlier ones",
    )
    assert figures(loop, found) == [1, 1, 0, 0]
    # The floor holds for whatever judge.
    assert figures(loop, [*found[:-1], Judgement(unit="fluency", rater="kind", value=1.0)])[2:] == [0, 0]


def test_many_sentences_are_asked_about_in_parts_and_keep_their_numbers() -> None:
    answer = " ".join(f"Number {n} {'knows' if n == 25 else 'has'} the {n}th word of {n * 7}." for n in range(1, 46))
    script = Script(good)
    found = values(done(judge().judge(item(), response(answer), script)))
    assert [kind(one) for one in script.questions].count("summary-precision") == 3
    assert [n for n in range(1, 46) if found[f"precision/{n}"] == 0] == [25]


def test_a_failed_response_asks_nothing_and_scores_the_floor() -> None:
    found = done(judge().judge(item(), response(None), nobody))
    assert figures(None, found) == [0, 0, 0, 0]
    (row,) = SUMMARY_F1.score(item(), response(None), found)
    assert (row.failed, row.unjudged) == (True, False)


def test_key_points_are_read_once_each_or_not_at_all() -> None:
    assert read_points('```json\n{"points": ["a b", " a  b", "c"]}\n```') == ("a b", "c")
    for reply in ("", '{"points": []}', '{"points": "a"}', '{"points": [1]}', '{"points": ["a", "b'):
        assert isinstance(read_points(reply), Unparsed)
    assert isinstance(read_points(json.dumps({"points": [str(n) for n in range(201)]})), Unparsed)


def test_verdicts_are_read_in_the_forms_that_models_write() -> None:
    reply = '{"point": "Point 1", "stated": true} {"point": 2, "stated": "No."} {"point": 3, "stated": "partly"}'
    assert read_verdicts(reply, "point", "stated") == {1: 1.0, 2: 0.0}


def test_a_prompt_of_the_users_own_is_refused_and_not_ignored() -> None:
    with pytest.raises(BadInput, match="four prompts of its own"):
        SummaryJudge(JudgeOptions(name="a/b", variant="nine"))


def test_local_key_points_are_sentences_and_clauses_with_words_enough() -> None:
    assert local_points(SHORT) == (
        "Odalys Marsh founded the Fennick mill in 1911",
        "the mill burned down in the summer of 1930.",
    )
    assert local_points("He came, and he went. ***\n") == ("He came, and he went.",)


def test_the_local_judge_tells_what_is_said_from_what_is_not() -> None:
    of = LocalSummaryJudge()
    found = values(done(of.judge(item(tuple(POINTS)), response(GOOD), nobody)))
    assert [round(found[unit] or 0) for unit in ("recall/1", "recall/2", "precision/1", "precision/3", "fluency")] == [
        *(1, 1, 1, 0, 1)
    ]
    other = values(done(of.judge(item(tuple(POINTS)), response("Owls eat mice at night."), nobody)))
    assert max(other["recall/1"] or 0, other["recall/2"] or 0, other["precision/1"] or 0) < 0.05

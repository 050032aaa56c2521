"""The judges that rate a whole summary: what they ask, read and give, and how stable their answers are."""

from __future__ import annotations

from functools import partial
from math import log
from pathlib import Path

import pytest

from hayrick.asking import READ_TRIES, REFUSED
from hayrick.harness.running.notes import repeat_notes
from hayrick.judges.combined import stability
from hayrick.judges.metrics.catalogue import JUDGES
from hayrick.judges.summary_rating import CRITERIA, PLACEHOLDERS
from hayrick.prompting import load
from hayrick.protocols import Judge, JudgeOptions
from hayrick.types import Alternative, BadInput, Document, Item, Judgement, Question, Reply, Response
from scripted import Script, done, nobody

ITEM: Item[tuple[str, ...]] = Item(
    dataset="d", group="g", id="i", query="", gold=(), documents=(Document(id="a", text="Rain fell on Oslo."),)
)
NAMES = [one.name for one in CRITERIA]
LAYOUT = "Rate it.\n\n# Source Article:\n{{article}}\n\n# Generated Summary:\n{{summary}}\n\n# Scores ONLY:\n"


def judge(name: str, **options: object) -> Judge[tuple[str, ...], str]:
    made: Judge[tuple[str, ...], str] = JUDGES[f"{name}:MODEL"].make(JudgeOptions(name=f"{name}:m", **options))  # type: ignore[arg-type]
    return made


def always(reply: Reply | None, question: Question) -> Reply | None:
    return reply


def response(summary: str | None) -> Response[str]:
    return Response(item=ITEM, system="s", context="full", answer=summary)


def rated(name: str, reply: Reply | str | None, **options: object) -> Judgement:
    return done(judge(name, **options).judge(ITEM, response("It rained."), Script(lambda question: reply)))[0]


@pytest.mark.parametrize(("name", "most"), list(zip(NAMES, (5, 5, 7), strict=True)))
def test_a_summary_is_rated_on_the_scale_of_its_criterion(name: str, most: int) -> None:
    script = Script(lambda question: f"Score: {most}")
    found = done(judge(name).judge(ITEM, response("It rained."), script))
    assert [(one.unit, one.value, one.rater) for one in found] == [(name, most, f"{name}:m")]
    shown = script.questions[0].prompt.messages[-1].text
    assert "Rain fell on Oslo." in shown
    assert f"The criterion: {name}." in shown
    assert f"from 1 to {most} " in shown
    assert f"{most + 1}: " not in shown
    above = rated(name, str(most + 1))
    assert (above.value, above.unparsed is not None) == (None, True)


def test_what_cannot_be_read_is_asked_again_and_is_no_number() -> None:
    for reply, n in ((Reply("Well."), READ_TRIES), (Reply(""), READ_TRIES), (None, 1), (Reply("", REFUSED), 1)):
        script = Script(partial(always, reply))
        found = done(judge("consistency").judge(ITEM, response("It rained."), script))
        assert (found[0].value, found[0].unparsed is None, len(script.questions)) == (None, False, n)


def test_an_empty_summary_has_the_floor_and_an_empty_source_none() -> None:
    for summary in (None, " \n"):
        found = done(judge("faithfulness").judge(ITEM, response(summary), nobody))
        assert (found[0].unit, found[0].rater, found[0].value) == ("faithfulness", "faithfulness:m", 1.0)
        assert found[0].label == "omitted"
    empty: Item[tuple[str, ...]] = Item(dataset="d", group="g", id="i", query="", gold=())
    assert done(judge("relevance").judge(empty, response("It rained."), nobody))[0].unparsed is not None


def test_repeats_are_averaged_and_their_stability_is_the_share_of_the_most_frequent_answer() -> None:
    """Appendix F of the paper: 9 questions are always answered alike, one 7 times by 5 and 3 times by 4."""

    def reply(question: Question) -> str:
        return "4" if "Item 0." in question.prompt.messages[-1].text and question.repeat >= 700 else "5"

    found: list[Judgement] = []
    for number in range(10):
        asked = judge("consistency", repeats=10)
        found += done(asked.judge(ITEM, response(f"Item {number}."), Script(reply)))
    assert found[0].value == pytest.approx(4.7)
    assert found[0].reason == "mean of 10 of 10 replies"
    assert found[0].repeats == ("4",) * 3 + ("5",) * 7
    assert stability(found) == (97, 100)
    assert repeat_notes(found) == [
        "consistency:m: 97.0 % of 100 repeated answers are the most frequent one to their question."
    ]
    assert stability([rated("consistency", "5")]).share is None
    assert repeat_notes([rated("consistency", "5")]) == []


def test_the_expectation_over_token_probabilities_is_a_judge_of_its_own() -> None:
    likely = Reply(
        "5", alternatives=(Alternative("5", log(0.6)), Alternative("4", log(0.2)), Alternative("A", log(0.2)))
    )
    assert rated("expected-consistency", likely).value == pytest.approx(4.75)
    assert rated("expected-consistency", "3").reason == "mean of 5 of 5 drawn replies"
    assert rated("consistency", likely).value == 5


def test_the_original_prompt_is_taken_by_path(tmp_path: Path) -> None:
    path = tmp_path / "consistency.txt"
    path.write_text(LAYOUT, encoding="utf-8")
    script = Script(lambda question: "4")
    template = load(path, known=PLACEHOLDERS)
    asked = judge("consistency", template=template)
    assert done(asked.judge(ITEM, response("It rained."), script))[0].value == 4
    assert [one.text for one in script.questions[0].prompt.messages] == [
        LAYOUT.replace("{{article}}", "Rain fell on Oslo.").replace("{{summary}}", "It rained.")
    ]
    assert template.sha256[:12] in asked.signature
    path.write_text("## system\n" + LAYOUT, encoding="utf-8")
    asked = judge("consistency", template=load(path, known=PLACEHOLDERS))
    done(asked.judge(ITEM, response("It rained."), script))
    assert [one.role for one in script.questions[-1].prompt.messages] == ["system"]
    assert script.questions[-1].prompt.messages[0].text.startswith("Rate it.")
    path.write_text("Rate {{summary}}", encoding="utf-8")
    with pytest.raises(BadInput, match="article"):
        judge("consistency", template=load(path, known=PLACEHOLDERS))
    with pytest.raises(BadInput, match="one prompt"):
        judge("consistency", variant="nine")

"""Stored summaries as systems, and stored labels as their judge."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hayrick.harness.naming.names import TaskOptions
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.haystacks.files import read_haystack
from hayrick.systems.contexts import BEST_FIRST, FULL, STORED_ORDER
from hayrick.tasks.summhay import SubtopicGold, items_of
from hayrick.tasks.summhay.labels import RecordedJudge
from hayrick.tasks.summhay.recorded import Identity, RecordedSystems, identity, tags_of
from hayrick.types import BadInput, Haystack, Item, Judgement, Response, Summary
from scripted import done, nobody

RETRIEVERS = ["keywords", "lab/wide-4k", "lab", "lab_wide", "random"]


@pytest.mark.parametrize("number", [1, 2, 4])
def test_published_scores_are_reproduced_to_6_decimals(summhay: Path, number: int) -> None:
    """78 systems x 5 measures of each released haystack, under the published scorer's rules."""
    path = summhay / f"topic_news{number}.json"
    expected = json.loads((summhay / "expected_scores.json").read_text())[f"news{number}"]
    found = run(
        RunRequest(inputs=[str(path)], systems=["recorded"], judge="recorded", task=TaskOptions(compat="paper"))
    )
    ours: dict[str, dict[str, float | None]] = {}
    for key, one, _ in found.tasks[0].estimates:
        name = key.system if key.context == "full" else f"{key.context}_{key.system}"
        if key.dataset is not None:
            ours.setdefault(name, {})[key.measure] = one.value
    assert len(expected) == len(ours) == 78
    for name, figures in expected.items():
        published = {measure.removesuffix("_score"): value for measure, value in figures.items()}
        assert len(published) == 5
        assert {measure: ours[name][measure] for measure in published} == pytest.approx(published, abs=1e-6), name


@pytest.mark.parametrize(
    ("key", "system", "context", "reason"),
    [
        ("summary_subtopic_alpha", "alpha", "full", "no retriever"),
        ("summary_subtopic_keywords_alpha", "alpha", "keywords", "a retriever"),
        ("summary_subtopic_lab/wide-4k_org/beta", "org/beta", "lab/wide-4k", "slashes in both"),
        ("summary_subtopic_lab_alpha", "alpha", "lab", "a retriever whose name begins another's"),
        ("summary_subtopic_lab_wide_alpha", "alpha", "lab_wide", "the longest retriever name wins"),
        ("summary_subtopic_lab/wide-4k_a_b", "a_b", "lab/wide-4k", "underscores in the model"),
        ("summary_subtopic_keywords", "keywords", "full", "a model of a retriever's name"),
        ("summary_subtopic_keywords_", "keywords_", "full", "no model"),
        ("summary_subtopic_unheard_alpha", "unheard_alpha", "full", "an unknown retriever is part of the model"),
        ("summary_subtopic_fl-ctxt-sort_alpha", "alpha", "fl-ctxt-sort", "a position run"),
        ("summary_subtopic_fl-ctxt-rev-sort_alpha", "alpha", "fl-ctxt-rev-sort", "another"),
        ("summary_subtopic_fl-ctxt-sort", "fl-ctxt-sort", "full", "a position run of nobody"),
        ("other", "other", "full", "no prefix"),
    ],
)
def test_who_made_a_stored_summary(key: str, system: str, context: str, reason: str) -> None:
    assert identity(key, RETRIEVERS) == Identity(system, context), reason


@pytest.mark.parametrize(
    ("context", "shown", "order"),
    [
        ("full", FULL, STORED_ORDER),
        ("keywords", "keywords", BEST_FIRST),
        ("lab/wide-4k", "lab/wide-4k", BEST_FIRST),
        ("fl-ctxt-sort", FULL, "top"),
        ("fl-ctxt-rev-sort", FULL, "bottom"),
        ("fl-ctxt-middle", FULL, "middle"),
        ("fl-ctxt-new", "fl-ctxt-new", BEST_FIRST),
    ],
)
def test_what_a_stored_context_shows(context: str, shown: str, order: str) -> None:
    assert tags_of(context) == {"shown": shown, "order": order}


def responses(haystack: Haystack, pattern: str = "*", **named: Any) -> list[Response[Summary]]:
    return done(RecordedSystems(pattern=pattern, **named).respond(items_of([haystack]), nobody))


def answer(response: Response[Summary]) -> Summary:
    assert response.answer is not None
    return response.answer


def test_all_stored_summaries_are_found(bakery: Path) -> None:
    found = responses(read_haystack(bakery))
    assert [(s.item.group, s.system, s.context) for s in found[:4]] == [
        ("s1", "alpha", "keywords"),
        ("s1", "org/beta", "lab/wide-4k"),
        ("s1", "alpha", "full"),
        ("s1", "alpha", "fl-ctxt-sort"),
    ]
    assert len(found) == 8
    assert [s.tags for s in found[:4]] == [tags_of(s.context) for s in found[:4]]
    first = found[0]
    assert [(b.id, sorted(b.cites)) for b in answer(first).bullets] == [(2, ["dA", "dB"]), (3, ["dB", "dD"])]
    assert (answer(first).n_lines, first.extra) == (3, {"key": "summary_subtopic_keywords_alpha"})
    assert first.reply.count("\n") == 2
    assert answer(found[2]).bullets[0].unknown == {"99"}
    assert (found[6].answer, found[6].reply) == (None, "")  # An empty list of lines is a failure of the system.


@pytest.mark.parametrize(
    ("pattern", "systems"),
    [
        ("keywords_*", {("alpha", "keywords")}),
        ("*beta", {("org/beta", "lab/wide-4k")}),
        ("lab/*", {("org/beta", "lab/wide-4k")}),
        ("alpha", {("alpha", "full")}),
        ("[kl]*_*[!x]", {("alpha", "keywords"), ("org/beta", "lab/wide-4k")}),
    ],
)
def test_patterns_are_globs_over_the_key(bakery: Path, pattern: str, systems: set[tuple[str, str]]) -> None:
    assert {(s.system, s.context) for s in responses(read_haystack(bakery), pattern)} == systems


def test_a_pattern_that_matches_nothing_and_a_file_without_summaries_are_refused(bakery: Path, native: Path) -> None:
    with pytest.raises(BadInput, match=r"none of 8 stored summaries matches 'ALPHA'"):
        responses(read_haystack(bakery), "ALPHA")
    with pytest.raises(BadInput, match="no stored summaries"):
        responses(read_haystack(native))


@pytest.mark.parametrize("lines", ["text", [1], None, {"a": "b"}])
def test_a_summary_that_is_no_list_of_lines_is_refused(variant: Callable[..., Path], lines: object) -> None:
    def change(value: Any) -> None:
        value["subtopics"][0]["summaries"]["summary_subtopic_alpha"] = lines

    with pytest.raises(BadInput, match="summary 'summary_subtopic_alpha': no list of strings"):
        responses(read_haystack(variant(change)))


def judged(haystack: Haystack, compat: Any = None, pattern: str = "*") -> list[Judgement]:
    judge = RecordedJudge(compat=compat)
    by_key = {item.key: item for item in items_of([haystack])}
    return [
        row
        for one in responses(haystack, pattern, compat=compat)
        for row in done(judge.judge(by_key[one.item.key], one, nobody))
    ]


def test_stored_labels_are_judgements(bakery: Path) -> None:
    found = judged(read_haystack(bakery), pattern="keywords_*")
    assert [(row.unit, row.label, row.value, row.link) for row in found] == [
        ("i1", "full", 1.0, 2),
        ("i2", "partial", 0.5, None),  # Stored as "NA".
        ("i3", "partial", 0.5, 1),
        ("i4", "full", 1.0, 2),
    ]
    assert {row.rater for row in found} == {"recorded"}


def test_an_insight_without_a_stored_label_is_unjudged(bakery: Path) -> None:
    (missing, given, *rest) = judged(read_haystack(bakery), pattern="alpha")
    assert (missing.label, missing.value, missing.link) == (None, None, None)
    assert missing.unparsed is not None
    assert (given.label, given.link) == ("partial", 1)
    assert all(row.unparsed is not None for row in rest)


LINKS = [0, -1, "NA", 99, "two", [1, 2], None, 1.5, True]


@pytest.mark.parametrize("stored", LINKS)
def test_what_is_no_line_links_to_nothing_and_for_the_paper_to_the_last_line_but_one(
    variant: Callable[..., Path], stored: object
) -> None:
    def change(value: Any) -> None:
        value["subtopics"][0]["eval_summaries"]["summary_subtopic_keywords_alpha"][0]["bullet_id"] = stored

    haystack = read_haystack(variant(change))
    assert judged(haystack, pattern="keywords_*")[0].link is None
    if stored != 99:
        # Three lines: the last but one is 2.
        assert judged(haystack, "paper", "keywords_*")[0].link == 2


def test_a_link_to_a_preamble_is_none_unless_for_the_paper(variant: Callable[..., Path]) -> None:
    def change(value: Any) -> None:
        value["subtopics"][0]["eval_summaries"]["summary_subtopic_keywords_alpha"][0]["bullet_id"] = 1

    haystack = read_haystack(variant(change))
    assert judged(haystack, pattern="keywords_*")[0].link is None
    assert judged(haystack, "paper", "keywords_*")[0].link == 1


def test_summaries_that_are_not_stored_have_no_labels(bakery: Path) -> None:
    item: Item[SubtopicGold] = items_of([read_haystack(bakery)])[0]
    response: Response[Summary] = Response(item=item, system="x", context="full", answer=None)
    rows = done(RecordedJudge().judge(item, response, nobody))
    assert [row.label for row in rows] == [None, None]
    assert all(row.unparsed is not None and row.unparsed.reason == "no recorded label" for row in rows)


def test_labels_can_be_given_their_maker_by_the_name_that_validations_have(bakery: Path) -> None:
    named, plain = (
        run(RunRequest(inputs=[str(bakery)], systems=["recorded"], judge=name)) for name in ("recorded:big", "recorded")
    )
    assert [one.estimate.value for one in named.tasks[0].estimates] == [
        one.estimate.value for one in plain.tasks[0].estimates
    ]
    assert RecordedJudge(name="recorded:big").signature == "recorded:big", "as 'validate' signs stored labels"
    raters = {row.rater for one in named.tasks[0].judged for row in one.judgements or ()}
    assert raters == {"recorded:big"}
    assert any("taken for those of big" in note for note in named.notes)
    assert not any("taken for" in note for note in plain.notes)

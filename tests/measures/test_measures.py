"""Coverage, citation and joint scores: worked examples, rules of failure, and what must always hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.measures import CITATION, COVERAGE, JOINT, PRECISION, RECALL, WORDS_PER_BULLET, citation_scores
from hayrick.protocols import Measure
from hayrick.tasks.summhay import MEASURES
from hayrick.types import LABEL_VALUES, Bullet, Insight, Item, Judgement, Label, Response, Score, Summary, Unparsed

F = Fraction
OF_CITATIONS = (CITATION, PRECISION, RECALL)


@dataclass(frozen=True)
class Gold:
    """Insights, and the documents that hold them."""

    insights: tuple[Insight, ...]
    held_by: Mapping[str, tuple[str, ...]]


def item(held: Mapping[str, set[int]]) -> Item[Gold]:
    insights = tuple(Insight(id=name, text=name) for name in held)
    held_by = {name: tuple(sorted(map(str, documents))) for name, documents in held.items()}
    return Item(dataset="h", group="s", id="s", query="q", gold=Gold(insights, held_by))


def answered(answer: Summary | None, about: Item[object] | None = None, variant: str = "own") -> Response[Summary]:
    return Response(item=about or item({}), system="x", context="full", answer=answer, variant=variant)


def summary(*cited: set[int], texts: Sequence[str] = (), unknown: frozenset[str] = frozenset()) -> Summary | None:
    """A bullet for each set of cited documents; without bullets there is no answer."""
    bullets = tuple(
        Bullet(
            id=n,
            text=texts[n - 1] if texts else f"statement {n}",
            cites=frozenset(map(str, cites)),
            unknown=unknown,
        )
        for n, cites in enumerate(cited, start=1)
    )
    return Summary(bullets=bullets, n_lines=len(bullets)) if bullets else None


def judgement(unit: str, label: Label | None, link: int | None = None, value: float | None = None) -> Judgement:
    return Judgement(
        unit=unit,
        rater="j",
        label=label,
        value=LABEL_VALUES[label] if label is not None and value is None else value,
        link=link,
        unparsed=None if label else Unparsed(reason="no answer"),
    )


def scored(
    answer: Summary | None, verdicts: Sequence[Judgement], held: Mapping[str, set[int]]
) -> dict[str, list[Score]]:
    """Rows by measure, of all measures that need judgements."""
    about = item(held)
    found: dict[str, list[Score]] = {}
    measures: tuple[Measure[Gold, Summary], ...] = (COVERAGE, *OF_CITATIONS, JOINT)
    for measure in measures:
        rows = list(measure.score(about, answered(answer, about), verdicts))
        assert {row.measure for row in rows} <= {measure.name}
        if rows:
            found[measure.name] = rows
    return found


def plain(found: dict[str, list[Score]]) -> dict[str, list[tuple[object, ...]]]:
    """Rows without the response that they are about."""
    return {
        name: [(row.unit, row.value, row.weight, row.failed, row.unjudged) for row in rows]
        for name, rows in found.items()
    }


def mean(rows: Sequence[Score]) -> float | None:
    values = [row.value for row in rows if row.value is not None]
    return fmean(values) if values else None


def test_the_worked_example_of_figure_2() -> None:
    # Insight p: bullet 2 cites 2 documents, 1 of 5 right: F1 = 2*1/(2+5) = 2/7; full.
    # Insight c: bullet 1 cites 5 documents, 4 of 6 right: F1 = 2*4/(5+6) = 8/11; partial. Insight b: not covered.
    held = {"p": {8, 32, 79, 83, 95}, "c": {11, 30, 46, 53, 79, 80}, "b": {8, 32, 46, 53, 69, 91, 95}}
    answer = summary({79, 11, 46, 53, 54}, {79, 80}, {80, 23})
    verdicts = [judgement("p", "full", 2), judgement("c", "partial", 1), judgement("b", "none")]
    rows = scored(answer, verdicts, held)
    assert [row.value for row in rows["citation_precision"]] == [float(F(1, 2)), float(F(4, 5))]
    assert [row.value for row in rows["citation_recall"]] == [float(F(1, 5)), float(F(4, 6))]
    assert [row.value for row in rows["citation"]] == [float(F(2, 7)), float(F(8, 11))]
    # joint: 1 * 2/7, 1/2 * 8/11, 0.
    assert [row.value for row in rows["joint"]] == pytest.approx([F(2, 7), F(4, 11), 0], abs=1e-15)
    assert mean(rows["coverage"]) == float(F(1, 2))
    assert mean(rows["citation"]) == pytest.approx((F(2, 7) + F(8, 11)) / 2, abs=1e-15)
    assert (F(2, 7) + F(8, 11)) / 2 == F(39, 77)
    assert mean(rows["joint"]) == pytest.approx(F(50, 231), abs=1e-15)
    assert (F(2, 7) + F(4, 11)) / 3 == F(50, 231)
    covered = {measure.name: 2 for measure in OF_CITATIONS}
    assert {name: len(part) for name, part in rows.items()} == {"coverage": 3, **covered, "joint": 3}


FIGURE_4 = {
    "breathing": {8, 32, 46, 53, 69, 91, 95},
    "walk": {11, 20, 48, 54, 80, 91},
    "timer": {8, 32, 37, 48, 79, 83, 95},
    "app": {11, 30, 46, 53, 79, 80},
    "affirm": {13, 27, 37, 54, 68, 83},
}
ORACLE = [
    {8, 11, 46, 53, 91},
    {11, 53, 54, 80, 91},
    {8, 11, 37, 53, 54, 79, 83, 95},
    {11, 53, 79, 83, 91},
    {37, 46, 83, 13},
]
RANDOM = [{4, 46, 95}, {46, 53, 80}, {46, 74, 80}, {53}, {53, 95}]
VECTOR = [{54, 80, 46}] * 5


@pytest.mark.parametrize(
    ("cited", "links", "full", "printed"),
    [
        (ORACLE, {"breathing": 1, "walk": 2, "timer": 3, "app": 4, "affirm": 5}, {"walk", "timer"}, (70, 64, 46)),
        (RANDOM, {"breathing": 1, "app": 2, "walk": 3}, set(), (30, 43, 13)),
        (VECTOR, {"breathing": 2, "walk": 3, "timer": 4}, set(), (30, 21, 6)),
    ],
    ids=["example 1", "example 3", "example 4"],
)
def test_the_examples_of_appendix_figure_4(
    cited: list[set[int]], links: dict[str, int], full: set[str], printed: tuple[int, int, int]
) -> None:
    verdicts = [
        judgement(name, ("full" if name in full else "partial") if name in links else "none", links.get(name))
        for name in FIGURE_4
    ]
    rows = scored(summary(*cited), verdicts, FIGURE_4)
    found = [mean(rows[name]) for name in ("coverage", "citation", "joint")]
    assert [round(100 * value) for value in found if value is not None] == list(printed)
    assert len(rows["joint"]) == 5
    assert len(rows["citation"]) == len(links)


@pytest.mark.parametrize(
    ("cited", "unknown", "holders", "expected", "reason"),
    [
        ({"a", "b"}, 0, {"a", "b"}, (1, 1, 1), "all and only"),
        ({"a"}, 0, {"a", "b"}, (1, F(1, 2), F(2, 3)), "one of two"),
        ({"a", "c"}, 0, {"a", "b"}, (F(1, 2), F(1, 2), F(1, 2)), "one right, one wrong"),
        ({"a"}, 1, {"a"}, (F(1, 2), 1, F(2, 3)), "an unknown document is a wrong citation"),
        ({"c"}, 0, {"a"}, (0, 0, 0), "all wrong"),
        (set(), 0, {"a"}, (0, 0, 0), "nothing cited"),
        (set(), 3, {"a"}, (0, 0, 0), "only unknown documents"),
        ({"a"}, 0, set(), (0, 0, 0), "nothing holds the insight"),
    ],
)
def test_citation_scores(
    cited: set[str], unknown: int, holders: set[str], expected: tuple[Fraction, ...], reason: str
) -> None:
    assert citation_scores(cited, unknown, holders) == pytest.approx([float(part) for part in expected]), reason


def test_a_failed_system_scores_0_and_is_counted_whatever_the_judge_says() -> None:
    rows = scored(summary(), [judgement("p", "full", 1), judgement("q", None)], {"p": {1}, "q": {2}})
    for name in ("coverage", "joint"):
        assert [(row.value, row.failed, row.unjudged) for row in rows[name]] == [(0.0, True, False)] * 2
    for name in (measure.name for measure in OF_CITATIONS):
        assert [(row.value, row.failed, row.unjudged) for row in rows[name]] == [(None, True, False)] * 2


def test_what_the_judge_left_open_is_no_number() -> None:
    rows = scored(summary({1}), [judgement("p", None), judgement("q", "full", 1)], {"p": {1}, "q": {1}})
    assert len(rows) == 2 + len(OF_CITATIONS)
    for part in rows.values():
        assert [(row.value, row.failed, row.unjudged) for row in part] == [(None, False, True), (1.0, False, False)]


@pytest.mark.parametrize("bullet", [None, 2, 99])
def test_a_covered_insight_without_a_bullet_cites_nothing(bullet: int | None) -> None:
    rows = scored(summary({1}), [judgement("p", "full", bullet)], {"p": {1}})
    assert [rows[name][0].value for name in ("coverage", "citation", "joint")] == [1.0, 0.0, 0.0]


def test_covered_is_decided_by_the_label_and_joint_by_the_value() -> None:
    verdicts = [judgement("p", "none", None, value=0.2), judgement("q", "partial", 1, value=0.4)]
    rows = scored(summary({1}), verdicts, {"p": {1}, "q": {1}})
    assert [row.value for row in rows["coverage"]] == [0.2, 0.4]
    assert [row.unit for row in rows["citation"]] == ["q"]
    assert [row.value for row in rows["joint"]] == [0.0, 0.4]


def test_judgements_weigh_what_their_units_weigh() -> None:
    about = item({"p": {1}})
    verdict = replace(judgement("p", "full", 1), weight=3.0)
    for one in (verdict, replace(verdict, value=None, label=None)):
        for measure in (COVERAGE, CITATION, JOINT):
            (row,) = measure.score(about, answered(summary({1}), about), [one])
            assert (row.weight, row.unjudged) == (3.0, one.value is None)


def test_rows_say_which_response_they_score() -> None:
    response = answered(summary({1}), item({"p": {1}}), variant="repaired")
    rows = [row for measure in OF_CITATIONS for row in measure.score(item({"p": {1}}), response, VERDICT)]
    assert len(rows) == 3
    assert all(row.response is response and row.item is response.item for row in rows)


VERDICT = [judgement("p", "full", 1)]


def test_words_per_bullet_counts_what_is_written_and_not_only_what_is_judged() -> None:
    whole = summary(set(), set(), texts=["one two three", "four"])
    assert whole is not None
    part = answered(replace(whole, bullets=whole.bullets[1:], whole=whole.bullets))
    assert [(row.value, row.weight) for row in WORDS_PER_BULLET.score(part.item, part, ())] == [(2.0, 2.0)]


@pytest.mark.parametrize("measure", [COVERAGE, JOINT], ids=lambda measure: str(measure.name))
def test_a_contradiction_stands_in_the_rows_of_all_insights(measure: Measure[Gold, Summary]) -> None:
    about = item({"p": {1}, "q": {1}})
    verdicts = [replace(judgement("p", "none"), contradicted=True), judgement("q", "full", 1)]
    rows = list(measure.score(about, answered(summary({1}), about), verdicts))
    assert [(row.unit, row.contradicted) for row in rows] == [("p", True), ("q", False)]


def test_words_per_bullet_is_the_mean_weighted_by_bullets() -> None:
    two = answered(summary(set(), set(), texts=["one two three", "four"]))
    (row,) = WORDS_PER_BULLET.score(two.item, two, ())
    # (3 + 1) words / 2 bullets.
    assert (row.value, row.weight, row.unit) == (2.0, 2.0, None)
    assert list(WORDS_PER_BULLET.score(two.item, answered(summary()), ())) == []


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: str(measure.name))
def test_measures_say_everything_about_themselves(measure: Measure[object, object]) -> None:
    names = [one.name for one in MEASURES]
    assert names.count(measure.name) == 1
    assert set(measure.companions) <= set(names) - {measure.name}
    assert measure.description
    assert measure.source.startswith("SummHay")
    assert measure.shown == measure.main or measure in (PRECISION, RECALL, WORDS_PER_BULLET)
    assert measure.is_fraction == (measure is not WORDS_PER_BULLET)
    assert measure.is_bounded == measure.is_fraction
    # Of what is defined on covered insights only, the unjudged are not counted.
    assert measure.counts_unjudged == (measure not in OF_CITATIONS)
    assert measure.varies == (measure in (*OF_CITATIONS, JOINT))


def test_the_signature_of_a_measure_names_bounds_of_its_own() -> None:
    assert COVERAGE.signature == "coverage"
    assert WORDS_PER_BULLET.bounds == (0.0, inf)
    assert WORDS_PER_BULLET.signature == "words_per_bullet[0,inf]"


DOCUMENTS = st.sets(st.integers(1, 8), max_size=6)
LABELS: st.SearchStrategy[Label | None] = st.sampled_from(["none", "partial", "full", None])


World = tuple[Summary | None, list[Judgement], dict[str, set[int]]]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    answer = summary(*draw(st.lists(DOCUMENTS, max_size=4)), unknown=frozenset(draw(st.sets(st.just("99")))))
    held = {f"i{n}": documents for n, documents in enumerate(draw(st.lists(DOCUMENTS, min_size=1, max_size=5)))}
    links = st.none() | st.integers(0, 6)
    verdicts = [judgement(insight, draw(LABELS), draw(links)) for insight in held]
    return answer, verdicts, held


@given(worlds())
def test_scores_stay_in_0_to_1_and_joint_under_both(
    world: World,
) -> None:
    rows = scored(*world)
    for part in rows.values():
        assert all(row.value is None or 0 <= row.value <= 1 for row in part)
        assert all((row.value is None) == (row.unjudged or (row.failed and "citation" in row.measure)) for row in part)
    citation = {row.unit: row.value for row in rows.get("citation", [])}
    for covered, joint in zip(rows["coverage"], rows["joint"], strict=True):
        if joint.value is not None and covered.value is not None:
            assert joint.value <= covered.value
            assert joint.value <= (citation.get(joint.unit) or 0.0) + 1e-15


@given(worlds(), st.permutations(range(1, 9)))
def test_renaming_and_permuting_documents_changes_nothing(world: World, order: list[int]) -> None:
    answer, verdicts, held = world
    renamed = answer and replace(
        answer,
        bullets=tuple(
            replace(bullet, cites=frozenset(str(order[int(name) - 1]) for name in bullet.cites))
            for bullet in answer.bullets
        ),
    )
    moved = {insight: {order[document - 1] for document in documents} for insight, documents in held.items()}
    assert plain(scored(renamed, verdicts, moved)) == plain(scored(answer, verdicts, held))


@given(DOCUMENTS, st.integers(0, 3), DOCUMENTS, st.integers(1, 12))
def test_a_wrong_citation_never_raises_and_a_right_one_never_lowers(
    cited: set[int], unknown: int, holders: set[int], more: int
) -> None:
    before = citation_scores(set(map(str, cited)), unknown, set(map(str, holders)))
    after = citation_scores(set(map(str, cited | {more})), unknown, set(map(str, holders)))
    if more in holders:
        assert after.precision >= before.precision
        assert after.recall >= before.recall
        assert after.f1 >= before.f1
    else:
        assert after.precision <= before.precision
        assert after.recall == before.recall
        assert after.f1 <= before.f1
    assert citation_scores(set(map(str, cited)), unknown + 1, set(map(str, holders))).precision <= before.precision


@given(worlds())
def test_removing_a_bullet_that_nothing_links_to_changes_no_score(
    world: World,
) -> None:
    answer, verdicts, held = world
    linked = {verdict.link for verdict in verdicts}
    kept = tuple(bullet for bullet in answer.bullets if bullet.id in linked) if answer else ()
    if answer and kept:
        fewer = replace(answer, bullets=kept)
        assert plain(scored(fewer, verdicts, held)) == plain(scored(answer, verdicts, held))

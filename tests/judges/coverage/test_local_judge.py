"""What the local judge calls covered, and what must not change its mind."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import log
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import SHARED
from hayrick.agreement import Agreement, agreement
from hayrick.harness.validating.validation import validate
from hayrick.haystacks.labels import insights_print, read_annotations
from hayrick.judges.coverage.local import FITTED, FITTED_ON, NOTE, Constants, Coverage, LocalJudge, cover, decide
from hayrick.judges.coverage.similarity import Match, match
from hayrick.judges.coverage.words.likeness import alike
from hayrick.judges.coverage.words.reading import read
from hayrick.quantities.texts import TOKEN
from hayrick.stats import Interval
from hayrick.types import LABEL_VALUES, BadInput, Bullet, Insight, Item, Judgement, Response, Summary
from scripted import done, nobody

INSIGHTS = [
    "The harbour council of Lindholm approved 14 new tide gates at a cost of $3.2 million.",
    "Ferry captains in Lindholm reported a 20 percent drop in delays after the new schedule began in March.",
    "A volunteer crew restored the old lighthouse lens, which had cracked during a winter storm.",
]

BULLETS = [
    "Delays of the Lindholm ferry fell 20 percent, captains reported, once the new March schedule began [4].",
    "Here is what the articles say about the harbour:",
    "Fishing licences were handed out by lottery [9].",
]


def similarities(insights: list[str], bullets: list[str]) -> list[float]:
    return [found.similarity if found else 0.0 for found in match(insights, bullets)]


def labels(insights: list[str], bullets: list[str]) -> list[str]:
    return [found.label for found in cover(insights, bullets)]


def test_every_insight_covers_itself_fully() -> None:
    assert cover(INSIGHTS, INSIGHTS) == [Coverage(1.0, "full", i) for i in range(3)]


def test_covered_and_uncovered() -> None:
    found = cover(INSIGHTS, BULLETS)
    assert [(c.label, c.bullet) for c in found] == [("none", None), ("full", 0), ("none", None)]


@pytest.mark.parametrize(
    ("bullet", "expected", "why"),
    [
        ("Lindholm's harbour council approved fourteen new tide gates for 3.2 million dollars.", "full", "spelling"),
        ("The harbour council of Lindholm approved a budget for dredging.", "partial", "the frame without the matter"),
        ("The council of Lindholm met.", "none", "names that siblings share say little"),
        ("", "none", "empty"),
        ("...", "none", "only signs"),
        ("It was what it was, and they had to.", "none", "only function words"),
    ],
)
def test_labels_of_one_bullet(bullet: str, expected: str, why: str) -> None:
    assert labels(INSIGHTS, [bullet])[0] == expected


def test_two_sentences_about_other_things_do_not_add_up_to_an_insight_of_two() -> None:
    insight = "The mill in Tarnby burned down in May. Volunteers rebuilt it by autumn."
    assert labels([insight, *INSIGHTS], ["The mill in Tarnby was painted. Cows were sold there."])[0] != "full"


def test_no_bullets_and_no_insights() -> None:
    assert cover(INSIGHTS, []) == [Coverage(0.0, "none", None)] * 3
    assert cover([], BULLETS) == []
    assert cover(["", "..."], ["", "..."]) == [Coverage(0.0, "none", None)] * 2


def test_similarity_is_the_root_of_weighted_f() -> None:
    # One insight of four words to which no word is alike, so each weighs log(2/1)/log 2 = 1; the bullet has two of them
    # and one unseen word of weight log(2/.5)/log 2 = 2: shared 2, insight 4, bullet 4; F = 7*2/(6*4 + 4) = 1/2.
    assert match(["Ombrel Vennick Tarvis Selk"], ["Ombrel Vennick Moon", ""]) == [Match((1 / 2) ** 0.5, 0, 0)]
    assert match(["Ombrel Vennick Tarvis Selk"], ["moon", ""]) == [None]


def test_words_to_which_others_are_alike_weigh_less_and_give_them_a_part() -> None:
    # "Ombrel" weighs 1, "boat" .6, of which "ship" has a part that the table says; 2 is unseen words' weight.
    (credit,) = (share for stem, share in alike("boat") if stem == "ship")
    assert similarities(["Ombrel boat"], ["Ombrel"]) == pytest.approx([(7 / (6 * 1.6 + 1)) ** 0.5])
    assert similarities(["Ombrel boat"], ["Ombrel ship"]) == pytest.approx(
        [(7 * (1 + credit * 0.6) / (6 * 1.6 + min(3, 2 * 1.6))) ** 0.5], abs=1e-5
    )


def test_quantities_weigh_twice() -> None:
    # Insight: Selk 1, "70" 2; bullet shares "70": F = 7*2/(6*3 + 2) = 14/20. With Selk instead: 7*1/(6*3 + 1) = 7/19.
    assert similarities(["Selk 70"], ["70"]) == pytest.approx([(14 / 20) ** 0.5])
    assert similarities(["Selk 70"], ["Selk"]) == pytest.approx([(7 / 19) ** 0.5])


def test_a_sibling_that_is_told_better_takes_a_quarter_of_its_lead() -> None:
    # Two insights; "salt" is in both and weighs log(3/2)/log 3 = h, every other word weighs 1. The bullet is the first
    # insight whole: similarity 1. The second shares h of 1 + h with it: s = sqrt(7h / (6(1 + h) + 1 + h)).
    h = log(3 / 2) / log(3)
    plain = (h / (1 + h)) ** 0.5
    found = similarities(["amber salt", "salt moon"], ["amber salt"])
    assert found == pytest.approx([1, plain - (1 - plain) / 4], abs=1e-5)


def test_thresholds_are_a_quarter_and_three_quarters() -> None:
    constants = Constants(partial=0.4, full=0.6)
    assert decide(0.4, constants) == (1 / 4, "none")
    assert decide(0.5, constants)[0] == pytest.approx(1 / 2)
    assert decide(0.6, constants)[0] == pytest.approx(3 / 4)
    assert [decide(s, constants)[1] for s in (0.5, 0.6)] == ["partial", "partial"]
    assert decide(0.61, constants)[1] == "full"
    assert decide(0.0, constants)[0] == 0.0
    assert decide(1.0, constants)[0] == 1.0


@given(st.floats(min_value=0, max_value=1))
def test_label_is_nearest_to_value(similarity: float) -> None:
    value, label = decide(similarity)
    assert abs(LABEL_VALUES[label] - value) <= 1 / 4 + 1e-9


WORDS = st.sampled_from(
    [
        "Lindholm",
        "harbour",
        "14",
        "$3.2 million",
        "gates",
        "lens",
        "storm",
        "20 percent",
        "not",
        "the",
        "ferry",
        "March",
    ]
)
TEXTS = st.lists(st.lists(WORDS, max_size=9).map(" ".join), max_size=6)


@given(TEXTS, st.randoms(use_true_random=False))
def test_order_of_bullets_changes_nothing(bullets: list[str], random: object) -> None:
    found = cover(INSIGHTS, bullets)
    again = cover(INSIGHTS, bullets[::-1])
    assert [(c.value, c.label) for c in found] == [(c.value, c.label) for c in again]
    texts = [None if c.bullet is None else bullets[c.bullet] for c in found]
    assert texts == [None if c.bullet is None else bullets[::-1][c.bullet] for c in again]


@given(TEXTS, st.sampled_from(["[1]", "[3,17]", "[3][17]", "[12, 5 ]"]))
def test_citation_marks_change_nothing(bullets: list[str], mark: str) -> None:
    marked = [" ".join(f"{word} {mark}" for word in text.split(" ")) for text in bullets]
    expected = [(c.value, c.label) for c in cover(INSIGHTS, [text.replace("$3.2 ", "3.2") for text in bullets])]
    assert [
        (c.value, c.label) for c in cover(INSIGHTS, [t.replace(f"$3.2 {mark} ", "3.2") for t in marked])
    ] == expected


@settings(max_examples=50)
@given(st.lists(st.text(max_size=60), max_size=5), st.lists(st.text(max_size=60), max_size=5))
def test_any_text_is_judged(insights: list[str], bullets: list[str]) -> None:
    found = cover(insights, bullets)
    assert len(found) == len(insights)
    assert all(0 <= c.value <= 1 and (c.bullet is None) == (c.label == "none") for c in found)
    assert all(c.bullet is None or c.bullet < len(bullets) for c in found)


@pytest.mark.parametrize(
    "piece", ["a", "1", "[", "[1", "漢", "!", "a.", "1,111", "five and ", "twenty-", "\ud800", "'a", "5 to ", "not "]
)
def test_huge_bullets_are_judged(piece: str) -> None:
    huge = piece * (100_000 // len(piece))
    assert len(cover(INSIGHTS, [huge, INSIGHTS[0]])) == 3
    assert cover(INSIGHTS, [huge, INSIGHTS[0]])[0].bullet == 1


LONG = [
    ("a number with thousands apart that is none", "The council sold ", "111 , ", "5 tonnes."),
    ("capitals that end within a word", "The council sold the ", "AB CD ", "ABc harbour."),
]


@pytest.mark.parametrize(("why", "begin", "piece", "end"), LONG, ids=[row[0] for row in LONG])
def test_runs_of_form_are_read_in_linear_time(why: str, begin: str, piece: str, end: str) -> None:
    start = time.process_time()
    read(begin + piece * 20_000 + end)
    assert time.process_time() - start < 10, why


def test_two_texts_of_two_words_each_are_compared_in_linear_time() -> None:
    start = time.process_time()
    assert cover(["alpha beta " * 2000], ["beta alpha " * 2000])[0].label == "full"
    assert time.process_time() - start < 10


@pytest.mark.parametrize("verb", ["doubled", "tripled", "quadrupled"])
def test_a_verb_that_is_read_as_a_quantity_may_be_left_open(verb: str) -> None:
    found = cover([f"The company {verb} its profit."], [f"The company may have {verb} its profit."])
    assert (found[0].label, found[0].reason) == ("partial", "open")


@pytest.mark.parametrize("between", ["will é5", "will " + " ".join(f"w{i}x" for i in range(6000)) + " "])
def test_words_of_a_text_need_no_place_in_its_line(between: str) -> None:
    found = cover(["Alpha sued Beta and will buy Gamma."], [f"Beta sued Alpha and {between}sell Gamma."])
    assert (found[0].label, found[0].reason) == ("partial", "roles")


def test_thousands_of_bullets() -> None:
    bullets = [f"Gate {i} was painted." for i in range(3000)] + [INSIGHTS[2]]
    assert cover(INSIGHTS, bullets)[2] == Coverage(1.0, "full", 3000)


def test_scripts_without_spaces_are_compared_by_pairs_of_characters() -> None:
    insights = ["港の水門は十四基になった", "灯台のレンズが修復された"]
    found = cover(insights, ["灯台のレンズは修復された", "魚の値段"])
    assert [(c.label, c.bullet) for c in found] == [("none", None), ("full", 0)]


@pytest.mark.parametrize("long", ["-".join(["well"] * 20), "9" * 70, "漢" * 60])
def test_long_pieces_are_read_as_short_ones(long: str) -> None:
    around = read("The U.S. sold 5 km. of track"), read("in May 2021.")
    whole = read(f"The U.S. sold 5 km. of track {long} in May 2021.")
    assert whole.tokens == (*around[0].tokens[:-1], *TOKEN.findall(long), *around[1].tokens)
    assert whole.lower == tuple(map(str.lower, whole.tokens))
    assert around[0].words | around[1].words <= whole.words


def test_reading_leaves_citations_and_function_words_out() -> None:
    reading = read("The U.S. has 14 gates [3,17], costing twenty-five percent more in March 2021 [Article 5].")
    assert reading.words == {"us", "gat", "pric"}
    assert reading.numbers == {"#14", "#25", "#month3", "#2021"}


@dataclass(frozen=True)
class Gold:
    """Gold of any task that consists of insights."""

    insights: tuple[Insight, ...]


def item(*texts: str) -> Item[Gold]:
    insights = tuple(Insight(id=f"i{n}", text=text) for n, text in enumerate(texts))
    return Item(dataset="h", group="s", id="s", query="What of the harbour?", gold=Gold(insights))


def judged(about: Item[Gold], *bullets: Bullet) -> Sequence[Judgement]:
    answer = Summary(bullets=bullets, n_lines=len(bullets)) if bullets else None
    response = Response(item=about, system="x", context="full", answer=answer)
    return done(LocalJudge().judge(about, response, nobody))


def test_judgements_carry_ids_and_not_positions() -> None:
    found = judged(item(*INSIGHTS), Bullet(id=7, text=BULLETS[0]))
    assert [(j.unit, j.label, j.link, j.rater) for j in found] == [
        ("i0", "none", None, "local"),
        ("i1", "full", 7, "local"),
        ("i2", "none", None, "local"),
    ]


def test_a_response_without_an_answer_covers_nothing() -> None:
    assert [(j.unit, j.label, j.value) for j in judged(item(*INSIGHTS))] == [(f"i{n}", "none", 0.0) for n in range(3)]


def test_judgements_are_what_the_words_cover() -> None:
    bullets = [Bullet(id=n, text=text) for n, text in enumerate(BULLETS, start=1)]
    about = item(*INSIGHTS)
    expected = cover(INSIGHTS, BULLETS, query=about.query)
    found = judged(about, *bullets)
    assert [(j.value, j.label) for j in found] == [(one.value, one.label) for one in expected]
    assert LocalJudge().judged(about.gold.insights, bullets, about.query) == found
    assert (LocalJudge.name, LocalJudge.asks) == ("local", False)


def test_more_similarity_is_more_value_from_nothing_to_all() -> None:
    values = [decide(n / 200) for n in range(201)]
    assert [value for value, _ in values] == sorted({value for value, _ in values})
    assert (values[0], values[-1]) == ((0.0, "none"), (1.0, "full"))
    assert decide(FITTED.partial) == (0.25, "none")
    assert decide(FITTED.full)[0] == pytest.approx(0.75)
    assert [decide(n / 4, Constants(0.0, 0.5))[0] for n in range(5)] == [0.25, 0.5, 0.75, 0.9375, 1.0]
    assert [decide(n / 4, Constants(0.5, 1.0))[0] for n in range(5)] == [0.0, 0.0625, 0.25, 0.5, 0.75]


def test_signature_names_the_constants() -> None:
    assert LocalJudge().signature != LocalJudge(Constants(0.1, 0.2)).signature
    assert f"partial={FITTED.partial:g},full={FITTED.full:g}" in LocalJudge().signature


def test_thresholds_and_guards_are_checked() -> None:
    with pytest.raises(BadInput, match="partial < full"):
        LocalJudge(Constants(0.5, 0.5))
    assert LocalJudge(Constants(0.0, 1.0)).constants == (0.0, 1.0)
    with pytest.raises(BadInput, match="guard 'logic'; expected one of denial"):
        LocalJudge(guards=("logic",))


def test_many_equal_bullets_are_judged_in_linear_time() -> None:
    found = cover(INSIGHTS, [INSIGHTS[0].replace("14", "15")] * 3000)
    assert found[0].label == "partial"


ROOT = Path(__file__).resolve().parents[3]


def test_an_insight_is_judged_alone_as_among_all() -> None:
    texts = [*BULLETS, f"It is a myth that {INSIGHTS[2]}", INSIGHTS[0]]
    every = cover(INSIGHTS, texts)
    assert {one.label for one in every} == {"none", "full"}
    assert [cover(INSIGHTS, texts, only=[i]) for i in range(3)] == [[one] for one in every]
    assert cover(INSIGHTS, texts, only={0, 2}) == every[::2]


ANNOTATIONS = SHARED / "data" / "summhay" / "judge_annotations.json"


@pytest.mark.skipif(not ANNOTATIONS.is_file(), reason="the released annotations are absent (HAYRICK_SHARED)")
def test_agreement_with_the_released_annotations_is_as_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from bench.judge.fit import annotated, fit, held_out
    from bench.judge.fit import judged as by_constants

    items = annotated(ANNOTATIONS.parent)
    assert fit(items) == FITTED
    shipped = agreement(by_constants(items, [FITTED] * len(items)))
    assert [found.agreement for found in validate(ANNOTATIONS, ["local"]).judges] == [shipped]
    assert (shipped.n, shipped.linking_n) == (743, 403)
    documented = (ROOT / "docs" / "evidence" / "local_judge.md").read_text(encoding="utf-8")
    assert table_row("in sample", shipped) in documented
    judged = by_constants(items, held_out(items, lambda item: item.topic))
    held = agreement(judged)
    assert table_row("held out by topic", held) in documented
    assert f"correlation {short(held.coverage_correlation)} [{short(held.coverage_correlation_low)}, " in NOTE
    assert f"{short(held.coverage_correlation_high)}], news" in NOTE
    by_topic = {
        topic: agreement([pair for pair in judged if pair.cluster.startswith(f"{topic}/")])
        for topic in {item.topic for item in items}
    }
    news, conversations = sorted(by_topic.values(), key=lambda found: -found.n)
    assert table_row("of these, news", news) in documented
    assert table_row("of these, conversation", conversations) in documented
    said = f"news {short(news.coverage_correlation)}, conversations {short(conversations.coverage_correlation)} ("
    assert said in NOTE
    assert f"on {held.n} pairs" in NOTE
    assert {insights_print(one.subtopic.insights) for one in read_annotations(ANNOTATIONS)} == FITTED_ON


def short(value: float | None) -> str:
    return f"{value:.3f}".replace("0.", ".", 1)


def of(found: Interval) -> str:
    return f"{short(found.value)} [{short(found.low)}, {short(found.high)}]"


def test_bias_by_summariser_is_the_documented_one() -> None:
    """Every row of the table of the page, as `validate` prints it."""
    documented = (ROOT / "docs" / "evidence" / "local_judge.md").read_text(encoding="utf-8")
    names = ("recorded:gpt-4o", "recorded:claude3-opus", "recorded:gemini-1.5-pro", "local")
    *judges, people = validate(ANNOTATIONS, names).judges
    assert f"| people | | {of(people.bias.length_score)} | | |" in documented
    assert [one.judge for one in judges] == list(names)
    for found in judges:
        bias = found.bias
        cells = [of(one) for one in (bias.average, bias.length_score, bias.length_bias)]
        biases = [(float(one.bias.value or 0.0), one.summariser) for one in bias.summarisers]
        ends = ", ".join(f"{short(value)} {name}" for value, name in (min(biases), max(biases)))
        plain = found.judge.removeprefix("recorded:")
        name = "local (in sample)" if plain == "local" else f"{plain} (recorded)"
        assert f"| {name} | {' | '.join(cells)} | {ends} |" in documented


def test_differences_between_judges_are_the_documented_ones() -> None:
    documented = (ROOT / "docs" / "evidence" / "local_judge.md").read_text(encoding="utf-8").replace("\n", " ")
    names = ("recorded:gpt-4o", "recorded:gemini-1.5-pro", "recorded:claude3-haiku", "local")
    found = validate(ANNOTATIONS, names).judges
    rows = {(row.judge, row.figure): row for one in found for row in one.differences}
    for judge in names[1:]:
        row = rows[judge, "coverage_correlation"]
        name = "local (in sample)" if judge == "local" else judge.removeprefix("recorded:")
        assert f"{name} {of(row.interval)}" in documented
        assert (row.p_adjusted is not None and row.p_adjusted <= 0.05) == (judge == "recorded:claude3-haiku")
    bias = rows["local", "bias"]
    assert f"bias {of(bias.interval)}, adjusted p {bias.p_adjusted:.4f}".replace("p 0.", "p .") in documented


def test_edits_from_fresh_eyes_are_valued_as_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from bench.figures import mean_of
    from bench.judge.fresh import LEAST, MOST, SETS, judged

    lines = (ROOT / "docs" / "evidence" / "local_judge_edits.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    documented = {(row[1], row[3]): row[5] for row in cells if len(row) == 10 and row[2].startswith("at ")}
    kinds = set()
    for name, folder in SETS.items():
        label = name.lstrip("0").replace("_", ", ")
        for kind, insights in judged(folder).items():
            mean, low, high = mean_of([[c.value for c in coverages] for coverages in insights.values()])
            written = f"{mean:.2f} [{low:.2f}, {high:.2f}]"
            assert documented.pop((kind.replace("_", " "), label)) == written, (kind, folder)
            kinds.add(kind)
    assert kinds == MOST.keys() | LEAST.keys()
    assert not documented


def table_row(name: str, found: Agreement) -> str:
    values = asdict(found)
    measures = ("coverage_correlation", "label_correlation", "linking_accuracy", "kappa_linear", "bias")
    cells = [f"{values[m]:.3f} [{values[f'{m}_low']:.3f}, {values[f'{m}_high']:.3f}]" for m in measures]
    return f"| {name} | {' | '.join(cells)} | {found.n}, {found.linking_n} |"

"""Local faithfulness: what lowers it, what must not, and texts of any kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from hayrick.human_scores import read_human_scores
from hayrick.judges.metrics.faithfulness import least_supported, local_faithfulness, supports
from hayrick.judges.metrics.judge import Texts
from hayrick.judges.metrics.overlap import source_coverage
from hayrick.judges.metrics.source import parts, source_of
from hayrick.meta_evaluation.levels import Paired, correlations
from hayrick.text import sentences, with_capitals

SOURCE = (
    "The mill at Tarnford burned down on 12 March 1904. Nobody was hurt in the fire. "
    "Ada Brown, who had inherited the mill from her uncle, rebuilt it with 40 workers within two years. "
    "The new mill ground oats for the garrison until the river silted up. A school uses the building today."
)
FAITHFUL = "The mill at Tarnford burned down in 1904. Ada Brown rebuilt it with 40 workers."


def value(summary: str, *sources: str) -> float:
    return local_faithfulness(Texts(summary, sources or (SOURCE,)))


def test_the_source_itself_is_supported_in_full() -> None:
    assert value(SOURCE) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("1904", "1914"),
        ("40 workers", "90 workers"),
        ("burned down", "did not burn down"),
        ("Ada Brown", "Edwin Carver"),
        ("rebuilt it with 40 workers", "sold her fleet of trawlers"),
    ],
)
def test_a_changed_fact_lowers_it(said: str, instead: str) -> None:
    assert said in FAITHFUL
    assert value(FAITHFUL.replace(said, instead)) < value(FAITHFUL) - 0.05


def test_number_words_and_digits_are_one() -> None:
    (found,) = supports("Ada Brown rebuilt the mill in 2 years.", source_of((SOURCE,)))
    assert found.numbers == 1.0


def test_a_repeated_sentence_counts_once_and_its_place_does_not_matter() -> None:
    wrong = "The garrison sold its trawlers."
    assert value(f"{FAITHFUL} {wrong} {wrong} {wrong}") == value(f"{wrong} {FAITHFUL}") < value(FAITHFUL)


def test_marks_of_models_and_of_html_say_nothing() -> None:
    assert value(f"<pad> {FAITHFUL}</s>", SOURCE.replace(". ", ".<br />")) == value(FAITHFUL)


def test_a_text_without_capitals_has_sentences_all_the_same() -> None:
    lower = SOURCE.lower()
    assert len(sentences(lower)) == 1
    assert len(parts(lower)) == len(parts(SOURCE)) == 5
    assert len(parts(lower.replace("fire. ada", "fire.ada"))) == 5
    assert with_capitals(lower).lower() == lower
    assert with_capitals(SOURCE) is SOURCE
    assert value(lower, lower) == pytest.approx(1.0)


def test_support_may_stand_in_any_of_several_documents() -> None:
    first, second = SOURCE.split(" Nobody", 1)
    assert value(FAITHFUL, second, first) == pytest.approx(value(FAITHFUL), abs=0.02)


@pytest.mark.parametrize("summary", ["...", "It is.", "<pad><pad>", "z " * 500, "東京は日本の首都です。", "\ud800"])
@pytest.mark.parametrize("source", [SOURCE, "...", "One", "الرياض عاصمة"])
def test_texts_that_share_nothing_have_none(summary: str, source: str) -> None:
    assert value(summary, source) == 0.0


def test_other_scripts_are_compared_by_their_words() -> None:
    source = "東京は日本の首都であり、人口は約1400万人である。大阪は商業の都市だ。"
    assert value("東京は日本の首都です。", source) > 0.7 > value("京都は料理で知られる。", source)


def test_texts_without_punctuation_are_read_in_pieces() -> None:
    source = " ".join(f"word{number}" for number in range(5000))
    assert max(map(len, parts(source))) <= 800
    assert value(" ".join(source.split()[2000:2010]), source) > 0.99


def test_parts_tell_where_support_is_missing() -> None:
    first, second = supports("Nobody was hurt in the fire. The garrison sold 7 trawlers.", source_of((SOURCE,)))
    assert first.value == pytest.approx(1.0)
    assert first.numbers == 1.0
    assert second.numbers == 0.0


def test_the_sentence_that_loses_most_is_named() -> None:
    wrong = "The garrison sold 7 trawlers."
    assert least_supported(Texts(f"{FAITHFUL} {wrong}", (SOURCE,))).endswith(wrong)
    assert least_supported(Texts("Nobody was hurt in the fire.", (SOURCE,))) == ""
    assert least_supported(Texts("...", (SOURCE,))) == ""


def test_lines_filled_to_a_width_are_joined() -> None:
    assert parts("The mill at Tarnford\n burned down. Nobody was hurt\nin it.\nNotes\n\nshown here") == [
        "The mill at Tarnford burned down.",
        "Nobody was hurt in it.",
        "Notes",
        "shown here",
    ]


def test_it_agrees_with_people_as_the_docs_say(shared: Path) -> None:
    rows: dict[str, list[Paired]] = {"bigrams": [], "faithfulness": []}
    for one in read_human_scores(shared / "data" / "longeval_pubmed").summaries:
        texts, human = Texts(one.summary, (one.document,)), one.mean("faithfulness")
        for name, value in (("bigrams", source_coverage(texts, 2)), ("faithfulness", local_faithfulness(texts))):
            rows[name].append(Paired(one.document_id, one.system, value, human))
    found = {name: correlations(some)[0] for name, some in rows.items()}
    expected = {"bigrams": (0.617, 0.635), "faithfulness": (0.781, 0.770)}
    assert {name: (one.pearson.value, one.spearman.value) for name, one in found.items()} == {
        name: pytest.approx(values, abs=5e-4) for name, values in expected.items()
    }

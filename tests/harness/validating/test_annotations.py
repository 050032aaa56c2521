"""Files of labelled summaries: the documented layout, links that are one line apart, and rows of `validate`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import Command, strict_json

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "annotations.md"


@pytest.fixture
def example(tmp_path: Path) -> list[dict[str, Any]]:
    """The example of the page."""
    found = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return list(strict_json(found[1]))


def rows_of(hayrick: Command, given: list[dict[str, Any]], folder: Path, judge: str) -> tuple[list[Any], Any, str]:
    """Judgements, the judge's row, and what was printed."""
    (folder / "labels.json").write_text(json.dumps(given))
    done = hayrick("validate", folder / "labels.json", "--judge", judge, "--out", folder / "v")
    assert (done.status, done.err) == (0, "")
    judgements = [strict_json(line) for line in (folder / "v" / "judgements.jsonl").read_text().splitlines()]
    return judgements, strict_json((folder / "v" / "agreement.json").read_text())["rows"][0], done.out


def test_the_example_of_the_page_is_read_as_it_says(
    hayrick: Command, example: list[dict[str, Any]], tmp_path: Path
) -> None:
    judgements, row, told = rows_of(hayrick, example, tmp_path, "recorded:gpt-4o")
    labels = {(one["judge"], one["insight"]): (one["label"], one["linked"]) for one in judgements}
    people = {"i1": ("partial", 2), "i2": ("full", 3), "i3": ("none", None)}
    assert {insight: labels["human", insight] for insight in people} == people
    assert {insight: labels["recorded:gpt-4o", insight] for insight in people} == people
    assert (row["linking_accuracy"], row["linking_n"], row["n"]) == (1.0, 2, 3)
    assert "WARNING" not in told


@pytest.mark.parametrize(("by", "way"), [(1, "too far"), (-1, "too early"), (0, "")])
@pytest.mark.parametrize("n", [10, 9])
def test_links_that_are_one_line_apart_are_told(
    hayrick: Command, example: list[dict[str, Any]], tmp_path: Path, by: int, way: str, n: int
) -> None:
    """People's links of 10 summaries are moved by a line; of 9 no pattern is seen."""
    first = {**example[0], "reference_insights": example[0]["reference_insights"][:1]}
    first["summary"] = ["One.", "Two.", "Three.", "Four."]
    given = [
        {
            **first,
            "subtopic_id": f"s{number}",
            "annotation": [{**first["annotation"][0], "candidate_id": str(1 + by)}],
        }
        for number in range(n)
    ]
    told = rows_of(hayrick, given, tmp_path, "recorded:gpt-4o")[2].replace("\n", " ")
    assert ("seem to be one line " + way in told) == (bool(by) and n == 10)


def test_rows_give_the_printed_linking_accuracy(
    hayrick: Command, example: list[dict[str, Any]], tmp_path: Path
) -> None:
    # People name a line of an insight that they call not covered, as the judge does; and a line that does not exist.
    example[0]["annotation"] = [
        {"insight_id": "i1", "coverage": "not_covered", "candidate_id": "1"},
        {"insight_id": "i2", "coverage": "fully_covered", "candidate_id": "7"},
        {"insight_id": "i3", "coverage": "not_covered", "candidate_id": ""},
    ]
    judgements, row, _ = rows_of(hayrick, example, tmp_path, "recorded:gpt-4o")
    people, judge = (
        {one["insight"]: one["linked"] for one in judgements if one["judge"] == name}
        for name in ("human", "recorded:gpt-4o")
    )
    both = [one for one in people if None not in (people[one], judge[one])]
    assert (row["linking_n"], row["linking_accuracy"]) == (1, 1.0) == (len(both), float(people["i1"] == judge["i1"]))
    assert [one["bullet"] for one in judgements if one["judge"] == "human"] == [None, None, None]


def test_rows_of_the_release_give_its_linking_accuracy(hayrick: Command, summhay: Path, tmp_path: Path) -> None:
    for name, n in (("gpt-4o", 472), ("gemini-1.5-pro", 452)):
        folder = tmp_path / name
        path = summhay / "judge_annotations.json"
        assert hayrick("validate", path, "--judge", f"recorded:{name}", "--out", folder).status == 0
        rows = [strict_json(line) for line in (folder / "judgements.jsonl").read_text().splitlines()]
        sides: dict[tuple[str, ...], dict[bool, int | None]] = {}
        for one in rows:
            key = one["haystack"], one["subtopic"], one["system"], one["context"], one["insight"]
            sides.setdefault(key, {})[one["judge"] == "human"] = one["linked"]
        both = [one for one in sides.values() if None not in one.values()]
        printed = strict_json((folder / "agreement.json").read_text())["rows"][0]
        assert (len(both), printed["linking_n"]) == (n, n)
        share = sum(one[True] == one[False] for one in both) / n
        assert share == pytest.approx(printed["linking_accuracy"], abs=1e-12)


def labels(*given: tuple[str, str, str]) -> list[dict[str, str]]:
    return [{"insight_id": id, "coverage": f"{word}_covered", "candidate_id": line} for id, word, line in given]


def by(name: str, *given: tuple[str, str, str]) -> dict[str, Any]:
    return {"annotator": name, "labels": labels(*given)}


@pytest.fixture
def several(example: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Three summaries as of the page's example, labelled by Anna and Ben, who left out one insight."""
    anna = by("anna", ("i1", "partially", "1"), ("i2", "fully", "2"), ("i3", "not", ""))
    ben = by("ben", ("i1", "fully", "1"), ("i2", "fully", "1"))
    made = [{**example[0], "subtopic_id": f"s{number}", "annotations": [anna, ben]} for number in range(3)]
    for one in made:
        del one["annotation"]
    return made


def test_several_annotators_have_rows_a_ceiling_and_counts(
    hayrick: Command, several: list[dict[str, Any]], tmp_path: Path
) -> None:
    judgements, row, told = rows_of(hayrick, several, tmp_path, "recorded:gpt-4o")
    people = [(one["judge"], one["insight"], one["label"]) for one in judgements if one["subtopic"] == "s0"]
    assert people[:5] == [
        ("human:anna", "i1", "partial"),
        ("human:anna", "i2", "full"),
        ("human:anna", "i3", "none"),
        ("human:ben", "i1", "full"),
        ("human:ben", "i2", "full"),
    ]
    found = strict_json((tmp_path / "v" / "agreement.json").read_text())
    assert [one["judge"] for one in found["rows"]] == ["recorded:gpt-4o", "people among themselves", "manual"]
    # Bias: the judge's 1/2, 1, 0 minus people's means 3/4, 1, 0. Linking: three of Anna's two and Ben's two links.
    assert row["bias"] == pytest.approx(-0.25 / 3)
    assert (row["linking_accuracy"], row["linking_n"], row["n"], row["left_out_n"]) == (0.75, 12, 9, 6)
    reached = found["rows"][1]
    assert (reached["n"], reached["linking_accuracy"], reached["linking_n"]) == (6, 0.5, 6)
    assert reached["coverage_correlation"] is reached["bias"] is None
    assert reached["coverage_correlation_left_out"] is None, "Ben says fully of both"
    assert found["annotators"] == [
        {"annotator": "anna", "n": 9, "n_unanswered": 0},
        {"annotator": "ben", "n": 6, "n_unanswered": 3},
    ]
    assert "'all but one' is undefined for people" in told
    assert "ben: 3 of 9 pairs are unanswered. They are left out, not taken for 'not covered'." in told
    assert "anna: " not in told


@pytest.mark.parametrize(
    ("bens", "place"),
    [("not fully partially", "above people's interval"), ("partially fully not", "within people's interval [1.000, ")],
)
def test_a_note_says_where_a_judge_lies(
    hayrick: Command, several: list[dict[str, Any]], tmp_path: Path, bens: str, place: str
) -> None:
    """Anna says what the judge says; where Ben does, too, people agree wholly."""
    ben = by("ben", *((f"i{n}", word, "") for n, word in enumerate(bens.split(), start=1)))
    given = [{**one, "annotations": [one["annotations"][0], ben]} for one in several]
    told = rows_of(hayrick, given, tmp_path, "recorded:gpt-4o")[2]
    assert place in told
    rows = strict_json((tmp_path / "v" / "agreement.json").read_text())["rows"]
    left = "coverage_correlation_left_out"
    assert rows[0]["difference_to_people"] == pytest.approx(rows[0][left] - rows[1][left])


def test_people_who_labelled_other_summaries_have_no_ceiling_and_a_note_says_so(
    hayrick: Command, several: list[dict[str, Any]], tmp_path: Path
) -> None:
    for number, one in enumerate(several):
        del one["annotations"][number % 2]
    _, row, told = rows_of(hayrick, several, tmp_path, "recorded:gpt-4o")
    assert "No pair has labels of two people" in told
    assert "all but one" not in told
    assert (row["n"], row["left_out_n"]) == (2 * 2 + 3, 0), "Ben left out one insight"


def test_one_named_annotator_gives_the_figures_of_an_annotation_and_no_ceiling(
    hayrick: Command, example: list[dict[str, Any]], tmp_path: Path
) -> None:
    _, before, first = rows_of(hayrick, example, tmp_path, "recorded:gpt-4o")
    (tmp_path / "named").mkdir()
    named = [{**one, "annotations": [{"annotator": "anna", "labels": one["annotation"]}]} for one in example]
    for one in named:
        del one["annotation"]
    _, after, told = rows_of(hayrick, named, tmp_path / "named", "recorded:gpt-4o")
    assert after == before
    assert "all but one" not in first + told
    rows = strict_json((tmp_path / "named" / "v" / "agreement.json").read_text())["rows"]
    assert [one["judge"] for one in rows] == ["recorded:gpt-4o", "manual"]
    assert before["coverage_correlation_left_out"] is None


def test_a_summary_that_nobody_labelled_is_not_judged(
    hayrick: Command, several: list[dict[str, Any]], tmp_path: Path
) -> None:
    several[1]["annotations"] = [by("anna"), by("ben")]
    judgements, row, told = rows_of(hayrick, several, tmp_path, "recorded:gpt-4o")
    assert {one["subtopic"] for one in judgements} == {"s0", "s2"}
    assert (row["n"], row["n_summaries"]) == (6, 2)
    assert "all 3" not in told


def test_the_report_has_the_row_of_people(hayrick: Command, several: list[dict[str, Any]], tmp_path: Path) -> None:
    several[0]["annotations"][1] = by("ben", ("i1", "fully", "1"), ("i2", "fully", "1"), ("i3", "not", ""))
    rows_of(hayrick, several, tmp_path, "recorded:gpt-4o")
    assert hayrick("report", tmp_path / "v", "--out", tmp_path / "v.html").status == 0
    text = (tmp_path / "v.html").read_text()
    assert "people among themselves" in text
    assert "correlation with all but one" in text


def test_a_dry_run_counts_what_judges_would_be_asked(
    hayrick: Command, several: list[dict[str, Any]], tmp_path: Path
) -> None:
    several[1]["summary"] = ["- Something else."]
    several[2]["annotations"] = []
    (tmp_path / "labels.json").write_text(json.dumps(several))
    words = ("validate", tmp_path / "labels.json", "--judge", "openai/gpt-4o", "--judge", "local", "--dry-run")
    done = hayrick(*words, "--out", tmp_path / "plan", "--json")
    assert (done.status, done.err) == (0, "")
    (row,) = strict_json(done.out)["rows"]
    # Two summaries of three insights that somebody labelled; the third has no label.
    assert (row["judge"], row["calls"]) == ("openai/gpt-4o", 6)
    assert 0 < row["usd_low"] < row["usd"] < row["usd_high"]
    assert strict_json((tmp_path / "plan" / "plan.json").read_text())["rows"] == [row]
    several[1]["summary"] = several[0]["summary"]
    (tmp_path / "labels.json").write_text(json.dumps(several))
    (same,) = strict_json(hayrick(*words, "--json").out)["rows"]
    assert same["calls"] == 3, "the same questions about the same text are asked once"
    local = hayrick("validate", tmp_path / "labels.json", "--judge", "local", "--dry-run", "--out", tmp_path / "none")
    assert "nothing to pay" in local.out
    assert [one.name for one in (tmp_path / "none").iterdir()] == ["plan.json"]
    refused = hayrick("validate", tmp_path / "run", "--sheet", tmp_path / "s.csv", "--dry-run")
    assert (refused.status, "--dry-run is used with --judge only" in refused.err) == (2, True)

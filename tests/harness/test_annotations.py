"""Files of labelled summaries: the documented layout, links that are one line apart, and rows of `validate`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import Command, strict_json

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "annotations.md"


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

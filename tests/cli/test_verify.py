"""The command verify: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from broken import doubtful
from conftest import GOLDEN, ROOT, Command, Variant, strict_json
from hayrick.stats import ratio_intervals

ROW = {"haystack", "insight", "document", "gold", "found", "probability", "evidence"}
TIDEWALL = ROOT / "src" / "hayrick" / "bundled" / "haystacks" / "tidewall.json"


def test_a_sound_haystack(hayrick: Command, bakery: Path, native: Path, tmp_path: Path) -> None:
    done = hayrick("verify", bakery, native, "--out", tmp_path / "out")
    assert (done.status, done.err) == (0, "")
    assert "sound" in done.out
    assert "unsound" not in done.out
    assert "suspicious" not in done.out
    assert "The local checker compares words and quantities." in done.out
    value = strict_json((tmp_path / "out" / "verification.json").read_text())
    assert all(row.keys() >= ROW for row in value["rows"])
    assert [row["sound"] for row in value["haystacks"]] == [True, True]
    assert value["pooled"]["held"] == 14
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"manifest.json", "verification.json"}


def test_places_that_the_same_checker_found_are_not_confirmed(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.md").write_text("A password has at least 14 characters.")
    facts, out = tmp_path / "facts.yaml", tmp_path / "own.json"
    facts.write_text(
        "schema: 1\ntopic: t\nquestions:\n- question: q\n  facts: [A password has at least 14 characters.]\n"
    )
    assert hayrick("collect", tmp_path / "texts", "--facts", facts, "--out", out).status == 0
    done = hayrick("verify", out, bakery)
    assert done.status == 0
    lines = {line.split()[0]: line for line in done.out.splitlines() if line.startswith((" own", " bakery", " all"))}
    assert "not confirmed" in lines["own"]
    assert lines["own"].split()[-1] == lines["all"].split()[-1] == "-"
    assert "1 not confirmed" in lines["all"]
    assert " sound " in lines["bakery"]
    assert lines["bakery"].split()[-1] != "-"
    assert "own: 'hayrick collect' found places with this same checker: nothing is confirmed." in done.out
    # Another checker found them, or a person gave them: there is something to confirm.
    value = json.loads(out.read_text())
    value["collection"]["checker"]["name"] = "openai/gpt-4o"
    out.write_text(json.dumps(value))
    assert "not confirmed" not in hayrick("verify", out).out
    facts.write_text(facts.read_text().replace("[A", "[{text: A").replace("s.]", "s., documents: [a]}]"))
    assert hayrick("collect", tmp_path / "texts", "--facts", facts, "--out", out, "--overwrite").status == 0
    assert "not confirmed" not in hayrick("verify", out).out


def test_the_pooled_row_keeps_haystacks_subtopics_apart(hayrick: Command, variant: Variant, tmp_path: Path) -> None:
    # Two haystacks whose subtopics are both called s1 and s2: in the first s1 is recorded wrongly, in the second s2.
    first, second = variant(doubtful), tmp_path / "second.json"
    value = strict_json((GOLDEN / "bakery.json").read_text())
    value["documents"][2]["insights_included"], value["documents"][3]["insights_included"] = [], ["i3"]
    second.write_text(json.dumps(value))
    assert hayrick("verify", first, second, "--out", tmp_path / "out").status == 1
    value = strict_json((tmp_path / "out" / "verification.json").read_text())
    # Recorded, found, both: s1 and s2 of the first haystack, then of the second.
    gold, said, both = np.array([[4.0, 3, 4, 3], [4, 3, 4, 3], [3, 3, 4, 2]])
    tops, bottoms = np.array([both, both, 2 * both]), np.array([said, gold, said + gold])
    pooled = {
        name: (value["pooled"][name], value["pooled"][f"{name}_low"], value["pooled"][f"{name}_high"])
        for name in ("precision", "recall", "f1")
    }
    apart = ratio_intervals(tops, bottoms, [0, 0, 1, 1])
    merged = ratio_intervals(tops[:, :2] + tops[:, 2:], bottoms[:, :2] + bottoms[:, 2:], [0, 0])
    for (name, found), right, wrong in zip(pooled.items(), apart, merged, strict=True):
        assert found == pytest.approx(right), name
        assert wrong.low is not None
        assert found[1] != pytest.approx(wrong.low, abs=0.01), name


def test_an_unsound_haystack_ends_with_status_1(hayrick: Command, variant: Variant) -> None:
    done = hayrick("verify", variant(doubtful))
    assert (done.status, done.err) == (1, "")
    assert "broken: insight 'i1' is recorded in document 'dC' and has a probability of 0.000" in done.out
    assert "the 2 most suspicious of 2 pairs" in done.out
    table = done.out[done.out.index("most suspicious") :]
    assert table.index("unrecorded?") < table.index("missing")
    assert "Flour costs 12 percent more, and a second oven" in table
    assert hayrick("verify", variant(doubtful), "--unsound-below", 0).status == 0


def test_how_many_pairs_are_shown(hayrick: Command, variant: Variant) -> None:
    assert "the 1 most suspicious of 2 pairs" in hayrick("verify", variant(doubtful), "--show", 1).out
    assert "suspicious" not in hayrick("verify", variant(doubtful), "--show", 0).out


def test_more_reasons_than_are_shown_are_counted(hayrick: Command, variant: Variant) -> None:
    def broken(value: Any) -> None:
        for number, document in enumerate(value["documents"]):
            document["insights_included"].append(f"z{number}")

    done = hayrick("verify", variant(broken))
    assert done.status == 1
    assert done.out.count("the unknown insight") == 3
    assert "broken: 3 more reasons." in done.out


def test_suspicious_pairs_are_those_that_the_columns_count(hayrick: Command) -> None:
    """Of the bundled haystack's, most are planted near-misses, which is said."""
    done = hayrick("verify", TIDEWALL, "--json")
    (haystack,) = strict_json(done.out)["haystacks"]
    out = hayrick("verify", TIDEWALL, "--show", 200).out.splitlines()
    heads, cells = (re.split(r"  +", out[number].strip()) for number in (2, 4))
    row = dict(zip(heads, cells, strict=True))
    counts = [int(row[name]) for name in ("not found", "contradicted", "doubted", "unrecorded?")]
    assert f"most suspicious of {sum(counts)} pairs" in "\n".join(out)
    assert (counts[0], counts[3]) == (haystack["missing"], haystack["leaked"])
    assert row["near-misses"] == str(haystack["near_misses_found"])
    assert any(line.lstrip().startswith("not found ") for line in out)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--checker", "best"], "unknown checker 'best'"),
        (["--budget-usd", "3"], "--budget-usd: an option that is not used here"),
        (["--low", "0.5"], "--low or --high with --checker local"),
        (["--show", "-1"], "--show"),
        (["--unsound-below", "2"], "--unsound-below"),
    ],
)
def test_wrong_use_is_one_line(refused: Callable[..., str], bakery: Path, words: list[str], found: str) -> None:
    assert found in refused("verify", bakery, *words)


def test_what_is_no_haystack_is_refused(refused: Callable[..., str], tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"documents": []}')
    assert f"hayrick: {path}" in refused("verify", path, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_released_haystacks(hayrick: Command, summhay: Path, tmp_path: Path) -> None:
    # The verdicts of docs/evidence/verification.md.
    paths = [summhay / f"topic_news{number}.json" for number in (1, 2, 4)]
    done = hayrick("verify", *paths, "--out", tmp_path / "out", "--show", 0)
    assert done.status == 1
    value = strict_json((tmp_path / "out" / "verification.json").read_text())
    assert [(row["haystack"], row["sound"]) for row in value["haystacks"]] == [
        ("topic_news1", True),
        ("topic_news2", False),
        ("topic_news4", False),
    ]
    assert (value["pooled"]["pairs"], value["pooled"]["held"]) == (20300, 2017)
    assert value["pooled"]["f1"] > 0.93

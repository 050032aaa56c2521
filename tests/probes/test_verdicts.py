"""Shares of right verdicts, and the command that tells them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, Command, strict_json
from hayrick.probes import PROBES, Case
from hayrick.probes.probe import Text
from hayrick.probes.verdicts import figures, paired
from hayrick.types import Haystack, Insight, Judgement, Subtopic, Unparsed

BAKERY = Path(__file__).parents[1] / "golden" / "bakery.json"


def judgement(insight: str, value: float | None, contradicted: bool = False) -> Judgement:
    """A verdict on one insight."""
    unparsed = Unparsed(reason="no JSON", reply="?") if value is None else None
    label = None if value is None else "full" if value > 0.75 else "none" if value <= 0.25 else "partial"
    return Judgement(unit=insight, rater="me", value=value, label=label, unparsed=unparsed, contradicted=contradicted)


def case(name: str, subtopic: str, n: int) -> Case:
    """A text of a probe about n insights."""
    (probe,) = (one for one in PROBES if one.name == name)
    insights = tuple(Insight(id=f"{subtopic}{k}", text=f"Fact {k}.") for k in range(n))
    topic = Subtopic(id=subtopic, title="t", query="q", insights=insights)
    haystack = Haystack(id="h", topic="t", documents=(), subtopics=(topic,), held_by={})
    return Case(probe, haystack, topic, Text(insights, tuple(f"Text {k}." for k in range(n))))


def test_a_share_is_of_what_was_judged() -> None:
    made = [case("number_changed", "s", 3), case("number_changed", "t", 2)]
    said = [
        [judgement("s2", 0.6), judgement("s0", 0.0, contradicted=True), judgement("s1", 0.5)],  # in any order
        [judgement("t0", None), judgement("t1", 1.0)],
    ]
    verdicts = list(paired(made, said))
    assert [one.is_right for one in verdicts] == [True, True, False, None, False]
    (found,) = figures(verdicts, PROBES)
    assert (found.right.value, found.n, found.n_unjudged, found.n_contradicted) == (2 / 4, 4, 1, 1)
    assert found.value == (0.0 + 0.5 + 0.6 + 1.0) / 4
    row = found.row("me")
    assert (row["judge"], row["probe"], row["right"], row["least"], row["most"]) == (
        "me",
        "number_changed",
        0.5,
        0,
        0.5,
    )
    assert verdicts[3].row("me")["reason"] == "no JSON"


def test_without_a_verdict_there_is_no_share() -> None:
    verdicts = list(paired([case("denied", "s", 1)], [[judgement("s0", None)]]))
    (found,) = figures(verdicts, PROBES)
    assert (found.right.value, found.value, found.n, found.n_unjudged) == (None, None, 0, 1)


def test_an_insight_that_a_judge_passes_over_is_an_error() -> None:
    with pytest.raises(KeyError):
        list(paired([case("denied", "s", 2)], [[judgement("s0", 0.0)]]))


def rows_of(text: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Rows of a result by judge and probe."""
    return {(row["judge"], row["probe"]): row for row in strict_json(text)["rows"]}


def test_a_judge_that_says_yes_is_right_where_the_text_states_the_insight(hayrick: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def yes(insight, bullet):\n    return 1.0\n\ndef no(insight, bullet):\n    return 0\n"
    )
    yes, no = (f"python:{tmp_path}/mine.py:{name}" for name in ("yes", "no"))
    done = hayrick("probe", BAKERY, "--judge", yes, "--judge", no, "--json", "--out", tmp_path / "p")
    assert (done.status, done.err) == (0, "")
    found = rows_of(done.out)
    assert found == rows_of((tmp_path / "p" / "probes.json").read_text())
    kinds = {one.name: one.kind for one in PROBES}
    for (judge, name), row in found.items():
        assert row["right"] == float((judge == yes) is (kinds[name] == "states")), (judge, name)
    lines = [json.loads(line) for line in (tmp_path / "p" / "cases.jsonl").read_text().splitlines()]
    assert len(lines) == sum(int(str(row["n"])) for row in found.values())
    assert {line["judge"] for line in lines} == {yes, no}
    again = hayrick("probe", BAKERY, "--judge", yes, "--judge", no, "--json", "--out", tmp_path / "p")
    assert (again.status, again.out) == (0, done.out)


def test_wrong_verdicts_are_shown_with_both_texts(hayrick: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def yes(insight, bullet):\n    return 1.0\n")
    judge = f"python:{tmp_path}/mine.py:yes"
    done = hayrick("probe", BAKERY, "--judge", judge, "--probe", "query", "--wrong", "1", "--limit", "2")
    assert done.status == 0
    assert done.out.count("1.00 (full) where <= 0.25 is right") == 1
    assert "  insight: " in done.out
    assert "  text: " in done.out


def test_the_haystack_that_ships_is_taken_by_default(hayrick: Command) -> None:
    done = hayrick("probe", "--judge", "local", "--probe", "verbatim", "--probe", "general", "--json")
    assert {key: row["right"] for key, row in rows_of(done.out).items()} == {
        ("local", "verbatim"): 1.0,
        ("local", "general"): 1.0,
    }
    assert {row["n"] for row in rows_of(done.out).values()} == {48}


def test_the_guide_has_the_shares_on_released_haystacks(hayrick: Command, summhay: Path) -> None:
    """Its table has every probe that is not always judged right, and no other."""
    page = (ROOT / "docs" / "guide" / "probe.md").read_text(encoding="utf-8")
    shown = {one[1]: (one[2], one[3]) for one in re.finditer(r"^\| `(\w+)` \| (.*) \| (\d+) \|$", page, re.MULTILINE)}
    (command,) = re.findall(r"`hayrick (probe topic_news1\.json [^`]*)`", page)
    files = [summhay / word if word.endswith(".json") else word for word in command.split()]
    found = rows_of(hayrick(*files, "--json").out)
    figures = {
        name: (f"{100 * row['right']:.1f} [{100 * row['right_low']:.1f}, {100 * row['right_high']:.1f}]", f"{row['n']}")
        for (_, name), row in found.items()
        if row["right"] != 1
    }
    assert shown == figures


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--judge", "local", "--probe", "denid"], "denied"),
        (["--judge", "recorded"], "recorded"),
        (["--judge", "none"], "none"),
        (["--judge", "local", "--judge-repeat", "3"], "--judge-repeat"),
        (["--judge", "local", "--limit", "0"], "--limit"),
        (["--judge", "local", "--probe", "near_miss"], "near_miss"),
    ],
)
def test_wrong_use_is_one_line(hayrick: Command, given: list[str], told: str) -> None:
    done = hayrick("probe", BAKERY, *given)
    assert done.status == 2
    assert told in done.err
    assert done.err.count("\n") == 1


def test_insights_in_another_language_are_refused(hayrick: Command, tmp_path: Path) -> None:
    subtopic = {"id": "s", "title": "Brot", "query": "Was?", "insights": [{"id": "i", "text": "Brot kostet mehr."}]}
    value = {
        **{"schema": 1, "topic": "t", "language": "de", "documents": [{"id": "d", "text": "Brot kostet mehr."}]},
        **{"subtopics": [subtopic], "held_by": {"i": ["d"]}, "statements": []},
    }
    text = json.dumps(value)
    (tmp_path / "brot.json").write_text(text)
    done = hayrick("probe", tmp_path / "brot.json", "--judge", "local")
    assert (done.status, done.out) == (2, "")
    assert "brot: insights in 'de'; expected English" in done.err


def test_a_judge_that_raises_whatever_it_is_asked_ends_the_command(hayrick: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def bad(insight, bullet):\n    raise RuntimeError('no')\n")
    done = hayrick("probe", BAKERY, "--judge", f"python:{tmp_path}/mine.py:bad", "--out", tmp_path / "p")
    assert done.status == 2
    assert "RuntimeError: no" in done.err
    assert not (tmp_path / "p").exists()


def test_another_sample_needs_another_directory(hayrick: Command, tmp_path: Path) -> None:
    given = ["probe", BAKERY, "--judge", "local", "--out", tmp_path / "p"]
    assert hayrick(*given).status == 0
    done = hayrick(*given, "--seed", "1")
    assert done.status == 2
    assert "--out" in done.err


def test_a_plan_counts_a_call_for_each_insight_and_makes_none(hayrick: Command, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="language models need the extra llm")
    given = ["probe", BAKERY, "--judge", "openai/gpt-4o", "--judge", "local", "--dry-run", "--json"]
    done = hayrick(*given, "--out", tmp_path / "p")
    assert (done.status, done.err) == (0, "")
    (row,) = strict_json(done.out)["rows"]
    assert "high is the longest allowed" in hayrick(*given[:-1]).out
    counted = rows_of(hayrick("probe", BAKERY, "--judge", "local", "--json").out)
    assert row["judge"] == "openai/gpt-4o"
    assert row["calls"] == sum(int(str(one["n"])) for one in counted.values())
    assert [path.name for path in (tmp_path / "p").iterdir()] == ["plan.json"]

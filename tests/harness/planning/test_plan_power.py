"""What a plan says of precision and power, and what it refuses."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from conftest import Command, strict_json
from hayrick.harness.models.players import Cast
from hayrick.harness.planning.plan_power import SHIPPED, PowerRequest, plan_power
from hayrick.harness.running.run_request import RunRequest, prepare
from hayrick.report.power import PlannedPower
from hayrick.stats.power import TARGET, detectable, power
from hayrick.stats.spread import Member, Spread, half_width
from hayrick.tasks.summhay import MEASURES
from hayrick.types import BadInput

TASK = "helmet/json_kv?length=1k&n={n}"
CODE = """
import re

def right(request):
    return dict(re.findall('"([^"]+)": "([^"]+)"', request["documents"][0]["text"]))[request["query"]]
"""


@pytest.fixture
def haystacks(bakery: Path, tmp_path: Path) -> Callable[[int, int], list[str]]:
    """So many haystacks with so many subtopics of 3 insights, and one of 9."""

    def make(n: int, subtopics: int) -> list[str]:
        insight = {"id": "", "text": "The bakery opens at six."}
        found = []
        for number in range(n):
            value: dict[str, Any] = {"schema": 1, "topic": "t", "domain": "news", "subtopics": [], "held_by": {}}
            value["documents"] = [{"id": "d", "text": "The bakery opens at six."}]
            for s in range(subtopics):
                insights = [{**insight, "id": f"i{s}.{i}"} for i in range(9 if s == 0 else 3)]
                value["subtopics"].append({"id": f"s{s}", "title": "", "query": "When?", "insights": insights})
                value["held_by"].update({one["id"]: ["d"] for one in insights})
            path = tmp_path / f"h{number}.json"
            path.write_text(json.dumps(value))
            found.append(str(path))
        return found

    return make


def planned(
    inputs: list[str], systems: int = 2, usd: float | None = 9.0, **asked: Any
) -> tuple[dict[str, PlannedPower], list[str]]:
    prepared = prepare(RunRequest(inputs=inputs, systems=["lead", "query"], judge=asked.pop("judge", "local")), Cast())
    rows, notes = plan_power(PowerRequest(**asked), prepared, {one.task.name: systems for one in prepared}, usd)
    return {row.measure: row for row in rows}, notes


def shipped(measure: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(row for row in json.loads(SHIPPED.read_text())["rows"] if row["measure"] == measure)
    return found


def test_figures_are_those_of_the_clusters_by_hand(haystacks: Callable[[int, int], list[str]]) -> None:
    rows, notes = planned(haystacks(1, 9), systems=3, effects={"": 0.3, "joint": 0.1})
    assert list(rows) == ["coverage", "citation", "joint"]
    # 9 + 8 x 3 = 33 insights in nine subtopics.
    shares = [9 / 33, *[3 / 33] * 8]
    members = [Member(0, share, 0.0, share**2, share / 33) for share in shares]
    row, known = rows["joint"], shipped("joint")
    spread = Spread(*known["difference"])
    assert (row.task, row.n, row.clusters, row.resampled, row.pairs) == ("summhay", 33, 9, "subtopics", 3)
    assert row.half_width == half_width(known["value"], Spread(*known["score"]), members, (0.0, 1.0))
    assert row.detectable == pytest.approx(detectable(spread, members, most=1.0, pairs=3))
    assert row.power == pytest.approx(power(0.1, spread, members, clusters=9, pairs=3))
    assert (row.effect, rows["coverage"].effect) == (0.1, 0.3)
    assert row.needed is not None
    assert row.needed > 9
    assert row.usd_needed == pytest.approx(9.0 * row.needed / 9)
    assert any("SummHay's release on 26 subtopics of 3 haystacks" in note for note in notes)


def test_more_data_never_say_less_and_more_systems_never_more(haystacks: Callable[[int, int], list[str]]) -> None:
    by_size = [planned(haystacks(1, n), effects={"": 0.1})[0]["coverage"] for n in (6, 9, 15, 30)]
    assert [row.power for row in by_size] == sorted(row.power or 0 for row in by_size)
    least = [row.detectable or 1 for row in by_size]
    assert least == sorted(least, reverse=True)
    widths = [row.half_width or 1 for row in by_size]
    assert widths == sorted(widths, reverse=True)
    by_systems = [planned(haystacks(1, 15), n, effects={"": 0.1})[0]["coverage"] for n in (1, 2, 3, 6)]
    assert [row.pairs for row in by_systems] == [1, 1, 3, 15]
    assert [row.power for row in by_systems] == sorted((row.power or 0 for row in by_systems), reverse=True)


def test_from_six_haystacks_on_these_are_the_clusters(haystacks: Callable[[int, int], list[str]]) -> None:
    few, _ = planned(haystacks(5, 2), effects={"": 0.1})
    rows, notes = planned(haystacks(6, 2), effects={"": 0.1})
    assert (few["joint"].clusters, few["joint"].resampled) == (10, "subtopics")
    assert (rows["joint"].clusters, rows["joint"].resampled, rows["joint"].needed_of) == (6, "haystacks", "haystacks")
    # Two subtopics of 9 and 3 insights in each of six haystacks.
    members = [Member(0, 1 / 6, 1 / 36, (81 + 9) / 72**2, 12 / 72**2)] * 6
    spread = Spread(*shipped("joint")["difference"])
    assert rows["joint"].power == pytest.approx(power(0.1, spread, members, clusters=6))
    assert any("taken from 3" in note for note in notes)
    # What five haystacks are too few for is counted in haystacks.
    wanted = planned(haystacks(1, 2), effects={"": 0.05})[0]["joint"]
    assert wanted.needed_of == "haystacks"
    assert (wanted.needed or 0) >= 6
    assert wanted.usd_needed == pytest.approx(9.0 * (wanted.needed or 0))


def test_too_few_subtopics_tell_nothing_apart(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    done = hayrick("plan", bakery, "--system", "lead", "--power", "--effect", "0.1", "--out", tmp_path / "out")
    assert (done.status, done.err) == (0, "")
    assert "With 2 subtopics no pair is told apart, whatever the difference: p is at least 0.5" in done.out
    value = strict_json((tmp_path / "out" / "plan.json").read_text())
    assert (value["schema"], value["rows"]) == (1, [])
    assert {tuple(row) for row in value["power"]} == {PlannedPower._fields}
    assert [(row["detectable"], row["power"]) for row in value["power"]] == [(None, 0)] * 3
    (printed,) = [strict_json(hayrick("plan", bakery, "--system", "lead", "--power", "--effect", "0.1", "--json").out)]
    assert printed["power"] == value["power"]
    three = [word for name in ("lead", "query", "openai/gpt-4o+full") for word in ("--system", name)]
    several = hayrick("plan", bakery, *three, "--power", "--json")
    assert {row["pairs"] for row in strict_json(several.out)["power"]} == {3}
    assert any("at most 0.017 is asked of the smallest of 3." in note for note in strict_json(several.out)["notes"])
    plain = strict_json(hayrick("plan", bakery, "--system", "lead", "--json").out)
    assert plain.keys() == {"schema", "rows", "notes"}


def test_one_subtopic_has_no_interval(haystacks: Callable[[int, int], list[str]]) -> None:
    row = planned(haystacks(1, 1), effects={"": 0.1})[0]["joint"]
    assert (row.clusters, row.half_width, row.detectable, row.power) == (1, None, None, 0)
    assert row.needed is not None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("0", "above 0 and at most 1"),
        ("-0.1", "above 0 and at most 1"),
        ("1.5", "above 0 and at most 1"),
        ("5", "Five points of a fraction are 0.05"),
        ("nan", "a number, a percentage, or MEASURE=NUMBER"),
        ("inf", "a number, a percentage, or MEASURE=NUMBER"),
        ("x", "a number, a percentage, or MEASURE=NUMBER"),
        ("", "a number, a percentage, or MEASURE=NUMBER"),
        ("joint=", "a number, a percentage, or MEASURE=NUMBER"),
        ("=0.1", "a number, a percentage, or MEASURE=NUMBER"),
        ("converage=0.1", "coverage"),
        ("words_per_bullet=3", "no main measure"),
        ("joint=2", "at most 1"),
    ],
)
def test_effects_that_are_none(hayrick: Command, bakery: Path, given: str, said: str) -> None:
    done = hayrick("plan", bakery, "--system", "lead", "--power", "--effect", given)
    assert (done.status, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert said in line


def test_an_effect_asks_for_power_and_may_be_a_percentage(hayrick: Command, bakery: Path) -> None:
    plain, *others = (
        hayrick("plan", bakery, "--system", "lead", *given)
        for given in (
            ("--power", "--effect", "0.1"),
            ("--effect", "0.1"),
            ("--effect", "10%"),
            ("--effect", "joint=10%"),
        )
    )
    assert (plain.status, plain.err) == (0, "")
    assert "power" in plain.out
    assert [one.out == plain.out for one in others] == [True, True, False]


def test_two_effects_of_one_measure_are_refused(hayrick: Command, bakery: Path) -> None:
    twice = hayrick("plan", bakery, "--system", "lead", "--power", "--effect", "0.1", "--effect", "0.2")
    assert (twice.status, "two effects of all measures" in twice.err) == (2, True)


def test_another_task_needs_a_pilot(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    asked = ("plan", TASK.format(n=72), "--system", "openai/gpt-4o", "--power", "--effect", "0.2")
    refused = hayrick(*asked)
    assert (refused.status, refused.out) == (2, "")
    (line,) = refused.err.splitlines()
    assert "no run that shows how far scores of helmet/json_kv vary" in line
    assert "--from" in line
    pilot, other = tmp_path / "pilot", tmp_path / "other"
    (tmp_path / "own.py").write_text("def none(request):\n    return 'none'\n")
    systems = ("--system", f"python:{tmp_path}/own.py:none")
    assert hayrick("run", TASK.format(n=24), *systems, "--out", pilot).status == 0
    one = hayrick(*asked, "--from", pilot, "--json")
    (row,) = strict_json(one.out)["power"]
    assert (row["measure"], row["resampled"], row["clusters"], row["detectable"]) == (
        "substring_exact_match",
        "groups",
        12,
        None,
    )
    assert row["half_width"] is not None
    assert any("One system shows no differences" in note for note in strict_json(one.out)["notes"])
    assert hayrick("run", bakery, "--system", "lead", "--out", other).status == 0
    for folder, said in ((other, "scores of summhay"), (tmp_path / "nowhere", "nowhere"), (bakery, "bakery")):
        done = hayrick(*asked, "--from", folder)
        assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
        assert said in done.err


def test_a_pilot_takes_the_place_of_the_table(hayrick: Command, native: Path, tmp_path: Path) -> None:
    pilot = tmp_path / "pilot"
    assert hayrick("run", native, "--system", "lead", "--system", "query", "--out", pilot).status == 0
    words = ("plan", native, "--system", "lead", "--system", "query", "--power", "--effect", "0.1", "--json")
    own, shipped_ = (strict_json(hayrick(*words, *more).out) for more in (("--from", pilot), ()))
    assert {row["variances"] for row in own["power"]} == {str(pilot)}
    assert {row["variances"] for row in shipped_["power"]} == {"SummHay's release"}
    assert [row["value"] for row in own["power"]] != [row["value"] for row in shipped_["power"]]
    before = {one.name: one.read_bytes() for one in pilot.iterdir()}
    assert hayrick(*words, "--from", pilot, "--out", tmp_path / "plan").status == 0
    assert {one.name: one.read_bytes() for one in pilot.iterdir()} == before
    shutil.rmtree(pilot)
    assert hayrick(*words, "--from", pilot).status == 2


def test_systems_that_never_differ_show_no_power(hayrick: Command, native: Path, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def first(request):\n    return ''\n\ndef second(request):\n    return ''\n")
    systems = [word for name in ("first", "second") for word in ("--system", f"python:{tmp_path}/own.py:{name}")]
    pilot = tmp_path / "pilot"
    assert hayrick("run", native, *systems, "--out", pilot).status == 0
    found = strict_json(hayrick("plan", native, *systems, "--power", "--from", pilot, "--json").out)
    assert all(row["detectable"] is None for row in found["power"])
    assert any("do not vary in coverage" in note for note in found["notes"])


def test_the_table_that_ships_says_what_it_is_of() -> None:
    value = json.loads(SHIPPED.read_text())
    assert {row["measure"] for row in value["rows"]} == {one.name for one in MEASURES if one.main}
    for row in value["rows"]:
        assert (row["task"], row["n_systems"], row["n_pairs"], row["n_groups"]) == ("summhay", 78, 78 * 77 // 2, 26)
        assert all(0 < part < 0.25 for part in (*row["score"][1:], *row["difference"][1:]))


def test_an_effect_has_the_power_that_is_wanted_where_it_is_the_detectable_one(
    haystacks: Callable[[int, int], list[str]],
) -> None:
    inputs = haystacks(1, 12)
    least = planned(inputs)[0]["joint"].detectable
    assert least is not None
    row = planned(inputs, effects={"joint": least})[0]["joint"]
    assert row.power == pytest.approx(TARGET, abs=1e-6)
    assert row.needed == 12
    with pytest.raises(BadInput):
        planned(inputs, effects={"exact": 0.1})

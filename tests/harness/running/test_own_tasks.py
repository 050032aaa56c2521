"""Tasks, systems, judges and measures of the user's own: run, refused, and told in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Command, Refused, lines_of, strict_json
from hayrick.harness.storage.journal_file import FILE, read_calls
from own import OWN, written

TOWNS = {"Borduria": "Szohod", "Syldavia": "Klow", "Brutopia": "Brutal", "Ruritania": "Streslau"}


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """`python:FILE.py` of the user's own file."""
    return f"python:{written(tmp_path)}"


def estimates(out: Path) -> dict[tuple[str, str | None], dict[str, Any]]:
    """(measure, dataset) -> row, for a run of one system."""
    rows = strict_json((out / "estimates.json").read_text())["rows"]
    found = {(row["measure"], row["dataset"]): row for row in rows}
    assert len(found) == len(rows)
    return found


def test_a_function_answers_a_task_and_is_asked_once(hayrick: Command, mine: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("run", f"{mine}:task", "--system", f"{mine}:answer", "--judge", f"{mine}:judge", "--out", out)
    done = hayrick(*words)
    assert (done.status, done.err) == (0, "")
    first = {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}
    assert first.keys() == {
        *("manifest.json", "responses.jsonl", "judgements.jsonl", "scores.jsonl", "estimates.json", "costs.json", FILE),
    }
    assert hayrick(*words).status == 0
    assert {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()} == first
    asked = (tmp_path / "asked.txt").read_text().split()
    assert len(asked) == len(set(asked)) == 8, "answered from the journal the second time"
    found = estimates(out)
    # Of four towns the function does not know one, and it is polite once.
    for dataset in ("atlas1", "atlas2", None):
        assert found["right", dataset]["value"] == 0.75
        assert found["polite", dataset]["value"] == 0.25
        assert 0 <= found["right", dataset]["low"] < 0.75 < found["right", dataset]["high"] <= 1
    assert (found["right", None]["n"], found["right", None]["n_failed"]) == (8, 0)
    for row in lines_of(out / "responses.jsonl"):
        assert (row["task"], row["system"], row["context"]) == ("capitals", f"{mine}:answer", "full")
        assert ("Klow" in row["reply"]) is False
    assert {row["judge"] for row in lines_of(out / "judgements.jsonl")} == {f"{mine}:judge"}


def test_an_object_answers_by_itself_and_a_measure_is_added(hayrick: Command, mine: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("--system", f"{mine}:Always", "--measure", f"{mine}:measure", "--out", out)
    done = hayrick("run", f"{mine}:unjudged", *words)
    assert (done.status, done.err) == (0, "")
    found = estimates(out)
    assert {measure for measure, _ in found} == {"right", "long"}, "no judge, and so no measure that needs one"
    assert (found["right", None]["value"], found["long", None]["value"]) == (0.25, 4.0)
    assert not (out / FILE).exists(), "nobody was asked"
    assert not (out / "judgements.jsonl").exists()


def test_a_function_is_a_measure(hayrick: Command, refused: Callable[..., str], native: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def used(item, response):\n    return min(1.0, len(response.answer.bullets) / 4)\n"
        "def bare():\n    return 1\n"
        "def raises(item, response):\n    return 1 / 0\n"
    )
    words, mine = ("run", native, "--system", "lead", "--out", tmp_path / "out"), f"python:{tmp_path}/mine.py"
    assert hayrick(*words, "--measure", f"{mine}:used").status == 0
    rows = strict_json((tmp_path / "out" / "estimates.json").read_text())["rows"]
    assert {row["value"] for row in rows if row["measure"] == "used"} == {0.5}, "two bullets each"
    assert "expected one of (item, response) or" in refused(*words, "--measure", f"{mine}:bare")
    assert "ZeroDivisionError: division by zero (line 6)" in refused(*words[:-2], "--measure", f"{mine}:raises")


def test_items_that_a_system_leaves_out_have_failed(hayrick: Command, mine: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert hayrick("run", f"{mine}:unjudged", "--system", f"{mine}:Halfhearted", "--out", out).status == 0
    row = estimates(out)["right", None]
    assert (row["value"], row["n"], row["n_failed"]) == (0.0, 8, 6)


def test_a_system_that_responds_by_a_plain_method_is_one(hayrick: Command, mine: str) -> None:
    done = [hayrick("run", f"{mine}:unjudged", "--system", f"{mine}:{one}", "--json") for one in ("Plain", "Always")]
    assert done[0].status == 0
    assert done[0].out == done[1].out


def test_responses_of_another_run_give_its_numbers(hayrick: Command, mine: str, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    words = ("run", f"{mine}:task", "--judge", f"{mine}:judge")
    assert hayrick(*words, "--system", f"{mine}:answer", "--system", f"{mine}:Always", "--out", one).status == 0
    rows = (one / "responses.jsonl").read_text().splitlines(keepends=True)
    failed = [row.replace('"reply": "I do not know"', '"reply": ""') for row in rows]
    assert failed != rows
    (tmp_path / "failed.jsonl").write_text("".join(failed))
    assert hayrick(*words, "--system", f"file:{one / 'responses.jsonl'}", "--out", two).status == 0

    def numbers(out: Path) -> list[dict[str, Any]]:
        rows = strict_json((out / "estimates.json").read_text())["rows"]
        return [{name: value for name, value in row.items() if name not in ("signature", "classes")} for row in rows]

    assert numbers(two) == numbers(one)
    scores = [sorted((out / "scores.jsonl").read_text().splitlines()) for out in (one, two)]
    assert scores[0] == scores[1]
    assert hayrick(*words, "--system", f"file:{tmp_path / 'failed.jsonl'}", "--out", tmp_path / "three").status == 0
    rows3 = strict_json((tmp_path / "three" / "estimates.json").read_text())["rows"]
    (row,) = [r for r in rows3 if (r["measure"], r["dataset"], r["system"]) == ("right", None, f"{mine}:answer")]
    assert row["n_failed"] == 2, "an empty reply is no answer"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{"item": "9", "reply": "x"}', ":1: unknown item '9'"),
        ('{"item": "1", "reply": "x"}', ":1: item '1', of which there are 8; expected 'dataset' and 'group' beside it"),
        ('{"item": "1", "dataset": "atlas1", "group": "Syldavia", "reply": 3}', ":1: 'reply' is"),
        ('{"item": "1", "dataset": "atlas1", "group": "Syldavia", "tags": [1]}', ":1: 'tags' is"),
        ('{"item": "1", "dataset": "atlas1", "group": "Nowhere"}', ":1: unknown item '1'"),
    ],
)
def test_lines_about_nothing_are_refused(refused: Refused, mine: str, tmp_path: Path, line: str, found: str) -> None:
    (tmp_path / "rows.jsonl").write_text(line + "\n")
    out = tmp_path / "out"
    assert found in refused("run", f"{mine}:unjudged", "--system", f"file:{tmp_path / 'rows.jsonl'}", "--out", out)
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("{mine}:number", "--system", "{mine}:Always"), "a int; expected a hayrick.protocols.Task"),
        (("{mine}:nothing", "--system", "{mine}:Always"), "no 'nothing' in"),
        (("{mine}:task?town=x", "--system", "{mine}:Always"), "town"),
        (("{mine}:with_parameters?twon=x", "--system", "{mine}:Always"), "twon"),
        (("{mine}:task", "--system", "{mine}:Nameless"), "a Nameless without 'signature'"),
        (
            ("{mine}:task", "--system", "{mine}:Always"),
            "--judge: none given, and capitals has no local judge; expected own",
        ),
        (("{mine}:unjudged", "--system", "{mine}:Asking"), "No model plays the role 'oracle'"),
        (("{mine}:task", "--system", "{mine}:Always", "--judge", "{mine}:number"), "an object with 'judge'"),
        (("{mine}:task", "--system", "{mine}:Always", "--judge", "{mine}:judge?mode=x"), "mode"),
        (("{mine}:unjudged", "--system", "{mine}:Always", "--judge", "local"), "capitals needs no judge"),
        (("{mine}:unjudged", "--system", "{mine}:Always", "--measure", "{mine}:taken"), "the name 'right' again"),
        (
            ("{mine}:unjudged", "--system", "{mine}:Always", "--measure", "{mine}:number"),
            "a hayrick.Measure, or a function",
        ),
        (
            ("{mine}:unjudged", "--system", "{mine}:Silent"),
            "mine.py:Silent: 'respond' returned None; expected a list of",
        ),
        (("{mine}:unjudged", "--system", "{mine}:Numbers"), "'respond' returned a int in a list; expected a list of"),
        (
            ("{mine}:unjudged", "--system", "{mine}:Elsewhere"),
            "a response to atlas1/Atlantis/1; expected one to an item",
        ),
        (("{mine}:unjudged", "--system", "{mine}:Short"), "expected a method respond(items, ask)"),
        (
            ("{mine}:unjudged", "--system", "{mine}:Always", "--measure", "{mine}:none"),
            "mine.py:none: 'score' returned None; expected a list of hayrick.types.Score",
        ),
        (("{mine}:unjudged", "--system", "{mine}:Raising"), "mine.py:unjudged: KeyError: 'no atlas' (line "),
        (("{mine}:unjudged", "--system", "{mine}:Always", "--measure", "{mine}:breaks"), "ZeroDivisionError: by zero"),
        (("{mine}:unjudged", "--system", "lead"), "'lead' is a system of summhay, not of capitals"),
        (("{mine}:unjudged", "--system", "{mine}:Always", "--order", "top"), "--order: an option that is not used"),
        (("{mine}:unjudged", "--system", "{mine}:Always", "--repeat", "2"), "--repeat: an option that is not used"),
        (("{mine}:unjudged", "--system", "{mine}:Always", "--compat", "paper"), "--compat: an option that is not used"),
        (("{mine}:unjudged", "--system", "{mine}:Always", "--citations", "both"), "--citations: an option that"),
        (("{mine}:unjudged", "--system", "{mine}:Always", "--allow-unheld"), "--allow-unheld: an option that"),
        (("{mine}:unjudged", "--system", "{mine}:Always", "--judge-variant", "nine"), "--judge-variant: an option"),
        (("{mine}:unjudged", "--system", "{mine}:answer", "--bullets", "free"), "--bullets free: an option that"),
    ],
)
def test_what_cannot_be_run_is_one_line(
    refused: Refused, mine: str, tmp_path: Path, words: tuple[str, ...], found: str
) -> None:
    line = refused("run", *(word.replace("{mine}", mine) for word in words), "--out", tmp_path / "out")
    assert found.replace("{mine}", mine.removeprefix("python:")) in line
    assert not (tmp_path / "out").exists(), "nothing was kept, so nothing is left"


@pytest.mark.parametrize("part", ["task", "answer", "judge", "measure"])
def test_changed_code_is_another_run_whatever_it_is_of(
    hayrick: Command, refused: Refused, tmp_path: Path, part: str
) -> None:
    specs = {}
    for name in ("task", "answer", "judge", "measure"):
        (tmp_path / f"{name}_file.py").write_text(OWN)
        specs[name] = f"python:{tmp_path / f'{name}_file.py'}:{name}"
    words = ("run", specs["task"], "--system", specs["answer"], "--judge", specs["judge"])
    words += ("--measure", specs["measure"], "--out", tmp_path / "out")  # type: ignore[assignment]
    assert hayrick(*words).status == 0
    (tmp_path / f"{part}_file.py").write_text(OWN + "\n# another\n")
    assert "(differs in code)" in refused(*words)


def test_two_systems_of_one_name_are_refused_before_anybody_is_asked(
    refused: Refused, mine: str, tmp_path: Path
) -> None:
    spec = f"{mine}:answer"
    row = f'{{"item": "1", "dataset": "atlas1", "group": "Syldavia", "system": "{spec}", "context": "full"'
    (tmp_path / "rows.jsonl").write_text(row + ', "tags": {"budget_tokens": 9}, "reply": "Klow"}\n')
    words = ("run", f"{mine}:task", "--system", f"file:{tmp_path / 'rows.jsonl'}", "--system", spec)
    for judge in ("none", f"{mine}:judge"):
        line = refused(*words, "--judge", judge, "--out", tmp_path / "out")
        assert f"two responses to '1' by '{spec}' (full); expected each system once" in line
        assert not (tmp_path / "asked.txt").exists(), "asked all the same"
        assert not (tmp_path / "out").exists()


def test_repeats_are_rows_of_their_own(hayrick: Command, mine: str, tmp_path: Path) -> None:
    out, once = tmp_path / "out", tmp_path / "once"
    words = ("run", f"{mine}:task", "--system", f"{mine}:answer", "--judge", f"{mine}:judge")
    assert hayrick(*words, "--repeat", 3, "--out", out).status == 0
    assert len((tmp_path / "asked.txt").read_text().split()) == 3 * 8
    rows = lines_of(out / "responses.jsonl")
    assert sorted(row["tags"]["repeat"] for row in rows) == [0] * 8 + [1] * 8 + [2] * 8
    found = estimates(out)
    assert (found["right", None]["value"], found["right", None]["n"]) == (0.75, 24)
    assert {row["tags"]["repeat"] for row in lines_of(out / "scores.jsonl")} == {0, 1, 2}
    assert hayrick(*words, "--out", once).status == 0
    keys = [{call.key for call in read_calls(folder)} for folder in (out, once)]
    assert keys[1] < keys[0], "the first of the repeats is the question of an unrepeated run"
    assert len(keys[0]) == 3 * len(keys[1]) == 24


def test_a_limit_holds_for_every_task(hayrick: Command, mine: str, tmp_path: Path) -> None:
    drawn = []
    for seed in range(4):
        out = tmp_path / str(seed)
        words = ("run", f"{mine}:unjudged", "--system", f"{mine}:Always", "--limit", 2, "--seed", seed, "--out", out)
        assert hayrick(*words).status == 0
        rows = lines_of(out / "responses.jsonl")
        groups = [(row["dataset"], row["group"]) for row in rows]
        assert len(groups) == len(set(groups)) == 4
        assert groups == [(d, g) for d in ("atlas1", "atlas2") for g in TOWNS if (d, g) in groups]
        drawn.append(tuple(groups))
    assert len(set(drawn)) > 1, "the seed draws them"


def test_two_tasks_may_have_the_same_datasets_and_items(hayrick: Command, mine: str, tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text(OWN.replace('name="capitals"', 'name="towns"'))
    out = tmp_path / "out"
    inputs = (f"{mine}:unjudged", f"python:{other}:unjudged")
    done = hayrick("run", *inputs, "--system", f"{mine}:answer", "--out", out)
    assert (done.status, done.err) == (0, "")
    rows = lines_of(out / "responses.jsonl")
    assert [row["task"] for row in rows] == ["capitals"] * 8 + ["towns"] * 8

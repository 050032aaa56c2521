"""`hayrick show`: the tables of a run again, what was missed, one insight, one item; and what it refuses."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, Command, lines_of

HANDBOOK = ROOT / "docs" / "examples" / "handbook"
REPLIES = """
def mine(request):
    return {"0": "", "0.2": "no idea"}.get(request["item"].rpartition("-")[2], "none")
"""


@pytest.fixture(name="run")
def _run(hayrick: Command, bakery: Path, tmp_path: Path) -> Path:
    """A run on a copy of the golden haystack, all recorded summaries by the recorded labels."""
    path = tmp_path / "data" / "bakery.json"
    path.parent.mkdir()
    shutil.copy(bakery, path)
    assert hayrick("run", path, "--system", "recorded", "--judge", "recorded", "--out", tmp_path / "run").status == 0
    return tmp_path / "run"


def rows(text: str) -> list[dict[str, Any]]:
    value = json.loads(text)
    assert value["schema"] == 1
    found: list[dict[str, Any]] = value["rows"]
    return found


def test_tables_are_those_that_the_run_printed_also_without_its_data(
    hayrick: Command, bakery: Path, tmp_path: Path
) -> None:
    path, out = tmp_path / "b.json", tmp_path / "run"
    shutil.copy(bakery, path)
    words = ("--system", "recorded", "--system", "lead", "--judge", "recorded", "--citations", "both")
    printed = hayrick("run", path, *words, "--out", out)
    path.unlink()
    shown = hayrick("show", out)
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == printed.out.rpartition("Written to")[0]
    assert rows(hayrick("show", out, "--json").out) == rows((out / "estimates.json").read_text())


def test_the_local_judges_reasons_are_phrases_for_people_and_names_in_rows(
    hayrick: Command, bakery: Path, tmp_path: Path
) -> None:
    mine, out = tmp_path / "mine.jsonl", tmp_path / "run"
    mine.write_text(json.dumps({"subtopic": "s1", "summary": "- Flour does not cost 12 percent more."}))
    hayrick("run", bakery, "--system", f"file:{mine}", "--judge", "local", "--out", out)
    assert "contradicted, value 0.00: it is denied\n" in hayrick("show", out, "--insight", "i2").out
    (row,) = [row for row in lines_of(out / "judgements.jsonl") if row["insight"] == "i2"]
    assert row["reason"] == "denial"


def test_the_bullets_of_an_answer_stand_below_each_other(hayrick: Command, run: Path) -> None:
    shown = hayrick("show", run, "--item", "s1", "--system", "alpha").out.splitlines()
    assert shown[0] == "What changed in hours and costs? (hours and costs)"
    first = shown.index("   answer:")
    assert shown[first + 1 : first + 4] == [
        "     Here is what changed:",
        "     - It opens at six [1][2].",
        "     - Flour is 12 percent dearer [2, 4].",
    ]


def test_what_was_missed_names_texts_places_and_what_was_said(hayrick: Command, run: Path) -> None:
    shown = hayrick("show", run, "--missed")
    assert (shown.status, shown.err) == (0, "")
    first = shown.out.index("1. Flour costs 12 percent more.")
    assert shown.out[first:].splitlines()[1:6] == [
        "   insight i2 (bakery, s1), asked by: What changed in hours and costs? (hours and costs)",
        "   stated by 2 of 6 documents: [2] [5]",
        "   missed by 2 of 4 answers",
        "     org/beta (lab/wide-4k): not covered, value 0.00; no bullet shares a word with it",
        "     alpha (fl-ctxt-sort): not covered, value 0.00; no bullet shares a word with it",
    ]
    one = rows(hayrick("show", run, "--missed", "--system", "alpha+full", "--json").out)
    assert [(row["unit"], row["why"], row["missed_by"]) for row in one] == [
        ("i3", "no answer", 2),
        ("i4", "no answer", 2),
    ]
    assert one[0]["held_by"] == [{"document": "dC", "position": 3}, {"document": "dE", "position": 5}]
    for top, units in ((1, {"i2"}), (0, {"i1", "i2", "i3", "i4"})):
        several = rows(hayrick("show", run, "--missed", "--top", top, "--json").out)
        assert {row["unit"] for row in several} <= units, "the rows are those that are shown"
        assert len(several) > 1, "all systems of an insight"
    growth = rows(hayrick("show", run, "--missed", "--subtopic", "GROW", "--json").out)
    assert {row["group"] for row in growth} == {"s2"}


def test_an_insight_has_its_bullet_and_right_wrong_and_missing_citations(hayrick: Command, run: Path) -> None:
    (report,) = rows(hayrick("show", run, "--insight", "bicycle", "--json").out)
    assert report["text"] == "Deliveries by bicycle reach 40 homes a day."
    sentence = "Deliveries by bicycle began in June and reach 40 homes each day of the working week."
    assert [(one["place"], one["sentence"]) for one in report["evidence"]] == [
        ({"document": "dF", "position": 6}, sentence)
    ]
    alpha = next(one for one in report["systems"] if one["context"] == "keywords")
    assert alpha["found"] == "covered"
    assert alpha["said"]["text"] == "Bicycles reach 40 homes."
    assert [[one["position"] for one in alpha[name]] for name in ("right", "wrong", "missing")] == [[], [1], [6]]
    shown = hayrick("show", run, "--insight", "i4").out
    assert "cites rightly none; wrongly [1]; missing [6]" in " ".join(shown.split())


def test_moved_data_are_named_and_found_again_by_content(
    hayrick: Command, refused: Callable[..., str], run: Path, tmp_path: Path
) -> None:
    path = tmp_path / "data" / "bakery.json"
    before = hayrick("show", run, "--missed", "--json").out
    moved = path.rename(tmp_path / "other.json")
    assert "no such file any more; expected the haystack 'bakery' of the run" in refused("show", run, "--missed")
    assert hayrick("show", run, "--missed", "--json", "--input", moved).out == before
    path.write_text(moved.read_text().replace("Flour costs", "Sugar costs"))
    assert "'bakery' has changed since the run" in refused("show", run, "--missed")
    assert "a file with other content" in refused("show", run, "--missed", "--input", path)


def test_a_task_without_insights_shows_answers(hayrick: Command, refused: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(REPLIES)
    out = tmp_path / "run"
    hayrick("run", "helmet/json_kv?n=2&length=2k", "--system", f"python:{tmp_path}/mine.py:mine", "--out", out)
    silent, wrong = rows(hayrick("show", out, "--missed", "--json").out)
    assert (silent["why"], silent["outcome"], silent["said"]) == ("no answer", "empty", None)
    assert (wrong["why"], wrong["said"]["text"], wrong["about"]["depth"]) == ("wrong", "no idea", 0.2)
    (report,) = rows(hayrick("show", out, "--item", wrong["item"], "--json").out)
    assert report["right"] == [wrong["wanted"]]
    assert report["systems"][0]["values"]["substring_exact_match"] == 0
    shown = hayrick("show", out, "--item", wrong["item"]).out
    assert "answer: no idea" in shown
    assert "a run whose tasks have no insights" in refused("show", out, "--insight", "i1")
    assert "not those of the run" in refused("show", out, "--missed", "--input", "helmet/json_kv?n=3&length=2k")


def test_control_characters_of_files_do_not_reach_the_terminal(hayrick: Command, native: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.jsonl"
    said = "- Flour \u001b[2J is\u202e dearer.\u0007 [2]"
    mine.write_text(json.dumps({"subtopic": "s1", "system": "a\u001b[31m", "summary": said}) + "\n")
    hayrick("run", native, "--system", f"file:{mine}", "--judge", "local", "--out", tmp_path / "run")
    for words in (("--missed",), ("--insight", "i2"), ("--item", "s1"), ()):
        shown = hayrick("show", tmp_path / "run", *words).out
        assert "a\ufffd[31m" in shown
        assert not {"\u001b", "\u202e", "\u0007"} & set(shown)


def test_wrong_use_is_one_line(hayrick: Command, refused: Callable[..., str], run: Path, tmp_path: Path) -> None:
    assert "no manifest.json there" in refused("show", tmp_path)
    assert "need --missed, --wrong-citations, --insight or --item" in refused("show", run, "--system", "alpha")
    assert "Give one of" in refused("show", run, "--missed", "--insight", "i1")
    assert "Give one of" in refused("show", run, "--missed", "--wrong-citations")
    assert "--missed or --wrong-citations" in refused("show", run, "--insight", "i1", "--top", 3)
    assert "Did you mean 'alpha'?" in refused("show", run, "--missed", "--system", "alhpa")
    assert "4 fit (bakery/s1/i1, bakery/s1/i2, bakery/s2/i3, bakery/s2/i4)" in refused("show", run, "--insight", "i")


@pytest.mark.parametrize(("command", "file"), [("validate", "agreement.json"), ("probe", "probes.json")])
def test_the_directory_of_another_command_is_shown_by_what_the_line_names(
    hayrick: Command,
    refused: Callable[..., str],
    annotations: Path,
    native: Path,
    tmp_path: Path,
    command: str,
    file: str,
) -> None:
    given, out = {"validate": annotations, "probe": native}[command], tmp_path / "v"
    assert hayrick(command, given, "--judge", "local", "--out", out).status == 0
    line = refused("show", out)
    assert f"{out}: a directory of 'hayrick {command}'; expected a directory of 'hayrick run'." in line
    assert f"Its results are in {out / file}." in line
    words = line.partition("'hayrick report ")[2].partition("'")[0].replace("FILE", str(tmp_path / "report")).split()
    assert hayrick("report", *words).status == 0
    assert (tmp_path / "report.html").exists()


def test_ids_that_several_haystacks_have_are_told_apart_by_words(
    hayrick: Command, native: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    other.write_text(native.read_text().replace("How did the shop grow?", "What of the barn?").replace("May", "June"))
    hayrick("run", native, other, "--system", "lead", "--judge", "local", "--out", tmp_path / "run")
    both = rows(hayrick("show", tmp_path / "run", "--insight", "i3", "--json").out)
    assert [one["dataset"] for one in both] == ["bakery_native", "other"]
    for words in (["--insight", "bought in june"], ["--insight", "i3", "--subtopic", "the BARN"]):
        (one,) = rows(hayrick("show", tmp_path / "run", *words, "--json").out)
        assert one["dataset"] == "other"


def test_a_glob_chooses_systems(hayrick: Command, refused: Callable[..., str], run: Path) -> None:
    """A system whose own name has the marks of a glob is taken by its name."""

    def shown(pattern: str) -> set[tuple[str, str]]:
        found = rows(hayrick("show", run, "--missed", "--system", pattern, "--top", 0, "--json").out)
        return {(row["system"], row["context"]) for row in found}

    every = shown("*")
    assert len(every) > 1
    assert shown("alph?") == {one for one in every if one[0] == "alpha"}
    assert shown("*+full") == {one for one in every if one[1] == "full"}
    assert "no such system" in refused("show", run, "--missed", "--system", "gamma*")


def test_wrong_citations_are_those_of_bullets_that_cover_an_insight(hayrick: Command, run: Path) -> None:
    shown = hayrick("show", run, "--wrong-citations")
    assert (shown.status, shown.err) == (0, "")
    text = shown.out[shown.out.index("1. ") :]
    assert text.splitlines()[:9] == [
        "1. alpha (full), bullet 1: Flour costs more.",
        "   covers insight i2 (bakery, s1): Flour costs 12 percent more.",
        "   cites wrongly none, and 99 that match no document; rightly [2]",
        "   stated by [2] [5]",
        "",
        "2. alpha (keywords), bullet 2: Bicycles reach 40 homes.",
        "   covers insight i4 (bakery, s2): Deliveries by bicycle reach 40 homes a day.",
        "   cites wrongly [1]; rightly none",
        "   stated by [6]",
    ]
    assert "citations of other bullets are not judged" in shown.out
    value = json.loads(hayrick("show", run, "--wrong-citations", "--top", 1, "--json").out)
    assert [(row["insight"], row["unknown"]) for row in value["rows"]] == [("i2", ["99"])]
    assert value["n_rows"] == 2
    # alpha+keywords covers four insights, one of them by no bullet; its bullets cite [1][2], [3, 5] and [1].
    tally = {(one["system"], one["context"]): one for one in value["counts"]}
    names = ("covered", "linked", "bullets", "right", "wrong")
    assert [tally["alpha", "keywords"][name] for name in names] == [4, 3, 4, 4, 1]
    assert [tally["alpha", "full"][name] for name in names] == [1, 1, 1, 1, 1]
    assert [tally["alpha", "fl-ctxt-sort"][name] for name in names] == [0, 0, 2, 0, 0]
    assert "1 more: --top 0 lists all." in hayrick("show", run, "--wrong-citations", "--top", 1).out
    alone = hayrick("show", run, "--wrong-citations", "--system", "org/beta").out
    assert "No judged citation is wrong." in alone
    assert "alpha" not in alone


def test_a_task_without_insights_has_no_judged_citations(hayrick: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(REPLIES)
    task = "helmet/json_kv?n=2&length=2k"
    system = f"python:{tmp_path / 'mine.py'}:mine"
    assert hayrick("run", task, "--system", system, "--out", tmp_path / "kv").status == 0
    done = hayrick("show", tmp_path / "kv", "--wrong-citations")
    assert (done.status, done.out) == (0, "Nothing is cited: no task of this run has insights and bullets.\n")


@pytest.fixture(name="own_run")
def _own_run(hayrick: Command, tmp_path: Path) -> Path:
    """A run on the example of own documents as collected, before anybody has decided anything."""
    made, out = tmp_path / "mine.json", tmp_path / "own"
    hayrick("collect", HANDBOOK, "--facts", HANDBOOK.with_suffix(".yaml"), "--out", made)
    assert hayrick("run", made, "--system", "extractive", "--judge", "local", "--out", out).status == 0
    return out


def test_an_insight_shows_the_sentence_by_which_collect_found_a_document(hayrick: Command, own_run: Path) -> None:
    made = json.loads((own_run.parent / "mine.json").read_text())
    recorded = {one["document"]: one for one in made["collection"]["places"] if one["insight"] == "devices.1"}
    (report,) = rows(hayrick("show", own_run, "--insight", "devices.1", "--json").out)
    assert [
        (one["place"]["document"], one["sentence"], one["probability"], one["by"]) for one in report["evidence"]
    ] == [(name, one["evidence"], one["probability"], "collect") for name, one in recorded.items()]
    assert recorded.keys() == {"it/laptops", "it/passwords"}
    assert "(collect 0.66) Passwords no longer expire" in hayrick("show", own_run, "--insight", "devices.1").out


@pytest.mark.parametrize("places", [None, 3, [3, {"insight": "devices.1"}], "gone"])
def test_without_a_record_that_can_be_read_attribution_finds_sentences(
    hayrick: Command, own_run: Path, places: object
) -> None:
    made = own_run.parent / "mine.json"
    value = json.loads(made.read_text())
    if places == "gone":
        # A sentence that does not stand in its document is no evidence.
        for one in value["collection"]["places"]:
            one["evidence"] = "Nobody wrote this."
    else:
        value["collection"]["places"] = places
    made.write_text(json.dumps(value))
    out = own_run.parent / "again"
    assert hayrick("run", made, "--system", "extractive", "--judge", "local", "--out", out).status == 0
    (report,) = rows(hayrick("show", out, "--insight", "devices.1", "--json").out)
    assert {one["by"] for one in report["evidence"]} <= {"attribution", None}
    assert "Nobody wrote this." not in str(report)

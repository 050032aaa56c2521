"""Tables for people, and exports for other programs."""

from __future__ import annotations

import csv
import io
import json
import shutil
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

import hayrick
import toy
from conftest import GOLDEN, forget_written, lines_of, strict_json
from hayrick.estimates import Estimated, Key
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.haystacks.files import haystack_value, read_haystack
from hayrick.measures import CITATION, COVERAGE, JOINT, WORDS_PER_BULLET
from hayrick.protocols import AnyMeasure, Columns, Measure
from hayrick.records.manifest import read_manifest
from hayrick.records.read_rows import read_scores
from hayrick.report import export
from hayrick.report.description import description_table
from hayrick.report.lm_eval import export_lm_eval
from hayrick.report.systems import systems_table
from hayrick.report.tables import interval, percent
from hayrick.reporting import Reporting
from hayrick.tasks.summhay.idle import IDLE
from hayrick.tasks.summhay.task import COLUMNS
from hayrick.types import BadInput, Estimate


def estimate(value: float | None, **more: Any) -> Estimate:
    fields: dict[str, Any] = {"low": None, "high": None, "n": 4, "n_failed": 0, "n_unjudged": 0, "bounds": None, **more}
    return Estimate(value=value, signature="", **fields)


def reporting(*measures: AnyMeasure, columns: Columns = COLUMNS) -> Reporting:
    return Reporting(measures=measures, columns=columns)


def estimated(system: str, measure: str, value: float | None, variant: str = "own", **more: Any) -> Estimated:
    return Estimated(Key(system, "full", None, variant, measure), estimate(value, **more), {})


@pytest.mark.parametrize(
    ("value", "text"), [(None, "-"), (0.0, "0.0"), (1.0, "100.0"), (1 / 3, "33.3"), (0.0004, "0.0")]
)
def test_percent(value: float | None, text: str) -> None:
    assert percent(value) == text


@pytest.mark.parametrize(
    ("one", "fraction", "text"),
    [
        (None, True, "-"),
        (estimate(None), True, "-"),
        (estimate(0.5), True, "50.0"),
        (estimate(0.5, low=0.25, high=0.75), True, "50.0 [25.0, 75.0]"),
        (estimate(12.5, low=10.0, high=15.0), False, "12.5 [10.0, 15.0]"),
        (estimate(0.0), True, "0.0"),
        (estimate(12.5, low=12.5, high=12.5), False, "12.5 [no spread]"),
    ],
)
def test_intervals(one: Estimate | None, fraction: bool, text: str) -> None:
    assert interval(one, fraction=fraction) == text


def test_the_best_joint_comes_first_and_repaired_rows_repeat_the_coverage() -> None:
    rows = [
        estimated("a", "coverage", 0.9),
        estimated("a", "joint", 0.1),
        estimated("a", "joint", 0.4, "repaired"),
        estimated("b", "coverage", 0.8),
        estimated("b", "joint", 0.2),
        estimated("b", "joint", 0.3, "repaired"),
    ]
    found = systems_table(rows, reporting(COVERAGE, JOINT))
    assert list(found.heads) == ["system", "context", "citations", "coverage", "joint", "n"]
    assert [list(row) for row in found.rows] == [
        ["a", "full", "repaired", "90.0", "40.0", "4"],
        ["b", "full", "repaired", "80.0", "30.0", "4"],
        ["b", "full", "own", "80.0", "20.0", "4"],
        ["a", "full", "own", "90.0", "10.0", "4"],
    ]


LENGTH: Measure[object, object] = Measure(
    name="length", description="characters", source="ours", score=lambda *rest: (), bounds=(0.0, inf)
)


def test_a_measure_that_is_no_fraction_prints_in_its_own_unit() -> None:
    rows = [estimated("a", "length", 280.0, low=250.0, high=310.0), estimated("b", "length", 300.25)]
    found = systems_table(rows, reporting(LENGTH, columns=Columns(dataset="book")))
    assert [list(row) for row in found.rows] == [
        ["b", "full", "300.2", "4"],
        ["a", "full", "280.0 [250.0, 310.0]", "4"],
    ]
    assert "percent" not in found.title
    assert found.title.startswith("all books: values")


def test_fractions_stay_in_percent_beside_others() -> None:
    rows = [estimated("a", "coverage", 0.5), estimated("a", "words_per_bullet", 21.0), estimated("a", "length", 280.0)]
    found = systems_table(rows, reporting(COVERAGE, WORDS_PER_BULLET, LENGTH))
    assert list(found.heads) == ["system", "context", "coverage", "length", "words/bullet", "n"]
    assert list(found.rows[0]) == ["a", "full", "50.0", "280.0", "21.0", "4"]


def test_main_measures_stand_first_and_the_last_one_decides() -> None:
    rows = [estimated(name, "coverage", value) for name, value in (("a", 0.2), ("b", 0.3))]
    rows += [estimated(name, "words_per_bullet", value) for name, value in (("a", 9.0), ("b", 5.0))]
    rows += [estimated("a", "citation", 0.5), estimated("b", "citation", 0.5)]
    found = systems_table(rows, reporting(WORDS_PER_BULLET, COVERAGE, CITATION))
    assert list(found.heads) == ["system", "context", "coverage", "citation", "words/bullet", "n"]
    assert [row[0] for row in found.rows] == ["b", "a"], "equal citations: the first main measure decides"


def test_a_measure_of_fewer_units_shows_how_many() -> None:
    def shown(n: int) -> tuple[list[str], list[str], list[str]]:
        rows = [estimated("a", "coverage", 0.5), estimated("a", "citation", 0.5, n=n, n_failed=1)]
        rows += [estimated("b", "coverage", 0.25, n_failed=1)]
        found = systems_table(rows, reporting(COVERAGE, CITATION))
        return list(found.heads)[4:], list(found.rows[0])[4:], list(found.rows[1])[4:]

    assert shown(3) == (["n", "n citation", "failed", "unjudged"], ["4", "3", "0", "0"], ["4", "-", "1", "0"])
    assert shown(4) == (["n", "failed", "unjudged"], ["4", "0", "0"], ["4", "1", "0"])
    found = systems_table(
        [estimated("a", "coverage", 0.5), estimated("a", "citation", 0.5, n=0)], reporting(COVERAGE, CITATION)
    )
    assert list(found.heads).index("n citation") in found.main, "shown by default"


def test_failures_are_shown_where_there_are_any() -> None:
    plain = systems_table([estimated("a", "coverage", 0.5)], reporting(COVERAGE))
    assert list(plain.heads) == ["system", "context", "coverage", "n"]
    failing = systems_table([estimated("a", "coverage", 0.5, n_failed=1, n_unjudged=2)], reporting(COVERAGE))
    assert list(failing.heads)[-3:] == ["n", "failed", "unjudged"]
    both = [estimated("a", "coverage", 0.5, n_unjudged=2, bounds=(0.3, 0.7)), estimated("b", "coverage", 0.25)]
    bounded = systems_table(both, reporting(COVERAGE))
    assert list(bounded.heads)[-2:] == ["unjudged", "coverage, worst to best"]
    assert [row[-1] for row in bounded.rows] == ["30.0 to 70.0", "-"]
    assert len(bounded.heads) - 1 in bounded.main, "shown by default"
    assert list(failing.rows[0])[-3:] == ["4", "1", "2"]


@pytest.mark.parametrize("counted", ["contradicted", "unread"])
def test_what_is_contradicted_and_unread_has_a_column_where_there_is_any(counted: str) -> None:
    rows = [estimated("a", "coverage", 0.5), estimated("b", "coverage", 0.25, "own", **{f"n_{counted}": 3})]
    found = systems_table(rows, reporting(COVERAGE))
    assert list(found.heads) == ["system", "context", "coverage", "n", counted]
    assert [list(row) for row in found.rows] == [["a", "full", "50.0", "4", "0"], ["b", "full", "25.0", "4", "3"]]


def test_a_measure_that_is_not_shown_has_no_column() -> None:
    rows = [estimated("a", "coverage", 0.5), estimated("a", "idle_bullets", 0.25)]
    assert list(systems_table(rows, reporting(COVERAGE, *IDLE)).heads) == [
        "system",
        "context",
        "coverage",
        "n",
    ]


def test_a_description_counts_the_parts() -> None:
    found = description_table(read_haystack(GOLDEN / "bakery.json"))
    assert [(row[0], row[1]) for row in found.rows] == [
        ("documents", "6"),
        ("subtopics", "2"),
        ("queries", "2"),
        ("insights", "4"),
        ("summaries", "8"),
    ]
    # i1 i2 i3 are held by two documents, i4 by one: 7/4; seven holdings over six documents, of which dD has none.
    assert "1.8 documents hold an insight (min 1, max 2); 1.2 insights in a document (min 0, max 2)" in found.title
    assert "1 document holds none; 2.0 insights a subtopic" in found.title


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("done") / "run"
    run(RunRequest(inputs=[str(GOLDEN / "bakery.json")], systems=["recorded"], judge="recorded"), folder)
    return folder


def rows_of(folder: Path) -> Any:
    return strict_json((folder / "estimates.json").read_text())["rows"]


def test_jsonl_and_csv_hold_every_estimate(done: Path, tmp_path: Path) -> None:
    export.export_jsonl(done, tmp_path / "e.jsonl")
    assert lines_of(tmp_path / "e.jsonl") == rows_of(done)
    export.export_csv(done, tmp_path / "e.csv")
    table = list(csv.DictReader(io.StringIO((tmp_path / "e.csv").read_text())))
    assert len(table) == len(rows_of(done))
    for written, row in zip(table, rows_of(done), strict=True):
        assert written["value"] == ("" if row["value"] is None else repr(row["value"]))
        assert written["haystack"] == (row["haystack"] or "")
        assert (written["worst"] == "") == ("worst" not in row)


def test_rows_of_csv_say_which_task_dataset_and_tags_they_are_of(tmp_path: Path) -> None:
    values = {"toy": toy.TASK, "knows": toy.Knows()}
    run(RunRequest(inputs=["python:toy"], systems=["python:knows"], values=values), tmp_path / "run")
    export.export_csv(tmp_path / "run", tmp_path / "e.csv")
    table = list(csv.DictReader(io.StringIO((tmp_path / "e.csv").read_text())))
    named = [(one["task"], one["haystack"], one["dataset"], json.loads(one["tags"])) for one in table]
    assert named == [("toy", "", one["dataset"] or "", one["tags"]) for one in rows_of(tmp_path / "run")]
    assert {dataset for _, _, dataset, _ in named} == {"north", "south", ""}
    assert {str(tags) for *_, tags in named} == {"{}", "{'category': 'even'}"}, "tags that all of its items share"


def undescribed(run: Path, folder: Path) -> None:
    """Give a folder a run's manifest, which describes none of the folder's files."""
    shutil.copy(run / "manifest.json", folder)
    forget_written(folder)


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\tx"])
def test_no_cell_is_a_formula(done: Path, tmp_path: Path, name: str) -> None:
    undescribed(done, tmp_path)
    row = dict.fromkeys(export.COLUMNS) | {"system": name, "value": -0.5}
    (tmp_path / "estimates.json").write_text(json.dumps({"schema": 1, "rows": [row]}))
    export.export_csv(tmp_path, tmp_path / "e.csv")
    (written,) = csv.DictReader(io.StringIO((tmp_path / "e.csv").read_text()))
    assert (written["system"], written["value"]) == (f"'{name}", "-0.5")


def test_a_cell_steers_no_terminal() -> None:
    """Tabs and line ends are text."""
    assert export.in_spreadsheet("a\x1b[2Jb\x00\x9b\u202ec\td\ne") == "a\ufffd[2Jb\ufffd\ufffd\ufffdc\td\ne"
    assert (export.in_spreadsheet(None), export.in_spreadsheet(-1.5)) == ("", -1.5)


def test_a_number_that_no_table_holds_is_refused(done: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    shutil.copytree(done, tmp_path / "run")
    with (tmp_path / "run" / "scores.jsonl").open("a") as stream:
        stream.write(json.dumps({"measure": "coverage", "weight": 10**30}) + "\n")
    with pytest.raises(BadInput, match=r"scores\.jsonl: rows that fit no table"):
        export.export_parquet(tmp_path / "run", tmp_path / "s.parquet")


def test_parquet_holds_every_score(done: Path, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    export.export_parquet(done, tmp_path / "s.parquet")
    table = pq.read_table(tmp_path / "s.parquet").to_pylist()
    scores = read_scores(done / "scores.jsonl", read_manifest(done))["summhay"]
    assert [row["value"] for row in table] == [score.value for score in scores]
    assert [row["measure"] for row in table] == [score.measure for score in scores]


def test_lm_eval_results_have_a_task_for_each_system(done: Path, tmp_path: Path) -> None:
    export_lm_eval(done, tmp_path / "r.json")
    found = strict_json((tmp_path / "r.json").read_text())
    task = found["results"]["summhay_bakery|alpha+keywords|own"]
    assert task["joint,none"] == pytest.approx(3 / 8)
    row = next(row for row in rows_of(done) if row["measure"] == "joint" and row["context"] == "keywords")
    assert task["joint_stderr,none"] == pytest.approx((row["high"] - row["low"]) / (2 * 1.96))
    assert found["results"]["summhay|alpha+fl-ctxt-sort|own"]["citation,none"] is None
    names = found["results"].keys()
    assert found["n-samples"].keys() == names == found["versions"].keys() == found["configs"].keys()
    config = found["configs"]["summhay_bakery|alpha+keywords|own"]
    assert {"metric": "joint", "aggregation": "mean"} in config["metric_list"]
    assert config["metadata"]["joint"] == row["signature"]


def test_lm_eval_results_over_all_datasets_replace_none(tmp_path: Path) -> None:
    """A dataset called "all" keeps its own mean: one of two is right in it, and two of three over all."""
    items = [
        replace(one, dataset="all" if number < 2 else "other", gold="Oslo" if number else "Lima")
        for number, one in enumerate(toy.items(0)[:3])
    ]
    result = hayrick.run(toy.task(items=lambda seed: items), {"me": lambda asked: "It is: Oslo"})
    export_lm_eval(result.folder, tmp_path / "r.json")
    found = strict_json((tmp_path / "r.json").read_text())
    values = {name: one["exact,none"] for name, one in found["results"].items()}
    whose = "python:me+full"
    assert values == {f"toy_all|{whose}": 1 / 2, f"toy_other|{whose}": 1, f"toy|{whose}": pytest.approx(2 / 3)}
    assert {len(one["metric_list"]) for one in found["configs"].values()} == {2}


def test_lm_eval_samples_have_replies_and_the_means_of_their_units(done: Path, tmp_path: Path) -> None:
    written = export_lm_eval(done, tmp_path / "r.json", samples=True)
    assert sorted(written) == sorted(tmp_path.iterdir())
    path = next(path for path in written if path.name.startswith("samples_") and "keywords" in path.name)
    rows = [strict_json(line) for line in path.read_text().splitlines()]
    replies = [strict_json(line) for line in (done / "summaries.jsonl").read_text().splitlines()]
    wanted = [row["reply"] for row in replies if row["context"] == "keywords"]
    assert [row["resps"] for row in rows] == [[[reply]] for reply in wanted]
    every = read_scores(done / "scores.jsonl", read_manifest(done))["summhay"]
    scores = [one for one in every if one.response.context == "keywords"]
    for row in rows:
        known = [one for one in scores if one.measure == "joint" and one.item.group == row["doc"]["group"]]
        assert row["joint"] == pytest.approx(sum(one.value or 0.0 for one in known) / len(known))
    (tmp_path / "empty").mkdir()
    undescribed(done, tmp_path / "empty")
    (tmp_path / "empty" / "estimates.json").write_text((done / "estimates.json").read_text())
    with pytest.raises(BadInput, match="no responses"):
        export_lm_eval(tmp_path / "empty", tmp_path / "e.json", samples=True)
    assert not (tmp_path / "e.json").exists()


def test_trec_runs_rank_documents_by_the_bullets_that_cite_them(done: Path, tmp_path: Path) -> None:
    export.export_trec(done, [read_haystack(GOLDEN / "bakery.json")], tmp_path / "t")
    assert sorted(path.name for path in (tmp_path / "t").iterdir()) == [
        "bakery.alpha%2Bfl-ctxt-sort.run",
        "bakery.alpha%2Bfull.run",
        "bakery.alpha%2Bkeywords.run",
        "bakery.org%2Fbeta%2Blab%2Fwide-4k.run",
        "bakery.qrels",
    ]
    lines = (tmp_path / "t" / "bakery.alpha%2Bkeywords.run").read_text().split("\n")
    assert lines[:2] == ["s1 Q0 dB 1 2 alpha+keywords", "s1 Q0 dA 2 1 alpha+keywords"]


def told(folder: Path, *names: tuple[str, str, str, str]) -> Path:
    """A run's summaries by (haystack, subtopic, system, context)."""
    folder.mkdir()
    columns = ("haystack", "subtopic", "system", "context")
    rows = [{**dict(zip(columns, one, strict=True)), "reply": "It opens", "bullets": []} for one in names]
    (folder / "summaries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


@pytest.mark.parametrize(
    "bullets", ["x", ["x"], [{"cites": "dA"}], [{"cites": [True]}], [{"cites": [["dA"]]}], {"a": 1}]
)
def test_damaged_bullets_are_named_and_nothing_is_written(tmp_path: Path, bullets: object) -> None:
    row = {"haystack": "a", "subtopic": "s1", "system": "b", "context": "full", "bullets": bullets}
    (tmp_path / "summaries.jsonl").write_text(json.dumps(row) + "\n")
    with pytest.raises(BadInput, match="jsonl:1: bullets of another shape"):
        export.export_trec(tmp_path, [], tmp_path / "t")
    assert not (tmp_path / "t").exists()


def test_no_two_systems_share_a_file(tmp_path: Path) -> None:
    names = [
        *(("a", "s1", "b.c", "full"), ("a.b", "s1", "c", "full")),
        *(("a", "s1", "x+y", "z"), ("a", "s1", "x", "y+z"), ("a", "s1", "x", "y%2Bz")),
    ]
    export.export_trec(told(tmp_path / "run", *names), [], tmp_path / "t")
    files = {path.name: path.read_text() for path in (tmp_path / "t").iterdir()}
    assert len(files) == len(names)
    assert {"a.b.c%2Bfull.run", "a%2Eb.c%2Bfull.run"} <= files.keys()
    with pytest.raises(BadInput, match="a second summary of 's1' by b"):
        export.export_trec(told(tmp_path / "twice", ("a", "s1", "b", "full"), ("a", "s1", "b", "full")), [], tmp_path)
    clash = told(tmp_path / "clash", ("bakery", "s1", "b_c", "full"), ("bakery", "s2", "c", "b"))
    with pytest.raises(BadInput, match=r"one key .summary_subtopic_b_c. for b_c\+full and c\+b"):
        export.export_summhay(clash, [read_haystack(GOLDEN / "bakery.json")], tmp_path / "s")
    assert not (tmp_path / "s").exists()


def test_summhay_files_can_be_run_again_and_score_the_same(done: Path, tmp_path: Path) -> None:
    haystack = read_haystack(GOLDEN / "bakery.json")
    export.export_summhay(done, [haystack], tmp_path / "out")
    written = read_haystack(tmp_path / "out" / "bakery.json")
    assert written.documents == haystack.documents
    stored: Any = haystack_value(haystack)
    again: Any = haystack_value(written)
    for one, two in zip(again["subtopics"], stored["subtopics"], strict=True):
        assert one["summaries"] == two["summaries"]
        assert one["eval_summaries"] == two["eval_summaries"]
    result = run(RunRequest(inputs=[str(tmp_path / "out" / "bakery.json")], systems=["recorded"], judge="recorded"))
    values = {(row["system"], row["context"], row["haystack"], row["measure"]): row["value"] for row in rows_of(done)}
    assert {
        (one.key.system, one.key.context, one.key.dataset, one.key.measure): one.estimate.value
        for one in result.tasks[0].estimates
    } == values


def test_summaries_given_as_bullets_keep_their_citations(tmp_path: Path) -> None:
    rows = {"subtopic": "s1", "system": "a/b", "context": "bm25", "bullets": [{"text": "It opens", "cites": ["dB"]}]}
    (tmp_path / "mine.jsonl").write_text(json.dumps(rows))
    path = GOLDEN / "bakery_native.json"
    run(RunRequest(inputs=[str(path)], systems=[f"file:{tmp_path}/mine.jsonl"], judge="local"), tmp_path / "run")
    export.export_summhay(tmp_path / "run", [read_haystack(path)], tmp_path / "out")
    value = strict_json((tmp_path / "out" / "bakery_native.json").read_text())
    assert value["subtopics"][0]["summaries"] == {"summary_subtopic_bm25_a/b": ["It opens [2]"]}


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"schema": 1}', '{"schema": 9, "rows": []}', '{"schema": 1, "rows": [{"system": 1}]}']
)
def test_a_broken_run_directory_is_refused_and_nothing_written(done: Path, tmp_path: Path, content: str) -> None:
    undescribed(done, tmp_path)
    (tmp_path / "estimates.json").write_text(content)
    with pytest.raises(BadInput, match=r"estimates\.json"):
        export_lm_eval(tmp_path, tmp_path / "r.json")
    assert not (tmp_path / "r.json").exists()

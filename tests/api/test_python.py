"""`import hayrick`: objects, texts and paths give what the command gives."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest

import hayrick
from hayrick.haystacks.files import haystack_value, write_haystack
from hayrick.haystacks.tables import haystack_row, parquet_bytes
from hayrick.testing import assert_coverage
from hayrick.types import BadInput

LOOPED: dict[str, Any] = {}
LOOPED["summary"] = [LOOPED]


class Frame:
    """Has rows as a DataFrame has them."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows, self.columns = rows, list(rows[0])

    def to_dict(self, kind: str) -> list[dict[str, Any]]:
        """Rows as dicts."""
        assert kind == "records"
        return self.rows


@pytest.fixture
def summaries(native: Path) -> dict[str, str]:
    """A summary for each subtopic of the golden haystack: its insights, word for word, citing the first document."""
    return {
        one.id: "\n".join(f"- {insight.text} [1]" for insight in one.insights) for one in hayrick.load(native).subtopics
    }


def estimates(result: hayrick.Result) -> list[dict[str, Any]]:
    """Rows without signature."""
    return [{name: value for name, value in row.items() if name != "signature"} for row in result.rows()]


def test_one_set_of_summaries_has_the_same_rows_in_whatever_form_it_is_given(
    native: Path, summaries: Mapping[str, str], tmp_path: Path
) -> None:
    rows = [{"subtopic": id, "summary": text} for id, text in summaries.items()]
    path = tmp_path / "summaries.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    wanted = estimates(hayrick.score(native, path))
    assert {row["system"] for row in wanted} == {"summaries"}
    value = json.loads(native.read_text())
    frame = Frame([{**row, "system": float("nan")} for row in rows])
    for haystack in (str(native), hayrick.load(native), value):
        for given in (summaries, rows, frame):
            found = estimates(hayrick.score(haystack, given))
            assert [{**row, "haystack": 0} for row in found] == [{**row, "haystack": 0} for row in wanted]
    assert hayrick.score(native, rows).rows()[0]["signature"] != hayrick.score(native, rows[:1]).rows()[0]["signature"]


def test_bullets_in_arrays_as_a_parquet_file_gives_them_are_those_in_lists(
    native: Path, summaries: Mapping[str, str]
) -> None:
    made = hayrick.score(native, summaries)
    rows = [{"subtopic": row["subtopic"], "bullets": row["bullets"]} for row in made.responses()]
    assert [len(row["bullets"]) for row in rows] == [len(text.splitlines()) for text in summaries.values()]
    arrays = [{**row, "bullets": numpy.array([in_arrays(one) for one in row["bullets"]])} for row in rows]
    for given in (arrays, Frame(arrays), rows):
        assert estimates(hayrick.score(native, given)) == estimates(hayrick.score(native, rows))
    assert hayrick.score(native, arrays).estimate("joint")["value"] == made.estimate("joint")["value"]


def in_arrays(bullet: Mapping[str, Any]) -> dict[str, Any]:
    """A bullet with what it cites as an array, and its number as one of numpy's."""
    return {**bullet, "id": numpy.int64(bullet["id"]), "cites": numpy.array(bullet["cites"], dtype=object)}


def test_a_result_is_shown_as_a_report(native: Path, summaries: dict[str, str], tmp_path: Path) -> None:
    made = hayrick.score(hayrick.load(native), summaries)
    other = hayrick.run(native, "lead").save(tmp_path / "lead")
    path = made.report(tmp_path / "a.html", name="mine", beside={"lead": other}, title="Two")
    text = path.read_text(encoding="utf-8")
    assert "From mine (run), lead (run)." in text
    assert 'id="set-0"' in text  # The haystack is in memory alone, and is the other's.
    assert 'id="set-1"' not in text
    with pytest.raises(BadInput, match="exists already"):
        made.report(path)
    with pytest.raises(BadInput, match="the name 'mine'"):
        made.report(tmp_path / "b.html", name="mine", beside={"mine": other})


def test_a_report_takes_haystacks_in_memory(native: Path, tmp_path: Path) -> None:
    haystack = hayrick.load(native)
    loaded = hayrick.Result.load(hayrick.run(haystack, "lead").save(tmp_path / "run"))
    assert 'id="set-0"' in loaded.report(tmp_path / "a.html", inputs=[haystack]).read_text(encoding="utf-8")
    with pytest.raises(BadInput, match=r"^inputs other: data of none of the runs"):
        loaded.report(tmp_path / "b.html", inputs=[haystack, replace(haystack, id="other", topic="another")])


@pytest.mark.parametrize("form", ["read", "pickled", "table"])
def test_the_file_of_a_haystack_in_memory_is_never_written_over(native: Path, tmp_path: Path, form: str) -> None:
    path = tmp_path / "own.json"
    path.write_bytes(native.read_bytes())
    if form == "table":
        pytest.importorskip("pyarrow")
        path = tmp_path / "own.parquet"
        path.write_bytes(b"".join(parquet_bytes([haystack_row(hayrick.load(native))], "haystacks")))
    before = path.read_bytes()
    haystack = hayrick.load(path)
    if form == "pickled":
        haystack = pickle.loads(pickle.dumps(haystack))
    to = tmp_path / "report.json"
    to.hardlink_to(path)
    with pytest.raises(BadInput, match="an input of this command"):
        hayrick.run(haystack, "lead", limit=1).report(to, overwrite=True)
    assert path.read_bytes() == before


def test_the_file_of_a_haystack_that_a_report_is_given_is_not_written_over(native: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_bytes(native.read_bytes())
    made = hayrick.run(native, "lead", limit=1)
    with pytest.raises(BadInput, match="an input of this command"):
        made.report(path, inputs=[hayrick.load(path)], overwrite=True)
    assert path.read_bytes() == native.read_bytes()


def test_where_a_haystack_was_read_is_no_part_of_it(native: Path) -> None:
    haystack = hayrick.load(native)
    assert haystack.source == str(native.absolute())
    changed = replace(haystack)
    assert changed.source is None
    assert (changed == haystack, repr(changed)) == (True, repr(haystack))
    assert haystack_value(changed) == haystack_value(haystack)


def test_missed_insights_are_listed(native: Path, summaries: dict[str, str]) -> None:
    subtopic = next(iter(summaries))
    found = hayrick.score(native, {**summaries, subtopic: "- Nothing of it."}).missed()
    first = hayrick.load(native).subtopics[0]
    assert {one.wanted for one in found} == {one.text for one in first.insights}


@pytest.mark.parametrize("form", ["as it is", "in a process", "changed", "parquet"])
def test_a_haystack_in_memory_is_the_one_of_its_file(
    summaries: dict[str, str], native: Path, tmp_path: Path, form: str
) -> None:
    haystack, path = hayrick.load(native), native
    if form == "in a process":
        haystack = pickle.loads(pickle.dumps(haystack))
    if form == "changed":
        haystack, path = replace(haystack, topic="another"), tmp_path / native.name
        write_haystack(path, haystack)
    if form == "parquet":
        pytest.importorskip("pyarrow")
        path = tmp_path / "haystacks.parquet"
        path.write_bytes(b"".join(parquet_bytes([haystack_row(haystack)], "haystacks")))
        haystack = hayrick.load(path)
    made = hayrick.score(haystack, dict.fromkeys(summaries, "- Nothing of it."))
    other = hayrick.score(path, summaries)
    assert len(hayrick.compare({"a": made, "b": other}, measures="joint").rows()) == 1
    loaded = hayrick.Result.load(made.save(tmp_path / "run"))
    with pytest.raises(BadInput, match="no file is recorded"):
        loaded.missed()
    assert loaded.missed(inputs=[haystack]) == loaded.missed(inputs=[str(path)]) == made.missed()


def test_texts_are_judged_and_cited() -> None:
    documents = ["The mill at Oxley closed in May.", "Rye flour costs 3 pounds a kilo since June."]
    full, none = hayrick.judge(
        ["Rye flour costs 3 pounds a kilo.", "The ferry sank at night."], "- Rye flour costs 3 pounds a kilo. [1]"
    )
    assert (full.label, full.bullet) == ("full", "Rye flour costs 3 pounds a kilo.")
    assert (none.label, none.value, none.bullet) == ("none", 0.0, None)
    assert hayrick.judge("x", "", judge=lambda insight, bullet: True)[0].value == 0.0
    cited = hayrick.cite(documents, "- Rye flour costs 3 pounds a kilo. [1]\n- Whales sing.")
    assert repr(cited) == "- Rye flour costs 3 pounds a kilo. [2]\n- Whales sing."
    assert [one.own_cites for one in cited] == [("1",), ()]
    assert cited.bullets[0].evidence == {"2": documents[1]}
    assert [one.by for one in cited] == ["attribution.v1", None]


def test_words_of_the_question_say_little() -> None:
    insight, summary = (
        "The mill at Oxley closed as rye became dear.",
        "- The mill at Oxley closed, people say on Monday.",
    )
    (plain,), (asked,) = (
        hayrick.judge(insight, summary, query=one) for one in ("", "Why did the mill at Oxley close?")
    )
    assert 2 * (asked.value or 0) < (plain.value or 0)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda path: hayrick.score(path, 3), "summaries: a int"),
        (lambda path: hayrick.score(path, {"nowhere": "- x"}), "unknown subtopic 'nowhere'"),
        (lambda path: hayrick.score({"documents": []}, {}), "'subtopics' is missing"),
        (lambda path: hayrick.run(path, 3), "systems: a int"),
        (lambda path: hayrick.run(path, {"a+b": lambda request: ""}), "the name 'a\\+b'"),
        (lambda path: hayrick.run(path, [lambda request: "", lambda request: "b"]), "two objects named 'system'"),
        (lambda path: hayrick.run(path, "lead", judge=3), "judge: a int"),
        (lambda path: hayrick.run(path, "lead", limits=3), "Did you mean 'limit'"),
        (lambda path: hayrick.run(path, "lead", limit=0), "limit: 0; expected a whole number of at least 1"),
        (lambda path: hayrick.run(path, "lead", compat="papr"), "compat: 'papr'; expected None or 'paper'"),
        (lambda path: hayrick.run(path, "lead", citations="ours"), "citations: 'ours'"),
        (lambda path: hayrick.run([], "lead"), "inputs: none"),
        (lambda path: hayrick.run(path, []), "systems: none"),
        (lambda path: hayrick.score(path, {}), "no summary"),
        (lambda path: hayrick.verify(), "no haystack"),
        (lambda path: hayrick.compare(), "no result"),
        (lambda path: hayrick.judge("x", "y", query=3), "query: a int; expected a text"),  # type: ignore[arg-type]
        (lambda path: hayrick.judge("x", None), "summary: a NoneType"),  # type: ignore[arg-type]
        (lambda path: hayrick.judge(["x", 3], "y"), "insights: a int"),  # type: ignore[list-item]
        (lambda path: hayrick.cite("text", "y"), "documents: a str"),
        (lambda path: hayrick.Result.load(path.parent), "no manifest.json"),
        (lambda path: hayrick.synth("tidewall", documents="3"), "documents: '3'; expected a whole number"),  # type: ignore[arg-type]
        (lambda path: hayrick.score(path, ""), "summaries: ''; expected a path"),
        (lambda path: hayrick.score(path, [LOOPED]), "a row that holds itself"),
        (lambda path: hayrick.score(path, [{"subtopic": "s1", "n": [float("inf")]}]), "a number that is not finite"),
        (lambda path: hayrick.run(path, "leed"), "^systems: unknown system 'leed'"),
        (lambda path: hayrick.judge("x", "- x", temperature=1), "unknown option 'temperature'.*decoding=hayrick"),
        (lambda path: hayrick.judge("x", "- x", "locl"), "^judge: unknown judge 'locl'"),
        (lambda path: hayrick.judge("x", "- x", decoding=1), "decoding: 1; expected a Decoding"),
        (lambda path: hayrick.score(path, {"x": "- x"}, out=""), "out: ''; expected a path"),
        (lambda path: hayrick.run(path, "lead", out=" "), "out: ' '; expected a path"),
        (lambda path: hayrick.synth("tidewall", out=""), "out: ''; expected a path"),
        (lambda path: hayrick.Result(path.parent).save(""), "save: ''; expected a path"),
        (lambda path: hayrick.Result(path.parent).report(""), "report: ''; expected a path"),
        (lambda path: hayrick.Result.load(""), "Result.load: ''; expected a path"),
    ],
)
def test_bad_input_is_one_line(call: Any, said: str, native: Path) -> None:
    with pytest.raises(BadInput, match=said) as problem:
        call(native)
    assert "\n" not in str(problem.value)


def test_systems_of_results_are_compared(native: Path, summaries: dict[str, str], tmp_path: Path) -> None:
    good = hayrick.score(native, summaries)
    bad = hayrick.score(native, dict.fromkeys(summaries, "- Nothing of it. [1]"))
    found = hayrick.compare({"good": good, "bad": bad.save(tmp_path / "bad")}, measures="coverage")
    (row,) = found.rows()
    assert {row["a"], row["b"]} == {"summaries+full (good)", "summaries+full (bad)"}
    assert abs(row["difference"]) == good.estimate("coverage")["value"]
    assert "summaries+full (good)" in repr(found)
    with pytest.raises(BadInput, match="no two systems"):
        hayrick.compare(good)
    with pytest.raises(BadInput, match="judge"):
        hayrick.compare(good, hayrick.score(native, summaries, judge=lambda insight, bullet: True))


def test_summaries_of_several_haystacks_name_theirs(native: Path, bakery: Path) -> None:
    rows = [
        {"haystack": path.stem, "subtopic": one.id, "summary": f"- {one.insights[0].text}"}
        for path in (native, bakery)
        for one in hayrick.load(path).subtopics
    ]
    found = hayrick.score([native, hayrick.load(bakery)], rows)
    assert {row["haystack"] for row in found.rows()} == {"bakery", "bakery_native", None}
    assert found.estimate("coverage", haystack="bakery")["n_failed"] == 0
    with pytest.raises(BadInput, match="summaries: row 1: 'haystack' is missing"):
        hayrick.score([native, bakery], [{"subtopic": "s1", "summary": "- x"}])


def test_a_lower_bound_is_asserted(native: Path, summaries: dict[str, str]) -> None:
    result = hayrick.score(native, summaries)
    row = result.estimate("joint")
    with pytest.raises(AssertionError) as problem:
        assert_coverage(result, joint=0.999)
    for part in (f"{row['value']:.3f}", f"{row['low']:.3f} to {row['high']:.3f}", f"n = {row['n']}"):
        assert part in str(problem.value)
    assert_coverage(result, joint=row["low"], coverage=0.0)
    with pytest.raises(BadInput, match=r"no measure 'jont'.*Did you mean 'joint'"):
        assert_coverage(result, jont=0.1)


def test_names_are_those_of_the_package() -> None:
    assert set(hayrick.__all__) <= set(dir(hayrick))
    assert all(getattr(hayrick, name) is not None for name in hayrick.__all__)
    with pytest.raises(AttributeError):
        _ = hayrick.nothing  # type: ignore[attr-defined]

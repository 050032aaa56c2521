"""`import hayrick`: objects, texts and paths give what the command gives."""

from __future__ import annotations

import asyncio
import copy
import gc
import itertools
import json
import multiprocessing
import pickle
import signal
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy
import pytest

import hayrick
import toy
from hayrick.api.names import Names
from hayrick.harness.work.finish import finish
from hayrick.haystacks.files import haystack_value, write_haystack
from hayrick.haystacks.tables import haystack_row, parquet_bytes
from hayrick.records.user_code import in_memory
from hayrick.retrieval.catalogue import retriever
from hayrick.testing import assert_coverage
from hayrick.types import BadInput, Document, Item, Judgement, Response

COUNT = itertools.count()
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


def test_functions_are_systems_judges_and_measures(native: Path) -> None:
    def quoting(request: dict[str, Any]) -> str:
        return "\n".join(f"- {one['text']} [{one['number']}]" for one in request["documents"])

    def long(item: object, response: Any) -> float:
        """Whether it is long."""
        return float(len(response.answer.bullets) > 1)

    found = hayrick.run(native, {"rag": quoting}, judge=lambda insight, bullet: "full", measures=long, seed=3)
    assert found.estimate("coverage", "python:rag")["value"] == 1.0
    assert found.estimate("long")["value"] == 1.0
    assert {row["judge"] for row in found.judgements()} == {"python:judge"}
    assert {row["bullet"] for row in found.judgements()} == {1}
    assert "python:rag" in repr(found)


class Oven:
    """A judge as an object, which finds whatever names an oven."""

    name, signature, asks = "oven", "oven.v1", False

    async def judge(self, item: Item[Any], response: Response[Any], ask: object) -> list[Judgement]:
        """Full or none."""
        found = float("oven" in response.reply)
        return [Judgement(unit=one.id, rater=self.name, label="full", value=found) for one in item.gold.insights]


@pytest.mark.parametrize("judge", [Oven(), Oven, lambda options: Oven()])
def test_judges_are_objects_and_makers_too(native: Path, judge: object) -> None:
    found = hayrick.run(native, lambda request: "- An oven.", judge=judge)
    assert found.estimate("coverage")["value"] == 1.0
    assert {row["judge"] for row in found.judgements()} == {"oven"}


class Baker:
    """A system as a class, which has state."""

    def __call__(self, request: dict[str, Any]) -> str:
        """Quote the first document."""
        return f"- {request['documents'][0]['text']} [1]"


def test_systems_are_async_functions_and_callable_objects_too(native: Path) -> None:
    async def soon(request: dict[str, Any]) -> str:
        await asyncio.sleep(0)
        return Baker()(request)

    found = hayrick.run(native, [soon, Baker])
    values = [found.estimate("coverage", f"python:{name}") for name in ("soon", "Baker")]
    assert values[0]["value"] == values[1]["value"] > 0
    assert hayrick.run(native, Baker()).estimate("coverage")["value"] == values[0]["value"]


def test_a_task_in_memory_is_run_beside_a_haystack(native: Path) -> None:
    found = hayrick.run([toy.TASK, native], {"x": lambda request: "x"})
    assert {row["task"] for row in found.rows()} == {toy.TASK.name, "summhay"}
    assert toy.TASK.name in repr(found)


def test_retrievers_are_functions() -> None:
    names = Names()
    names.retrievers({"longest": lambda query, documents: [len(one.text) for one in documents]})
    documents = [Document(id="a", text="short"), Document(id="b", text="a long text")]
    with in_memory(names.values):
        found = retriever("python:longest")
        assert tuple(found.scores("", documents)) == (5.0, 11.0)
        assert "code:" in found.signature
    with pytest.raises(BadInput, match="a module or a file"):
        retriever("python:longest")


def test_code_that_changes_changes_signatures(native: Path) -> None:
    def system(sentence: str) -> hayrick.Result:
        return hayrick.run(native, {"rag": lambda request: sentence}, judge="none", measures={"m": lambda i, r: 1.0})

    signatures = [system(text).rows()[0]["signature"] for text in ("- a", "- b", "- a")]
    assert signatures[0] == signatures[2] != signatures[1]


class Counted:
    """A system with a setting, a client, and a count of its calls."""

    def __init__(self, k: int) -> None:
        self.k, self.client = k, SimpleNamespace(calls=0)

    def answer(self, request: object) -> str:
        """An answer that tells the setting."""
        self.client.calls += 1
        return f"- {self.k}"


def test_a_method_of_another_object_gets_no_old_answers(native: Path, tmp_path: Path) -> None:
    first, same, other = Counted(5), Counted(5), Counted(10)
    given: dict[str, Any] = {"judge": "none", "out": tmp_path / "run"}
    made = hayrick.run(native, first.answer, **given)
    assert first.client.calls
    assert "earlier run" not in str(made.notes)
    with pytest.raises(BadInput, match="differs in code"):
        hayrick.run(native, other.answer, **given)
    again = hayrick.run(native, same.answer, **given)
    assert not same.client.calls + other.client.calls
    n = first.client.calls
    assert (
        f"python:answer: {n} answers are those of an earlier run, from calls.jsonl; --fresh asks again. "
        "Changes in client (SimpleNamespace) are not seen."
    ) in again.notes


def test_what_answering_does_to_an_object_does_not_change_its_fingerprint_within_a_run(native: Path) -> None:
    def system(asked: list[object]) -> hayrick.Result:
        def answer(request: object) -> str:
            asked.append(next(COUNT))
            return "- a"

        return hayrick.run(native, answer, judge="none", measures={"m": lambda i, r: 1.0})

    assert system([]).rows()[0]["signature"] == system([]).rows()[0]["signature"]


def test_code_without_source_has_one_fingerprint(native: Path) -> None:
    lines = "def m(item, response):\n    return {} if response.system in {{'a', 'extractive', 'c'}} else 0.5\n"
    given: dict[str, Any] = {}
    other: dict[str, Any] = {}
    exec(lines.format("1.0"), given)
    exec("\n\n" + lines.format("True"), other)
    results = [hayrick.run(native, one, measures=given["m"]) for one in ("extractive", "lead")]
    assert hayrick.compare(*results, measures="m").rows()
    kept = [given["m"].__code__.co_code, given["m"].__code__.co_consts, given["m"].__code__.co_names]
    changed = hayrick.run(native, "lead", measures=other["m"])
    with pytest.raises(BadInput, match="code of python:m"):
        hayrick.compare(results[0], changed, measures="m")
    assert kept


def test_a_judge_that_cannot_decide_is_unjudged_and_a_wrong_one_is_told(native: Path) -> None:
    undecided = hayrick.run(native, "lead", judge=lambda insight, bullet: None)
    row = undecided.estimate("coverage")
    assert row["value"] is None
    assert row["n_unjudged"] == row["n"] > 0
    with pytest.raises(
        BadInput, match=r"judge python:judge: ZeroDivisionError: .*test_python.py, line .* at each of 4"
    ):
        hayrick.run(native, "lead", judge=lambda insight, bullet: 1 / 0)
    raising = hayrick.run(native, "lead", judge=lambda insight, bullet: 1 / ("six" not in insight))
    assert 0 < raising.estimate("coverage")["n_unjudged"] < raising.estimate("coverage")["n"]
    assert "ZeroDivisionError" in str(raising.judgements())
    with pytest.raises(BadInput, match="2"):
        hayrick.run(native, "lead", judge=lambda insight, bullet: 2)


def test_a_saved_result_is_the_same_when_loaded(native: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    made = hayrick.run(native, ["lead", "reference"], citations="both")
    folder = made.folder
    loaded = hayrick.Result.load(made.save(tmp_path / "run"))
    for kind in ("estimates", "scores", "judgements", "responses", "missed"):
        assert loaded.rows(kind) == made.rows(kind) != []
    assert repr(loaded) == repr(made)
    assert all(len(line) <= 100 for line in repr(made).splitlines())
    printed = request.getfixturevalue("hayrick")("show", made.folder).out.splitlines()
    rows = [line.split() for line in printed if line.startswith(" ") and "--columns" not in line]
    assert {cell for row in rows for cell in row} <= set(repr(made).split()), "in two grids, where one is too wide"
    assert len(rows) > 3
    assert loaded.missed() == made.missed() != []
    with pytest.raises(BadInput, match="new or empty"):
        made.save(tmp_path / "run")
    del made
    assert not folder.exists()


def test_rows_that_a_reader_changes_are_the_reader_s(native: Path) -> None:
    found = hayrick.run(native, ["lead", "query"])
    for kind in ("responses", "missed", "scores", "estimates"):
        before = json.dumps(found.rows(kind))
        for row in found.rows(kind):
            emptied(row)
        emptied(found.estimate("joint", "lead"))
        assert json.dumps(found.rows(kind)) == before, kind


def emptied(value: Any) -> None:
    """Empty dicts and lists within a value, the innermost first."""
    for one in [*(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())]:
        emptied(one)
    if isinstance(value, dict | list):
        value.clear()


def test_html_is_escaped(native: Path) -> None:
    html = hayrick.score(
        native, [{"subtopic": hayrick.load(native).subtopics[0].id, "summary": "- x", "system": "<b>"}]
    )
    assert "&lt;b&gt;" in html._repr_html_()
    assert "<b>" not in html._repr_html_()


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


def test_rows_are_a_frame(native: Path) -> None:
    pytest.importorskip("pandas", reason="frames need pandas")
    result = hayrick.run(native, "lead")
    frame = result.to_frame()
    assert len(frame) == len(result.rows())
    assert "tags" not in frame.columns


def test_without_pandas_a_frame_is_refused_in_one_line(native: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BadInput, match="pip install pandas"):
        hayrick.run(native, "lead").to_frame("missed")


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


def test_it_works_within_a_running_loop(native: Path) -> None:
    def run() -> list[dict[str, Any]]:
        return hayrick.run(native, {"rag": lambda request: "- Flour costs 12 percent more. [2]"}).rows()

    async def notebook() -> list[dict[str, Any]]:
        return run()

    assert asyncio.run(notebook()) == run()


def test_an_interrupt_ends_work_beside_a_running_loop() -> None:
    ended: list[bool] = []

    async def hang() -> None:
        other = threading.Timer(0.05, lambda: signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT))
        other.start()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async def notebook() -> None:
        with pytest.raises(KeyboardInterrupt):
            finish(hang())

    loop = asyncio.new_event_loop()
    loop.run_until_complete(notebook())
    loop.close()
    assert ended == [True]


def test_names_are_those_of_the_package() -> None:
    assert set(hayrick.__all__) <= set(dir(hayrick))
    assert all(getattr(hayrick, name) is not None for name in hayrick.__all__)
    with pytest.raises(AttributeError):
        _ = hayrick.nothing  # type: ignore[attr-defined]


def test_bullets_that_no_document_supports_are_counted(native: Path) -> None:
    subtopic = hayrick.load(native).subtopics[0]
    foreign = "- Whales sing below the ice. [1]\n- Nobody plays chess on Mars. [2]"
    silent, telling = (
        hayrick.score(native, {subtopic.id: text}, citations="both").notes
        for text in (foreign, f"- {subtopic.insights[0].text} [1]")
    )
    told = "Of 2 bullets with repaired citations 2 cite nothing: no document supports them well enough."
    assert told in silent
    assert not any("repaired" in one for one in telling)


def test_a_name_for_a_system_that_has_one_is_refused(native: Path) -> None:
    """Rows would have the system's own name, and two of one name would be one."""
    with pytest.raises(BadInput, match=r"systems: the name 'base' for 'lead'; .*\[{'mine': function}, 'lead'\]"):
        hayrick.run(native, {"base": "lead"})
    with pytest.raises(BadInput, match=r"measures: the name 'm' for 'python:a\.py:f'"):
        hayrick.run(native, "lead", measures={"m": "python:a.py:f"})
    found = hayrick.run(native, [{"mine": lambda request: "- Six. [1]"}, "lead"])
    assert {row["system"] for row in found.rows()} == {"python:mine", "lead"}


def test_a_function_is_found_by_its_name_alone(native: Path) -> None:
    found = hayrick.run(native, {"mine": lambda request: "- Six. [1]", "other": lambda request: "- Seven. [1]"})
    assert found.estimate("joint", "mine") == found.estimate("joint", "python:mine")
    assert [one.system for one in found.missed("mine")] == [one.system for one in found.missed("python:mine")]
    assert found.missed("mine")
    with pytest.raises(
        BadInput, match=r"no system 'pyton:mine'; expected python:mine, python:other\. Did you mean 'py"
    ):
        found.estimate("joint", "pyton:mine")
    with pytest.raises(BadInput, match=r"0 rows with measure='jiont'; .* Systems: python:mine \(full\), .* Measures: "):
        found.estimate("jiont")


def run_there(haystack: hayrick.Haystack) -> hayrick.Result:
    """A run in another process."""
    return hayrick.run(haystack, "lead")


def test_haystacks_and_results_go_to_another_process_and_back(native: Path) -> None:
    haystack = replace(hayrick.load(native), extra=MappingProxyType({"a": 1}))
    here = run_there(haystack)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        there = pool.submit(run_there, haystack).result(120)
    assert there.rows() == here.rows()
    assert there.responses() == here.responses()
    assert str(there) == str(here)
    assert [one.unit for one in there.missed(inputs=[haystack])] == [one.unit for one in here.missed()]


def test_haystacks_and_results_are_copied(native: Path, tmp_path: Path) -> None:
    haystack = replace(hayrick.load(native), extra=MappingProxyType({"a": 1}))
    assert copy.deepcopy(haystack) == haystack
    assert pickle.loads(pickle.dumps(haystack)) == haystack
    made = hayrick.run(haystack, "lead")
    rows, copies = made.rows(), [copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))]
    folder = copies[2].folder
    assert folder != made.folder
    del made
    gc.collect()
    assert [one.rows() for one in copies] == [rows] * 3
    copies.clear()
    gc.collect()
    assert not folder.exists(), "its own directory goes with it"
    kept = hayrick.run(haystack, "lead", out=tmp_path / "out")
    assert pickle.loads(pickle.dumps(kept)).folder == tmp_path / "out"
    assert (tmp_path / "out" / "estimates.json").exists()


def test_a_haystack_prints_without_its_texts(native: Path) -> None:
    haystack = hayrick.load(native)
    n, m = len(haystack.documents), len(haystack.subtopics)
    assert repr(haystack) == f"Haystack(id='bakery_native', topic='a bakery', {n} documents, {m} subtopics)"


def test_a_frame_of_nothing_missed_has_its_columns(native: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    frames = SimpleNamespace(from_records=lambda rows, columns: given.append((rows, columns)))
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=frames))
    found = hayrick.run(native, "reference")
    assert found.missed() == []
    found.to_frame("missed")
    found.to_frame()
    (none, columns), (_, of_rows) = given
    row = hayrick.run(native, "lead").rows("missed")[0]
    assert (none, set(columns)) == ([], row.keys() - {"tags"})
    assert of_rows is None

"""Haystacks written by models from end to end, through Inspect and the scripted server, in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from equipment import LIMIT, Done, Runner, finished, kill, playing

from hayrick.harness.storage.journal_file import FILE, read_calls
from loopback import Server

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

MODELS = {role: f"openai-api/loop/{role}" for role in ("planner", "writer", "checker")}
FAULTS: dict[str, object] = {
    **{"twice": True, "overlap": True, "misplaced": ["the pear orchard"], "vague": ["the lamp museum"]},
    **{"forget": [1], "leak": [2], "number": [3], "repeat": [5, 6]},
}
"""Faults that depend on the prompt alone, so that a killed run meets the same ones when it is continued."""

BROKEN: dict[str, object] = {"json": ["plan-insights", "check-presence"], "empty": [4], "stump": True}
"""Broken replies, which come with the first request of each prompt."""

DRIVER = """
import json, sys
from dataclasses import asdict, replace
from pathlib import Path

from hayrick.asking import Window
from hayrick.harness.haystacks.authors import Authors, author_notes, plan_with_models, write_with_models
from hayrick.harness.storage.journal import Journal
from hayrick.harness.models.model_options import ModelOptions
from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.scenario import Range, Scenario
from hayrick.types import HayrickError

out, options = Path(sys.argv[1]), json.loads(sys.argv[2])
given = {name: options.pop(name) for name in ("budget_usd", "connections", "retries", "seconds") if name in options}
prices = {"prices": Path(options.pop("prices"))} if "prices" in options else {}
window = Window(tokens=options.pop("window")) if "window" in options else None
edit, names = options.pop("edit", None), {role: options.pop(role) for role in ("planner", "writer", "checker")}
journal = Journal(out)
authors = Authors(**names, models=ModelOptions(**given, **prices, window=window), journal=journal)
scenario = Scenario(
    name="quill", topic="The town of Quill", languages={"en": 1.0}, documents=8, words=Range(400, 400),
    insights_per_document=Range(3, 4), minimum_documents=1, wanted_subtopics=4, wanted_insights=Range(4, 4), seed=5,
    **options,
)
try:
    planned = plan_with_models(scenario, authors)
    if edit:
        first, *others = planned.scenario.subtopics
        changed = replace(first, insights=(replace(first.insights[0], text=edit), *first.insights[1:]))
        scenario = replace(planned.scenario, subtopics=(changed, *others))
        planned = plan_with_models(scenario, authors)
        assert planned.scenario == scenario, "an edited plan was changed"
    written = write_with_models(planned.scenario, assign(planned.scenario), authors)
except HayrickError as problem:
    sys.stderr.write(f"{problem}\\n")
    sys.exit(2)
finally:
    journal.close()
value = {
    "insights": [[one.id, one.text] for one in planned.scenario.insights],
    "documents": [[one.id, one.title, one.text] for one in written.documents],
    "statements": [asdict(one) for one in written.statements],
    "held_by": {name: list(ids) for name, ids in written.held_by.items()},
    "planning": asdict(planned.report), "writing": asdict(written.report), "signature": authors.signature,
    "planned": [[one.insight, plan.id] for plan in assign(planned.scenario) for one in plan.planted],
}
(out / "made.json").write_text(json.dumps(value, indent=1))
(out / "notes.json").write_text(json.dumps(author_notes(authors)))
"""


def script(note: Path, *rules: Mapping[str, Any], faults: Mapping[str, object] | None = None, **more: object) -> Any:
    """A provider that plays the careless author as planner, writer and checker."""
    given = {"make": "careless", "faults": dict(FAULTS if faults is None else faults), "note": str(note)}
    answers = [{**given, "when": {"first": 1}}, {**given, "later": True}]
    roles = {role: rf"\A{role}" for role in MODELS}
    return {"answers": answers, "rules": list(rules), "roles": roles, **more}


@contextmanager
def authored(folder: Path, what: Any) -> Iterator[tuple[Server, Runner]]:
    """A scripted server, and a starter of runs whose driver lies in their home."""
    with playing(folder, what) as (server, run):
        run.home.mkdir(parents=True, exist_ok=True)
        (run.home / "driver.py").write_text(DRIVER)
        yield server, run


def words(out: Path, **options: object) -> list[str]:
    return [str(out), json.dumps({**MODELS, "connections": 6, **options})]


def synth(run: Runner, out: Path, **options: object) -> Done:
    """Make a haystack in a process of its own, to its end."""
    return run(*words(out, **options), module="driver")


def start(run: Runner, out: Path, **options: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "driver", *words(out, **options)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=run.environment, cwd=run.home, stdout=pipe, stderr=pipe, text=True)


def made(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / "made.json").read_text())
    return found


def lines(out: Path) -> int:
    """Of the journal."""
    return (out / FILE).read_bytes().count(b"\n") - 1


def planted(note: Path) -> Counter[str]:
    return Counter(note.read_text().split()) if note.exists() else Counter()


def test_every_planted_fault_is_found_and_repaired(tmp_path: Path) -> None:
    note, out = tmp_path / "planted.txt", tmp_path / "out"
    with authored(tmp_path, script(note, faults={**FAULTS, **BROKEN})) as (server, run):
        done = synth(run, out)
        assert (done.status, done.err) == (0, "")
        log, asked = server.log(), finished(server)
    found, count = made(out), planted(note)
    dropped = Counter(one["reason"].partition(" '")[0] for one in found["planning"]["dropped"])
    assert dropped == {
        "says the same as": count["twice"],
        "overlaps with": count["overlap"],
        "belongs to subtopic": count["misplaced"],
        "no number, date or name": count["vague"],
    }
    assert set(dropped.values()) == {1}
    assert found["planning"]["short"] == []
    writing = found["writing"]
    assert writing["found"] == {
        "missing": count["forget"] + count["number"],
        "leaked": count["leak"],
        "repeated": count["repeat"] - 1,
        "broken": count["empty"] + count["stump"],
        "wrong_chapter": 0,
    }
    assert (count["forget"], count["leak"], count["number"], count["repeat"], count["empty"]) == (1, 1, 1, 2, 1)
    assert writing["repaired"] == writing["found"]
    assert writing["remaining"] == []
    tallies = [found["planning"]["tally"], writing["tally"]]
    assert sum(one["unread"] for one in tallies) == sum(one["mended"] for one in tallies) == count["json"] > 8
    held = {(insight, document) for insight, ids in found["held_by"].items() for document in ids}
    assert held == {(insight, document) for insight, document in found["planned"]}

    calls = read_calls(out)
    assert Counter(call.purpose for call in calls) == Counter(row["role"] for row in log)
    assert {call.model for call in calls} == set(MODELS.values())
    assert (
        len(calls) == len(asked) == sum(tally["asked"] for tally in tallies) + writing["drafts"] + writing["revisions"]
    )
    assert json.loads((out / "notes.json").read_text()) == []


def test_killed_and_continued_it_repeats_no_finished_call_and_gives_the_same_bytes(tmp_path: Path) -> None:
    note, out, left_alone = tmp_path / "planted.txt", tmp_path / "out", tmp_path / "alone"
    with authored(tmp_path, script(note, latency={"low": 0.02, "high": 0.08})) as (server, run):
        for point in (1, 9, 21, 30, 38):
            process = start(run, out)
            deadline = time.monotonic() + LIMIT
            while (out / FILE).read_bytes().count(b"\n") <= point if (out / FILE).exists() else True:
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < deadline
                time.sleep(0.002)
            assert kill(process) == -9, "it had ended before it was killed"
            journalled = {call.key for call in read_calls(out)}
            delivered = finished(server)
            # Replies that were on their way when it was killed: at most what was in flight.
            assert len(delivered) - len(journalled) <= 6 * 5
        assert synth(run, out).status == 0
        asked = finished(server)
        assert synth(run, left_alone).status == 0
        alone = finished(server)[len(asked) :]
        again = synth(run, out)
        assert (again.status, len(finished(server))) == (0, len(asked) + len(alone)), "a finished run asks nothing"
    assert len(alone) == len(set(alone)) == len(read_calls(out)) == len(read_calls(left_alone))
    assert set(asked) == set(alone), "a call is missing, or one too many was made"
    assert {call.key for call in read_calls(out)} == {call.key for call in read_calls(left_alone)}
    assert (out / "made.json").read_bytes() == (left_alone / "made.json").read_bytes()


def test_killed_with_nothing_on_its_way_the_server_sees_no_call_twice(tmp_path: Path) -> None:
    note, out = tmp_path / "planted.txt", tmp_path / "out"
    silent = {"do": "hang", "when": {"number": [20, 33]}}
    with authored(tmp_path, script(note, silent)) as (server, run):
        on_their_way = 0
        for _ in range(2):
            # A round ends with its last reply: a silent one stops all others, and then nothing is on its way.
            process = start(run, out)
            before, n, deadline = server.finished(), -1, time.monotonic() + LIMIT
            while n != (n := server.finished()) or n == before or n - on_their_way != lines(out):
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < deadline
                time.sleep(0.7)
            kill(process)
            # None, unless this machine stood still meanwhile: such a reply must be asked for again.
            on_their_way = server.finished() - lines(out)
        assert synth(run, out).status == 0
        asked = finished(server)
    assert len(set(asked)) == len(read_calls(out))
    assert len(asked) - len(set(asked)) == on_their_way


def test_a_budget_stops_before_it_is_exceeded_and_a_larger_one_continues(tmp_path: Path) -> None:
    note, out, prices = tmp_path / "planted.txt", tmp_path / "out", tmp_path / "prices.json"
    price = {"openai-api/loop/*": {"in": 100.0, "out": 1000.0}}
    prices.write_text(json.dumps({"schema": 1, "date": "2026-01-01", "models": price}))
    with authored(tmp_path, script(note)) as (server, run):
        limit = 6.0
        stopped = synth(run, out, prices=str(prices), budget_usd=limit)
        assert (stopped.status, stopped.err.count("\n")) == (2, 1)
        assert "--budget-usd 6: stopped before a call of up to $" in stopped.err
        calls = read_calls(out)
        assert 0 < sum(call.usd or 0.0 for call in calls) <= limit
        assert not (out / "made.json").exists()
        assert synth(run, out, prices=str(prices), budget_usd=1000).status == 0
        asked = finished(server)
    assert len(asked) == len(set(asked)) == len(read_calls(out)) > len(calls)
    assert all(call.usd is not None and call.usd > 0 for call in read_calls(out))


def test_an_unknown_price_shows_before_anything_is_paid(tmp_path: Path) -> None:
    prices = tmp_path / "prices.json"
    known = {MODELS[role]: {"in": 1.0, "out": 1.0} for role in ("planner", "writer")}
    prices.write_text(json.dumps({"schema": 1, "date": "2026-01-01", "models": known}))
    with authored(tmp_path, script(tmp_path / "planted.txt")) as (server, run):
        done = synth(run, tmp_path / "out", prices=str(prices), budget_usd=5)
        assert server.log() == []
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert f"no price is known for {MODELS['checker']}" in done.err


def test_a_prompt_over_the_window_is_refused_before_it_is_sent(tmp_path: Path) -> None:
    with authored(tmp_path, script(tmp_path / "planted.txt")) as (server, run):
        done = synth(run, tmp_path / "out", window=4200)
        assert server.log() == []
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "at most 4,200 together" in done.err


def test_an_edited_plan_is_honoured(tmp_path: Path) -> None:
    out, edited = tmp_path / "out", "Zora Vane bought 6431 wicker baskets for the ferry timetable in spring."
    with authored(tmp_path, script(tmp_path / "planted.txt", faults={"forget": [1]})) as (_, run):
        assert synth(run, out, edit=edited).status == 0
    found = made(out)
    ids = [name for name, text in found["insights"] if text == edited]
    assert len(ids) == 1
    said = [one for one in found["statements"] if one["insight"] == ids[0]]
    assert said
    assert all(one["text"] == edited for one in said), "the careless author states insights word for word"
    assert found["planning"]["proposed_insights"] == 0, "nothing was missing"


@pytest.mark.parametrize("role", ["planner", "writer", "checker"])
def test_a_model_that_never_answers_is_one_line(tmp_path: Path, role: str) -> None:
    dead = {"do": "status", "status": 401, "message": "Wrong key.", "when": {"role": role}}
    with authored(tmp_path, script(tmp_path / "planted.txt", dead)) as (server, run):
        done = synth(run, tmp_path / "out")
        refused = [row for row in server.log() if row["status"] == 401]
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert f"{MODELS[role]} answered no call ({MODELS[role]} at 127.0.0.1: AuthenticationError 401" in done.err
    assert "Mend it and give the same command again." in done.err
    # At most four calls go to a model that has never answered.
    assert len(refused) == {"planner": 1, "writer": 4, "checker": 4}[role]


def test_calls_that_fail_are_counted_and_tried_again_by_the_next_run(tmp_path: Path) -> None:
    out = tmp_path / "out"
    failing = {"do": "status", "status": 400, "when": {"contains": "text d003 of", "first": 3}}
    with authored(tmp_path, script(tmp_path / "planted.txt", failing, faults={})) as (server, run):
        assert synth(run, out, retries=0).status == 0
        first = made(out)
        (note,) = json.loads((out / "notes.json").read_text())
        assert "calls failed (openai-api/loop/writer at 127.0.0.1: BadRequestError 400" in note
        assert first["writing"]["unwritten"] == ["d003"]
        assert [row["status"] for row in server.log()].count(400) == 3
        before = server.finished()
        assert synth(run, out, retries=0).status == 0
        assert server.finished() > before
    assert made(out)["writing"]["unwritten"] == []
    assert "d003" in [name for name, _, _ in made(out)["documents"]]


def test_with_the_local_checker_no_model_is_asked_what_a_text_states(tmp_path: Path) -> None:
    note, out = tmp_path / "planted.txt", tmp_path / "out"
    with authored(tmp_path, script(note)) as (server, run):
        assert synth(run, out, checker="local").status == 0
        models = Counter(row["model"] for row in server.log())
    assert models.keys() == {"planner", "writer"}
    found = made(out)
    assert found["writing"]["repaired"] == found["writing"]["found"]
    assert found["writing"]["remaining"] == []
    assert sum(found["writing"]["found"].values()) == 4
    assert {call.purpose for call in read_calls(out)} == {"planner", "checker", "writer"}


def test_a_conversation_goes_chapter_by_chapter_through_the_same_journal(tmp_path: Path) -> None:
    note, out = tmp_path / "planted.txt", tmp_path / "out"
    talk = {"domain": "conversation", "layout": "dialogue", "participants": ["Ann", "Bert", "Cleo"]}
    faults = {"wrong": [1, 2], "no_turns": [3]}
    with authored(tmp_path, script(note, faults=faults)) as (server, run):
        assert synth(run, out, **talk).status == 0
        asked = finished(server)
    found = made(out)
    assert planted(note) == {"wrong": 2, "no_turns": 1}
    assert (found["writing"]["found"]["wrong_chapter"], found["writing"]["found"]["broken"]) == (2, 1)
    assert found["writing"]["repaired"] == found["writing"]["found"]
    assert found["writing"]["tries"][1] == 3
    assert len(asked) == len(set(asked)) == len(read_calls(out))

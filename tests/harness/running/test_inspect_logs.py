"""What Inspect's logs say, read through Inspect's own interface."""

from __future__ import annotations

import importlib
import json
import logging
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

from inspect_ai import eval as inspect_eval
from inspect_ai import eval_set
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model
from pydantic import ValidationError

from conftest import GOLDEN
from hayrick.harness.naming.lists import LISTS
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.transport.refusals import short

pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
]
"""Inspect leaves streams of its event loop unclosed, and calls a parameter of tenacity by its former name."""

HAYSTACK = str(GOLDEN / "bakery.json")
SUMMARY = "- The bakery opens at six on weekdays. [1]\n- It is a nice place. [2]"
USED = ModelUsage(input_tokens=1000, output_tokens=20, total_tokens=1020)


@pytest.fixture(autouse=True)
def _folders(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # Inspect binds sockets there, whose paths may have 107 characters.
    with TemporaryDirectory() as folder:
        for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
            monkeypatch.setenv(name, f"{folder}/{name}")
        monkeypatch.setenv("INSPECT_EVAL_CTL_SERVER", "false")
        yield


def saying(*texts: str) -> Model:
    """A model that says one text after the other, and then the last."""
    left = list(texts)

    def reply(*given: object, **named: object) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", left.pop(0) if len(left) > 1 else left[0])
        output.usage = USED
        return output

    return get_model("mockllm/model", custom_outputs=reply, memoize=False)


def evaluated(folder: Path, task: str, model: Model, bound: Model | None = None, **arguments: object) -> EvalLog:
    roles = {"judge": bound} if bound is not None else None
    (log,) = inspect_eval(
        task, task_args=arguments, model=model, model_roles=roles, log_dir=str(folder), display="none", max_samples=1
    )
    return read_eval_log(log.location)


def metrics(log: EvalLog) -> dict[str, dict[str, int | float]]:
    assert log.results is not None
    return {one.name: {name: value.value for name, value in one.metrics.items()} for one in log.results.scores}


def test_a_score_for_each_measure_with_reasons_usage_and_our_intervals(tmp_path: Path) -> None:
    log = evaluated(tmp_path / "logs", "hayrick/summhay", saying(SUMMARY), haystack=HAYSTACK, judge="local")
    assert log.status == "success"
    assert log.samples is not None
    sample = next(one for one in log.samples if "opens at six on weekdays" in one.target[0])
    assert sample.scores is not None
    assert {"coverage", "citation", "joint"} <= sample.scores.keys()
    coverage = sample.scores["coverage"]
    assert (coverage.value, coverage.answer) == (0.5, SUMMARY)
    first, second = (coverage.explanation or "").splitlines()
    assert first == "1.00  full in bullet 1  The bakery opens at six on weekdays."
    assert second.startswith("0.00  none  ")
    assert second.endswith(sample.target[1])
    assert sample.output.usage is not None
    assert sample.output.usage.input_tokens == 1000
    assert sample.model_usage["mockllm/model"].output_tokens == 20
    assert log.stats.model_usage["mockllm/model"].input_tokens == 1000 * len(log.samples)
    assert sample.metadata["calls"]["system"]["calls"] == 1
    assert sample.metadata["calls"]["system"]["usd"] is None, "a price that is not known is not zero"
    assert sample.messages[0].role == "user"
    assert len(sample.messages) == 1, "the query only: no prompt unless it is asked for"
    mine = tmp_path / "mine.jsonl"
    lines = [{"subtopic": one.metadata["group"], "system": "mine", "summary": SUMMARY} for one in log.samples]
    mine.write_text("".join(json.dumps(line) + "\n" for line in lines))
    ours = run(RunRequest(inputs=[HAYSTACK], systems=[f"file:{mine}"])).tasks[0].estimates
    found = metrics(log)
    pooled = [(key.measure, one) for key, one, _ in ours if key.dataset is None and key.measure in found]
    assert len(pooled) >= 3
    for name, one in pooled:
        expected = {"mean": one.value, "low": one.low, "high": one.high, "n": one.n}
        shown = {figure: value for figure, value in expected.items() if value is not None}
        assert {figure: found[name][figure] for figure in shown} == pytest.approx(shown)


def test_a_run_logs_what_it_asked_with_its_own_estimates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hayrick.harness.models.providers.get_model", lambda name, **given: saying(SUMMARY))
    systems = ["mockllm/model+full", "mockllm/model+bm25", "mockllm/other+full", "lead"]
    request = RunRequest(inputs=[HAYSTACK], systems=systems, judge="local")
    (one,) = run(request, tmp_path).tasks
    run(request, tmp_path)
    logs = {log.eval.model: log for log in map(read_eval_log, map(str, (tmp_path / "logs").iterdir()))}
    assert logs.keys() == {"mockllm/model", "mockllm/other"}
    assert len(list((tmp_path / "logs").iterdir())) == 2, "the second run asks nothing, and logs nothing"
    log = logs["mockllm/model"]
    assert log.samples is not None
    assert len(log.samples) == 2 * len(one.items), "a sample for each item and context"
    assert len({sample.id for sample in log.samples}) == len(log.samples)
    assert {sample.output.completion for sample in log.samples} == {SUMMARY}
    assert {sample.metadata["calls"]["system"]["calls"] for sample in log.samples} == {1}
    assert log.stats.model_usage["mockllm/model"].output_tokens == 20 * len(log.samples)
    # Names tell contexts apart where a log has several.
    for key, value, _ in one.estimates:
        if key.dataset is None and key.measure == "coverage" and key.system != "lead":
            figure = f"{key.context}/mean" if key.system == "mockllm/model" else "mean"
            assert metrics(logs[key.system])["coverage"][figure] == value.value


def test_what_is_not_judged_is_no_zero_and_is_counted(tmp_path: Path) -> None:
    unreadable, judged = ["?"] * 3, '{"coverage": "FULL", "bullet_id": 1}'
    prompts: dict[str, Any] = {"haystack": HAYSTACK, "log_prompts": True}
    log = evaluated(tmp_path, "hayrick/summhay", saying(SUMMARY), saying(*unreadable * 2, judged), **prompts)
    assert log.samples is not None
    first, second = log.samples
    assert first.scores is not None
    assert second.scores is not None
    value = first.scores["coverage"].value
    assert isinstance(value, float)
    assert math.isnan(value)
    assert first.scores["coverage"].reason == "grader_failed"
    assert (first.scores["coverage"].explanation or "").startswith("unjudged  ")
    assert not math.isnan(second.scores["coverage"].as_float())
    found = metrics(log)["coverage"]
    assert (found["n"], found["n_unjudged"]) == (4, 2)
    assert found["worst"] < found["mean"] == found["best"]
    assert [message.role for message in first.messages] == ["system", "user", "assistant"]
    assert first.messages[-1].text == SUMMARY
    sources = [event.source for event in first.events if event.event == "info"]
    assert sources == ["hayrick/system", *["hayrick/judge"] * 6], "each insight three times"


def test_a_failure_of_the_system_is_the_floor_with_a_reason(tmp_path: Path) -> None:
    log = evaluated(tmp_path, "hayrick/helmet/json_kv", saying(" "), length="1k", n=1, shots=0)
    assert log.samples is not None
    assert log.samples[0].scores is not None
    score = log.samples[0].scores["substring_exact_match"]
    assert (score.value, score.reason, score.explanation) == (0.0, "no_response", "0.00 (failed)")
    assert metrics(log)["substring_exact_match"]["n_failed"] == 1


OWN = """
from hayrick.protocols import Measure, Task
from hayrick.types import Item, Message, Prompt, Score

def right(item, response, judgements):
    yield Score(response=response, measure="right", unit=None, value=float(response.answer == item.gold))

def task(parameters):
    n = parameters.whole("n", 1)
    return Task(
        name="mine", paper="ours", parse=lambda item, reply: reply,
        items=lambda seed: [Item(dataset="d", group=str(k), id="1", query="?", gold="yes") for k in range(n)],
        prompt=lambda item, passages: Prompt(messages=(Message(role="user", text="?"),), signature="v1"),
        measures=(Measure(name="right", description="", source="ours", score=right, judged=False),),
    )
"""


def test_a_task_of_ones_own_is_an_inspect_task(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    log = evaluated(tmp_path, "hayrick/task", saying("yes"), spec=f"python:{tmp_path}/mine.py:task", n=3)
    assert {name: metrics(log)["right"][name] for name in ("mean", "n")} == {"mean": 1, "n": 3}


@pytest.mark.parametrize(
    ("task", "given", "line"),
    [
        ("hayrick/task", {}, "-T spec=python:FILE.py:NAME"),
        ("hayrick/summhay", {}, "no haystack. Give one with -T haystack=FILE"),
        ("hayrick/summhay", {"haystack": "nowhere.json", "judge": "local"}, "no such file"),
        ("hayrick/summhay", {"haystack": HAYSTACK}, "Give -T judge=local"),
        ("hayrick/summhay", {"haystack": HAYSTACK, "judge": "locale"}, "Did you mean 'local'"),
        ("hayrick/summhay", {"haystack": HAYSTACK, "judge": "recorded"}, "only labels of stored summaries"),
        ("hayrick/helmet/json_kv", {"lenght": "2k"}, "unknown parameter 'lenght'"),
        ("hayrick/helmet/json_kv", {"judge": "local"}, "needs no judge"),
    ],
)
def test_wrong_arguments_end_in_a_line(task: str, given: dict[str, Any], line: str, tmp_path: Path) -> None:
    with pytest.raises(PrerequisiteError) as caught:
        evaluated(tmp_path, task, saying(SUMMARY), **given)
    assert line in str(caught.value.message)
    assert not list(tmp_path.glob("*.eval"))


def test_every_task_of_the_list_is_an_inspect_task() -> None:
    from inspect_ai._util.registry import registry_lookup

    names = [name for name in LISTS["tasks"]() if not name.startswith("python:")]
    assert len(names) > 50
    assert [name for name in names if registry_lookup("task", f"hayrick/{name}") is None] == []


@pytest.fixture
def selecting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[EvalLog]]:
    def selected(name: str) -> list[EvalLog]:
        folder, captured, selection = tmp_path / "set", tmp_path / "captured.json", tmp_path / "selection.json"
        tasks = ["hayrick/helmet/json_kv", "hayrick/helmet/vt"]
        given: dict[str, Any] = {"task_args": {"length": "1k", "n": 1}, "model": saying(SUMMARY), "display": "none"}
        monkeypatch.setenv("INSPECT_EVAL_SET_CAPTURE", str(captured))
        with pytest.raises(SystemExit):
            eval_set(tasks, log_dir=str(folder), **given)
        monkeypatch.delenv("INSPECT_EVAL_SET_CAPTURE")
        (one,) = [one for one in json.loads(captured.read_text())["tasks"] if one["name"] == name]
        kept = {key: one[key] for key in ("identifier", "registry_name", "args_hash")}
        selection.write_text(json.dumps({"version": 5, "eval_set_id": "x", "tasks": [kept]}))
        monkeypatch.setenv("INSPECT_EVAL_SET_SELECTION", str(selection))
        return eval_set(tasks, log_dir=str(folder), **given)[1]

    return selected


def test_an_eval_set_runs_what_is_selected_alone(selecting: Callable[[str], list[EvalLog]]) -> None:
    (log,) = selecting("helmet/vt")
    assert (log.eval.task, log.status) == ("helmet/vt", "success")


def test_other_data_under_one_name_is_another_version(tmp_path: Path) -> None:
    path, versions = tmp_path / "topic.json", []
    for word in ("weekdays", "Sundays"):
        path.write_text(Path(HAYSTACK).read_text().replace("weekdays", word))
        log = evaluated(tmp_path, "hayrick/summhay", saying(SUMMARY), haystack=str(path), judge="local", limit=1)
        versions.append(log.eval.task_version)
    assert len(set(versions)) == 2


def test_what_inspect_logs_of_a_reply_has_no_key(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    importlib.import_module("hayrick.harness.transport.sending")  # Who asks models by Inspect has it.
    key = "of-the-environment-7f3a" * 4
    monkeypatch.setenv("SOME_API_KEY", key)
    with pytest.raises(ValidationError) as odd:
        ModelUsage.model_validate({"input_tokens": {"k": key}})
    assert "of-the-environment" in str(odd.value), "pydantic shows the beginning of what it refuses"
    assert "of-the-env" not in short(odd.value)
    logging.getLogger("inspect_ai.model._output").warning("Odd: %s", odd.value)
    logging.getLogger("inspect_ai.model._output").warning("Got %s,\n\x1b[2J", {"k": key})
    odd_one, got = dict.fromkeys(caplog.messages)  # pytest listens at loggers that do not propagate, too.
    assert odd_one.startswith("Odd: 1 validation error for ModelUsage input_tokens Input should be")
    assert "of-the-env" not in odd_one
    assert got == "Got {'k': '***'}, �[2J"

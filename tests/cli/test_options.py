"""No command has an option that it ignores, and none accepts one where nothing uses it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import click
import pytest

from conftest import GOLDEN, ROOT, Command
from hayrick.asking import Decoding
from hayrick.cli.model_options import model_options
from hayrick.cli.options import Headed
from hayrick.cli.program import _COMMANDS, hayrick
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.unused_options import OPTIONS, require_used
from hayrick.types import BadInput

GIVEN = {
    "--budget-tokens": "3000",
    "--order": "random",
    "--seeds": "2",
    "--bullets": "free",
    "--domain": "pottery",
    "--prompt": "{prompt}",
    "--window-tokens": "200000",
    "--cut": None,
    "--max-tokens": "300",
    "--reasoning-tokens": "10",
    "--reasoning-rule": "helmet",
    "--answer-prefix": "Well,",
    "--judge-prompt": "{judge_prompt}",
    "--judge-variant": "together",
    "--judge-context": "extract:",
    "--judge-repeat": "2",
    "--judge-tokens": "99",
    "--judge-reasoning-tokens": "10",
    "--judge-arg": "top_k=3",
    "--reasoning-effort": "low",
    "--stop": "END",
    "--extra-body": '{{"a": 1}}',
    "--model-arg": "top_k=3",
    "--temperature": "0.5",
    "--top-p": "0.5",
    "--budget-usd": "1",
    "--prices": "{prices}",
    "--batch": None,
    "--jobs": "3",
    "--seconds": "30",
    "--retries": "1",
    "--requests-per-minute": "9",
    "--tokens-per-minute": "9000",
}
"""Option of models -> a value that is not its default; None for a flag."""

MODEL = "openai/gpt-4o"
ASKING = {
    "run": ("run", "{bakery}", "--system", f"{MODEL}+full", "--judge", MODEL, "--dry-run"),
    "plan": ("plan", "{bakery}", "--system", f"{MODEL}+full", "--judge", MODEL),
    "coverage": ("coverage", "{bakery}", "--judge", MODEL, "--dry-run"),
    "meta": ("meta", "{scored}", "--metric", f"faithfulness:{MODEL}", "--dry-run"),
    "validate": ("validate", "{annotations}", "--judge", MODEL, "--out", "{taken}"),
    "verify": ("verify", "{bakery}", "--checker", MODEL, "--out", "{taken}"),
    "collect": ("collect", "{handbook}", "--facts", "{handbook}.yaml", "--checker", MODEL, "--out", "{taken}"),
    "synth": ("synth", "{town}", "--writer", MODEL, "--plan-only", "--out", "{out}"),
}
"""Command -> words by which it asks models; it is stopped before it asks, by a plan alone or a place that is taken."""

IDLE = {
    "run": ("run", "{bakery}", "--system", "lead", "--judge", "local"),
    "plan": ("plan", "{bakery}", "--system", "lead", "--judge", "local"),
    "coverage": ("coverage", "{bakery}"),
    "meta": ("meta", "{scored}", "--metric", "source_bigrams"),
    "validate": ("validate", "{annotations}", "--judge", "local"),
    "verify": ("verify", "{bakery}"),
    "collect": ("collect", "{handbook}", "--facts", "{handbook}.yaml", "--out", "{out}"),
    "synth": ("synth", "{town}", "--out", "{out}"),
}
"""Command -> words by which it asks no model."""

PROMPTS = {
    "run": "judge-together.v2",
    "coverage": "needs-chunk.v1",
    "collect": "check-presence.v1",
    "verify": "check-presence.v1",
    "meta": "rate-summary.v1",
}
"""Command -> the prompt of its judge."""

ELSEWHERE = {("run", "--judge-context"), ("plan", "--judge-context")}
"""Options that the judges above do not have, but others do; see tests/judges/test_in_extract.py."""


def command_of(name: str) -> click.Command:
    command = hayrick.get_command(click.Context(hayrick), name)
    assert command is not None
    return command


def model_flags(name: str) -> Iterator[str]:
    """Options about models that a command has."""
    yield from (one.opts[0] for one in command_of(name).params if isinstance(one, Headed) and one.opts[0] in GIVEN)


def words_of(flags: list[str], places: dict[str, Path]) -> list[str]:
    values = [(flag, GIVEN[flag]) for flag in flags]
    return [word for flag, value in values for word in (flag, *([value.format_map(places)] if value else []))]


@pytest.fixture
def places(bakery: Path, annotations: Path, tmp_path: Path, name: str) -> dict[str, Path]:
    """What the words above name: golden files, prompts that the command's judge can fill, and a place that is taken."""
    found = {place: tmp_path / place for place in ("prices", "prompt", "judge_prompt", "taken", "out")}
    prices = '{"schema": 1, "date": "2026-01-01", "models": {"openai/gpt-4o": {"in": 1, "out": 2}}}'
    found["prices"].write_text(prices)
    for place, ours in (("prompt", "summary-news.v1"), ("judge_prompt", PROMPTS.get(name, PROMPTS["run"]))):
        found[place].write_text((ROOT / "src" / "hayrick" / "prompts" / f"{ours}.md").read_text())
    found["taken"].write_text("a file where a folder is wanted")
    town = ROOT / "tests" / "synthesis" / "town.yaml"
    found["handbook"] = ROOT / "docs" / "examples" / "handbook"
    return {**found, "bakery": bakery, "annotations": annotations, "scored": GOLDEN / "scored.jsonl", "town": town}


def test_every_option_of_models_is_known_here_and_to_the_refusal() -> None:
    declared = {one.opts[0] for name in _COMMANDS for one in command_of(name).params if getattr(one, "heading", "")}
    assert set(GIVEN) <= declared
    decoding = {"temperature", "top_p"}
    known = {one.name for one in fields(ModelOptions)} - {
        "decoding",
        "arguments_file",
    }  # The file is no option's value.
    assert set(OPTIONS) == known | decoding
    assert decoding <= {one.name for one in fields(Decoding)}


@pytest.mark.parametrize("name", ASKING)
def test_what_a_command_has_it_uses(hayrick: Command, places: dict[str, Path], name: str) -> None:
    flags = [flag for flag in model_flags(name) if (name, flag) not in ELSEWHERE]
    for left_out in ({"--batch"}, {"--requests-per-minute", "--tokens-per-minute"}):
        words = [word.format_map(places) for word in ASKING[name]]
        done = hayrick(*words, *words_of([flag for flag in flags if flag not in left_out], places))
        assert "not used" not in done.err
        assert done.status == 0 or "taken" in done.err or "pip install" in done.err, done.err


@pytest.mark.parametrize("name", IDLE)
def test_what_nothing_would_use_is_refused(places: dict[str, Path], name: str) -> None:
    """Each option, as the command reads it: it makes a difference that is refused where nothing uses it."""
    words = [word.format_map(places) for word in IDLE[name][1:]]
    own = {one.name for one in command_of(name).params if one.opts[0] in GIVEN}
    for flag in model_flags(name):
        with command_of(name).make_context(name, [*words, *words_of([flag], places)]) as ctx:
            asking = {key: value for key, value in ctx.params.items() if key in own}
        if name == "meta":
            asking = {key: value for key, value in asking.items() if key not in ("budgets", "judge_context")}
        if flag in ("--budget-tokens", "--judge-context") and name == "meta":
            continue
        if flag == "--cut":
            continue
        with pytest.raises(BadInput, match="not used here"):
            require_used(model_options(asking), ())


@pytest.mark.parametrize("name", IDLE)
def test_the_refusal_is_one_line(hayrick: Command, places: dict[str, Path], name: str) -> None:
    flag = "--budget-usd"
    done = hayrick(*(word.format_map(places) for word in IDLE[name]), *words_of([flag], places))
    line = f"hayrick: {flag}: an option that is not used here; expected a model that is asked. Leave it out.\n"
    assert (done.status, done.err) == (2, line)


def test_options_stand_under_headings(hayrick: Command) -> None:
    lines = hayrick("run", "--help").out.splitlines()
    headings = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert headings[0] == "Options:"
    assert {"What systems are shown:", "Judges that are models:", "Cost:"} < set(headings)
    assert "What systems are shown:" not in hayrick("verify", "--help").out


@pytest.mark.parametrize(
    ("words", "flag", "with_what"),
    [
        (("describe", "{bakery}"), ("--sample", "3"), "a task as INPUT"),
        (("describe", "{bakery}"), ("--tokenizer", "o200k"), "a task as INPUT"),
        (("validate", "{annotations}", "--judge", "local"), ("--seed", "0"), "--sheet"),
        (("validate", "{taken}", "--sheet", "{out}"), ("--out", "x"), "--judge or --labels"),
        (("validate", "{taken}", "--labels", "{out}"), ("--top-p", "0.5"), "--judge"),
        (("retrieve", "{bakery}", "--retriever", "bm25"), ("--overwrite",), "--out"),
        (("retrieve", "{bakery}", "--retriever", "bm25"), ("--seconds", "9"), "a reranker behind an endpoint"),
        (
            ("retrieve", "{bakery}", "--retriever", "released:rerank:http://a"),
            ("--retries", "9"),
            "a reranker behind an endpoint",
        ),
        (("show", "{taken}"), ("--top", "3"), "--missed or --wrong-citations"),
        (("meta", "{scored}", "--metric", "local"), ("--budget-tokens", "8"), "--grid"),
    ],
)
@pytest.mark.parametrize("name", ["run"])
def test_an_option_without_what_uses_it(
    hayrick: Command, places: dict[str, Path], words: tuple[str, ...], flag: tuple[str, ...], with_what: str
) -> None:
    done = hayrick(*(word.format_map(places) for word in words), *flag)
    assert (done.status, done.err) == (2, f"hayrick: {flag[0]} is used with {with_what} only.\n")


def options_with_fractions() -> Iterator[tuple[str, click.Command, click.Option]]:
    """Command, and each of its options that takes a number with a fraction."""
    for name in _COMMANDS:
        command = hayrick.get_command(click.Context(hayrick), name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option) and isinstance(option.type, click.types.FloatParamType):
                yield f"{name} {option.opts[0]}", command, option


WITH_NUMBERS = list(options_with_fractions())


def test_the_options_with_numbers_are_found() -> None:
    found = {name for name, _, _ in WITH_NUMBERS}
    assert {"run --temperature", "probe --top-p", "coverage --budget-usd", "verify --low"} <= found


@pytest.mark.parametrize("given", ["nan", "NaN", "inf", "-inf", "1e999"])
@pytest.mark.parametrize(("command", "option"), [one[1:] for one in WITH_NUMBERS], ids=[one[0] for one in WITH_NUMBERS])
def test_no_number_is_infinite_or_none(command: click.Command, option: click.Option, given: str) -> None:
    with pytest.raises(click.BadParameter, match="is not"):
        option.process_value(click.Context(command), given)


@pytest.mark.parametrize(
    "words",
    [
        ("run", "{bakery}", "--system", f"{MODEL}+full", "--judge", "local", "--temperature", "nan", "--dry-run"),
        ("run", "{bakery}", "--system", f"{MODEL}+full", "--judge", "local", "--top-p", "nan", "--dry-run"),
        ("coverage", "{bakery}", "--judge", MODEL, "--temperature", "nan"),
        ("probe", "--judge", MODEL, "--temperature", "nan", "--dry-run"),
        ("verify", "{bakery}", "--unsound-below", "nan"),
    ],
)
def test_a_command_tells_a_number_that_is_none_in_one_line(
    refused: Callable[..., str], bakery: Path, words: tuple[str, ...]
) -> None:
    assert "'nan' is not a finite number" in refused(*(word.format(bakery=bakery) for word in words))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -0.1, 2.1])
def test_no_decoding_has_a_number_that_is_none(value: float) -> None:
    with pytest.raises(BadInput, match=r"--temperature: .* expected a number from 0 to 2"):
        Decoding(temperature=value)
    with pytest.raises(BadInput, match=r"--top-p: .* expected a number from 0 to 1"):
        Decoding(top_p=value)

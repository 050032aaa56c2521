"""--json of every command is one strict JSON object and nothing else; --quiet leaves tables and errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from conftest import GOLDEN, ROOT, Command, strict_json
from hayrick.cli.program import _COMMANDS
from hayrick.cli.program import hayrick as group

BAKERY = str(GOLDEN / "bakery.json")
HANDBOOK = str(ROOT / "docs" / "examples" / "handbook")
KEYS = "helmet/json_kv?length=1k&n=2"
MODEL = "openai/gpt-4o+full"

COMMANDS: list[tuple[str, list[str], str]] = [
    ("run", [BAKERY, "--system", "recorded", "--judge", "recorded", "--out", "OUT/run"], "OUT/run/estimates.json"),
    ("run", [BAKERY, "--system", MODEL, "--judge", "local", "--dry-run"], ""),
    ("plan", [BAKERY, "--system", MODEL, "--judge", "openai/gpt-4o", "--out", "OUT/plan"], "OUT/plan/plan.json"),
    ("prompts", ["CLAIMED", "--out", "OUT/asked.jsonl"], ""),
    ("replies", ["CLAIMED", "OUT/results.jsonl"], ""),
    ("show", ["RUN"], "RUN/estimates.json"),
    ("show", ["RUN", "--missed"], ""),
    ("init", [BAKERY, "--out", "OUT/run.yaml"], ""),
    ("ls", ["RUN/.."], ""),
    ("compare", ["RUN", "--out", "OUT/compared"], "OUT/compared/compare.json"),
    ("gate", ["RUN", "--min", "coverage=0"], ""),
    ("experiment", ["RUN", "--out", "OUT/tested"], "OUT/tested/experiments.json"),
    ("export", ["RUN", "--format", "csv", "--out", "OUT/e.csv"], ""),
    ("report", ["RUN", "--out", "OUT/r.html"], ""),
    ("cite", [BAKERY, "--summaries", "recorded", "--out", "OUT/cited.jsonl"], ""),
    ("convert", [BAKERY, "--to", "native", "--out", "OUT/native.json"], ""),
    ("retrieve", [BAKERY, "--retriever", "bm25", "--out", "OUT/r"], "OUT/r/retrieval.json"),
    ("annotate", ["RUN", "--out", "OUT/page.html"], ""),
    (
        "validate",
        [str(GOLDEN / "annotations.json"), "--judge", "local", "--out", "OUT/v"],
        "OUT/v/agreement.json",
    ),
    ("probe", [BAKERY, "--judge", "local", "--out", "OUT/p"], "OUT/p/probes.json"),
    ("meta", [str(GOLDEN / "scored.jsonl"), "--metric", "rouge1", "--out", "OUT/m"], "OUT/m/meta.json"),
    ("collect", [HANDBOOK, "--facts", f"{HANDBOOK}_decided.yaml", "--out", "OUT/mine.json"], ""),
    ("verify", [BAKERY, "--out", "OUT/checked"], "OUT/checked/verification.json"),
    ("coverage", [KEYS, "--out", "OUT/needs"], "OUT/needs/coverage.json"),
    ("figures", ["OUT/keys", "OUT/needs", "--out", "OUT/figures"], "OUT/figures/figures.json"),
    ("synth", ["tidewall", "--documents", "30", "--out", "OUT/made.json"], ""),
    ("describe", [BAKERY, "helmet/json_kv?length=1k&n=1"], ""),
    ("list", ["measures"], ""),
    ("doctor", [], ""),
]
"""Command, its arguments, and the results file whose rows are printed."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of results, with a run."""
    found = tmp_path_factory.mktemp("json")
    words = ["run", BAKERY, "--system", "recorded", "--judge", "recorded", "--quiet", "--out", str(found / "first")]
    group.main(words, standalone_mode=False)
    (found / "none.py").write_text("def answer(prompt):\n    return 'none'\n")
    words = ["run", KEYS, "--system", f"python:{found / 'none.py'}:answer", "--quiet", "--out", str(found / "keys")]
    group.main(words, standalone_mode=False)
    words = ["run", BAKERY, "--system", MODEL, "--quiet", "--out", str(found / "claimed"), "--prompts-only"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["hayrick", *words])
        group.main(words, standalone_mode=False)
    (found / "results.jsonl").write_text('{"custom_id": "k", "response": null, "error": {"code": "batch_expired"}}\n')
    return found


@pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning")
@pytest.mark.parametrize(("command", "words", "file"), COMMANDS, ids=[" ".join(one[:1]) for one in COMMANDS])
def test_json_is_all_of_standard_output(
    hayrick: Command, folder: Path, command: str, words: list[str], file: str
) -> None:
    if command == "meta":
        pytest.importorskip("rouge_score")
    if command == "prompts":
        pytest.importorskip("inspect_ai", reason="language models need the extra llm")
    given = [_placed(word, folder) for word in words]
    done = hayrick(command, *given, "--json")
    assert done.status in (0, 1), done.err
    assert done.err == ""
    found = strict_json(done.out)
    assert found.keys() >= {"schema", "rows", "notes"}
    assert all(isinstance(row, dict) for row in found["rows"])
    assert found["rows"]
    assert all(isinstance(note, str) for note in found["notes"])
    if file:
        assert {**found, **strict_json(Path(_placed(file, folder)).read_text())} == found


def _placed(word: str, folder: Path) -> str:
    for name, place in (("OUT", folder), ("RUN", folder / "first"), ("CLAIMED", folder / "claimed")):
        word = word.replace(name, str(place))
    return word


def test_every_command_has_the_options() -> None:
    tested = {command for command, _, _ in COMMANDS} | {"demo", "completion"}
    assert tested == set(_COMMANDS)
    for name in tested - {"completion"}:
        command: Any = group.get_command(click.Context(group), name)
        options = {option for one in command.params for option in one.opts}
        assert {"--json", "--quiet"} <= options, name


def test_quiet_leaves_the_tables(hayrick: Command) -> None:
    words = ("run", BAKERY, "--system", "lead", "--judge", "local")
    plain, quiet = hayrick(*words), hayrick(*words, "--quiet")
    assert plain.out.startswith(quiet.out[:-1].split(" 3 more")[0])
    assert "joint" in quiet.out
    assert "local judge" in plain.out
    assert "local judge" not in quiet.out


def test_columns_are_chosen_by_name(hayrick: Command) -> None:
    words = ("run", BAKERY, "--system", "lead", "--judge", "local", "--columns")
    heads = [hayrick(*words, wanted).out.splitlines()[2].split() for wanted in ("joint,N", "all")]
    assert heads[0] == ["system", "context", "joint", "n"]
    assert len(heads[1]) > 6
    done = hayrick(*words, "jiont")
    assert done.status == 0, "a paid run is not lost for a slip"
    assert "--columns: no table has 'jiont'; there are system, context, coverage, citation, joint" in done.err


def test_after_an_error_standard_output_is_empty(hayrick: Command) -> None:
    done = hayrick("run", "absent.json", "--system", "lead", "--json")
    assert (done.status, done.out) == (2, "")


def test_wrong_verdicts_of_probes_are_rows_too(hayrick: Command, bakery: Path) -> None:
    asked = ("probe", "--judge", "local", "--probe", "near_miss", "--probe", "denied", "--json")
    plain, told = (strict_json(hayrick(*asked, *given).out) for given in ((), ("--wrong", "1")))
    assert "wrong" not in plain
    assert told["rows"] == plain["rows"]
    for row in plain["rows"]:
        wrong = [one for one in told["wrong"] if one["probe"] == row["probe"]]
        assert len(wrong) == int(row["right"] < 1)
        assert all(one["insight_text"] and one["bullets"] for one in wrong)

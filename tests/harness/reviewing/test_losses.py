"""The command gate against a baseline run: losses that are shown, and losses that are allowed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import hayrick as package
from conftest import Command, strict_json
from hayrick.testing import assert_no_loss
from hayrick.types import BadInput

Made = Callable[..., Path]
TASK = "helmet/json_kv?length=1k&n=72"
CODE = """
import json

def answer(request):
    pairs = json.loads(request["documents"][0]["text"])
    return "none" if int(request["group"]) in {wrong} else pairs[request["query"]]
"""


@pytest.fixture
def made(hayrick: Command, tmp_path: Path) -> Made:
    """Makes a run of one system, which answers all questions about the texts of these numbers wrongly."""

    def run(name: str, *wrong: int, task: str = TASK, function: str = "answer") -> Path:
        (tmp_path / "rag.py").write_text(CODE.format(wrong=list(wrong)).replace("def answer", f"def {function}"))
        folder = tmp_path / name
        system = f"python:{tmp_path / 'rag.py'}:{function}"
        done = hayrick("run", task, "--system", system, "--jobs", 1, "--out", folder)
        assert (done.status, done.err) == (0, "")
        return folder

    return run


def gated(hayrick: Command, *words: object) -> tuple[int, list[dict[str, Any]]]:
    done = hayrick("gate", *words, "--json")
    return done.status, strict_json(done.out)["rows"]


def test_only_a_loss_that_is_shown_fails(hayrick: Command, made: Made) -> None:
    whole, one_less, half = made("whole"), made("one", 3), made("half", *range(0, 12, 2))
    # One text of twelve may be chance: the interval of the difference reaches above 0.
    status, (row,) = gated(hayrick, one_less, "--against", whole)
    assert (status, row["passed"], row["why"]) == (0, True, "")
    assert row["difference"] == pytest.approx(-1 / 12)
    assert row["low"] < 0 <= row["high"] == row["bound"]
    status, (row,) = gated(hayrick, half, "--against", whole)
    assert (status, row["passed"], row["difference"]) == (1, False, -0.5)
    assert row["bound"] == row["high"] < 0
    assert row["why"] == f"a loss is shown: the upper bound is {row['high']:.3f}"
    assert gated(hayrick, whole, "--against", half)[0] == 0


def test_the_difference_is_that_of_compare(hayrick: Command, made: Made, tmp_path: Path) -> None:
    whole, half = made("whole"), made("half", *range(0, 12, 2))
    assert hayrick("compare", half, whole, "--out", tmp_path / "c").status == 0
    (compared,) = strict_json((tmp_path / "c" / "compare.json").read_text())["rows"]
    (row,) = gated(hayrick, half, "--against", whole)[1]
    assert {name: row[name] for name in ("difference", "low", "high", "p", "n")} == {
        name: compared[name] for name in ("difference", "low", "high", "p", "n")
    }


def test_an_allowed_loss_must_be_ruled_out(hayrick: Command, made: Made) -> None:
    whole, one_less = made("whole"), made("one", 3)
    low = gated(hayrick, one_less, "--against", whole)[1][0]["low"]
    for loss, passed in ((-low, True), (-low - 1e-9, False), (0, False)):
        measure = f"substring_exact_match={loss:.17g}"
        status, (row,) = gated(hayrick, one_less, "--against", whole, "--loss", measure)
        assert (status, row["passed"], row["bound"], row["loss"]) == (int(not passed), passed, low, loss)
        assert row["why"] == ("" if passed else f"the lower bound is {low:.3f}")
    # Systems that answer alike in every question differ by exactly nothing.
    assert gated(hayrick, made("again"), "--against", whole, "--loss", "substring_exact_match=0")[0] == 0


def test_limits_and_changes_are_checked_together(hayrick: Command, made: Made, tmp_path: Path) -> None:
    whole, half = made("whole"), made("half", *range(0, 12, 2))
    file = tmp_path / "checks.xml"
    words = ("--min", "substring_exact_match=0", "--against", whole, "--junit", file)
    done = hayrick("gate", half, *words)
    assert done.status == 1
    assert "1 of 2 checks fail." in done.out
    assert "no loss that is shown" in done.out
    root = ElementTree.fromstring(file.read_text())
    assert (root.get("tests"), root.get("failures")) == ("2", "1")
    (failure,) = root.iter("failure")
    assert (failure.text or "").startswith("substring_exact_match of ")
    assert "changed by -0.500, 95 % interval -0." in (failure.text or "")
    scores = whole / "scores.jsonl"
    assert hayrick("gate", half, *words[:-1], scores, "--overwrite").status == 2


def test_what_only_one_run_has_is_told(hayrick: Command, made: Made) -> None:
    whole, other = made("whole"), made("other", function="another")
    done = hayrick("gate", other, "--against", whole)
    assert (done.status, "no system that both runs have" in done.err) == (2, True)
    code = whole.parent / "rag.py"
    code.write_text(f"{code.read_text()}\n\ndef answer(request):\n    return another(request)\n")
    systems = [word for name in ("another", "answer") for word in ("--system", f"python:{code}:{name}")]
    done = hayrick("run", TASK, *systems, "--out", whole.parent / "two")
    assert (done.status, done.err) == (0, "")
    done = hayrick("gate", other, "--against", whole.parent / "two")
    assert done.status == 0
    assert "Systems of the baseline that this run has not are not compared: " in done.out.replace("\n", " ")


def test_unjudged_units_count_against_the_run(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    """Of alpha in full context one insight has no verdict: in the worst case it is 0 here, and 1 in the baseline."""
    folders = [tmp_path / name for name in ("a", "b")]
    for folder in folders:
        words = ("--system", "recorded", "--judge", "recorded", "--out", folder)
        assert hayrick("run", bakery, *words).status == 0
    runs = (folders[0], "--against", folders[1])
    assert gated(hayrick, *runs, "--system", "alpha+full")[0] == 0
    status, (row,) = gated(hayrick, *runs, "--system", "alpha+full", "--loss", "coverage=0.1")
    assert (row["difference"], row["low"], row["n_unjudged"]) == (0.0, 0.0, 2)
    # 1 of 4 insights may have fallen from 1 to 0.
    assert row["bound"] < -1 / 4
    assert (status, row["why"]) == (1, f"the lower bound if what was not judged is the worst is {row['bound']:.3f}")
    assert gated(hayrick, *runs, "--system", "alpha+keywords", "--loss", "coverage=0.1")[0] == 0


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--loss", "substring_exact_match=0.1"], "--loss needs --against"),
        (["--against", "RUN"], "the run itself"),
        (["--against", "BASE", "--loss", "substring_exact_mach=0.1"], "Did you mean 'substring_exact_match'?"),
        (["--against", "BASE", "--loss", "substring_exact_match=5"], "Fractions are given as 0.05"),
        (["--against", "BASE", "--loss", "substring_exact_match=-0.1"], "a value from 0 to 1"),
        (["--against", "BASE", "--loss", "substring_exact_match"], "MEASURE=VALUE"),
        (["--against", "BASE", "--task", "helmet/none"], "no task of the run"),
        (["--against", "BASE", "--system", "nobody"], "no system of the run"),
        (["--against", "LONGER"], "cannot"),
    ],
)
def test_bad_input_is_one_line(hayrick: Command, made: Made, words: list[str], line: str) -> None:
    places = {"RUN": made("run"), "BASE": made("base")}
    if "LONGER" in words:
        places["LONGER"] = made("longer", task="helmet/json_kv?length=1k&n=78")
        line = "parameter n '"
    done = hayrick("gate", places["RUN"], *(places.get(word, word) for word in words))
    assert (done.status, done.out) == (2, "")
    assert line in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("more", [(), ("--task", "helmet/*")], ids=["all", "one"])
def test_a_baseline_of_another_task_is_named(
    hayrick: Command, made: Made, native: Path, tmp_path: Path, more: tuple[str, ...]
) -> None:
    other = tmp_path / "other"
    assert hayrick("run", native, "--system", "lead", "--judge", "local", "--out", other).status == 0
    done = hayrick("gate", run := made("run"), "--against", other, *more)
    line = f"hayrick: --against {other}: a run of summhay; expected one of helmet/json_kv, as {run} is. Name another "
    assert (done.status, done.err) == (2, f"{line}run.\n")


def test_python_asserts_the_same(made: Made) -> None:
    whole, half = (
        package.Result.load(made(name, *wrong)) for name, wrong in (("whole", ()), ("half", range(0, 12, 2)))
    )
    assert_no_loss(whole, half)
    assert_no_loss(whole, half, substring_exact_match=0.5)
    with pytest.raises(AssertionError, match=r"changed by -0\.500, .*a loss is shown"):
        assert_no_loss(half, whole)
    with pytest.raises(AssertionError, match=r"a loss of at most 0\.1"):
        assert_no_loss(half, whole, substring_exact_match=0.1)
    with pytest.raises(BadInput, match="no measure 'joint'"):
        assert_no_loss(half, whole, joint=0.1)

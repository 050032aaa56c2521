"""The version of the rules: one constant, which stands in the signature of whatever they decide."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import hayrick
from hayrick.judges.coverage.local import LocalJudge
from hayrick.judges.coverage.version import RULES

ROOT = Path(hayrick.__file__).parent
PACKAGE = "hayrick.judges.coverage"
NO_RULES = {"answers", "catalogue", "evidence", "model", "own", "phrases", "version"}
"""Modules of the package that decide nothing by the rules."""

USERS = {
    "hayrick.checking.lacking": "verify",
    "hayrick.checking.statement_rules": "verify",
    "hayrick.checking.statements": "verify",
    "hayrick.cli.validate": "local",
    "hayrick.judges.metrics.faithfulness": "local_faithfulness",
    "hayrick.judges.metrics.source": "local_faithfulness",
    "hayrick.judges.summaries.local": "local-summaries",
    "hayrick.tasks.summhay.shares": "idle bullets",
    "hayrick.tasks.summhay.sorter": "idle bullets",
}
"""Modules elsewhere that import the rules -> whose signature says so."""

PROGRAM = """
import json, sys
from hayrick.judges.coverage import version
version.RULES = sys.argv[1]
from hayrick.checking.local import signature
from hayrick.judges.coverage.local import LocalJudge
from hayrick.judges.metrics.faithfulness import LOCAL_FAITHFULNESS
from hayrick.judges.metrics.shares import KeyPointShare
from hayrick.judges.summaries.local import LocalSummaryJudge
from hayrick.tasks.summhay.idle import IDLE
print(json.dumps({
    "local": LocalJudge().signature,
    "verify": signature(),
    "local_faithfulness": LOCAL_FAITHFULNESS.signature,
    "local-summaries": LocalSummaryJudge().signature,
    "keypoints:local": KeyPointShare(LocalSummaryJudge()).signature,
    "idle bullets": "|".join(one.rules for one in IDLE),
}))
"""


def signatures(rules: str) -> dict[str, str]:
    """Signature of everything that the rules decide, in a program of its own with this version of them."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, rules], capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def now() -> dict[str, str]:
    return signatures(RULES)


def test_another_version_changes_every_signature_and_nothing_else_in_it(now: dict[str, str]) -> None:
    later = signatures("local.next")
    for name, signature in now.items():
        assert RULES in signature, name
        assert later[name] == signature.replace(RULES, "local.next"), name


def test_what_the_rules_decide_elsewhere_says_so(now: dict[str, str]) -> None:
    assert {name for name, path in modules() if imported(path)} == USERS.keys(), "name the rules in its signature"
    assert set(USERS.values()) <= now.keys()


def test_the_judge_begins_with_the_version() -> None:
    assert LocalJudge().signature.startswith(f"{RULES}:")


def modules() -> Iterator[tuple[str, Path]]:
    """Name and path of every module outside the package."""
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(("hayrick", *path.relative_to(ROOT).with_suffix("").parts))
        if not name.startswith(f"{PACKAGE}."):
            yield name, path


def imported(path: Path) -> set[str]:
    """Modules with rules that a module imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module.removeprefix(f"{PACKAGE}.")} if node.module.startswith(f"{PACKAGE}.") else set()
        elif isinstance(node, ast.Import):
            found |= {one.name.removeprefix(f"{PACKAGE}.") for one in node.names if one.name.startswith(f"{PACKAGE}.")}
    return found - NO_RULES

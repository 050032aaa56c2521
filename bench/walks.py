"""How far a value walks: functions, modules and names of ours that are passed on its ways through the program.

    python -m bench.walks                    # the program as it is
    python -m bench.walks --from FILE.py     # another version: FILE.py defines `walks() -> dict[str, callable]`

A walk is a function without arguments; its calls are traced by `sys.setprofile`, and only frames of the package count,
each function once, however often it is called. Lambdas and comprehensions belong to the function they stand in, and
what is done once while modules are imported or caches are filled is left out: each walk is walked once before it is
traced. "Names" are functions and classes together: classes are counted whose methods, constructors or properties are
called. Sizes are of the source as it stands, times are CPU seconds of fresh processes.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import importlib.util
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple, cast

import hayrick

PACKAGE = Path(hayrick.__file__).parent
ROOT = Path(__file__).parents[1]
BAKERY, TOWN = ROOT / "tests" / "golden" / "bakery.json", ROOT / "tests" / "synthesis" / "town.yaml"
SAYS_FULL = '{"coverage": "full", "bullet": 1}'
LONG_MODULE, LONG_FUNCTION, RUNS = 300, 60, 9
STARTS = {"import hayrick": ["-c", "import hayrick"], "hayrick --help": ["-m", "hayrick", "--help"]}
Walk = Callable[[], object]


class Passed(NamedTuple):
    """What one walk passes."""

    functions: int
    modules: int
    names: int


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--from", dest="other", type=Path, help="Python file with the walks of another version")
    parser.add_argument("--list", action="store_true", help="also name the functions of each walk")
    given = parser.parse_args()
    walks = _walks_of(given.other) if given.other else own_walks()
    print(f"hayrick in {PACKAGE}")
    for name, walk in walks.items():
        codes = traced(walk)
        print(f"{name:<24} {passed(codes).functions:>4} functions {passed(codes).modules:>4} modules", end=" ")
        print(f"{passed(codes).names:>4} names")
        if given.list:
            print("".join(f"    {_module(code)}:{code.co_qualname}\n" for code in codes), end="")
    for what, value in sizes().items():
        print(f"{what:<44} {value}")
    for what, words in {
        "import hayrick": ["-c", "import hayrick"],
        "hayrick --help": ["-m", "hayrick", "--help"],
    }.items():
        print(f"{what + ', CPU seconds, median of 9':<44} {cpu_seconds(words):.3f}")


def own_walks() -> Mapping[str, Walk]:
    """The walks through this version."""
    from hayrick.asking import Decoding
    from hayrick.harness import inputs
    from hayrick.harness.asks import LiveAsk
    from hayrick.harness.calls import Usage
    from hayrick.harness.journal import Journal
    from hayrick.harness.model_calls import Asker
    from hayrick.harness.outgoing import Completion, Outgoing
    from hayrick.harness.players import Cast, Player
    from hayrick.harness.prices import Budget, read_prices
    from hayrick.harness.run import run
    from hayrick.harness.run_request import RunRequest
    from hayrick.harness.synthesis import SynthesisRequest, synthesise
    from hayrick.judges.coverage.model import CoverageJudge
    from hayrick.protocols import JudgeOptions
    from hayrick.systems.contexts import Showing
    from hayrick.systems.model import ModelSystem
    from hayrick.tasks import summhay
    from hayrick.types import Question, Reply

    def summary_to_estimate() -> object:
        return run(RunRequest(inputs=[str(BAKERY)], systems=["recorded:alpha"], judge="recorded"))

    async def failing(questions: Sequence[Question]) -> list[Reply | None]:
        return [None] * len(questions)

    def haystack_to_prompt() -> object:
        """From the file to the question that would be put to the model."""
        task = summhay.task([one.haystack for one in inputs.read([str(BAKERY)])])
        system = ModelSystem(task=task, model="m", showing=Showing(spec="full"), role="system:m", decoding=Decoding())
        return asyncio.run(system.respond(task.items(0)[:1], failing))

    read = summhay.task([one.haystack for one in inputs.read([str(BAKERY)])])
    item = read.items(0)[0]
    recorded = read.systems["recorded"].make("alpha", 0)
    response = asyncio.run(recorded.respond([item], failing))[0]

    async def scripted(questions: Sequence[Question]) -> list[Reply | None]:
        return [Reply(SAYS_FULL)] * len(questions)

    def reply_to_judgement() -> object:
        return asyncio.run(CoverageJudge(JudgeOptions(name="m")).judge(item, response, scripted))

    async def send(outgoing: Outgoing) -> Completion:
        return Completion(SAYS_FULL, "stop", Usage())

    def call_to_judgement() -> object:
        """The same through journal, budget and ledger, as in a run."""
        cast = Cast()
        cast.add("judge", Player.of_model("m", "judge", Decoding()))
        asker = Asker(Journal(None), send, read_prices(), Budget(limit=None))
        judge = CoverageJudge(JudgeOptions(name="m"))
        return asyncio.run(judge.judge(item, response, LiveAsk(cast=cast, asker=asker)))

    def scenario_to_haystack() -> object:
        with tempfile.TemporaryDirectory() as folder:
            return synthesise(SynthesisRequest(scenario=str(TOWN), out=Path(folder) / "town.json"))

    return {
        "summary -> estimate": summary_to_estimate,
        "haystack -> prompt": haystack_to_prompt,
        "reply -> judgement": reply_to_judgement,
        "call -> judgement": call_to_judgement,
        "scenario -> haystack": scenario_to_haystack,
    }


def _walks_of(path: Path) -> Mapping[str, Walk]:
    spec = importlib.util.spec_from_file_location("other_walks", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast(Mapping[str, Walk], module.walks())


def traced(walk: Walk) -> list[CodeType]:
    """Functions of ours that a walk passes, in the order in which they are first called."""
    walk()
    found: dict[CodeType, None] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "call" and code not in found and Path(code.co_filename).is_relative_to(PACKAGE):
            found[code] = None

    sys.setprofile(note)
    try:
        walk()
    finally:
        sys.setprofile(None)
    return [code for code in found if not code.co_name.startswith("<")]


def passed(codes: Sequence[CodeType]) -> Passed:
    """Counts of functions, of the modules that they stand in, and of functions with the classes of methods."""
    classes = {(code.co_filename, part) for code in codes for part in _classes(code)}
    return Passed(len(codes), len({code.co_filename for code in codes}), len(codes) + len(classes))


def _classes(code: CodeType) -> Iterator[str]:
    owner = code.co_qualname.rpartition(".")[0].rpartition("<locals>.")[2]
    if owner and not owner.endswith("<locals>"):
        yield owner


def _module(code: CodeType) -> str:
    return ".".join(Path(code.co_filename).relative_to(PACKAGE).with_suffix("").parts)


def sizes() -> dict[str, int]:
    """Lines, modules and functions of the source."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    lengths = [text.count("\n") for text in texts.values()]
    functions = [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for text in texts.values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return {
        "lines of source": sum(lengths),
        "modules": len(lengths),
        f"modules over {LONG_MODULE} lines": sum(n > LONG_MODULE for n in lengths),
        "functions": len(functions),
        f"functions over {LONG_FUNCTION} lines": sum(n > LONG_FUNCTION for n in functions),
    }


def cpu_seconds(words: Sequence[str]) -> float:
    """Median of user and system time of fresh processes, the first one left out."""
    found = []
    for _ in range(RUNS + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(found[1:])


if __name__ == "__main__":
    main()

"""What `bench.speed` measures: what a command line or a library user waits for where no model is asked.

A command is a process of its own and counts whole, imports included; other rows count the named work only. Data: the
folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import contextlib
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from bench.places import SUMMHAY

HAYSTACK = SUMMHAY / "topic_news1.json"
ROWS = 80_000
"""Score rows of the rows about estimates, where they say no other number."""


class Work(NamedTuple):
    """What is done, a function that does it and returns its CPU seconds, and what they should at most be."""

    what: str
    do: Callable[[], float]
    goal: float | None = None


def command(*words: object) -> float:
    """CPU seconds of a Python program that is given these words; its status may be 1, which is an answer."""
    before = children()
    done = subprocess.run([sys.executable, *map(str, words)], check=False, stdout=subprocess.DEVNULL)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"status {done.returncode} of {words}")
    return children() - before


def children() -> float:
    """CPU seconds of all ended children of this process."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def hayrick(*words: object) -> float:
    """CPU seconds of a command that writes into a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return command("-m", "hayrick", *words, "--out", Path(folder) / "out.json")


_UNTIL_TABLE = """
import io, os, sys

class UntilTable(io.StringIO):
    def write(self, text):
        if "  -----" in text:
            os._exit(0)
        return super().write(text)

sys.stdout = UntilTable()
from hayrick.cli import main
sys.exit(main() or 3)
"""
"""Runs a command, and ends when the rule of its first table is printed."""


def until_table(*words: object) -> float:
    """CPU seconds of a command until it prints the first table, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return command("-c", _UNTIL_TABLE, *words, "--out", Path(folder) / "out")


def reported(*words: object) -> float:
    """CPU seconds of the report of a run, which is made before."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        command("-m", "hayrick", *words, "--out", run)
        return command("-m", "hayrick", "report", run, "--out", Path(folder) / "report.html")


def busier(*words: object) -> float:
    """CPU seconds of the process that takes more, of a command that two processes share: the time on two idle cores."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        sys.argv = ["hayrick", *map(str, words), "--processes", "2", "--out", str(Path(folder) / "out.json")]
        import_module("hayrick.cli").main()
    return max(time.process_time(), children())


def estimates(n_datasets: int, n_groups: int, n_rows: int = ROWS) -> float:
    """Estimate rows of four systems and four measures in so many datasets, each of so many groups."""
    from hayrick.estimates import estimate
    from hayrick.tasks.summhay.task import REPORTING
    from hayrick.types import Item, Response, Score

    names = ("coverage", "citation", "joint", "citation_precision")
    n_units = max(1, n_rows // (4 * len(names) * n_datasets * n_groups))
    rows = [
        Score(response=response, measure=name, unit=str(unit), value=(dataset * 7 + group * 3 + unit + system) % 5 / 4)
        for dataset in range(n_datasets)
        for group in range(n_groups)
        for item in [Item(dataset=f"d{dataset}", group=f"g{group}", id=f"g{group}", query="", gold=None)]
        for system in range(4)
        for response in [Response(item=item, system=f"s{system}", context="full", answer="")]
        for name in names
        for unit in range(n_units)
    ]
    return timed(lambda: estimate(rows, REPORTING))


def records(n: int) -> float:
    """Make n estimates of which all figures are known: what estimates of so many cannot be faster than."""
    from hayrick.estimates import Estimated, Key
    from hayrick.types import Estimate

    def record(number: int) -> Estimated:
        key = Key("s0", "full", f"d{number}", "own", "coverage")
        figures = Estimate(
            value=0.5, low=0.25, high=0.75, n=number, n_failed=0, n_unjudged=0, bounds=None, signature=""
        )
        return Estimated(key, figures, {})

    return timed(lambda: [record(number) for number in range(n)])


def stored_run(n_haystacks: int, n_subtopics: int) -> float:
    """A run on summaries of a file, one a subtopic, with a judge that needs no model; reading and writing included."""
    running: Any = import_module("hayrick.harness.running.run")
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"h{number}.json" for number in range(n_haystacks)]
        for path in paths:
            path.write_text(json.dumps(small_haystack(n_subtopics)))
        rows = Path(folder) / "mine.jsonl"
        line = '{"haystack": "%s", "subtopic": "s%d", "summary": "- Fact %d holds in all places. [1][2]"}\n'
        rows.write_text("".join(line % (path.stem, n, n) for path in paths for n in range(n_subtopics)))
        request = running.RunRequest(inputs=[str(path) for path in paths], systems=[f"file:{rows}"], judge="local")
        return timed(lambda: running.run(request, Path(folder) / "out"))


def small_haystack(n_subtopics: int) -> dict[str, object]:
    """A haystack of four documents with one insight a subtopic, as a file holds it."""
    text = " ".join(f"Fact {n} holds in all places." for n in range(n_subtopics))
    return {
        "schema": 1,
        "topic": "Facts",
        "documents": [{"id": f"d{n}", "text": f"{text} This is document {n}."} for n in range(4)],
        "subtopics": [
            {
                "id": f"s{n}",
                "title": f"Fact {n}",
                "query": f"What about fact {n}?",
                "insights": [{"id": f"i{n}", "text": f"Fact {n} holds in all places."}],
            }
            for n in range(n_subtopics)
        ],
        "held_by": {f"i{n}": ["d0", "d1"] for n in range(n_subtopics)},
    }


def attribution(n_documents: int) -> float:
    """Milliseconds a claim, for the insights of a released haystack, in a collection grown from it."""
    from bench.speed.growth import Grower
    from hayrick.attribution import Attributor

    grower = Grower()
    first = grower.first[:n_documents]
    attributor = Attributor.of_texts([*first, *(grower.document() for _ in range(n_documents - len(first)))])
    attributor.cited(grower.claims[0])
    return 1000 * timed(lambda: [attributor.cited(claim) for claim in grower.claims]) / len(grower.claims)


def judging() -> float:
    """Judge the recorded summaries of a released haystack by the local rules, which also earlier layouts have."""
    pairs = recorded_summaries()
    try:
        module: Any = import_module("hayrick.judges.coverage.local")
    except ModuleNotFoundError:
        earlier: Any = import_module("hayrick.judges.lexical")
        return timed(lambda: [earlier.cover(texts, bullets) for texts, bullets, _ in pairs])
    return timed(lambda: [module.cover(texts, bullets, query=query) for texts, bullets, query in pairs])


def recorded_summaries() -> list[tuple[list[str], list[str], str]]:
    """Insights of a subtopic, lines of a summary, query: of each recorded summary of a released haystack."""
    data = json.loads(HAYSTACK.read_text(encoding="utf-8"))
    return [
        ([one["insight"] for one in subtopic["insights"]], [line for line in lines if line.strip()], subtopic["query"])
        for subtopic in data["subtopics"]
        for lines in subtopic["summaries"].values()
    ]


def reading() -> float:
    """Parse the recorded summaries of a released haystack."""
    from hayrick.replies.bullets import citable, parse_summary
    from hayrick.types import Document

    names = [one["document_id"] for one in json.loads(HAYSTACK.read_text(encoding="utf-8"))["documents"]]
    documents = citable([Document(id=name, text="") for name in names])
    summaries = [lines for _, lines, _ in recorded_summaries()]
    return timed(lambda: [parse_summary(lines, documents) for lines in summaries])


def preparing() -> float:
    """Make what the extractive system needs of one released haystack."""
    from hayrick.haystacks.files import read_haystack
    from hayrick.systems.extractive import Extractor

    haystack = read_haystack(HAYSTACK)
    return timed(lambda: Extractor(haystack.documents))


def timed(action: Callable[[], object]) -> float:
    """CPU seconds of an action in this process."""
    start = time.process_time()
    action()
    return time.process_time() - start


def _work() -> dict[str, Work]:
    found = {
        "import": Work("import hayrick", partial(command, "-c", "import hayrick"), 0.2),
        "numpy": Work("  beside it: import numpy", partial(command, "-c", "import numpy")),
        "help": Work("hayrick --help", partial(command, "-m", "hayrick", "--help"), 0.5),
        "demo": Work("hayrick demo, report included", partial(hayrick, "demo"), 4),
        "first-table": Work("hayrick demo, until its first table", partial(until_table, "demo"), 1.5),
    }
    for n in (100, 1000):
        words = ("synth", "overwinter", "--documents", n)
        found[f"synth-{n}"] = Work(f"hayrick synth, {n:,} documents", partial(hayrick, *words))
    found["synth-1000-by-2"] = Work("  by two processes, the busier one", partial(busier, *words))
    for n_datasets, n_groups in ((1, 10), (100, 10), (500, 10), (1, 1000), (1, 4000), (100, 40)):
        what = f"estimates of {ROWS:,} rows, {n_datasets} haystacks of {n_groups}"
        found[f"estimates-{n_datasets}x{n_groups}"] = Work(what, partial(estimates, n_datasets, n_groups))
    found["estimates-records"] = Work("  beside them: 24,048 estimates made of known figures", partial(records, 24_048))
    found["estimates-millions"] = Work(
        "estimates of 5,000,000 rows held in memory", partial(estimates, 100, 10, 5_000_000)
    )
    for n_haystacks, n_subtopics in ((1, 1000), (1, 4000), (100, 10), (400, 10)):
        what = f"run of file:, {n_haystacks} haystacks of {n_subtopics} subtopics"
        found[f"file-{n_haystacks}x{n_subtopics}"] = Work(what, partial(stored_run, n_haystacks, n_subtopics))
    return found | _with_calls() | (_with_data() if HAYSTACK.exists() else {})


def _with_calls() -> dict[str, Work]:
    """Rows about calls of models, whose replies are scripted."""
    long = "225 prompts of 250,000 words"
    found = {
        f"pace-{n}-{client}": Work(
            f"{what}, {72 * size:,} calls of .5 s, {n} in flight, x ideal{'' if is_whole else ' once asking'}",
            partial(of_calls, "paced", client, n, size, is_whole=is_whole),
            goal if client == "hayrick" else None,
        )
        for n, size, is_whole, goal in ((20, 10, True, 1.15), (200, 40, False, None))
        for client, what in (("hayrick", "hayrick run"), ("openai", "  package openai"))
    }
    return found | {
        "resume": Work("a finished run of 10,080 calls, given again", partial(of_calls, "resume", 140), 3),
        "first-request": Work("hayrick run, until its first request", partial(of_calls, "first_request")),
        "call-hayrick": Work("ms a call, hayrick run, no latency", partial(of_calls, "a_call", "hayrick"), 6),
        "call-inspect": Work("  the same calls by Inspect alone", partial(of_calls, "a_call", "inspect")),
        "call-openai": Work("  the same calls by the package openai alone", partial(of_calls, "a_call", "openai")),
        "prompts-1": Work(f"MB for {long} of one haystack", partial(of_calls, "long_prompts", 1, 250_000), 200),
        "prompts-1-cpu": Work("  CPU s of them, whole command", partial(of_calls, "long_prompts", 1, 250_000, "cpu")),
        "prompts-9": Work(f"MB for {long} of nine haystacks", partial(of_calls, "long_prompts", 9, 250_000), 200),
    }


def of_calls(row: str, *given: object, **named: object) -> float:
    """A row of `bench.speed.calls`, which is imported in the process of its rows only."""
    from bench.speed import calls

    do: Callable[..., float] = getattr(calls, row)
    return do(*given, **named)


def _with_data() -> dict[str, Work]:
    """Rows that need SummHay's release."""
    recorded = ("run", HAYSTACK, "--system", "recorded", "--judge")
    load = f"import json; json.load(open({str(HAYSTACK)!r}, encoding='utf-8'))"
    n_pairs = sum(len(insights) for insights, _, _ in recorded_summaries())
    found = {
        "recorded": Work("78 recorded systems, judge recorded", partial(hayrick, *recorded, "recorded"), 0.8),
        "local": Work("78 recorded systems, judge local", partial(hayrick, *recorded, "local")),
        "report": Work("their report", partial(reported, *recorded, "recorded")),
        "describe": Work("hayrick describe, a haystack", partial(command, "-m", "hayrick", "describe", HAYSTACK)),
        "load": Work("  beside them: json.load of the haystack", partial(command, "-c", load)),
        "judge": Work(f"local judge, {n_pairs:,} pairs", judging),
        "reading": Work("recorded summaries of a haystack, parsed", reading),
        "extractive": Work("extractive system, a haystack prepared", preparing),
    }
    several = sorted(SUMMHAY.glob("topic_*.json"))
    every = ("run", *several, "--system", "recorded", "--judge", "local")
    found["several"] = Work(f"78 recorded systems on {len(several)} haystacks, judge local", partial(hayrick, *every))
    found["several-by-2"] = Work("  by two processes, the busier one", partial(busier, *every))
    what = f"hayrick verify, {len(several)} released haystacks"
    found["verify"] = Work(what, partial(hayrick, "verify", *several))
    found["verify-by-2"] = Work("  by two processes, the busier one", partial(busier, "verify", *several))
    names = [word for name in ("bm25rm3", "votes", "keywords", "sentences") for word in ("--retriever", name)]
    retrieving = ("retrieve", *several, *names, "--budget-tokens", "3000,8000,15000,30000")
    found["retrieve"] = Work("hayrick retrieve, 4 retrievers and budgets", partial(hayrick, *retrieving))
    found["retrieve-by-2"] = Work("  by two processes, the busier one", partial(busier, *retrieving))
    grid = ("meta", SUMMHAY.parent / "longeval_pubmed", "--metric", "local", "--grid", "--extractor", "lead")
    found["meta"] = Work("hayrick meta, local metrics on leading sentences", partial(hayrick, *grid))
    found["meta-by-2"] = Work("  by two processes, the busier one", partial(busier, *grid))
    for n in (100, 1000, 10_000):
        what = f"milliseconds to attribute a claim to {n:,} documents"
        found[f"attribution-{n}"] = Work(what, partial(attribution, n))
    return found


WORK: Mapping[str, Work] = _work()
"""Name of each row -> what is done."""

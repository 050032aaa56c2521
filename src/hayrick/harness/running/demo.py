"""The run behind `hayrick demo`: a haystack that ships with the package, and systems and a judge that need no model."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from importlib import resources
from itertools import chain
from pathlib import Path

from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.run_result import Result
from hayrick.haystacks.files import read_haystack
from hayrick.records.outputs import FILES, MANIFEST
from hayrick.records.read_files import read_text
from hayrick.records.write_files import write_jsonl, write_text
from hayrick.report.linked import InsightReport, insight_reports
from hayrick.report.states import insights_of
from hayrick.types import BadInput, Haystack

SCENARIO = "tidewall"
"""`hayrick list scenarios` names all."""

HAYSTACK = Path("haystacks") / f"{SCENARIO}.json"
"""The demo's haystack within its directory."""

MINE = "mine.jsonl"
"""A file of summaries within the demo's directory, for the user to change and score."""

REPORT = "report.html"
"""The demo's report within its directory."""

TITLE = "Hayrick's demo"
"""Title of its page, which tells it from other pages."""

FINDS, MISSES = "extractive", "query"
"""Two systems that the demo compares on one insight, which the first covers and the second misses."""


_CURE = "Choose another --out."


def shipped_haystack() -> Path:
    """The demo's haystack as it ships; `hayrick synth` makes the same bytes of its scenario."""
    return Path(str(resources.files("hayrick.bundled"))) / HAYSTACK


def demo_haystack(folder: Path) -> Haystack:
    """Write the demo's haystack into a folder.

    Raises:
        BadInput: there is a haystack or a report of its name that the demo did not write, or another run's files.
    """
    path, written = folder / HAYSTACK, read_text(shipped_haystack())
    _require_own(path, lambda text: text == written)
    _require_own(folder / REPORT, lambda text: f"<title>{TITLE}</title>" in unescape(text))
    if not path.exists() and (stray := [name for name in (MANIFEST, *FILES) if (folder / name).exists()]):
        raise BadInput(str(folder), f"holds {stray[0]}, which the demo did not write", "a folder without", _CURE)
    write_text(path, written)
    return read_haystack(path)


def _require_own(target: Path, is_own: Callable[[str], bool]) -> None:
    """Reject a file that exists and does not read as the demo writes it."""
    if not target.exists():
        return
    try:
        text = read_text(target) if target.is_file() else ""
    except BadInput:
        text = ""
    if not is_own(text):
        found = "a folder" if target.is_dir() else "a file that 'hayrick demo' did not write"
        raise BadInput(str(target), found, "a new file, or the demo's own", _CURE)


def demo_request(folder: Path) -> RunRequest:
    """Make the demo's request, which runs like any other."""
    return RunRequest(inputs=[str(folder / HAYSTACK)], systems=[FINDS, MISSES, "lead", "reference"], judge="local")


def example(result: Result) -> InsightReport:
    """The first insight that one system covers and another misses although a bullet of it shares words."""
    judged = [one for one in result.tasks[0].judged if one.response.system in (FINDS, MISSES)]
    items = {one.item.key: one.item for one in judged}
    reports = (
        report
        for key, item in items.items()
        for insight in insights_of(item) or ()
        for report in insight_reports([one for one in judged if one.item.key == key], insight.id)
    )
    first = next(reports)
    return next(filter(_shows_the_difference, chain([first], reports)), first)


def _shows_the_difference(report: InsightReport) -> bool:
    by_name = {one.system: one for one in report.systems}
    missed = by_name[MISSES]
    return by_name[FINDS].found == "covered" and missed.found == "not covered" and missed.said is not None


def write_mine(folder: Path, haystack: Haystack) -> None:
    """Write summaries to begin with, unless they are there: each states one insight and cites one of its documents."""
    if (folder / MINE).exists():
        return
    position = {one.id: place for place, one in enumerate(haystack.documents, start=1)}
    rows = []
    for subtopic in haystack.subtopics:
        insight = subtopic.insights[0]
        summary = f"- {insight.text} [{position[haystack.held_by[insight.id][0]]}]"
        row = {"subtopic": subtopic.id, "query": subtopic.query, "system": "mine", "context": "full"}
        rows.append(row | {"summary": summary})
    write_jsonl(folder / MINE, rows)

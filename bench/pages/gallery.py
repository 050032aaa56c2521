"""The gallery of the docs, figures of reports: python -m bench.pages.gallery [FOLDER].

Two reports are drawn: that of `hayrick demo`, which stands there whole, and that of SummHay's three released haystacks
with the 78 recorded systems, of which the figures alone are kept: the released texts are not ours to copy, and each
file is searched for them. Without the release (HAYRICK_SHARED) its part of the gallery stays as it is.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.places import HAYSTACKS, ROOT, SUMMHAY
from hayrick.charts.drawing import as_file
from hayrick.harness.reviewing.page_sources import read_sources
from hayrick.harness.reviewing.pages import PageRequest, write_page
from hayrick.harness.running.demo import demo_haystack, demo_request
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.haystacks.files import read_haystack
from hayrick.page.content import content_of
from hayrick.page.views import View

FOLDER = ROOT / "docs" / "gallery"
MOST_BYTES = 1_000_000
PAGE = "README.md"


HEAD = """# Gallery

Charts of two reports, drawn by `python -m bench.pages.gallery`. `hayrick report DIR --out report.html` makes a page
with them and their data for any run; with `--figures DIR` it also writes the SVG files ([guide](../guide/report.md)).
"""
SCREENS = """## Pages

The report's page in a browser, as `python -m bench.pages.screens --out DIR --docs` takes it: of the demo, and of ten
scripted systems on HELMET's JSON keys. Those know the right value and give it the more rarely the longer the prompt is
and the nearer the key stands to its middle; their names are made up, and nothing follows from their scores.

![Leaderboard](screens/leaderboard.png)

![Answers side by side](screens/side_by_side.png)

![A document with its sentence lit, in dark](screens/document.png)

![Scores by length](screens/lengths.png)

![Scores by depth and length, in dark](screens/grids.png)

![A system on a phone](screens/phone.png)
"""
DEMO = """## The bundled haystack Tidewall

Four systems that need no model, judged by the local judge: what `hayrick demo --out DIR` runs. The whole report, with
every single answer, is [demo.html](demo.html): download it and open it in a browser.
"""
RELEASED = """## SummHay's released haystacks

The 78 recorded systems on `topic_news1`, `topic_news2` and `topic_news4`, with the released labels (nobody was asked
again). The texts are not in this repository. Published figures of the paper stand below, with their source.
"""


class Part(NamedTuple):
    """One report of the gallery."""

    name: str
    head: str
    views: Sequence[View]


def demo_part(folder: Path, out: Path) -> Part:
    """The demo's report, written whole, and its views."""
    made = folder / "demo"
    demo_haystack(made)
    os.chdir(made)  # The page names no place of this machine.
    run(demo_request(Path()), made / "run")
    page = out / "demo.html"
    write_page(PageRequest(folders=[made / "run"], out=page, title="Tidewall, the bundled haystack", overwrite=True))
    if page.stat().st_size > MOST_BYTES:
        page.unlink()
        sys.exit(f"{page} would be larger than {MOST_BYTES:,} bytes")
    views = content_of(read_sources([made / "run"]), "demo").views
    return Part("demo", DEMO, views)


def released_part(folder: Path) -> Part:
    """The views of a run of the recorded systems on the released haystacks.

    Raises:
        SystemExit: a figure holds words of the released texts.
    """
    places = [SUMMHAY / f"{name}.json" for name in HAYSTACKS]
    run(RunRequest(inputs=list(map(str, places)), systems=["recorded:*"], judge="recorded"), folder / "released")
    views = content_of(read_sources([folder / "released"]), "released").views
    texts = {text for place in places for text in _texts(place)}
    for view in views:
        for figure in view.figures:
            found = next((one for one in texts if one in figure.svg or one in figure.alt), None)
            if found is not None:
                sys.exit(f"the figure {figure.name} holds released text: {found}")
    return Part("released", RELEASED, views)


def _texts(place: Path) -> Iterator[str]:
    """The beginning of every released text: topic, queries, insights, and sentences of documents."""
    haystack = read_haystack(place)
    yield haystack.topic
    for subtopic in haystack.subtopics:
        yield from (one[:40] for one in (subtopic.title, subtopic.query, *(one.text for one in subtopic.insights)))
    for document in haystack.documents:
        yield from (line[:40] for line in document.text.split(". ") if len(line) >= 40)


def section(part: Part) -> str:
    """The part as Markdown, with its figures."""
    lines = [part.head]
    for view in part.views:
        if view.figures:
            lines.append(f"### {view.title}\n\n{view.text}\n")
            lines += [f"![{one.alt}]({part.name}/{one.name}.svg)\n" for one in view.figures]
    return "\n".join(lines)


def write(part: Part, out: Path) -> None:
    """Write the figures of a part in place of those that were there."""
    folder = out / part.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for view in part.views:
        for one in view.figures:
            (folder / f"{one.name}.svg").write_text(as_file(one.svg), encoding="utf-8")


def main(out: Path) -> None:
    """Make the gallery again."""
    out = out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    page = out / PAGE
    before = page.read_text(encoding="utf-8") if page.exists() else ""
    _, mark, kept = before.partition(RELEASED)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        released = released_part(folder) if SUMMHAY.exists() else None
        demo = demo_part(folder, out)
        os.chdir(out)
    for part in (demo, released):
        if part is not None:
            write(part, out)
    last = section(released) if released is not None else f"{mark}{kept}"
    page.write_text("\n".join([HEAD, SCREENS, section(demo), last]).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)

"""Open reports of every kind in a browser, check them, and take pictures of every view to be looked at.

Usage: python -m bench.pages.screens --out DIR [--shared DIR] [--only NAME]... [--runs DIR] [--fast] [--docs]

Reports (`screens_runs`): the demo, repaired citations, what both changed, a HELMET task, `retrieve` with `verify`; with
the shared data also each released haystack with its 78 recorded systems, one of them judged by the local judge with
repaired citations and the judge's validation, ETHIC's tasks with their information coverage, and metrics against
people over budgets of extracts. Each is opened by Chromium at three widths, in light and dark, on a phone and in
print. Checked: no console error, no request, no page wider than its window, nothing serious for axe, no text of a
chart outside it or on other text. Exit status 1 if one fails.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from bench.pages.screens_runs import Runs, bundled, hayrick, released
from bench.places import ROOT

PICTURES = ROOT / "docs" / "gallery" / "screens"
PLACES = {
    "page": "",
    "data": "#/data",
    "set": "#/set/0",
    "system": "#/system/0",
    "item": "#/item/0/0",
    "unit": "#/unit/0/0/0?doc=0&lit=0",
    "search": "#/search?q=the",
}
"""Name of a picture -> fragment of what is shown."""

WIDTHS = (390, 768, 1280)
TALLEST = 12_000
"""Pixels of a picture; a longer page is cut there, since its sections have pictures of their own."""


class Look(NamedTuple):
    """How a page is looked at."""

    name: str
    width: int
    scheme: str
    scale: float = 1.0


class Shown(NamedTuple):
    """A picture of the docs: part of a report on bundled data."""

    name: str
    report: str
    fragment: str
    look: Look
    height: int
    clicks: str = ""
    """What is pressed first."""

    top: str = ""
    """What stands at the top of the picture; by default the page."""


DOCS = (
    Shown("leaderboard", "demo", "", Look("light", 900, "light"), 600, top="#leaderboard-1"),
    Shown("side_by_side", "demo", "#/item/0/0", Look("light", 920, "light"), 560, top="article.card"),
    Shown("document", "demo", "#/unit/0/0/0", Look("dark", 1000, "dark"), 480, clicks="#explore h2 + ul .chip"),
    Shown("lengths", "helmet", "", Look("light", 900, "light"), 640, top="#task-length .figures"),
    Shown("grids", "helmet", "", Look("dark", 1000, "dark"), 560, top="#depth .figures"),
    Shown("phone", "demo", "#/system/0", Look("phone", 390, "light"), 760),
)
MOST_BYTES = 150_000
LOOKS = (Look("light", 1280, "light"), Look("dark", 1280, "dark"), Look("phone", 390, "light", 1.5))
CROWDED = """() => [...document.querySelectorAll('svg.drawing')].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  if (!frame.width) return [];
  const name = svg.querySelector('title').textContent;
  const all = [...svg.querySelectorAll('text')].map((one) =>
    ({ text: one.lastChild?.textContent, box: one.getBoundingClientRect(), turned: one.hasAttribute('transform') }));
  const outside = all.filter(({ box }) =>
    box.left < frame.left - 2 || box.right > frame.right + 2 || box.bottom > frame.bottom + 2);
  const level = all.filter((one) => !one.turned);
  const common = (one, two, from, to) => Math.min(one.box[to], two.box[to]) - Math.max(one.box[from], two.box[from]);
  const met = level.flatMap((one, at) => level.slice(at + 1).filter((two) =>
    common(one, two, 'left', 'right') > 2 && common(one, two, 'top', 'bottom') > 4).map((two) => [one, two]));
  return [...outside.map((one) => `${name}: '${one.text}' is outside`),
    ...met.map(([one, two]) => `${name}: '${one.text}' on '${two.text}'`)];
})"""
"""Texts of charts that are outside their chart or on each other."""


class Session:
    """A browser's page with one look at it, and what was found wrong."""

    def __init__(self, browser: Any, look: Look) -> None:
        self.look = look
        self.problems: list[str] = []
        context = browser.new_context(
            viewport={"width": look.width, "height": 900},
            color_scheme=look.scheme,
            device_scale_factor=look.scale,
            reduced_motion="reduce",
        )
        self.page = context.new_page()
        self.page.on("console", lambda one: self._note(one.text) if one.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda one: self._note(str(one)))
        self.page.on("request", lambda one: self._note(one.url) if not one.url.startswith(("file:", "data:")) else None)

    def _note(self, text: str) -> None:
        self.problems.append(f"{self.look.name}: {text}")

    def open(self, path: Path, fragment: str) -> bool:
        """Whether the report has such a place."""
        self.page.goto(path.as_uri() + fragment)
        if fragment and not self.page.locator("#explore").count():
            return False
        if fragment:
            self.page.wait_for_selector("#explore h1")
            return bool(self.page.locator("#explore h1").first.inner_text() != "Nothing here")
        return True

    def check(self, place: str, *, is_thorough: bool, has_axe: bool) -> None:
        """Note what is wrong with what is shown."""
        for width in WIDTHS if is_thorough else (self.look.width,):
            self.page.set_viewport_size({"width": width, "height": 900})
            found = self.page.evaluate("document.documentElement.scrollWidth")
            if found > width:
                self._note(f"{place} is {found} px wide in a window of {width}")
        self.page.set_viewport_size({"width": self.look.width, "height": 900})
        for one in _axe(self.page) if has_axe else ():
            self._note(f"{place}: {one}")
        for one in self.page.evaluate(CROWDED) if is_thorough else ():
            self._note(f"{place}: {one}")

    def menus(self, folder: Path) -> None:
        """Open the menu of sections and the choice of columns, and take pictures of both."""
        for name, selector in (("sections", ".menu"), ("columns", ".tools details")):
            if self.page.locator(selector).count():
                self.page.locator(f"{selector} summary").first.click()
                box = self.page.locator(f"{selector} .picks").first.bounding_box()
                if box["x"] < 0 or box["x"] + box["width"] > self.look.width:
                    self._note(f"the menu of {name} is cut")
                self.page.screenshot(path=folder / f"{self.look.name}-menu-{name}.png")
                self.page.keyboard.press("Escape")

    def take(self, folder: Path, place: str) -> None:
        """Pictures: of each section of the page, or of the whole place."""
        stem = f"{self.look.name}-{place}"
        # A section that is longer than the window would have the bar in its middle.
        self.page.evaluate("document.querySelector('.bar-top').style.position = 'static'")
        sections = self.page.locator("#top > section").all() if place == "page" else []
        for number, section in enumerate(sections):
            name = section.get_attribute("id") or "top"
            section.screenshot(path=folder / f"{stem}-{number:02}-{name}.png")
        if not sections:
            height = min(TALLEST, self.page.evaluate("document.documentElement.scrollHeight"))
            clip = {"x": 0, "y": 0, "width": self.look.width, "height": height}
            self.page.screenshot(path=folder / f"{stem}.png", full_page=True, clip=clip)


def _axe(page: Any) -> Iterator[str]:
    axe = import_module("axe_playwright_python.sync_playwright")
    for one in axe.Axe().run(page).response["violations"]:
        if one["impact"] in ("serious", "critical"):
            yield f"{one['id']}: {one['nodes'][0]['html'][:200]}"


def look_at(browser: Any, path: Path, folder: Path, *, has_axe: bool = True) -> list[str]:
    """Take pictures of one report into a folder; what is wrong with it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    problems = []
    for look in LOOKS:
        session = Session(browser, look)
        for place, fragment in PLACES.items():
            if session.open(path, fragment):
                session.check(place, is_thorough=look is LOOKS[0], has_axe=has_axe)
                if place == "page":
                    session.menus(folder)
                session.take(folder, place)
        problems += session.problems
    session = Session(browser, LOOKS[1])
    for place in ("page", "item"):
        if session.open(path, PLACES[place]):
            session.page.pdf(path=folder / f"print-{place}.pdf", prefer_css_page_size=True)
            _as_images(folder / f"print-{place}.pdf")
    return [*problems, *session.problems]


def _as_images(pdf: Path) -> None:
    """A picture of each of the first pages, if poppler is installed."""
    if shutil.which("pdftoppm"):
        words = ["pdftoppm", "-r", "60", "-l", "40", "-png", pdf, pdf.with_suffix("")]
        subprocess.run(list(map(str, words)), check=True)


def reports(runs: Runs, folder: Path, out: Path) -> dict[str, Path]:
    """Write the reports of runs; name -> file."""
    out.mkdir(parents=True, exist_ok=True)
    found = {name: out.resolve() / f"{name}.html" for name in runs}
    for name, path in found.items():
        hayrick(folder, "report", *runs[name], "--out", path, "--overwrite")
    return found


def main(words: Sequence[str] | None = None) -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for reports and pictures")
    parser.add_argument("--shared", type=Path, help="folder with the shared data; without it, bundled data alone")
    parser.add_argument("--only", action="append", help="name of a report, repeatable; by default all")
    parser.add_argument("--fast", action="store_true", help="no axe, which takes most of the time")
    parser.add_argument("--docs", action="store_true", help="only write the pictures of docs/gallery/screens")
    parser.add_argument("--runs", type=Path, help="folder for the runs, which are kept there and used again")
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as place:
        folder = (given.runs or Path(place)).resolve()
        runs = _runs(folder, given.shared.resolve() if given.shared else None)
        only = [one.report for one in DOCS] if given.docs else given.only or list(runs)
        wanted = {name: folders for name, folders in runs.items() if name in only}
        pages = reports(wanted, folder, given.out)
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    problems = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        if given.docs:
            docs(browser, pages, PICTURES)
            pages = {}
        for name, path in pages.items():
            found = look_at(browser, path, given.out / name, has_axe=not given.fast)
            print(f"{name}: {path.stat().st_size / 1e6:.1f} MB, {len(found)} problems", *found, sep="\n  ", flush=True)
            problems += [f"{name}, {one}" for one in found]
        browser.close()
    sys.exit(1 if problems else 0)


def docs(browser: Any, pages: Mapping[str, Path], folder: Path) -> None:
    """Write the pictures of the docs.

    Raises:
        SystemExit: one is too large.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for one in DOCS:
        page = Session(browser, one.look).page
        page.set_viewport_size({"width": one.look.width, "height": one.height})
        page.goto(pages[one.report].as_uri() + one.fragment)
        if one.clicks:
            page.locator(one.clicks).first.click()
        if one.top:
            page.locator(one.top).first.evaluate("(one) => one.scrollIntoView()")
        path = folder / f"{one.name}.png"
        page.screenshot(path=path)
        if path.stat().st_size > MOST_BYTES:
            sys.exit(f"{path} has {path.stat().st_size:,} bytes, more than {MOST_BYTES:,}")


def _runs(folder: Path, shared: Path | None) -> Runs:
    """The runs, made unless the folder has them."""
    known = folder / "runs.json"
    folder.mkdir(parents=True, exist_ok=True)
    if not known.exists():
        known.write_text(json.dumps({**bundled(folder), **(released(folder, shared) if shared else {})}))
    found: Runs = json.loads(known.read_text())
    return found


if __name__ == "__main__":
    main()

"""The report in a browser, as a reader uses it: slow, and skipped without Chromium."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from page.conftest import Open
from page.test_page import HOSTILE, make_hostile_run

PHONE = {"width": 390, "height": 800}


@pytest.fixture
def report(hayrick: Command, bakery: Path, tmp_path: Path) -> Path:
    """Report of a run on the golden haystack."""
    words = ("--system", "recorded", "--judge", "recorded", "--citations", "both", "--out", tmp_path / "run")
    assert hayrick("run", bakery, *words).status == 0
    assert hayrick("report", tmp_path / "run", "--out", tmp_path / "report.html").status == 0
    return tmp_path / "report.html"


def column(page: Any, number: int) -> list[str]:
    """Texts of a column of the first leaderboard, of the rows that are shown and are ranked."""
    cells = page.locator(f".board tbody:not(.apart) tr:not([hidden]) > :nth-child({number})")
    return [text.split("\n")[0] for text in cells.all_inner_texts()]


def test_a_reader_sorts_filters_and_finds_the_worst_insight(report: Path, browser: Open) -> None:
    opened = browser()
    page = opened.go(report)
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("joint")
    page.get_by_role("button", name="coverage").click()
    values = [float(one) for one in column(page, 5) if one != "-"]
    assert values == sorted(values, reverse=True)
    page.get_by_role("button", name="coverage").click()
    assert page.locator("th[aria-sort=ascending]").inner_text().startswith("coverage")
    repaired = page.locator(".board tbody.apart tr > :nth-child(3)").all_inner_texts()
    assert set(repaired) == {"repaired"}, "they stand apart, however the table is sorted"
    page.get_by_role("button", name="joint", exact=True).focus()
    page.keyboard.press("Enter")
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("joint")
    page.get_by_label("Filter systems").fill("org/beta")
    assert set(column(page, 1)) == {"org/beta"}
    page.locator("summary", has_text="Columns").click()
    assert not page.locator("th", has_text="cit. prec.").first.is_visible()
    page.get_by_label("cit. prec.").check()
    assert page.locator("th", has_text="cit. prec.").first.is_visible()
    page.get_by_role("link", name="org/beta").first.click()
    page.wait_for_selector("#explore h1")
    page.locator(".best .insight a").click()
    page.wait_for_selector(".card.you")
    assert "org/beta" in page.locator(".card.you h3").inner_text()
    assert page.locator("#explore h2").first.inner_text() == "What this system said", "before the evidence"
    opened.require_quiet(report)


def test_an_address_shows_a_document_with_its_sentence_lit(report: Path, browser: Open) -> None:
    opened = browser()
    page = opened.go(report, "#/unit/0/0/0")
    page.locator("#explore h2 + ul .chip").first.click()
    page.wait_for_selector("aside.doc")
    lit = page.locator("aside.doc mark.lit").first.inner_text()
    assert lit
    assert lit in page.locator("aside.doc .body").inner_text()
    address = page.url
    again = browser()
    shown = again.go(report, "#" + address.split("#", 1)[1])
    shown.wait_for_selector("aside.doc")
    assert shown.locator("aside.doc mark.lit").first.inner_text() == lit
    shown.keyboard.press("Escape")
    shown.wait_for_selector("aside.doc", state="detached")
    assert shown.locator("#explore h1").inner_text() == "Insight 1 of 2"
    shown.keyboard.press("ArrowRight")
    shown.get_by_role("heading", name="Insight 2 of 2").wait_for()
    again.go(report, "#/unit/0/99/0")
    assert shown.locator("#explore h1").inner_text() == "Nothing here"
    opened.require_quiet(report)


def test_systems_stand_side_by_side_and_everything_is_searched(report: Path, browser: Open) -> None:
    opened = browser()
    page = opened.go(report, "#/item/0/0")
    assert page.locator("article.card").count() == 2
    page.get_by_label("Add a system").select_option(index=2)
    page.locator("article.card").nth(2).wait_for()
    word = page.locator("#explore .bullet .quote").first.inner_text().split()[-1].strip(".")
    page.get_by_label("Search everything").fill(word)
    page.get_by_role("heading", name=f"Search: {word}").wait_for()
    assert page.get_by_role("heading", name="Bullets and answers").count() == 1
    opened.require_quiet(report)


def test_themes_phone_and_print(report: Path, browser: Open, tmp_path: Path) -> None:
    opened = browser(viewport=PHONE, color_scheme="dark")
    page = opened.go(report)
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(paper)
    for name in ("light", "dark"):
        page.locator("#theme").click()
        assert page.locator("#theme").inner_text() == f"Theme: {name}"
        assert (page.evaluate(paper) == dark) == (name == "dark")
    for fragment in ("", "#/unit/0/0/0?doc=0", "#/item/0/0", "#/system/0"):
        opened.go(report, fragment)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    opened.go(report, "")
    assert page.locator("th button").count() == 0, "Chromium does not repeat headings with buttons on later pages"
    assert page.locator(".chart svg").first.bounding_box()["width"] > 700, "charts keep their size and are scrolled"
    for selector in (".menu", ".tools details"):
        page.locator(f"{selector} summary").first.click()
        box = page.locator(f"{selector} .picks").first.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= PHONE["width"], "menus are within a phone"
        page.keyboard.press("Escape")
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
    page.emulate_media(media="print")
    least = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.board tbody th')).minWidth)")
    assert least >= 80, "a name of 11 letters, such as topic_news1, is not broken in print"
    opened.require_quiet(report)


def test_hostile_texts_appear_as_text(hayrick: Command, bakery: Path, browser: Open, tmp_path: Path) -> None:
    run = make_hostile_run(hayrick, bakery, tmp_path)
    path = tmp_path / "report.html"
    assert hayrick("report", run, "--title", HOSTILE[0], "--out", path).status == 0
    opened = browser(viewport=PHONE)
    page = opened.go(path)
    assert page.locator("h1").first.inner_text() == HOSTILE[0]
    for fragment in ("#/unit/0/0/0?doc=0", "#/item/0/0", "#/system/0", "#/data", "#/search?q=alert"):
        opened.go(path, fragment)
        text = page.locator("#explore").text_content()
        assert all(one in text for one in HOSTILE[:3]), fragment
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], fragment
        assert page.evaluate("document.querySelectorAll('#explore script, #explore img, #explore style').length") == 0
    opened.require_quiet(path)


PLACES = ("", "#/item/0/0", "#/unit/0/0/0?doc=0&lit=0", "#/system/0")


@pytest.mark.parametrize(("scheme", "places"), [("light", PLACES), ("dark", PLACES[2:3])])
def test_nothing_serious_stands_in_the_way_of_people(
    report: Path, browser: Open, scheme: str, places: tuple[str, ...]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    opened = browser(color_scheme=scheme)
    for fragment in places:
        page = opened.go(report, fragment)
        found = axe.Axe().run(page).response["violations"]
        serious = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
        assert serious == [], fragment


def test_a_released_haystack_with_all_its_systems(
    hayrick: Command, summhay: Path, browser: Open, tmp_path: Path
) -> None:
    words = ("--system", "recorded", "--judge", "recorded", "--out", tmp_path / "run")
    assert hayrick("run", summhay / "topic_news1.json", *words).status == 0
    path = tmp_path / "report.html"
    assert hayrick("report", tmp_path / "run", "--out", path).status == 0
    assert path.stat().st_size < 5_000_000
    opened = browser()
    page = opened.go(path)
    assert len(column(page, 1)) == 78
    page.get_by_label("Filter systems").fill("gpt-4o full")
    (name,) = column(page, 1)
    page.get_by_role("link", name=name, exact=True).first.click()
    page.locator(".best .insight a").click()
    page.locator(".card.you").wait_for()
    assert page.locator("#explore .card").count() == 78
    page.locator("#explore h2 + ul .chip").first.click()
    page.locator("aside.doc mark.lit").wait_for()
    opened.require_quiet(path)


def test_a_task_without_insights_shows_its_answers(hayrick: Command, browser: Open, tmp_path: Path) -> None:
    (tmp_path / "never.py").write_text("def never(request):\n    return 'I do not know'\n")
    words = ("--system", f"python:{tmp_path / 'never.py'}:never", "--out", tmp_path / "run")
    assert hayrick("run", "helmet/json_kv?length=1k&n=2", *words).status == 0
    path = tmp_path / "report.html"
    assert hayrick("report", tmp_path / "run", "--out", path).status == 0
    opened = browser()
    page = opened.go(path, "#/item/0/0?doc=0")
    right = page.locator("#explore h2 + ul .quote").first.inner_text()
    assert page.locator("aside.doc mark.lit").inner_text() == right
    card = page.locator("article.card")
    assert "wrong" in card.inner_text()
    assert "I do not know" in card.inner_text()
    opened.require_quiet(path)


def test_much_evidence_is_folded_and_all_that_is_found_can_be_seen(
    hayrick: Command, browser: Open, tmp_path: Path
) -> None:
    told = "Alder grows near water."
    documents = [
        {"id": f"d{n}", "title": f"Leaflet {n}", "text": f"Leaf {n} fell.\n\nIt rained.\n\n{told if n < 9 else ''}"}
        for n in range(65)
    ]
    subtopics = [{"id": "s", "title": "s", "query": "Which?", "insights": [{"id": "a", "text": told}]}]
    held = {"a": [f"d{n}" for n in range(9)]}
    wood = {"schema": 1, "topic": "wood", "documents": documents, "subtopics": subtopics, "held_by": held}
    (tmp_path / "wood.json").write_text(json.dumps(wood))
    words = ("--system", "lead", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick("run", tmp_path / "wood.json", *words).status == 0
    path = tmp_path / "report.html"
    assert hayrick("report", tmp_path / "run", "--out", path).status == 0
    opened = browser(viewport=PHONE)
    page = opened.go(path, "#/unit/0/0/0")
    sentences = page.locator("#explore h2 + ul > li, #explore details li.bullet")
    assert (sentences.count(), page.locator("#explore h2 + ul > li").count()) == (9, 4)
    fold = page.locator("#explore summary", has_text="The other 5 documents")
    assert fold.bounding_box()["y"] < page.locator("#explore .card").first.bounding_box()["y"] < 2 * PHONE["height"]
    fold.click()
    assert sentences.nth(8).is_visible()
    opened.go(path, "#/search?q=fell")
    lines = page.locator("#explore h2:has-text('Documents') + ul > li")
    assert lines.count() == 60
    assert lines.first.inner_text().startswith("Document 1, Leaflet 0: Leaf 0 fell. It rained. Alder")
    page.get_by_role("button", name="Show the other 5").click()
    assert lines.count() == 65
    assert lines.last.inner_text().startswith("Document 65, Leaflet 64: ")
    assert page.get_by_role("heading", name="Documents", exact=True).count() == 1
    opened.require_quiet(path)


def test_short_words_are_not_broken_on_a_phone(report: Path, browser: Open) -> None:
    opened = browser(viewport={"width": 400, "height": 800})
    page = opened.go(report)
    lines = """cells => cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    })"""
    assert set(page.locator("#missed-most td:last-child").evaluate_all(lines)) == {1}, "a name of data on one line"
    joint = page.locator(".board th[aria-sort=descending]").bounding_box()
    assert joint["x"] + joint["width"] <= 400, "what rows are ordered by is in view"

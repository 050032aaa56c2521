"""The labelling page: what it holds, and in a browser how a person labels, saves, and goes on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import Command, strict_json
from hayrick.annotation.questions import AskedSummary, Questions, read_questions
from hayrick.annotation.saved import read_saved
from hayrick.page.labelling import labelling_page, no_markup
from hayrick.types import Insight
from page.conftest import Open

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- & &amp; ' \" ` ${1}",
    "\u2028\u2029\u202e\x7f\x00\x85",
]


def questions(*texts: str) -> Questions:
    """Two summaries of three lines, of which the first is no bullet; of two insights and of one."""
    texts = texts or ("It opens at six.", "Flour costs 12 percent more.")
    lines = ("Here are the insights:", f"- {texts[0]}", f"- {texts[1]} [3]")
    first, second = (Insight(id=f"i{n}", text=text) for n, text in enumerate(texts[:2], start=1))

    def asked(subtopic: str, key: str, *insights: Insight) -> AskedSummary:
        return AskedSummary(
            topic="bakery", subtopic=subtopic, key=key, query="What?", title=texts[0], lines=lines, insights=insights
        )

    one, two = asked("s1", "secret-model+full", first, second), asked("s2", "other-model+full", second)
    return Questions((one, two))


def test_the_page_names_no_system_and_gives_back_what_it_asks() -> None:
    asked = questions()
    assert [one.bullets for one in asked.summaries] == [(2, 3), (2, 3)]
    text = labelling_page(asked)
    assert "secret-model" not in text
    assert "other-model" not in text
    found = re.search(r'<script type="application/json" id="questions">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    assert read_questions(json.loads(found[1]), "page") == asked
    assert labelling_page(asked) == text
    assert questions("Other.", "Flour.").id != asked.id


def test_texts_cannot_leave_the_block_of_json() -> None:
    asked = questions(*HOSTILE[:2])
    for value in (HOSTILE, asked.value()):
        block = no_markup(value)
        assert json.loads(block) == value
        assert not set(block) & set("<>&\x7f")
        assert block.isascii()
    assert labelling_page(asked).count("</script>") == 2


def open_page(browser: Open, path: Path, asked: Questions, **given: Any) -> tuple[Any, Any]:
    path.write_text(labelling_page(asked), encoding="utf-8")
    opened = browser(**given)
    return opened, opened.go(path)


def save(page: Any, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    path = folder / str(download.value.suggested_filename)
    download.value.save_as(path)
    return path


def test_a_person_labels_with_keys_saves_and_goes_on(browser: Open, tmp_path: Path) -> None:
    opened, page = open_page(browser, tmp_path / "page.html", questions())
    progress = page.locator("#progress")
    assert progress.inner_text() == "0 of 3 pairs"
    assert page.locator(".said .number").all_inner_texts() == ["", "2", "3"]
    assert page.locator(".said .quote").nth(2).inner_text() == "Flour costs 12 percent more. [3]"
    page.keyboard.press("3")
    assert progress.inner_text() == "1 of 3 pairs"
    first, second = page.locator("article").nth(0), page.locator("article").nth(1)
    assert first.get_by_role("button", name="Fully").get_attribute("aria-pressed") == "true"
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.tagName") == "SELECT"
    first.get_by_label("Stated by").select_option("2")
    assert page.locator(".said li.chosen").inner_text().endswith("It opens at six.")
    first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("1")
    assert second.get_by_label("Stated by").is_disabled()
    assert progress.inner_text() == "2 of 3 pairs"
    second.get_by_role("button", name="Not covered").click()
    assert progress.inner_text() == "1 of 3 pairs", "pressed again it is taken back"
    page.keyboard.press("2")
    page.keyboard.press("1")
    page.keyboard.press("ArrowRight")
    assert page.locator("#work h2").inner_text() == "Summary 2 of 2"
    page.get_by_role("button", name="Save as a file").click()
    assert "Enter your name" in page.locator("#told").inner_text()
    page.get_by_label("Your name or initials").fill("  Anna  K. ")
    saved = save(page, tmp_path)
    assert re.fullmatch(r"labels-Anna_K_-[0-9a-f]{6}\.json", saved.name)
    read = read_saved(saved)
    assert (read.annotator, read.questions) == ("Anna K.", questions())
    found = {place: (one.label, one.bullet) for place, one in read.answers.items()}
    assert found == {(0, "i1"): ("full", 2), (0, "i2"): ("none", None)}

    page.reload()
    assert progress.inner_text() == "2 of 3 pairs", "the browser keeps it"
    assert page.locator("#work h2").inner_text() == "Summary 2 of 2"
    assert page.get_by_label("Your name or initials").input_value() == "Anna K."
    page.get_by_role("button", name="Next open pair").click()
    page.keyboard.press("2")
    assert "All pairs are answered" in page.locator("#told").inner_text()
    opened.require_quiet(tmp_path / "page.html")

    other = browser()
    page = other.go(tmp_path / "page.html")
    assert page.locator("#progress").inner_text() == "0 of 3 pairs", "another browser knows nothing"
    page.get_by_label("Go on with a saved file").set_input_files(saved)
    page.get_by_text("Read from").wait_for()
    assert page.locator("#progress").inner_text() == "2 of 3 pairs"
    assert page.locator("article").nth(0).get_by_label("Stated by").input_value() == "2"
    other.require_quiet(tmp_path / "page.html")


def test_files_of_others_are_refused_by_the_page(browser: Open, tmp_path: Path) -> None:
    opened, page = open_page(browser, tmp_path / "page.html", questions())
    value = {"schema": 1, "annotator": "x", "page": questions().value(), "answers": []}
    right = {"summary": 1, "insight": "i1", "label": "full", "bullet": None}
    broken = [
        ("{", "It is no JSON."),
        ("null", "no file that was saved"),
        (json.dumps({**value, "page": questions("a", "b").value()}), "a page with other questions"),
        *(
            (json.dumps({**value, "answers": [{**right, **wrong}]}), "an answer that fits no question")
            for wrong in ({"summary": 3}, {"insight": "i9"}, {"label": "maybe"}, {"bullet": 1}, {"bullet": "2"})
        ),
        (json.dumps({**value, "answers": [{**right, "label": "none", "bullet": 2}]}), "fits no question"),
        (json.dumps({**value, "answers": [None]}), "fits no question"),
    ]
    for number, (text, message) in enumerate(broken):
        path = tmp_path / f"{number}.json"
        path.write_text(text)
        page.get_by_label("Go on with a saved file").set_input_files(path)
        page.get_by_text(f"{number}.json cannot be read.").wait_for()
        assert message in page.locator("#told").inner_text()
        assert page.locator("#progress").inner_text() == "0 of 3 pairs"
    opened.require_quiet(tmp_path / "page.html")


def test_hostile_texts_are_texts_and_survive_the_way_to_a_file(browser: Open, tmp_path: Path) -> None:
    asked = questions("".join(HOSTILE[:3]), f"a{HOSTILE[3][2:4]}b \ud800 {'w' * 300}")
    opened, page = open_page(browser, tmp_path / "page.html", asked, viewport={"width": 390, "height": 800})
    assert page.locator("article .insight").nth(0).text_content() == "".join(HOSTILE[:3])
    assert page.evaluate("document.querySelectorAll('#work script, #work img').length") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.keyboard.press("2")
    page.get_by_label("Your name or initials").fill("../<b>")
    saved = save(page, tmp_path)
    assert "/" not in saved.name.removeprefix("labels")
    read = read_saved(saved)
    assert (read.annotator, read.questions.id) == ("../<b>", asked.id)
    opened.require_quiet(tmp_path / "page.html")


def test_nothing_is_removed_or_replaced_without_asking(browser: Open, tmp_path: Path) -> None:
    opened, page = open_page(browser, tmp_path / "page.html", questions())
    page.keyboard.press("3")
    empty = {"schema": 1, "annotator": "x", "page": questions().value(), "answers": []}
    (tmp_path / "empty.json").write_text(json.dumps(empty))
    page.get_by_role("button", name="Begin anew").click()
    page.get_by_label("Go on with a saved file").set_input_files(tmp_path / "empty.json")
    page.wait_for_function("document.getElementById('open').value === ''")
    assert opened.errors == ["a dialog", "a dialog"], "which were dismissed"
    assert page.locator("#progress").inner_text() == "1 of 3 pairs"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_stands_in_the_way_of_people(browser: Open, tmp_path: Path, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    _, page = open_page(browser, tmp_path / "page.html", questions(), color_scheme=scheme)
    page.keyboard.press("3")
    page.locator("article").nth(0).get_by_label("Stated by").select_option("2")
    page.locator("summary", has_text="Keys").click()
    found = axe.Axe().run(page).response["violations"]
    serious = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
    assert serious == []


def test_two_people_label_a_run_and_a_judge_is_compared_with_both(
    hayrick: Command, bakery: Path, browser: Open, tmp_path: Path
) -> None:
    words = ("--system", "recorded", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick("run", bakery, *words).status == 0
    path = tmp_path / "page.html"
    assert hayrick("annotate", tmp_path / "run", "--out", path).status == 0
    for name, keys in (("anna", "3123"), ("ben", "3132")):
        page = browser().go(path)
        for number in range(len(page.evaluate("asked.summaries"))):
            for key in keys[: page.locator("article").count()]:
                page.locator("article:not(.answered)").first.focus()
                page.keyboard.press(keys[(keys.index(key) + number) % 4])
            page.keyboard.press("ArrowRight")
        page.get_by_label("Your name or initials").fill(name)
        save(page, tmp_path).rename(tmp_path / f"{name}.json")
    files = [word for name in ("anna", "ben") for word in ("--import", tmp_path / f"{name}.json")]
    done = hayrick("annotate", *files, "--out", tmp_path / "labels.json")
    assert (done.status, done.err) == (0, "")
    done = hayrick("validate", tmp_path / "labels.json", "--judge", "local", "--out", tmp_path / "v")
    assert (done.status, done.err) == (0, "")
    judge, people = strict_json((tmp_path / "v" / "agreement.json").read_text())["rows"]
    assert people["judge"] == "people among themselves"
    assert judge["left_out_n"] == people["n"] == judge["n"] > 0

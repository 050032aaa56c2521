"""What stands in a report's file, without a browser."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import pytest

import hayrick
import toy
from conftest import GOLDEN, ROOT, Command
from hayrick import stats
from hayrick.averages import Averaged
from hayrick.experiments import repeat_rows
from hayrick.harness.reviewing.page_sources import read_sources
from hayrick.page.answering import answering
from hayrick.page.boards import boards
from hayrick.page.content import content_of
from hayrick.page.data import _Set, blocks
from hayrick.page.methods import in_words, methods
from hayrick.page.papers import PAPERS, papers_of
from hayrick.page.plain import rows, suites
from hayrick.page.views import on_one_line
from hayrick.records.costs import Cost
from hayrick.records.read_rows import read_scores
from hayrick.report.lm_eval import export_lm_eval
from hayrick.reporting import reporting_of
from hayrick.types import Document, Item, Judgement, Response, Score

HOSTILE = (
    "<script>alert(1)</script>",
    "</template></script><img src=x onerror=alert(2)>",
    "javascript:alert(3)",
    '" onmouseover="alert(4)',
    "</style><style>body{display:none}",
    "{{ 7 * 7 }}{% raw %}",
    "\u202egnorw\u2066 \x00\x1b[0m",
    "lone \ud800 surrogate",
    "w" * 10_000,
)


@pytest.fixture
def run(hayrick: Command, bakery: Path, tmp_path: Path) -> Path:
    """A run of recorded systems with own and repaired citations."""
    folder = tmp_path / "run"
    words = ("--system", "recorded", "--judge", "recorded", "--citations", "both", "--out", folder)
    assert hayrick("run", bakery, *words).status == 0
    return folder


def unpacked(text: str) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(text)))


class Walked(list[Document]):
    """Documents that count how often somebody goes through them."""

    walks = 0

    def __iter__(self) -> Iterator[Document]:
        self.walks += 1
        return super().__iter__()


def test_a_block_goes_through_its_documents_as_often_for_many_as_for_few() -> None:
    few, many = (Walked(Document(id=str(number), text="Salt.") for number in range(n)) for n in (2, 50))
    for documents in (few, many):
        found = _Set("summhay", "a", documents=documents).value()
        assert found["documents"] == [["Salt.", str(number), ""] for number in range(len(documents))]
    assert few.walks == many.walks


class Tags(HTMLParser):
    """Elements with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_a_leaderboard_has_the_rows_of_the_run_in_its_order(run: Path) -> None:
    (board,) = boards(read_sources([run]))
    (part,) = board.parts
    assert board.by == "joint"
    heads = [head.name for head in part.heads]
    assert heads[:6] == ["system", "context", "citations", "joint", "coverage", "citation"], "the order is by joint"
    joint = [row[3].sort or 0.0 for row in part.rows]
    assert joint == sorted(joint, reverse=True)
    estimates = json.loads((run / "estimates.json").read_text())["rows"]
    for row in part.rows:
        names = dict(zip(("system", "context", "citations"), (cell.text for cell in row[:3]), strict=True))
        (same,) = [
            one
            for one in estimates
            if one["measure"] == "joint" and one["haystack"] is None and names.items() <= one.items()
        ]
        assert row[3].sort == same["value"]
        assert row[3].bar == pytest.approx((same["low"], same["value"], same["high"]))
    bullets = {row[0].text: row[heads.index("bullets")].text for row in part.rows}
    assert all(re.fullmatch(r"[\d.]+ of [\d.]+", text) or text == "-" for text in bullets.values())


def test_evidence_says_what_found_it(hayrick: Command, tmp_path: Path) -> None:
    made, out = tmp_path / "mine.json", tmp_path / "own"
    handbook = ROOT / "docs" / "examples" / "handbook"
    hayrick("collect", handbook, "--facts", handbook.with_name("handbook_decided.yaml"), "--out", made)
    assert hayrick("run", made, "--system", "lead", "--judge", "local", "--out", out).status == 0
    sources = read_sources([out])
    items = unpacked(blocks(sources, answering(sources))["set-0"])["items"]
    evidence = {unit["id"]: unit["evidence"] for item in items for unit in item["units"]}
    recorded = {one["insight"]: one for one in json.loads(made.read_text())["collection"]["places"]}
    ((_, sentence, probability, by),) = evidence["leave.1"]
    assert (sentence, by) == (recorded["leave.1"]["evidence"], "collect")
    assert probability == pytest.approx(recorded["leave.1"]["probability"], abs=1e-3)
    # Given by a person, so that no sentence is recorded.
    ((*_, by),) = evidence["devices.1"]
    assert by == "attribution"


def test_runs_on_the_same_data_share_a_leaderboard_and_others_do_not(
    hayrick: Command, bakery: Path, run: Path, tmp_path: Path
) -> None:
    for name, system in (("c", "lead"), ("d", "query")):
        words = ("--citations", "both", "--judge", "local", "--system", system, "--out", tmp_path / name)
        assert hayrick("run", bakery, *words).status == 0
    found = boards(read_sources([run, tmp_path / "c", tmp_path / "d"]))
    assert [board.title for board in found] == ["summhay: run", "summhay: c, d"]
    assert {row[2].text for row in found[1].parts[0].rows} == {"c", "d"}
    sources = read_sources([run, tmp_path / "c"])
    packed = blocks(sources, answering(sources))
    documents = unpacked(packed["set-0"])["documents"]
    assert len(documents) == len({tuple(one) for one in documents}) == 6
    assert "set-1" not in packed
    assert hayrick("report", run, tmp_path / "c", "--out", tmp_path / "both.html").status == 0
    text = (tmp_path / "both.html").read_text(encoding="utf-8")
    assert "<title>run, c</title>" in text, "a page without a title has the names of the runs"
    tags = Tags(text).found
    regions = [given["aria-label"] for _, given in tags if given.get("role") == "region"]
    assert len(set(regions)) == len(regions) > 2, "landmarks are told apart by their names"


def test_blocks_hold_every_answer_with_its_citations(run: Path) -> None:
    sources = read_sources([run])
    found = blocks(sources, answering(sources))
    index, whole = unpacked(found["index"]), unpacked(found["set-0"])
    item = whole["items"][0]
    judged = {
        (item.id, response.system, response.context): (response, judgements)
        for item, response, judgements in sources[0].tasks[0].judged
    }
    assert index["sets"][0]["answers"] == len(judged)
    for answer in item["answers"]:
        _, system, context, _ = index["systems"][answer["s"]]
        response, judgements = judged[item["id"], system, context]
        bullets = response.answer.written if response.answer else ()
        assert [text for _, text, *_ in answer["bullets"]] == [bullet.text for bullet in bullets]
        cited = [{whole["documents"][place][1] for place in cites} for _, _, cites, *_ in answer["bullets"]]
        assert cited == [set(bullet.cites) for bullet in bullets]
        values = [one.value if response.answer else 0.0 for one in judgements or ()]
        assert [value for _, value, *_ in answer["judged"]] == values


def half_right(item: Item[str], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One unit that is right and weighs 3, one that is wrong and weighs 1."""
    yield Score(response=response, measure="exact", unit="a", value=1.0, weight=3.0)
    yield Score(response=response, measure="exact", unit="b", value=0.0)


def test_an_answer_has_the_mean_that_its_estimate_has(tmp_path: Path) -> None:
    """Three fourths in each view, not one half: units count by their weights."""
    task = toy.task(measures=(replace(toy.EXACT, score=half_right),))
    result = hayrick.run(task, {"me": lambda asked: "It is: x"}, repeats=2)
    assert {row["value"] for row in result.rows()} == {3 / 4}
    assert {one.value for one in result.missed()} == {3 / 4}
    page = result.report(tmp_path / "r.html").read_text()
    (block,) = re.findall(r'id="set-0">([^<]+)<', page)
    answers = [answer for item in unpacked(block)["items"] for answer in item["answers"]]
    assert {(answer["value"], answer["v"]["own"][0]) for answer in answers} == {(3 / 4, 3 / 4)}
    export_lm_eval(result.folder, tmp_path / "r.json", samples=True)
    samples = [json.loads(line) for path in tmp_path.glob("samples_*") for line in path.read_text().splitlines()]
    assert {one["exact"] for one in samples} == {3 / 4}
    (spread,) = repeat_rows(read_scores(result.folder / "scores.jsonl", result.manifest)["toy"], reporting_of(task))
    assert (spread["within"], spread["between"], spread["n"]) == (0, 0, 4)


def test_hostile_texts_are_no_markup(hayrick: Command, hostile_run: Path, run: Path, tmp_path: Path) -> None:
    pages = []
    for number, folder in enumerate((run, hostile_run)):
        out = tmp_path / f"{number}.html"
        assert (
            hayrick("report", folder, "--title", "".join(HOSTILE[:6]) if number else "plain", "--out", out).status == 0
        )
        text = out.read_text(encoding="utf-8")
        assert not set(text) & set("\x00\x1b\x9b\u202e\u2066")
        pages.append(Tags(text).found)
    for tags in pages:
        assert not [name for _, attributes in tags for name in attributes if name.startswith("on")]
        assert not [
            attributes for tag, attributes in tags if tag == "a" and not (attributes["href"] or "").startswith("#")
        ]
        assert not [tag for tag, attributes in tags if "src" in attributes or "style" in attributes]
        ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
        assert len(ids) == len(set(ids))
    scripts = [[attributes.get("id") for tag, attributes in tags if tag == "script"] for tags in pages]
    assert scripts[0] == scripts[1] == ["index", "set-0", None]


@pytest.fixture
def hostile_run(hayrick: Command, bakery: Path, tmp_path: Path) -> Path:
    """A run on the golden haystack with hostile texts everywhere."""
    return make_hostile_run(hayrick, bakery, tmp_path)


def make_hostile_run(hayrick: Command, bakery: Path, folder: Path) -> Path:
    """See `hostile_run`."""
    value = json.loads(bakery.read_text())
    bad = " ".join(HOSTILE)
    value["topic"] += bad
    for number, document in enumerate(value["documents"]):
        document["document_text"] += f" {HOSTILE[number % len(HOSTILE)]}. {bad}"
    for subtopic in value["subtopics"]:
        subtopic["query"] += bad
        for insight in subtopic["insights"]:
            insight["insight"] += bad
    path = folder / "hostile.json"
    path.write_text(json.dumps(value))
    rows = [
        {
            "subtopic": one["subtopic_id"],
            "system": f"{HOSTILE[n % len(HOSTILE)]}",
            "context": bad,
            "summary": f"- {bad} [1]",
        }
        for n, one in enumerate(value["subtopics"] * 2)
    ]
    (folder / "mine.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = folder / "hostile"
    done = hayrick("run", path, "--system", f"file:{folder / 'mine.jsonl'}", "--judge", "local", "--out", out)
    assert done.status == 0, done
    return out


def test_moved_data_leave_the_tables_and_a_line(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    moved = tmp_path / "shop.json"
    moved.write_bytes(bakery.read_bytes())
    assert hayrick("run", moved, "--system", "lead", "--judge", "local", "--out", tmp_path / "run").status == 0
    moved.unlink()
    done = hayrick("report", tmp_path / "run", "--out", tmp_path / "a.html")
    assert done.status == 0
    assert "single answers" in done.out
    assert 'id="set-0"' not in (tmp_path / "a.html").read_text()
    done = hayrick("report", tmp_path / "run", "--input", bakery, "--out", tmp_path / "b.html")
    assert (done.status, 'id="set-0"' in (tmp_path / "b.html").read_text()) == (0, True)
    assert (
        "data of none of the runs"
        in hayrick("report", tmp_path / "run", "--input", GOLDEN / "quillmere.json", "--out", tmp_path / "c.html").err
    )


def test_a_report_is_written_over_nothing(refused: Callable[..., str], run: Path, bakery: Path, tmp_path: Path) -> None:
    before = bakery.read_bytes(), (run / "scores.jsonl").read_bytes()
    assert "an input" in refused("report", run, "--out", run / "scores.jsonl", "--format", "html", "--overwrite")
    assert "an input" in refused("report", run, "--out", bakery, "--overwrite")
    (tmp_path / "there.html").write_text("x")
    assert "exists already" in refused("report", run, "--out", tmp_path / "there.html")
    assert "named twice" in refused("report", run, run, "--out", tmp_path / "new.html")
    assert "no manifest.json there" in refused("report", tmp_path / "none", "--out", tmp_path / "new.html")
    assert (bakery.read_bytes(), (run / "scores.jsonl").read_bytes()) == before
    assert not (tmp_path / "new.html").exists()


def test_the_same_directories_give_the_same_file(hayrick: Command, run: Path, tmp_path: Path) -> None:
    for _ in range(2):
        assert hayrick("report", run, "--out", run / "report.html", "--overwrite").status == 0
        (tmp_path / "before.html").write_bytes((run / "report.html").read_bytes())
    assert hayrick("report", run, "--out", tmp_path / "after.html").status == 0
    assert (tmp_path / "before.html").read_bytes() == (tmp_path / "after.html").read_bytes()


def test_labels_by_people_stand_beside_the_judges(
    hayrick: Command, run: Path, annotations: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "annotations.json"
    copy.write_bytes(annotations.read_bytes())
    assert hayrick("validate", copy, "--judge", "recorded:one", "--out", tmp_path / "validated").status == 0
    (source,) = read_sources([tmp_path / "validated"])
    assert {subtopic for subtopic, _ in source.people} == {"s1", "s2", "s3"}
    (made,) = read_sources([run])
    item, response, _ = next(one for one in made.tasks[0].judged if one[1].reply)
    first = item.gold.insights[0].id
    both: list[tuple[str, int | None]] = [("partial", 2), ("none", None)]
    known = {(item.group, on_one_line(response.reply)): {first: both}}
    sources = [made, replace(source, people=known)]
    (labelled,) = [
        answer
        for each in unpacked(blocks(sources, answering(sources))["set-0"])["items"]
        for answer in each["answers"]
        if "people" in answer
    ]
    assert labelled["people"] == [[["partial", 2], ["none", None]], *([None] * (len(item.gold.insights) - 1))]
    copy.write_text(copy.read_text() + " ")
    assert not read_sources([tmp_path / "validated"])[0].people


def test_any_directory_with_rows_is_shown(hayrick: Command, native: Path, tmp_path: Path) -> None:
    assert hayrick("retrieve", native, "--retriever", "bm25", "--out", tmp_path / "found").status == 0
    (view,) = rows(read_sources([tmp_path / "found"]))
    (table,) = view.tables
    values = json.loads((tmp_path / "found" / "retrieval.json").read_text())["rows"]
    assert len(table.rows) == len(values)
    assert table.rows[0][list(table.heads).index("retriever")] == "bm25"


def test_means_of_suites_have_a_table(run: Path) -> None:
    (source,) = read_sources([run])
    key, estimate, _ = source.tasks[0].estimates[0]
    tags: dict[str, str | int | float] = {"category": "recall", "length": 8192}
    mean = Averaged("helmet", key.system, key.context, None, "average", estimate, tags, "", (0.0, 1.0), False)
    assert list(suites([source])) == []
    (view,) = suites([replace(source, averages=[mean])])
    assert view.name == "suite-1-helmet"
    assert view.tables[0].rows[0][:3] == [key.system, key.context, "8k"]


def test_methods_say_how_models_were_asked(run: Path) -> None:
    (source,) = read_sources([run])
    parameters = {
        **cast("Mapping[str, Any]", source.manifest["parameters"]),
        "systems": {"made": [], "asked": {"system": "openai/x;temperature=0,max_tokens=900"}},
        "judge": {"made": [["summhay", "openai/y", "single.v2"]], "asked": {"judge": "openai/y;temperature=0"}},
        "repeats": 3,
        "limit": 5,
    }
    text = "\n".join(methods([replace(source, manifest={**source.manifest, "parameters": parameters})]))
    for part in ("openai/x;temperature=0,max_tokens=900", "openai/y single.v2", "as recorded: openai/y;temperature=0"):
        assert part in text
    assert "asked 3 times" in text
    assert "the items of at most 5 groups drawn with the seed 0 were used" in text
    assert "The answers shown rest on" not in text
    assert "were not judged" not in text
    spent = [Cost("summhay", "s", "full", "system", "m", 4, 1, 0, 1, 0.5, shared) for shared in (False, True)]
    (task,) = source.tasks
    judged = [(item, replace(response, n_unread=2), rows) for item, response, rows in task.judged]
    long = replace(source, costs=spent, tasks=[replace(task, judged=judged)])
    text = "\n".join(methods([long]))
    assert "The answers shown rest on 4 calls of purpose 'system' ($0.5000), at the prices of the run." in text
    assert f"{2 * len(judged)} parts (such as bullets) were not judged" in text
    judge = {"made": [["summhay", "local", "local.v9:x"]]}
    renamed = replace(source, manifest={**source.manifest, "parameters": {**parameters, "judge": judge}})
    assert "Answers were judged by local.v9:x." in methods([renamed])
    twice = methods([source, source])
    assert len([one for one in twice if "Intervals are 95 %" in one]) == 1
    # Of 16 units of four systems two belong to a summary that could not be read, and one has no label.
    assert "Of 16 units of all systems 2 belong to answers that could not be read, and 1 are unjudged." in text


def test_every_paper_is_named_by_tasks_or_measures() -> None:
    code = "\n".join(path.read_text() for path in (ROOT / "src" / "hayrick").rglob("*.py") if path.name != "papers.py")
    assert papers_of(code) == list(PAPERS)
    assert len({one.key for one in PAPERS}) == len(PAPERS)


def test_methods_say_what_was_done_and_nothing_else(hayrick: Command, bakery: Path, run: Path, tmp_path: Path) -> None:
    first, *more = methods(read_sources([run]))
    assert first.startswith("We evaluated 2 systems in 4 contexts (")
    assert "on the task summhay (Laban et al. (2024), Summary of a Haystack [@laban2024haystack])" in first
    assert "bakery" in first
    stored = "Answers were judged by recorded (labels stored with the summaries; whose they are is not named)."
    assert stored in more
    named = {"made": [["summhay", "recorded:ann", "recorded:ann"]]}
    (source,) = read_sources([run])
    parameters = {**cast("Mapping[str, Any]", source.manifest["parameters"]), "judge": named}
    (told,) = (one for one in methods([replace(source, manifest={"parameters": parameters})]) if "judged by" in one)
    assert told == "Answers were judged by recorded:ann (labels stored with the summaries; they are those of ann)."
    assert any(one.startswith("Systems were compared in pairs in joint,") for one in more)
    assert any("joint, mean of coverage x citation F1" in one for one in more)
    words = ("--system", "lead", "--judge", "none", "--out", tmp_path / "silent")
    assert hayrick("run", bakery, *words).status == 0
    silent = methods(read_sources([tmp_path / "silent"]))
    assert "The systems were lead." in silent[0]
    assert "No judge was used." in silent
    assert not any("Measures" in one or "Intervals" in one or "compared in pairs" in one for one in silent)


def test_methods_have_every_part_of_how_intervals_are_made(run: Path) -> None:
    (text,) = (one for one in methods(read_sources([run])) if "confidence intervals" in one)
    assert f"As recorded: {stats.method()}|" in text
    parts = [part.partition(":") for part in stats.method().split("|")]
    assert [name for name, _, value in parts if not in_words(name, value)] == ["level"]
    assert [in_words(name, value) for name, _, value in parts if in_words(name, value) not in text] == []


def test_captions_of_two_tasks_are_all_different(hayrick: Command, tmp_path: Path) -> None:
    needles = "helmet/niah_single_2?length=1k&n=2"
    code = "def {}(request):\n    return '- ' + request['documents'][0]['text'] + ' [1]'\n"
    (tmp_path / "mine.py").write_text(code.format("one") + code.format("two"))
    systems = [word for name in ("one", "two") for word in ("--system", f"python:{tmp_path}/mine.py:{name}")]
    words = (*systems, "--judge", "local", "--citations", "both", "--order", "stored,random")
    folders = []
    for name, inputs in (("one", [GOLDEN / "bakery.json", needles]), ("two", [GOLDEN / "bakery.json"])):
        folders.append(tmp_path / name)
        assert hayrick("run", *inputs, *words, "--out", folders[-1]).status == 0
    titles = Counter(table.title for view in content_of(read_sources(folders), "t").views for table in view.tables)
    assert [title for title, n in titles.items() if n > 1] == []

"""No command writes over what it reads, nor over files of others unless it is told to."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import GOLDEN, Command, Refused, strict_json, tree

SOURCE = Path(__file__).parents[2] / "src" / "hayrick"
TOWN = Path(__file__).parents[1] / "synthesis" / "town.yaml"


@pytest.fixture
def topic(bakery: Path, tmp_path: Path) -> Path:
    """A copy of the golden haystack, which a fault would destroy."""
    return Path(shutil.copy(bakery, tmp_path / "topic.json"))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps({"subtopic": "s1", "system": "me", "summary": "- It opens at six. [1]"}) + "\n")
    return path


@pytest.fixture
def done(hayrick: Command, topic: Path, mine: Path, tmp_path: Path) -> Path:
    """A run of a system of the user's."""
    run = hayrick("run", topic, "--system", f"file:{mine}", "--judge", "local", "--out", tmp_path / "run")
    assert (run.status, run.err) == (0, "")
    return tmp_path / "run"


def stored(path: Path) -> dict[str, dict[str, Any]]:
    value = strict_json(path.read_text())
    return {
        one["subtopic_id"]: {key: one.get(key) for key in ("summaries", "eval_summaries")} for one in value["subtopics"]
    }


def test_an_export_into_the_haystack_s_folder_is_refused(refused: Refused, done: Path, topic: Path) -> None:
    before = tree(topic.parent)
    for more in ((), ("--overwrite",)):
        line = refused("export", done, "--format", "summhay", "--out", topic.parent, *more)
        assert f"{topic}: an input of this command" in line
    assert tree(topic.parent) == before


@pytest.mark.parametrize("link", [os.symlink, os.link])
@pytest.mark.parametrize("name", ["topic.json", "mine.jsonl", "run/estimates.json"])
def test_links_do_not_hide_what_an_export_reads(
    refused: Refused, done: Path, tmp_path: Path, link: Callable[[Path, Path], None], name: str
) -> None:
    link(tmp_path / name, tmp_path / "linked.csv")
    before = tree(tmp_path)
    for out in (tmp_path / "linked.csv", tmp_path / name):
        line = refused("export", done, "--format", "csv", "--out", out, "--overwrite")
        assert f"{out}: an input of this command" in line
    assert tree(tmp_path) == before


@pytest.mark.parametrize("form", ["jsonl", "csv", "lm-eval"])
def test_an_export_replaces_a_file_only_if_it_is_told_to(
    hayrick: Command, refused: Refused, done: Path, tmp_path: Path, form: str
) -> None:
    out = tmp_path / "thesis"
    out.write_text("three years of work")
    assert f"{out}: a file that exists already" in refused("export", done, "--format", form, "--out", out)
    assert out.read_text() == "three years of work"
    assert hayrick("export", done, "--format", form, "--out", out, "--overwrite").status == 0
    assert out.read_text() != "three years of work"


@pytest.mark.parametrize(("name", "form"), [("e.csv", "csv"), ("E.JSONL", "jsonl"), ("e.json", "lm-eval")])
def test_the_ending_of_an_export_s_file_says_the_format(
    hayrick: Command, done: Path, tmp_path: Path, name: str, form: str
) -> None:
    assert hayrick("export", done, "--out", tmp_path / name).status == 0
    assert hayrick("export", done, "--format", form, "--out", tmp_path / "given").status == 0
    assert (tmp_path / name).read_bytes() == (tmp_path / "given").read_bytes()


def test_an_ending_that_says_no_format_is_refused(refused: Refused, done: Path, bakery: Path, tmp_path: Path) -> None:
    line = refused("export", done, "--out", tmp_path / "e.txt")
    assert "the ending '.txt'; expected one of .jsonl, .csv, .parquet, .json." in line
    line = refused("convert", bakery, "--out", tmp_path / "e")
    assert "no ending; expected one of .json, .parquet." in line
    assert not (tmp_path / "e.txt").exists()


@pytest.mark.parametrize(("form", "taken"), [("trec", "topic.me%2Bfull.run"), ("summhay", "topic.json")])
def test_of_several_files_none_is_written_when_one_may_not_be(
    hayrick: Command, refused: Refused, done: Path, tmp_path: Path, form: str, taken: str
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / taken).write_text("mine")
    assert f"{out / taken}: a file that exists already" in refused("export", done, "--format", form, "--out", out)
    assert tree(out) == {taken: b"mine"}
    assert hayrick("export", done, "--format", form, "--out", out, "--overwrite").status == 0
    assert tree(out)[taken] != b"mine"
    (out / taken).unlink()
    (out / taken).mkdir()
    refused("export", done, "--format", form, "--out", out, "--overwrite")


def test_an_export_to_a_device_is_refused(refused: Refused, done: Path) -> None:
    assert "a device or a pipe" in refused("export", done, "--format", "csv", "--out", "/dev/null", "--overwrite")


def test_summaries_are_added_to_those_that_a_haystack_stores(
    hayrick: Command, done: Path, topic: Path, tmp_path: Path
) -> None:
    assert hayrick("export", done, "--format", "summhay", "--out", tmp_path / "out").status == 0
    before, after = stored(topic), stored(tmp_path / "out" / "topic.json")
    assert sum(len(one["summaries"]) for one in before.values()) == 8
    for subtopic, parts in before.items():
        for part, kept in parts.items():
            assert {key: after[subtopic][part][key] for key in kept} == kept, "what was stored stays as it was"
    added = {key for subtopic, one in after.items() for key in one["summaries"].keys() - before[subtopic]["summaries"]}
    assert added == {"summary_subtopic_me"}
    assert "summary_subtopic_me" in after["s1"]["eval_summaries"]
    again = hayrick(
        *("run", tmp_path / "out" / "topic.json", "--system", "recorded:me", "--judge", "recorded"),
        *("--out", tmp_path / "again"),
    )
    assert (again.status, again.err) == (0, "")


def test_a_summary_never_takes_the_place_of_another(
    hayrick: Command, refused: Refused, topic: Path, tmp_path: Path
) -> None:
    (tmp_path / "m.jsonl").write_text(json.dumps({"subtopic": "s1", "system": "alpha", "summary": "- Other. [1]"}))
    hayrick("run", topic, "--system", f"file:{tmp_path}/m.jsonl", "--judge", "none", "--out", tmp_path / "r")
    line = refused("export", tmp_path / "r", "--format", "summhay", "--out", tmp_path / "out", "--overwrite")
    assert "another summary is stored as 'summary_subtopic_alpha' already" in line
    assert not (tmp_path / "out").exists()


def test_labels_never_take_the_place_of_another_judge_s(
    hayrick: Command, refused: Refused, topic: Path, tmp_path: Path
) -> None:
    hayrick("run", topic, "--system", "recorded", "--judge", "local", "--out", tmp_path / "r")
    line = refused("export", tmp_path / "r", "--format", "summhay", "--out", tmp_path / "out")
    assert "other labels are stored for 'summary_subtopic_" in line
    assert not (tmp_path / "out").exists()


def test_two_summaries_for_one_key_are_told(refused: Refused, hayrick: Command, topic: Path, tmp_path: Path) -> None:
    rows = [("x_y", "full"), ("y", "x")]
    lines = [{"subtopic": "s1", "system": name, "context": shown, "summary": "- A."} for name, shown in rows]
    (tmp_path / "m.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    hayrick("run", topic, "--system", f"file:{tmp_path}/m.jsonl", "--judge", "none", "--out", tmp_path / "r")
    line = refused("export", tmp_path / "r", "--format", "summhay", "--out", tmp_path / "out")
    assert "one key 'summary_subtopic_x_y' for x_y+full and y+x" in line


RETRIEVE = ("--retriever", "bm25", "--budget-tokens", "100", "--store")


def test_retrieve_stores_no_haystack_over_its_input(refused: Refused, topic: Path) -> None:
    before = tree(topic.parent)
    for more in ((), ("--overwrite",)):
        line = refused("retrieve", topic, *RETRIEVE, "--out", topic.parent, *more)
        assert f"{topic}: an input of this command" in line
    assert tree(topic.parent) == before, "not even a manifest"


def test_retrieve_replaces_its_own_haystacks_and_no_others(
    hayrick: Command, refused: Refused, topic: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "topic.json").write_text("mine")
    words = ("retrieve", topic, *RETRIEVE, "--out", out)
    assert f"{out / 'topic.json'}: a file that exists already" in refused(*words)
    assert tree(out) == {"topic.json": b"mine"}
    assert hayrick(*words, "--overwrite").status == 0
    made = tree(out)
    assert made["topic.json"] != b"mine"
    assert hayrick(*words).status == 0, "the same command may make its files again"
    assert tree(out) == made


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no /proc on this system")
@pytest.mark.parametrize("name", ["dev/stdout", "dev/link", "dev/fd/{}", "/proc/self/fd/{}"])
def test_a_name_of_a_stream_is_no_file_to_write(refused: Refused, done: Path, tmp_path: Path, name: str) -> None:
    dev = tmp_path / "dev"  # A copy: a fault would replace the real links.
    dev.mkdir()
    with (tmp_path / "kept.csv").open("w") as stream:
        (dev / "stdout").symlink_to(f"/proc/self/fd/{stream.fileno()}")
        (dev / "link").symlink_to("stdout")
        (dev / "fd").symlink_to("/proc/self/fd")
        before = tree(tmp_path)
        out = (dev / name.removeprefix("dev/").format(stream.fileno()), "--overwrite")
        for words in (
            ("export", done, "--format", "csv", "--out"),
            ("report", done, "--format", "md", "--out"),
            ("gate", done, "--min", "joint=0", "--junit"),
            ("synth", TOWN, "--out"),
        ):
            assert "a device or a pipe; expected a file to write" in refused(*words, *out)
        assert (dev / "stdout").is_symlink()
        assert tree(tmp_path) == before


def test_a_link_to_a_file_of_ones_own_is_replaced(hayrick: Command, done: Path, tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text("old")
    (tmp_path / "new.csv").symlink_to("old.csv")
    assert hayrick("export", done, "--format", "csv", "--out", tmp_path / "new.csv", "--overwrite").status == 0
    assert (tmp_path / "old.csv").read_text() == "old"


def test_cite_replaces_a_file_only_if_it_is_told_to(
    hayrick: Command, refused: Refused, topic: Path, mine: Path, tmp_path: Path
) -> None:
    out = tmp_path / "cited.jsonl"
    words = ("cite", topic, "--summaries", mine, "--out", out)
    assert hayrick(*words).status == 0
    first = out.read_bytes()
    assert "a file that exists already" in refused(*words)
    assert hayrick(*words, "--overwrite").status == 0
    assert out.read_bytes() == first


@pytest.mark.parametrize("link", [os.symlink, os.link])
@pytest.mark.parametrize("read", ["topic.json", "mine.jsonl", "model.json"])
def test_cite_never_replaces_what_it_reads(
    refused: Refused, topic: Path, mine: Path, tmp_path: Path, link: Callable[[Path, Path], None], read: str
) -> None:
    from hayrick.attribution.model import MODEL_FILE

    shutil.copy(MODEL_FILE, tmp_path / "model.json")
    link(tmp_path / read, tmp_path / "linked")
    before = tree(tmp_path)
    words = ("cite", topic, "--summaries", mine, "--model", tmp_path / "model.json", "--overwrite")
    for out in (tmp_path / "linked", tmp_path / read):
        assert f"{out}: an input of this command" in refused(*words, "--out", out)
    assert tree(tmp_path) == before


PRICES = '{"schema": 1, "models": {"*": {"in": 1, "out": 1}}}'


@pytest.mark.parametrize("read", ["haystack", "prices"])
def test_a_plan_is_not_written_over_its_inputs(
    hayrick: Command, refused: Refused, topic: Path, tmp_path: Path, read: str
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    place = folder / "plan.json"
    haystack, prices = (place, tmp_path / "p.json") if read == "haystack" else (topic, place)
    prices.write_text(PRICES)
    topic.replace(haystack)
    before = tree(tmp_path)
    words = ("plan", haystack, "--system", "a/b+full", "--judge", "local", "--prices", prices)
    assert f"{place}: an input of this command" in refused(*words, "--out", folder)
    assert tree(tmp_path) == before
    assert hayrick(*words, "--out", tmp_path / "other").status == 0
    assert hayrick(*words, "--out", tmp_path / "other").status == 0, "its own plan is made again"
    (tmp_path / "other" / "plan.json").write_text('{"terraform": 1}')
    line = refused(*words, "--out", tmp_path / "other")
    assert "plan.json: a file that 'hayrick plan' did not make" in line


def test_an_experiment_is_not_written_over_the_run_s_inputs(
    hayrick: Command, refused: Refused, topic: Path, tmp_path: Path
) -> None:
    path = topic.replace(tmp_path / "experiments.json")
    hayrick("run", path, "--system", "recorded", "--judge", "recorded", "--out", tmp_path / "run")
    before = tree(tmp_path)
    assert "an input of this command" in refused("experiment", tmp_path / "run", "--out", tmp_path)
    assert tree(tmp_path) == before


LEAD = ("--system", "lead", "--judge", "local")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("run", "{place}", *LEAD), "estimates.json"),
        (("run", "{place}", *LEAD), "manifest.json"),
        (("run", "{topic}", "--system", "file:{place}", "--judge", "local"), "calls.jsonl"),
        (("run", "{topic}", "--system", "file:{place}", "--judge", "local"), "responses.jsonl"),
        (("run", "{topic}", "--system", "a/b+full", "--judge", "local", "--prices", "{place}"), "scores.jsonl"),
        (("run", "{topic}", "--system", "a/b+full", "--judge", "local", "--prices", "{place}"), "keypoints.jsonl"),
        (("run", "{topic}", "--system", "a/b+full", "--judge", "local", "--prompt", "{place}"), "plan.yaml"),
        (("validate", "{place}", "--judge", "local"), "agreement.json"),
        (("verify", "{place}"), "verification.json"),
        (("retrieve", "{place}", "--retriever", "bm25"), "retrieval.json"),
    ],
)
@pytest.mark.parametrize("link", [None, os.symlink, os.link])
def test_no_run_directory_is_put_where_an_input_would_be_written_over(
    refused: Refused,
    topic: Path,
    mine: Path,
    tmp_path: Path,
    words: tuple[str, ...],
    name: str,
    link: Callable[[Path, Path], None] | None,
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    place = folder / name
    if "--prices" in words:
        place.write_text(PRICES)
    elif "--prompt" in words:
        place.write_text("Answer [QUERY] in [N_BULLETS] bullets: [ARTICLES]")
    elif words[0] == "validate":
        shutil.copy(GOLDEN / "annotations.json", place)
    else:
        shutil.copy(mine if "file:{place}" in words else topic, place)
    if link is not None:
        place.rename(elsewhere := tmp_path / "elsewhere.json")
        link(elsewhere, place)
        place = elsewhere
    before = tree(tmp_path)
    filled = [word.replace("{place}", str(place)).replace("{topic}", str(topic)) for word in words]
    assert f"{folder / name}: an input of this command" in refused(*filled, "--out", folder)
    assert tree(tmp_path) == before


def test_a_synthesis_does_not_write_over_its_prices(refused: Refused, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="language models need the extra llm")
    place = tmp_path / "made.synth" / "report.json"
    place.parent.mkdir()
    place.write_text(PRICES)
    words = ("synth", "tidewall", "--writer", "a/b", "--prices", place, "--out", tmp_path / "made.json")
    assert f"{place}: an input of this command" in refused(*words)
    assert tree(tmp_path) == {"made.synth/report.json": PRICES.encode()}


@pytest.mark.parametrize("overwrite", [(), ("--overwrite",)])
@pytest.mark.parametrize(
    "words",
    [
        ("synth", TOWN, "--out", "{run}/manifest.json"),
        ("convert", "{bakery}", "--to", "native", "--out", "{run}/estimates.json"),
        ("cite", "{bakery}", "--summaries", "recorded", "--out", "{run}/scores.jsonl"),
        ("report", "{other}", "--out", "{run}/manifest.json"),
        ("export", "{other}", "--format", "lm-eval", "--out", "{run}/estimates.json"),
        ("gate", "{other}", "--min", "coverage=0", "--junit", "{run}/judgements.jsonl"),
    ],
    ids=lambda words: words[0] if words else "",
)
def test_no_command_replaces_files_of_a_run(
    hayrick: Command,
    refused: Callable[..., str],
    bakery: Path,
    tmp_path: Path,
    words: tuple[object, ...],
    overwrite: tuple[str, ...],
) -> None:
    run, other = tmp_path / "run", tmp_path / "other"
    for folder in (run, other):
        assert hayrick("run", bakery, "--system", "lead", "--judge", "local", "--out", folder).status == 0
    before = {path: path.read_bytes() for path in run.iterdir()}
    given = [str(word).format(run=run, other=other, bakery=bakery) for word in words]
    assert f"a file of the run in {run}; expected another file" in refused(*given, *overwrite)
    assert {path: path.read_bytes() for path in run.iterdir()} == before


def test_a_manifest_of_others_makes_no_run(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"name": "a page", "icons": []}')
    (tmp_path / "plan.yaml").write_text("a: 1")
    assert hayrick("init", bakery, "--out", tmp_path / "plan.yaml", "--overwrite").status == 0
    assert hayrick("convert", bakery, "--to", "native", "--out", tmp_path / "manifest.json", "--overwrite").status == 0


@pytest.mark.parametrize("name", ["costs.json", "calls.jsonl", "command.json", "plan.yaml", "compare.json", "logs"])
@pytest.mark.parametrize("overwrite", [(), ("--overwrite",)])
def test_names_that_a_run_will_write_are_its_own_before_it_does(
    refused: Refused, done: Path, name: str, overwrite: tuple[str, ...]
) -> None:
    before = tree(done)
    assert name not in before
    for words in (("report", done, "--format", "json"), ("export", done, "--format", "csv")):
        line = refused(*words, "--out", done / name, *overwrite)
        assert f"{done / name}: a file of the run in {done}; expected another file" in line
    assert tree(done) == before


@pytest.mark.parametrize("leads_to", ["nowhere.md", "out.md"], ids=["dangling", "looping"])
@pytest.mark.parametrize(
    "words",
    [
        ("report", "{run}", "--format", "md", "--out"),
        ("export", "{run}", "--format", "csv", "--out"),
        ("gate", "{run}", "--min", "joint=0", "--junit"),
        ("synth", TOWN, "--out"),
    ],
    ids=lambda words: words[0],
)
def test_a_link_that_leads_nowhere_is_replaced_only_if_a_command_is_told_to(
    hayrick: Command, refused: Refused, done: Path, tmp_path: Path, leads_to: str, words: tuple[object, ...]
) -> None:
    out = tmp_path / "out.md"
    out.symlink_to(leads_to)
    given = [str(word).format(run=done) for word in words]
    assert f"{out}: a link that leads nowhere; expected a new file" in refused(*given, out)
    assert (out.is_symlink(), str(out.readlink())) == (True, leads_to)
    assert hayrick(*given, out, "--overwrite").status == 0
    assert (out.is_symlink(), out.is_file()) == (False, True)


@pytest.mark.parametrize("words", ["run {topic} --system lead --judge local", "export {run} --format trec"])
def test_no_folder_is_made_where_a_link_leads_nowhere(
    refused: Refused, done: Path, bakery: Path, tmp_path: Path, words: str
) -> None:
    (out := tmp_path / "out").symlink_to("nowhere")
    line = refused(*words.format(topic=bakery, run=done).split(), "--out", out)
    assert f"{out}: a link that leads nowhere; expected a folder to write into" in line


WRITERS = {
    "report": "report {run} --out {out}.html",
    "report with figures": "report {run} --format md --out {out}.md --figures {out}",
    **{
        f"export to {form}": f"export {{run}} --format {form} --out {{out}}"
        for form in ("jsonl", "csv", "trec", "summhay", "lm-eval", "lm-eval --samples")
    },
    "annotate": "annotate {run} --out {out}.html",
    "gate": "gate {run} --min coverage=0 --junit {out}.xml",
    "cite": "cite {topic} --summaries recorded --out {out}.jsonl",
    "init": "init {topic} --out {out}.yaml",
    "convert to native": "convert {topic} --to native --out {out}",
    "synth": "synth {town} --out {out}.json",
}


@pytest.mark.parametrize("can_link", [True, False], ids=["", "one name a file"])
@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS)
def test_a_file_that_another_command_made_meanwhile_stays(
    refused: Refused,
    done: Path,
    topic: Path,
    tmp_path: Path,
    words: str,
    can_link: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each file is made by another command at the last moment, when this one gives the first its name."""
    link, theirs = os.link, dict[Path, bytes]()

    def late(source: Path, target: Path) -> None:
        if not theirs:
            Path(target).write_bytes(b"theirs")
            theirs[Path(target)] = b"theirs"
        if not can_link:
            raise OSError(errno.EPERM, "no links")
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    out = tmp_path / "out" / "made"
    out.parent.mkdir()
    places = {"run": done, "topic": topic, "town": TOWN, "out": out}
    line = refused(*words.format_map(places).split())
    assert "a file that another command made meanwhile; expected a new file" in line
    assert {path: path.read_bytes() for path in out.parent.rglob("*") if path.is_file()} == theirs


def test_of_several_new_files_none_stays_where_the_last_was_made_meanwhile(
    refused: Refused, done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, made = os.link, list[Path]()

    def late(source: Path, target: Path) -> None:
        made.append(Path(target))
        if len(made) == 2:
            made[1].write_bytes(b"theirs")
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    assert "made meanwhile" in refused("export", done, "--format", "trec", "--out", tmp_path / "out")
    assert {path: path.read_bytes() for path in (tmp_path / "out").iterdir()} == {made[1]: b"theirs"}


def test_every_module_that_looks_for_a_new_file_makes_one_that_is_new() -> None:
    texts = {path.relative_to(SOURCE).as_posix(): path.read_text() for path in SOURCE.rglob("*.py")}
    asking = {name for name, text in texts.items() if "outputs import" in text and "require_new(" in text}
    assert len(asking) > 8
    without = {name for name in asking if "is_new=" not in texts[name]}
    assert without == {"harness/haystacks/retrieving.py"}, "a run's directory is locked while its files are written"

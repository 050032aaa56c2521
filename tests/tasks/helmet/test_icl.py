"""In-context learning: balanced rounds of examples that fill a length exactly, numbers dealt anew for every text."""

from __future__ import annotations

import csv
import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from conftest import SHARED
from hayrick.harness.naming.names import named_task
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.icl import REPLY_TOKENS
from hayrick.tasks.helmet.icl_draws import balanced, numbers_of, pools_of, seed_of
from hayrick.tasks.helmet.labelled import DATA_SETS
from hayrick.tokens import token_counts
from hayrick.types import BadInput, Document, Item, Response

VECTORS = SHARED / "vectors" / "helmet_builders.json"
FOLDERS = {"icl_trec_coarse": "icl_trec", "icl_trec_fine": "icl_trec"}
ANIMALS = {"cat": "purrs", "dog": "barks (at night)", "owl": "sees 100 mice", "fox": "is “sly”"}
Row = tuple[str, str]


def to_show(n: int = 9) -> list[Row]:
    return [(f"The {label} {does}, {number} of them.", label) for number in range(n) for label, does in ANIMALS.items()]


def to_ask() -> list[Row]:
    """Six texts, of cats three, of owls none."""
    return [*[(f"Who {does}? {n}", label) for label, does in ANIMALS.items() for n in range(3)][:6], ("Sly?", "fox")]


def write_nlu(folder: Path, train: list[Row], test: list[Row]) -> None:
    with (folder / "all.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([*train, *test])


def write_banking(folder: Path, train: list[Row], test: list[Row]) -> None:
    for name, rows in (("train", train), ("test", test)):
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("text", "category"), *rows])
    (folder / "categories.json").write_text(json.dumps(list(ANIMALS)), encoding="utf-8")


def write_clinc(folder: Path, train: list[Row], test: list[Row]) -> None:
    parts = {
        "train": train[1:],
        "oos_train": train[:1],
        "val": test[1:],
        "oos_val": test[:1],
        "test": [],
        "oos_test": [],
    }
    (folder / "data_oos_plus.json").write_text(json.dumps(parts), encoding="utf-8")


def write_trec(folder: Path, train: list[Row], test: list[Row]) -> None:
    for name, rows in (("train_5500", train), ("TREC_10", test)):
        lines = "".join(f"{'PET' if label in ('cat', 'dog') else 'WILD'}:{label} {text}\n" for text, label in rows)
        (folder / f"{name}.label").write_bytes(lines.replace("“", '"').replace("”", "\xe9").encode("latin-1"))


WRITE: dict[str, Callable[[Path, list[Row], list[Row]], None]] = {
    "icl_trec_coarse": write_trec,
    "icl_trec_fine": write_trec,
    "icl_banking77": write_banking,
    "icl_clinc150": write_clinc,
    "icl_nlu": write_nlu,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made-up data in the layout of Banking77."""
    path = tmp_path_factory.mktemp("data")
    write_banking(path, to_show(), to_ask())
    return path


def task(folder: Path, parameters: str, name: str = "icl_banking77") -> Task[str, str]:
    return named_task(f"helmet/{name}?data={folder}&{parameters}").task


def tokens(of: Task[str, str], item: Item[str], document: str | None = None) -> int:
    """Tokens of the prompt and the reply, as a model that is shown everything gets it."""
    documents = item.documents if document is None else (Document(id="examples", text=document),)
    passages = Showing(spec="full").passages(item.query, documents, None, "")
    return prompt_tokens(of.prompt(item, passages)) + REPLY_TOKENS


def examples(item: Item[str]) -> list[tuple[str, str]]:
    """Text and number of each example shown."""
    pairs = [one.split("\nlabel: ") for one in item.documents[0].text.split("\n\n")]
    return [(text, number) for text, number in pairs]


def numbered(item: Item[str], rows: list[Row]) -> dict[str, str]:
    """Label -> its number in an item."""
    label = dict(rows)
    return {label[text]: number for text, number in examples(item)}


@pytest.mark.parametrize("name", DATA_SETS)
def test_every_layout_is_read_and_asked_about(tmp_path: Path, name: str) -> None:
    WRITE[name](tmp_path, to_show(), to_ask())
    made = task(tmp_path, "length=600&n=8", name)
    items = made.items(0)
    assert [len(items), made.name, items[0].dataset] == [8, f"helmet/{name}", f"{name}@600"]
    classes = 2 if name == "icl_trec_coarse" else 4
    for item in items:
        shown = examples(item)
        assert {number for _, number in shown} == set(map(str, range(classes)))
        assert item.gold in map(str, range(classes))
        assert item.query not in [text for text, _ in shown]
        assert tokens(made, item) <= 600
    assert len({item.id for item in items}) == 8


@pytest.mark.parametrize("length", [300, 450, 451, 452, 1024, 4096])
def test_one_more_example_would_exceed_the_length(tmp_path: Path, length: int) -> None:
    even = [(f"The {label} waits for {number} mice", label) for number in range(9) for label in ANIMALS]
    write_banking(tmp_path, even, to_ask())
    made = task(tmp_path, f"length={length}&n=6")
    for item in made.items(1):
        first, second = (tokens(made, item, "\n\n".join(["\nlabel: ".join(examples(item)[0])] * n)) for n in (1, 2))
        assert length - (second - first) < tokens(made, item) <= length
        assert item.tags == {"length": length, "examples": len(examples(item))}


def summed(of: Task[str, str], item: Item[str]) -> int:
    """Tokens of the examples one by one, and of all that stands around them."""
    texts = [f"{text}\nlabel: {number}" for text, number in examples(item)]
    counts = token_counts(tuple(f"{text}\n\n" for text in texts))
    return sum(counts[1:]) + tokens(of, item, texts[0])


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_tokens_of_examples_add_up(folder: Path, seed: int) -> None:
    """Examples end in letters, marks, digits and quotation marks."""
    made = task(folder, "length=500&n=4")
    assert all(summed(made, item) == tokens(made, item) for item in made.items(seed))


def test_every_round_has_one_example_of_each_class(folder: Path) -> None:
    label = dict(to_show())
    orders = set()
    for item in task(folder, "length=1k&n=8").items(0):
        shown = [label[text] for text, _ in examples(item)]
        rounds = [shown[start : start + 4] for start in range(0, len(shown), 4)]
        assert all(len(set(one)) == len(one) for one in rounds)
        assert [len(one) for one in rounds[:-1]] == [4] * (len(rounds) - 1)
        orders |= set(map(tuple, rounds[:-1]))
    assert len(orders) > 4, "rounds are shuffled, each by itself"


def test_whole_rounds_show_every_class_equally_often(folder: Path) -> None:
    cut, whole = (task(folder, f"length=1k&n=8&rounds={rounds}").items(0) for rounds in ("cut", "whole"))
    for longer, item in zip(cut, whole, strict=True):
        counts = Counter(number for _, number in examples(item))
        assert set(counts.values()) == {len(examples(item)) // 4}
        assert longer.documents[0].text.startswith(item.documents[0].text)
        assert len(examples(longer)) - len(examples(item)) in range(4)


def test_examples_come_again_only_when_their_class_is_used_up() -> None:
    drawn = balanced([[0, 1, 2], [3]], 7, Random(0))
    counts = Counter(drawn)
    assert (len(drawn), counts[3], sorted(counts[one] for one in (0, 1, 2))) == (14, 7, [2, 2, 3])
    assert all({3} < set(drawn[start : start + 2]) for start in range(0, 14, 2))
    assert balanced([[0], [1]], 0, Random(0)) == []


def test_numbers_are_dealt_anew_for_every_text_and_are_the_same_within_a_prompt(folder: Path) -> None:
    items = task(folder, "length=1k&n=8").items(0)
    label = dict(to_show())
    for item in items:
        assert len({(label[text], number) for text, number in examples(item)}) == 4
        assert item.gold == numbered(item, to_show())[dict(to_ask())[item.query]]
    assert len({tuple(sorted(numbered(item, to_show()).items())) for item in items}) > 3


def test_texts_are_balanced_by_class_and_come_again_with_other_examples(folder: Path) -> None:
    items = task(folder, "length=400&n=9").items(0)
    asked = Counter(dict(to_ask())[item.query] for item in items)
    assert asked == {"cat": 3, "dog": 3, "fox": 3}
    again = [item for item in items if item.query == "Sly?"]
    assert len({item.documents[0].text for item in again}) == len({item.id for item in again}) == 3
    assert len({item.group for item in again}) == 1, "a text that is asked again is one group"
    every = task(folder, "length=400&texts=all").items(0)
    assert [item.query for item in every] == [text for text, _ in to_ask()]


def test_same_seed_same_bytes_and_other_seeds_other_ones(folder: Path) -> None:
    made = task(folder, "length=400,600&n=6")
    assert made.items(3) == task(folder, "length=400,600&n=6").items(3)
    assert [item.documents for item in made.items(3)] != [item.documents for item in made.items(4)]
    assert list(dict.fromkeys(item.dataset for item in made.items(3))) == ["icl_banking77@400", "icl_banking77@600"]


def test_a_text_to_show_that_is_also_asked_about_is_left_out(tmp_path: Path) -> None:
    write_banking(tmp_path, [("WHO PURRS? 0", "cat"), *to_show(2)], to_ask())
    for item in task(tmp_path, "length=1k&n=9").items(0):
        assert "WHO PURRS? 0" not in [text for text, _ in examples(item)]


def test_the_note_says_how_many_intents_the_file_has(tmp_path: Path) -> None:
    write_nlu(tmp_path, to_show(), to_ask())
    notes = task(tmp_path, "length=400&n=4", "icl_nlu").notes
    assert notes is not None
    assert list(notes((), ())) == ["icl_nlu: this file has 4 intents, HELMET's 68; scores are not comparable."]


@pytest.mark.parametrize(
    ("reply", "value", "strict", "failed"),
    [
        ("{}", 1.0, 1.0, False),
        ("label: {}", 1.0, 1.0, False),
        ("Label: **{}**\n", 1.0, 1.0, False),
        ("The label is {}.", 1.0, 0.0, False),
        ("This text belongs to class {}, since it purrs.", 1.0, 0.0, False),
        ("label: 77", 0.0, 0.0, False),
        ("I do not know.", 0.0, 0.0, True),
        (" \n", 0.0, 0.0, True),
    ],
)
def test_replies_are_read(folder: Path, reply: str, value: float, strict: float, failed: bool) -> None:
    made = task(folder, "length=400&n=1")
    (item,) = made.items(0)
    said = reply.format(item.gold)
    response = Response(item=item, system="s", context="full", reply=said, answer=made.parse(item, said))
    rows = {row.measure: row for measure in made.measures for row in measure.score(item, response, ())}
    assert {name: (row.value, row.failed) for name, row in rows.items()} == {
        "label_accuracy": (value, failed),
        "exact_match.helmet": (strict, failed),
    }


PLAYERS = """
def perfect(request):
    (shown,) = request["documents"]
    does = {"purrs": "purrs", "barks": "barks", "100": "100", "Sly": "sly"}
    (word,) = [does[word] for word in does if word in request["query"]]
    (number,) = {one.split("label: ")[1] for one in shown["text"].split("\\n\\n") if word in one}
    return f"label: {number}"


def polite(request):
    return f"Of 4 classes, I would choose this one.\\n\\nThe {perfect(request).replace(':', ' is')}."


def silent(request):
    return " "
"""


def test_models_that_are_perfect_polite_and_silent(folder: Path, tmp_path: Path, hayrick: Any) -> None:
    (tmp_path / "players.py").write_text(PLAYERS, encoding="utf-8")
    spec = f"helmet/icl_banking77?data={folder}&length=400,1k&n=9"
    found: dict[tuple[str, str], tuple[float, int, int]] = {}
    for player in ("perfect", "polite", "silent"):
        out = tmp_path / player
        done = hayrick("run", spec, "--system", f"python:{tmp_path / 'players.py'}:{player}", "--out", out)
        assert (done.status, done.err) == (0, "")
        rows = json.loads((out / "estimates.json").read_text(encoding="utf-8"))["rows"]
        rows = [row for row in rows if row["dataset"] is None]
        found |= {(player, row["measure"]): (row["value"], row["n"], row["n_failed"]) for row in rows}
    assert found == {
        ("perfect", "label_accuracy"): (1.0, 18, 0),
        ("perfect", "exact_match.helmet"): (1.0, 18, 0),
        ("polite", "label_accuracy"): (1.0, 18, 0),
        ("polite", "exact_match.helmet"): (0.0, 18, 0),
        ("silent", "label_accuracy"): (0.0, 18, 18),
        ("silent", "exact_match.helmet"): (0.0, 18, 18),
    }


def change(name: str, content: str) -> Callable[[Path], object]:
    return lambda path: (path / name).write_text(content, encoding="utf-8")


@pytest.mark.parametrize(
    ("parameters", "damage", "found"),
    [
        ("length=150", None, "length 150; expected room for one example of each of 4 labels"),
        ("n=0", None, "n 0"),
        ("texts=some", None, "texts 'some'; expected balanced or all"),
        ("rounds=half", None, "rounds 'half'"),
        ("shots=4", None, "unknown parameter 'shots'"),
        ("n=1", lambda path: (path / "test.csv").unlink(), "no file test.csv (it holds categories.json, train.csv)"),
        ("n=1", change("test.csv", "text,category\nHa!,horse\n"), "label 'horse' in the test texts"),
        ("n=1", change("categories.json", '["cat", "dog", "fox"]'), "label 'owl' not in the map"),
        ("n=1", change("categories.json", '{"cat": 1}'), "no list of names"),
        ("n=1", change("test.csv", "question,category\nHa!,cat\n"), "test.csv:1: columns question,category"),
        ("n=1", change("test.csv", "text,category\nHa!,cat,3\n"), "test.csv:2: 3 columns"),
        ("n=1", change("test.csv", "text,category\n  ,cat\n"), "test.csv:2: an empty text"),
        ("n=1", change("test.csv", "text,category\nHa!,\n"), "test.csv:2: an empty label"),
        ("n=1", change("test.csv", "text,category\n"), "no text"),
        ("n=1", change("test.csv", ""), "an empty file"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    tmp_path: Path, parameters: str, damage: Callable[[Path], object] | None, found: str
) -> None:
    write_banking(tmp_path, to_show(2), to_ask())
    if damage:
        damage(tmp_path)
    with pytest.raises(BadInput) as caught:
        task(tmp_path, parameters).items(0)
    assert found in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "file", "content", "found"),
    [
        ("icl_clinc150", "data_oos_plus.json", "[]", "no object"),
        ("icl_clinc150", "data_oos_plus.json", '{"train": []}', "no list 'oos_train'"),
        ("icl_clinc150", "data_oos_plus.json", '{"train": [["a"]]}', "train[1]: another row"),
        ("icl_trec_fine", "TREC_10.label", "PET Who purrs?", "TREC_10.label:1: label 'PET'"),
        ("icl_nlu", "all.csv", "Who?,cat\nWhy?,cat\n", "1 labels; expected two or more"),
        ("icl_nlu", "more.csv", "Who purrs?,cat\n", "2 files *.csv"),
    ],
)
def test_other_layouts_are_refused(tmp_path: Path, name: str, file: str, content: str, found: str) -> None:
    WRITE[name](tmp_path, to_show(2), to_ask())
    (tmp_path / file).write_text(content, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        task(tmp_path, "n=1", name)
    assert found in str(caught.value)


def test_no_folder_and_two_folders_are_refused(folder: Path) -> None:
    for parameters, found in (("n=1", "no data"), ("data=nowhere", "no such folder"), ("data=a,b", "2 folders")):
        with pytest.raises(BadInput, match=found):
            named_task(f"helmet/icl_nlu?{parameters}")


def cases(*metrics: str) -> list[dict[str, Any]]:
    found = json.loads(VECTORS.read_text(encoding="utf-8")) if VECTORS.is_file() else []
    return [case for case in found if case["metric"] in metrics]


needs_vectors = pytest.mark.skipif(not VECTORS.is_file(), reason="no vectors: set HAYRICK_SHARED to their folder")


@needs_vectors
def test_shuffles_and_numbers_are_those_of_the_released_code() -> None:
    for case in cases("icl_label_mapping"):
        text, seed, n = (case["input"][name] for name in ("text", "seed", "num_labels"))
        assert seed_of(text, seed) == case["expected"]["local_seed"]
        assert numbers_of(n, seed_of(text, seed)) == case["expected"]["mapping"]
    for case in cases("hf_shuffle"):
        order = np.random.default_rng(case["input"]["seed"]).permutation(case["input"]["n"])
        assert order.tolist() == case["expected"]


@needs_vectors
@pytest.mark.parametrize("number", range(len(cases("icl_build", "icl_build_tiny"))))
def test_examples_numbers_and_texts_are_those_of_the_released_code(number: int) -> None:
    """Draw by draw with the original's seed, numbers of examples, and training texts; see `Differs` for ours."""
    case = cases("icl_build", "icl_build_tiny")[number]
    given, expected = case["input"], case["expected"]
    train, test = (rows_of(given[part]) for part in ("train", "test"))
    names = sorted({label for _, label in train}, key=str.lower)
    shots = given.get("shots") or int(given["dataset"].split("_")[2].removesuffix("shot"))
    n_numbers, n = given.get("num_labels_for_mapping", len(names)), given["max_test_sample"]
    order = [*range(len(test))]
    if n < len(test):
        order = np.random.default_rng(given["seed"]).permutation(len(test)).tolist()
        pools = pools_of([test[place] for place in order])
        order = [order[place] for place in balanced(pools, -(-n // len(pools)), Random(given["seed"]))[:n]]
    built = []
    for text, label in [test[place] for place in order]:
        numbers = numbers_of(n_numbers, local := seed_of(text, given["seed"]))
        pools = pools_of(train)
        shown = [train[place] for place in balanced(pools, -(-shots // len(pools)), Random(local))[:shots]]
        context = "\n\n".join(f"{one}\nlabel: {numbers[names.index(its)]}" for one, its in shown)
        built.append({"question": text, "answer": str(numbers[names.index(label)]), "context": context})
    if case["metric"] == "icl_build_tiny":
        assert built == expected
        return
    assert [hashed(one["question"]) for one in built] == expected["questions_sha256"]
    assert [one["answer"] for one in built] == expected["answers"]
    assert [hashed(one["context"]) for one in built][: len(expected["context_sha256"])] == expected["context_sha256"]


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def rows_of(given: str | list[Row]) -> list[Row]:
    if isinstance(given, str):
        with (SHARED / given).open(newline="", encoding="utf-8") as file:
            return [(row["text"], row["category"]) for row in csv.DictReader(file)]
    return [(text, label) for text, label in given]


@pytest.mark.parametrize(
    ("name", "n_train", "n_test", "n_labels"),
    [
        ("icl_trec_coarse", 5441, 500, 6),
        ("icl_trec_fine", 5441, 500, 50),
        ("icl_banking77", 9996, 3080, 77),
        ("icl_clinc150", 15247, 3100, 151),
        ("icl_nlu", 8933, 1027, 64),
    ],
)
def test_published_data_sets_load_and_fill_the_length(name: str, n_train: int, n_test: int, n_labels: int) -> None:
    path = SHARED / "data" / FOLDERS.get(name, name)
    if not path.is_dir():
        pytest.skip(f"no data at {path}: set HAYRICK_SHARED to its folder")
    source = DATA_SETS[name]
    texts = source.read(path)
    asked = {text.casefold() for text, _ in texts.test}
    train = [one for one in texts.train if one[0].casefold() not in asked]
    assert (len(train), len(texts.test), len({label for _, label in train})) == (n_train, n_test, n_labels)
    made = task(path, "length=4k,8k&n=3", name)
    for item in made.items(0):
        length = int(item.tags["length"])
        assert length - 60 < summed(made, item) == tokens(made, item) <= length
        assert len({number for _, number in examples(item)}) == n_labels

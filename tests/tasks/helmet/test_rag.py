"""Questions over retrieved passages: lengths, depths, negatives, demonstrations, controls, and scripted models."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hayrick.harness.naming.names import named_task
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.demonstrations import drawn_demos
from hayrick.tasks.helmet.filling import REPLY_TOKENS
from hayrick.tasks.helmet.library import holds
from hayrick.tasks.helmet.rag import KINDS
from hayrick.tasks.helmet.rag_items import Gold, drawn_questions
from hayrick.tokens import PROBE
from hayrick.types import BadInput, Item, Prompt, Response

ENDS = (".", "?", "!", " 7", ")", "”", " …", ".)")
"""How passages end: none may become one token with what follows."""

LINE = 24
"""More tokens than any sentence of the tests' passages has, its title and heading included."""

TOWNS = 1100
ANSWERED = 40


def passages() -> list[dict[str, Any]]:
    """One a town; some have several sentences, and any of the first forty names who keeps the lamp."""
    rows: list[dict[str, Any]] = []
    for k in range(TOWNS):
        keeper = f" In Town{k} Keeper{k} keeps the lamp." if k < ANSWERED else ""
        more = "".join(f" Line {n} of it is short." for n in range(k % 4))
        text = f"Of Town{k} the maps say little.{keeper}{more} It ends{ENDS[k % 8]}"
        rows.append({"id": f"p{k}", "title": f"Town{k}", "text": text})
    return rows


def rows() -> list[dict[str, Any]]:
    held = passages()
    return [
        {"id": f"q{k}", "question": f"who keeps the lamp in Town{k}?", "answers": [f"Keeper{k}"], "ctxs": [held[k]]}
        for k in range(ANSWERED)
    ]


def saved(path: Path, content: Sequence[object]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in content), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("rag")
    gold = [{**row, "ctxs": [{**row["ctxs"][0], "isgold": True}]} for row in rows()]
    saved(made / "questions.jsonl", gold)
    saved(made / "corpus.jsonl", passages())
    saved(made / "popqa.jsonl", [{**row, "ctxs": [], "s_pop": 990 + k} for k, row in enumerate(rows())])
    return made


def task(folder: Path, parameters: str, name: str = "nq", data: str = "questions") -> Task[Gold, str]:
    corpus = "" if "corpus=" in parameters else f"&corpus={folder}/corpus.jsonl"
    return named_task(f"helmet/{name}?data={folder}/{data}.jsonl{corpus}&{parameters}").task


def prompt(made: Task[Gold, str], item: Item[Gold]) -> Prompt:
    """The prompt as a model gets it that is shown everything."""
    return made.prompt(item, Showing(spec="full").passages(item.query, item.documents, None, ""))


def tokens(made: Task[Gold, str], item: Item[Gold], encoding: str = "cl100k") -> int:
    return prompt_tokens(prompt(made, item), encoding) + REPLY_TOKENS


@pytest.mark.parametrize("length", [1100, 1101, 8192])
def test_one_more_sentence_would_exceed_the_length_at_every_depth(folder: Path, length: int) -> None:
    made = task(folder, f"length={length}&n=3&unanswerable=2")
    items = made.items(0)
    assert len(items) == 3 * 6 + 2
    for item in items:
        assert length - LINE < tokens(made, item) <= length
        assert item.tags["passages"] == len(item.documents)


@pytest.mark.parametrize("length", [1100, 1300, 34500])
def test_tokens_are_those_that_are_summed(folder: Path, length: int) -> None:
    """A prompt fills a length of its own tokens, and says less at one token less; passages end variously."""
    usual = task(folder, "n=1")
    item, *_ = task(folder, f"length={length}&n=1").items(0)
    exact = tokens(usual, item)
    (same, *_), (less, *_) = (task(folder, f"length={size}&n=1").items(0) for size in (exact, exact - 1))
    assert {one.text for one in same.documents} == {one.text for one in item.documents}
    assert tokens(usual, same) == exact
    assert tokens(usual, less) < exact


def test_lengths_are_exact_in_another_tokenizer(folder: Path, tmp_path: Path) -> None:
    package = pytest.importorskip("tokenizers")
    known = {word: number for number, word in enumerate(["[UNK]", *dict.fromkeys(PROBE.split())])}
    made = package.Tokenizer(package.models.WordLevel(known, unk_token="[UNK]"))
    made.pre_tokenizer = package.pre_tokenizers.WhitespaceSplit()
    path = tmp_path / "tokenizer.json"
    made.save(str(path))
    words = task(folder, f"length=2k&n=2&tokenizer={path}")
    for item in words.items(0):
        assert 2048 - LINE < tokens(words, item, str(path)) <= 2048
    path.write_text("{", encoding="utf-8")
    with pytest.raises(BadInput, match="no tokeniser"):
        task(folder, f"length=2k&tokenizer={tmp_path}/./tokenizer.json")


def test_gold_passages_stand_at_evenly_spaced_depths(folder: Path) -> None:
    groups: dict[str, list[Item[Gold]]] = defaultdict(list)
    for item in task(folder, "length=4k&n=5").items(0):
        groups[item.group].append(item)
    assert len(groups) == 5
    for items in groups.values():
        ids = [[one.id for one in item.documents] for item in items]
        places = [(held.index("gold-1"), len(held) - 1) for held in ids]
        assert [place / last for place, last in places] == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1], abs=0.02)
        assert [item.tags["depth"] for item in items] == [0, 0.2, 0.4, 0.6, 0.8, 1]
        assert len({tuple(id for id in held if id != "gold-1") for held in ids}) == 1, "only the gold passage moves"


def test_no_negative_holds_an_answer_and_the_hardest_come_first(tmp_path: Path, folder: Path) -> None:
    leaks = [
        {"id": f"leak{k}", "title": "Lamp", "text": f"Who of Town{k} knows not keeper{k}\u2019s lamp?"}
        for k in range(40)
    ]
    near = [
        {"id": f"near{k}", "title": "Lamp", "text": f"Who keeps the lamp in Town{k}? Keeper{k}77."} for k in range(40)
    ]
    saved(tmp_path / "more.jsonl", [*passages(), *leaks, *near])
    made = named_task(
        f"helmet/nq?data={folder}/questions.jsonl&corpus={tmp_path}/more.jsonl&length=2k&n=9&depths=1"
    ).task
    for item in made.items(0):
        negatives = [one for one in item.documents if one.id not in item.gold.documents]
        assert not any(holds(one.text, item.gold.answers) for one in negatives)
        assert f"near{item.group[1:]}" in [one.id for one in negatives], "77 makes it another word"
        assert item.tags["left_out"] == 1, "the corpus's copy of the gold passage is none that is left out"
    chance = named_task(
        f"helmet/nq?data={folder}/questions.jsonl&corpus={tmp_path}/more.jsonl&length=2k&n=9&depths=1&retriever=random"
    ).task
    found = [f"near{item.group[1:]}" in [one.id for one in item.documents] for item in chance.items(0)]
    assert sum(found) < 5, "random negatives are seldom the hardest of 1,180"


def test_demonstrations_are_seeded_by_the_question_and_never_its_own(folder: Path) -> None:
    made = task(folder, "length=2k&n=10")
    shown: dict[str, str] = {}
    for item in made.items(0):
        text = prompt(made, item).messages[-1].text
        before = text.split("Here are numbered passages")[0]
        assert before.count("An example:") == before.count("\nAnswer: Keeper") == 2
        assert before.count("\nPassage") == 2 * 3
        assert item.gold.answers[0] not in before.split()
        assert item.query not in before
        shown.setdefault(item.group, before)
        assert shown[item.group] == before, "the same at every depth"
    assert len(set(shown.values())) > 5
    none = task(folder, "length=2k&n=1&shots=0")
    assert "An example" not in prompt(none, none.items(0)[0]).messages[-1].text
    other = saved(
        folder / "demos.jsonl", [{"id": "x", "question": "a?", "answers": ["b"], "positive_ctxs": [{"text": "b"}]}]
    )
    one = task(folder, f"length=2k&n=1&shots=1&demos={other}")
    assert "Question: a?\nAnswer: b\n" in prompt(one, one.items(0)[0]).messages[-1].text
    with pytest.raises(BadInput, match="1 demonstrations; expected shots 2"):
        task(folder, f"length=2k&n=1&demos={other}").items(0)


def test_questions_and_demonstrations_are_drawn_as_helmet_draws_them(shared: Path) -> None:
    vectors = json.loads((shared / "vectors" / "helmet_builders.json").read_text(encoding="utf-8"))
    cases = [one for one in vectors if one["metric"] == "qa_build"]
    assert len(cases) >= 2
    for case in cases:
        given, expected = case["input"], case["expected"]
        keys = list(dict.fromkeys(row["question"] for row in given["test"]))
        n = given["max_test_samples"] or len(keys)
        assert set(drawn_questions(keys, n, given["seed"])) == {row["question"] for row in expected}
        for row in expected:
            demos = given["demos"]
            places = [*drawn_demos(row["question"], [one["question"] for one in demos])][: given["shots"]]
            asked = [demos[place]["question"] for place in places]
            assert re.findall(r"Question: (.*)\n", row["demos"]) == asked
            assert all(demos[place]["ctxs"][0]["text"] in row["demos"] for place in places)


def test_the_same_seed_gives_the_same_items_and_another_one_others(folder: Path) -> None:
    made = task(folder, "length=2k,4k&n=4&unanswerable=.5")
    items = made.items(3)
    assert items == task(folder, "length=2k,4k&n=4&unanswerable=.5").items(3)
    assert {item.group for item in items} != {item.group for item in made.items(4)}
    sets = ["nq@2k", "nq_unanswerable@2k", "nq@4k", "nq_unanswerable@4k"]
    assert list(dict.fromkeys(item.dataset for item in items)) == sets
    assert len({item.id for item in items}) == len(items) == 2 * (4 * 6 + 2)


def test_controls_have_no_passage_that_answers_and_a_way_to_say_so(folder: Path) -> None:
    made = task(folder, "length=2k&n=4&unanswerable=4")
    controls = [item for item in made.items(0) if item.gold.is_control]
    assert len(controls) == 4
    for item in controls:
        assert not any(holds(one.text, item.gold.answers) for one in item.documents)
        assert "depth" not in item.tags
    (first, *_) = made.items(0)
    assert "not in the passages" in prompt(made, first).messages[-1].text, "a model cannot tell controls apart"
    without = task(folder, "length=2k&n=4")
    assert "not in the passages" not in prompt(without, without.items(0)[0]).messages[-1].text
    assert {one.name for one in made.measures} - {one.name for one in without.measures} == {
        "abstained",
        "hallucinated",
        "recalled",
        "abstained_wrongly",
    }


def test_popqa_takes_rare_subjects_and_finds_what_answers(folder: Path) -> None:
    made = task(folder, "length=2k&n=40", "popqa", "popqa")
    items = made.items(0)
    assert {item.group for item in items} == {f"q{k}" for k in range(10)}, "s_pop is 990 + k"
    for item in items:
        (gold,) = [one for one in item.documents if one.id in item.gold.documents]
        assert holds(gold.text, item.gold.answers)
        assert item.tags["left_out"] == 0, "the passage that is shown is not left out"
    assert made.notes is not None
    assert "30 of 40 questions have a popularity of 1000 or more." in list(made.notes([], []))
    with pytest.raises(BadInput, match="no s_pop"):
        task(folder, "length=2k", "popqa")
    with pytest.raises(BadInput, match="popularity below 9"):
        task(folder, "length=2k&popularity=9", "popqa", "popqa")


def test_questions_that_nothing_answers_are_passed_over(folder: Path, tmp_path: Path) -> None:
    lost = [{**row, "ctxs": [], "answers": ["Nobody99"]} if k % 2 else row for k, row in enumerate(rows())]
    saved(tmp_path / "questions.jsonl", lost)
    made = named_task(f"helmet/nq?data={tmp_path}/questions.jsonl&corpus={folder}/corpus.jsonl&length=2k&n=20").task
    items = made.items(0)
    assert {item.group for item in items} == {f"q{k}" for k in range(0, 40, 2)}
    said: list[Response[str]] = [
        Response(item=item, system="s", context="full", reply="", answer=None) for item in items
    ]
    assert made.notes is not None
    assert any("questions were passed over" in note for note in made.notes(said, []))
    saved(tmp_path / "questions.jsonl", [{**row, "ctxs": [], "answers": ["Nobody99"]} for row in rows()])
    with pytest.raises(BadInput, match="no question that a passage answers"):
        named_task(f"helmet/nq?data={tmp_path}/questions.jsonl&corpus={folder}/corpus.jsonl&length=2k").task.items(0)


def hotpot() -> list[dict[str, Any]]:
    held = passages()
    return [
        {
            "_id": f"h{k}",
            "question": f"which keeper is older, that of Town{k} or of Town{k + 1}?",
            "answer": "no" if k % 2 else f"Keeper{k}",
            "supporting_facts": [[f"Town{k}", 0], [f"Town{k + 1}", 1]],
            "context": [[held[j]["title"], [held[j]["text"]]] for j in (k + 2, k, k + 3, k + 1)],
        }
        for k in range(30)
    ]


@pytest.mark.parametrize(("name", "depths"), [("hotpotqa", 3), ("qa_hotpot", 1)])
def test_two_gold_passages_stand_together(folder: Path, name: str, depths: int) -> None:
    (folder / "hotpot.json").write_text(json.dumps(hotpot()), encoding="utf-8")
    made = named_task(f"helmet/{name}?data={folder}/hotpot.json&length=1200&n=6").task
    items = made.items(0)
    assert len(items) == 6 * depths
    for item in items:
        first = [one.id for one in item.documents].index("gold-1")
        assert [one.id for one in item.documents[first : first + 2]] == ["gold-1", "gold-2"] == [*item.gold.documents]
    assert {item.tags["depth"] for item in items} == set((0, 0.5, 1) if depths == 3 else (0, 0.2, 0.4, 0.6, 0.8, 1))


def test_yes_and_no_are_not_looked_for_in_passages() -> None:
    assert not holds("There was no lamp, yes.", ("no", "Yes"))
    assert holds("New York is large.", ("York", "New York"))
    assert not holds("Yorkshire is large.", ("York", "New York"))


@pytest.mark.parametrize(
    ("parameters", "found"),
    [
        ("length=400", "length 400 (400 tokens); expected room for"),
        ("length=1M", "with all 1099 passages that do not answer it; expected more than 1,048,576"),
        ("length=2k&unanswerable=7&n=5", "unanswerable 7"),
        ("length=2k&unanswerable=1.5", "unanswerable 1.5"),
        ("length=2k&unanswerable=nan", "unanswerable 'nan'"),
        ("length=2k&shots=99", "demonstrations; expected shots 99"),
        ("length=2k&depths=0", "depths 0"),
        ("length=2k&retriever=psychic", "retriever 'psychic'"),
        ("length=2k&retriever=oracle", "no known relevance"),
        ("length=2k&popularity=3", "unknown parameter 'popularity'"),
        ("length=2k&corpus=/nowhere", "no such file or folder"),
    ],
)
def test_bad_parameters_are_refused_in_one_line(folder: Path, parameters: str, found: str) -> None:
    corpus = "" if "corpus=" in parameters else f"&corpus={folder}/corpus.jsonl"
    data = f"helmet/nq?data={folder}/questions.jsonl{corpus}"
    with pytest.raises(BadInput) as caught:
        named_task(f"{data}&{parameters}").task.items(0)
    assert found in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_does_not_fit_is_named(tmp_path: Path) -> None:
    def error(corpus: list[dict[str, Any]], gold: int = 1, **changed: object) -> str:
        long = [{"title": f"G{n}", "text": f"Ada {'lamp ' * 90}.", "isgold": True} for n in range(gold)]
        data = saved(tmp_path / "q.jsonl", [{"question": "who?", "answers": ["Ada"], "ctxs": long, **changed}])
        path = saved(tmp_path / "c.jsonl", corpus)
        with pytest.raises(BadInput) as caught:
            named_task(f"helmet/hotpotqa?data={data}&corpus={path}&length=1k&shots=0").task.items(0)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    assert "passage 'p1' has 2,0" in error([{"id": "p1", "text": "lamp " * 2000}])
    assert "&words=100" in error([{"id": "p1", "text": "lamp " * 2000}])
    assert "12 gold passages" in error(passages(), gold=12)
    assert "questions without passages" in _refused(tmp_path)


def _refused(tmp_path: Path) -> str:
    data = saved(tmp_path / "open.jsonl", [{"question": "who?", "answers": ["Ada"]}])
    with pytest.raises(BadInput) as caught:
        named_task(f"helmet/nq?data={data}")
    return str(caught.value)


def scores(made: Task[Gold, str], item: Item[Gold], reply: str) -> dict[str, tuple[float | None, bool]]:
    said = Response(item=item, system="s", context="full", reply=reply, answer=made.parse(item, reply))
    return {row.measure: (row.value, row.failed) for measure in made.measures for row in measure.score(item, said, ())}


def test_replies_that_are_perfect_polite_silent_endless_and_thoughtful(folder: Path) -> None:
    made = task(folder, "length=2k&n=1")
    item, *_ = made.items(0)
    right = item.gold.answers[0]
    all_right = dict.fromkeys(
        ("substring_exact_match", "substring_exact_match.helmet", "exact_match", "f1"), (1.0, False)
    )
    assert scores(made, item, f"Answer: {right}") == all_right
    assert scores(made, item, right) == all_right
    assert scores(made, item, f"Sure, gladly! The answer is **{right}**.") == all_right
    polite = scores(made, item, f"According to passage 3, {right} keeps the lamp there.")
    assert polite["substring_exact_match"] == (1.0, False)
    assert polite["exact_match"] == (0.0, False)
    thoughtful = f"Keeper99 comes to mind, but passage 3 says otherwise.\nAnswer: {right}"
    assert scores(made, item, thoughtful)["exact_match"] == (1.0, False)
    assert set(scores(made, item, " \n").values()) == {(0.0, True)}
    assert scores(made, item, f"{right}99")["substring_exact_match"] == (0.0, False)
    assert scores(made, item, f"{right}99")["substring_exact_match.helmet"] == (1.0, False)
    endless = scores(made, item, "\n".join(one.text for one in item.documents))
    assert endless["substring_exact_match"] == (1.0, False), "containment cannot tell; the others can"
    assert endless["exact_match"] == (0.0, False)
    assert endless["f1"][0] is not None
    assert endless["f1"][0] < 0.02


PLAYERS = """
import re


def perfect(request):
    town = re.search(r"Town\\d+", request["query"])[0]
    found = re.search(rf"In {town} (Keeper\\d+) keeps", " ".join(one["text"] for one in request["documents"]))
    return f"Answer: {found[1]}" if found else "Answer: not in the passages"


def polite(request):
    said = perfect(request).removeprefix("Answer: ")
    return f"Thank you for asking! It is {said}." if "Keeper" in said else "Sadly, the passages do not tell."


def guessing(request):
    return "Answer: " + re.sub(r"\\D+", "Keeper", request["query"], count=1).rstrip("?")


def silent(request):
    return " "
"""


def test_models_that_are_perfect_polite_guessing_and_silent(folder: Path, tmp_path: Path, hayrick: Any) -> None:
    (tmp_path / "players.py").write_text(PLAYERS, encoding="utf-8")
    found: dict[tuple[str, str], tuple[float, int, int]] = {}
    spec = f"helmet/nq?data={folder}/questions.jsonl&corpus={folder}/corpus.jsonl&length=2k&n=4&unanswerable=.5"
    players = ("perfect", "polite", "guessing", "silent")
    systems = [word for name in players for word in ("--system", f"python:{tmp_path / 'players.py'}:{name}")]
    done = hayrick("run", spec, *systems, "--out", tmp_path / "out")
    assert (done.status, done.err) == (0, "")
    assert "passages a question were left out because they hold an answer" in done.out
    rows = json.loads((tmp_path / "out" / "estimates.json").read_text(encoding="utf-8"))["rows"]
    for row in (row for row in rows if row["dataset"] is None):
        name = row["system"].rpartition(":")[2]
        found[name, row["measure"]] = (row["value"], row["n"], row["n_failed"])
    main = [found[name, "substring_exact_match"] for name in players]
    assert main == [(1, 4, 0), (1, 4, 0), (1, 4, 0), (0, 4, 4)]
    assert [found[name, "abstained"] for name in players] == [(1, 2, 0), (1, 2, 0), (0, 2, 0), (0, 2, 2)]
    assert [found[name, "recalled"][0] for name in players] == [0, 0, 1, 0]
    assert [found[name, "abstained_wrongly"][0] for name in players] == [0, 0, 0, 0]
    again = hayrick("run", spec, "--system", f"file:{tmp_path / 'out' / 'responses.jsonl'}", "--out", tmp_path / "two")
    assert (again.status, again.err) == (0, "")


def test_the_oracle_shows_the_gold_passage_alone(folder: Path) -> None:
    made = task(folder, "length=2k&n=1")
    item, *_ = made.items(0)
    best, *_ = Showing(spec="oracle", budget_tokens=60).passages(item.query, item.documents, made.known(item), "")
    assert best.document == "gold-1"


@pytest.mark.parametrize("corpus", ["", "&corpus={shared}/data/squality/v1-3_txt_dev.jsonl&words=100"])
def test_real_questions_with_other_passages_and_with_stories(shared: Path, corpus: str) -> None:
    data = shared / "data" / "lost_in_the_middle" / "nq-open-oracle.jsonl.gz"
    made = named_task(f"helmet/nq?data={data}&length=32k&n=2{corpus.format(shared=shared)}").task
    items = made.items(42)
    assert len(items) == 2 * 6
    for item in items:
        assert 32768 - 100 < tokens(made, item) <= 32768
        assert sum(holds(one.text, item.gold.answers) for one in item.documents) <= 1


def test_every_kind_is_listed(hayrick: Any) -> None:
    listed = hayrick("list", "tasks").out
    assert all(f"helmet/{name}" in listed for name in KINDS)

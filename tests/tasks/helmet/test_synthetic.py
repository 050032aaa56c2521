"""Needles, variables and words: texts that fill a length exactly, each value where and as often as it should be."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from hayrick.harness.naming.names import named_task
from hayrick.harness.naming.shipped import TASKS
from hayrick.measures.needles import Wanted
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet import made_text
from hayrick.tasks.helmet.lines import REPLY_TOKENS, tokens_of_line
from hayrick.tasks.helmet.niah import DESIGNS
from hayrick.types import BadInput, Item, Response

NIAH = tuple(DESIGNS)
ESSAYS = [name for name, design in DESIGNS.items() if design.hay == "essay"]
SINGLE = [name for name, design in DESIGNS.items() if design.single]
ALL = (*NIAH, "vt", "cwe", "fwe")
LEAST = {"cwe": 4096, "fwe": 1024}
"""Lengths at which a task has room for some items; others make do with 1000."""


def task(name: str, parameters: str) -> Task[Wanted, str]:
    return named_task(f"helmet/{name}?{parameters}").task


def tokens(of: Task[Wanted, str], item: Item[Wanted]) -> int:
    """Tokens of the prompt, as a model that is shown everything gets it, and of the reply."""
    passages = Showing(spec="full").passages(item.query, item.documents, None, "")
    return prompt_tokens(of.prompt(item, passages)) + of.max_tokens


def lines(item: Item[Wanted]) -> list[str]:
    return item.documents[0].text.split("\n")


def scores(made: Task[Wanted, str], item: Item[Wanted], reply: str) -> tuple[float | None, float | None, bool]:
    """Recall, other values named, and whether it failed."""
    response = Response(item=item, system="s", context="full", reply=reply, answer=made.parse(item, reply))
    rows = [row for measure in made.measures for row in measure.score(item, response, ())]
    assert [row.measure for row in rows] == ["needle_recall", "needle_recall.helmet", "others_named"]
    assert len({row.failed for row in rows}) == 1
    return rows[0].value, rows[2].value, rows[0].failed


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("more", [0, 33, 3000])
def test_texts_fill_the_length_and_one_more_line_would_exceed_it(name: str, more: int) -> None:
    length = LEAST.get(name, 1000) + more
    made = task(name, f"length={length}&n=6")
    for item in made.items(7):
        # A word of the list more is three entries of up to eight tokens, a line of an essay up to 25.
        longest = 24 if name == "cwe" else 3 if name == "fwe" else max(map(tokens_of_line, lines(item))) + 6
        assert length - longest < tokens(made, item) <= length
        assert item.tags["length"] == length


@pytest.mark.parametrize("name", ALL)
def test_same_seed_same_items_and_other_seeds_other_ones(name: str) -> None:
    length = LEAST.get(name, 1000)
    made = task(name, f"length={length}&n=4")
    assert made.items(3) == made.items(3)
    assert made.items(3)[:2] == task(name, f"length={length}&n=2").items(3), "more items leave the first ones"
    assert made.items(3)[1:] == [*task(name, f"length=8k,{length}&n=4").items(3)][5:], "so do more lengths"
    texts = [item.documents[0].text for seed in (3, 4) for item in made.items(seed)]
    assert len(set(texts)) == len(texts) == 8


@pytest.mark.parametrize("name", ALL)
def test_lengths_are_datasets_and_ids_are_unique_over_all(name: str) -> None:
    items = task(name, "length=4k,5000&n=3").items(0)
    assert [item.dataset for item in items] == [f"{name}@4k"] * 3 + [f"{name}@5000"] * 3
    assert len({item.id for item in items}) == len({item.key for item in items}) == 6


@pytest.mark.parametrize("name", NIAH)
def test_each_needle_occurs_once(name: str) -> None:
    design = DESIGNS[name]
    for item in task(name, "length=3000&n=5").items(1):
        text = item.documents[0].text
        kind, value = ("code", made_text.FORMS["uuid"]) if design.value == "uuid" else ("number", r"\d{7}")
        found = re.findall(rf"^A pass {kind} of (\S+) is ({value})\.$", text, re.MULTILINE)
        values = Counter(re.findall(value, text)) - Counter(key for key, _ in found)
        assert set(values.values()) == {1}
        assert [text.count(one) for one in item.gold.values] == [1] * len(item.gold.values)
        by_key: dict[str, list[str]] = {}
        for key, one in found:
            by_key.setdefault(key, []).append(one)
        asked = item.query.split(", ")
        assert sorted(one for key in asked for one in by_key[key]) == sorted(item.gold.values)
        assert (len(asked), len(item.gold.values)) == (design.queries, design.queries * design.values)
        assert len(by_key) == design.keys if design.hay != "needles" else len(lines(item)) == len(found) > 20
        assert all(text.count(key) == len(by_key[key]) for key in asked)


@pytest.mark.parametrize("name", SINGLE)
def test_needles_stand_at_evenly_spaced_depths_in_turn(name: str) -> None:
    items = task(name, "length=2k,3k&n=10&depths=5").items(2)
    assert [item.tags["depth"] for item in items] == [0.0, 0.25, 0.5, 0.75, 1.0] * 4
    for item in items:
        every = lines(item)
        (place,) = [i for i, line in enumerate(every) if f" is {item.gold.values[0]}." in line]
        beside = 3 if name == "niah_mk_essay" else 0
        assert place == pytest.approx(float(item.tags["depth"]) * (len(every) - 1), abs=0.5 + beside)


@pytest.mark.parametrize("name", ["niah_mv", "niah_mq"])
def test_several_wanted_needles_have_places_all_over_the_text(name: str) -> None:
    items = task(name, "length=2k&n=40").items(0)
    assert all("depth" not in item.tags for item in items)
    depths = [
        lines(item).index(line) / len(lines(item)) for item in items for line in lines(item) if "pass" in line[:7]
    ]
    assert len(depths) == 160
    assert min(depths) < 0.1
    assert max(depths) > 0.9
    # Mean of 160 uniform depths: standard error .29 / sqrt(160) = .023.
    assert sum(depths) / 160 == pytest.approx(0.5, abs=0.1)


def test_numbers_of_needles_can_be_chosen() -> None:
    for name, parameter in (("niah_mk_essay", "keys"), ("niah_mv", "values"), ("niah_mq", "queries")):
        made = task(name, f"length=2k&n=1&{parameter}=7")
        (item,) = made.items(0)
        assert item.documents[0].text.count("A pass number of") == 7
        assert len(item.gold.values) == (1 if parameter == "keys" else 7)
        assert f"{parameter}:7" in made.signature


def test_essays_are_the_users_texts_from_another_sentence_on_each_time(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(
        "Dr. Grey came at 7.30.  He sat\n\tdown!\n \n\u201cYou,\u201d she said.", encoding="utf-8"
    )
    (tmp_path / "two.txt").write_text("\ufeffA last\u2028line", encoding="utf-8")
    own = ["Dr. Grey came at 7.30.", "He sat down!", "\u201cYou,\u201d she said.", "A last line"]
    spec = f"length=600&n=12&text={tmp_path / 'one.txt'},{tmp_path / 'two.txt'}"
    made = task("niah_single_2", spec)
    items = made.items(0)
    starts = set()
    for item in items:
        hay = [line for line in lines(item) if not line.startswith("A pass number")]
        first = own.index(hay[0])
        starts.add(first)
        assert hay == [own[(first + i) % 4] for i in range(len(hay))]
        assert 600 - 20 < tokens(made, item) <= 600
    assert len(starts) > 2
    before = made.signature
    assert ",text:" in before
    (tmp_path / "two.txt").write_text("Another line.", encoding="utf-8")
    again = task("niah_single_2", spec)
    assert again.signature != before, "the same command with another text is another run"
    assert "Another line." in lines(again.items(0)[0])


def test_variables_of_a_chain_are_set_in_order_once_each() -> None:
    for item in task("vt", "length=2k&n=5&chains=3&hops=2").items(0):
        sets = re.findall(r"^Set ([A-Z]{5}) = (\w{5})\.$", item.documents[0].text, re.MULTILINE)
        assert len(sets) == len(dict(sets)) == 9
        values: dict[str, str] = {}
        for name, before in sets:
            values[name] = before if before.isdigit() else values[before]
        assert {name for name, value in values.items() if value == item.query} == set(item.gold.values)
        assert sorted(Counter(values.values()).values()) == [3, 3, 3]


def test_common_words_occur_thirty_times_and_all_others_three_times() -> None:
    for item in task("cwe", "length=6k&n=3").items(0):
        entries = [line.split(". ") for line in lines(item)]
        assert [number for number, _ in entries] == [str(i) for i in range(1, len(entries) + 1)]
        times = Counter(word for _, word in entries)
        assert {word for word, n in times.items() if n == 30} == set(item.gold.values)
        assert sorted(set(times.values())) == [3, 30]
        assert len(item.gold.values) == 10


@pytest.mark.parametrize("alpha", [1.5, 2, 3])
def test_frequent_words_follow_the_distribution(alpha: float) -> None:
    for item in task("fwe", f"length=8k&n=3&alpha={alpha}").items(0):
        times = Counter(lines(item)).most_common()
        assert times[0][0] == "..."
        assert tuple(word for word, _ in times[1:4]) == item.gold.values
        assert times[3][1] > times[4][1]
        # Rank r occurs floor(s / r ** alpha) times: s lies between n and n + 1 times r ** alpha, for every rank.
        low = max(n * rank**alpha for rank, (_, n) in enumerate(times[1:], start=2))
        high = min((n + 1) * rank**alpha for rank, (_, n) in enumerate(times[1:], start=2))
        assert low < high
        assert all(re.fullmatch(made_text.WORD_FORM, word) for word, _ in times[1:])


@pytest.mark.parametrize("name", ALL)
def test_perfect_polite_silent_and_wrong_replies(name: str) -> None:
    made = task(name, f"length={LEAST.get(name, 1000)}&n=2")
    item, other = made.items(0)
    values = item.gold.values
    assert scores(made, item, "\n".join(values)) == (1.0, 0.0, False)
    polite = (
        f"Sure! You asked for {item.query}; here it is: {', '.join(f'**{value}**' for value in values)}. Anything else?"
    )
    assert scores(made, item, polite) == (1.0, 0.0, False)
    assert scores(made, item, values[0]) == (1 / len(values), 0.0, False)
    assert scores(made, item, " \n ") == (0.0, None, True)
    assert scores(made, item, "I do not know.") == (0.0, 0.0, False)
    assert (scores(made, item, ", ".join(set(other.gold.values) - set(values)))[0] or 0.0) == 0.0


@pytest.mark.parametrize("name", ALL)
def test_a_reply_that_repeats_the_text_is_seen(name: str) -> None:
    made = task(name, f"length={LEAST.get(name, 2000)}&n=1" + ("&chains=2" if name == "vt" else ""))
    (item,) = made.items(0)
    recall, others, failed = scores(made, item, item.documents[0].text)
    assert (recall, failed) == (1.0, False)
    alone = name in ("niah_single_1", "niah_single_2", "niah_single_3", "niah_mv", "niah_mq")
    assert others == 0.0 if alone else (others or 0.0) >= 3, "there are no other values in the first five"


def test_the_originals_reading_stands_beside_ours() -> None:
    made = task("niah_single_1", "length=1k&n=1")
    (item,) = made.items(0)
    reply = f"9{item.gold.values[0]}"
    response = Response(item=item, system="s", context="full", reply=reply, answer=made.parse(item, reply))
    rows = {row.measure: row.value for measure in made.measures for row in measure.score(item, response, ())}
    assert rows == {"needle_recall": 0.0, "needle_recall.helmet": 1.0, "others_named": 0.0}


@pytest.mark.parametrize(
    ("name", "n"),
    [
        *((name, 1) for name in ("json_kv", "niah_single_1", "niah_mq", "niah_latent", "vt", "cwe", "fwe")),
        *(("graphwalks_bfs", 1), ("graphwalks_parents", 1)),
        *(("mrcr_2", 100), ("mrcr_4", 100)),  # Pieces differ much in length.
    ],
)
def test_a_length_that_is_too_short_names_one_that_is_about_the_least(name: str, n: int) -> None:
    with pytest.raises(BadInput) as refused:
        task(name, f"length=150&n={n}").items(0)
    least = int(
        re.findall(r"Give a greater length: ([\d,]+), or somewhat more", str(refused.value))[0].replace(",", "")
    )
    assert task(name, f"length={least * 11 // 10}&n={n}").items(0)
    with pytest.raises(BadInput):
        task(name, f"length={least * 9 // 10}&n={n}").items(0)


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ("niah_single_1?length=200", "length 200"),
        ("niah_mk_uuid?length=300", "length 300"),
        ("niah_mv?length=1k&values=300", "301 or more|length 1024"),
        ("niah_mq?length=1k&queries=5000", "length 1024"),
        ("niah_mv?values=1", "values 1"),
        ("niah_single_1?n=0", "n 0"),
        ("niah_single_1?depths=0", "depths 0"),
        ("niah_single_1?match=substring", "unknown parameter 'match'"),
        ("niah_single_1?text=a.txt", "unknown parameter 'text'"),
        ("niah_mv?depths=3", "unknown parameter 'depths'"),
        ("niah_single_2?text=", "no text"),
        ("niah_single_2?text=missing.txt", "missing.txt"),
        ("niah_single_2?length=32q", "length '32q'"),
        ("vt?length=260", "length 260"),
        ("vt?length=300&chains=900", "length 300"),
        ("vt?hops=0", "hops 0"),
        ("cwe?length=1k", "length 1024"),
        ("fwe?length=220", "length 220"),
        ("fwe?alpha=1", "alpha 1"),
    ],
)
def test_wrong_parameters_are_refused(spec: str, found: str) -> None:
    with pytest.raises(BadInput) as caught:
        named_task(f"helmet/{spec}").task.items(0)
    assert re.search(found, str(caught.value))
    assert "\n" not in str(caught.value)


def test_a_text_that_holds_a_needles_value_or_no_sentence_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("It is late. The end.", encoding="utf-8")
    spec = f"length=1k&n=3&text={path}"
    value = task("niah_single_2", spec).items(0)[1].gold.values[0]
    other = tmp_path / "other.txt"
    other.write_text(f"It is late. Room {value} was shut.", encoding="utf-8")
    with pytest.raises(BadInput, match=f"the needle's '{value}' in the text"):
        task("niah_single_2", spec.replace("text.txt", "other.txt")).items(0)
    path.with_name("empty.txt").write_text(" \n", encoding="utf-8")
    with pytest.raises(BadInput, match="an empty file"):
        task("niah_single_2", spec.replace("text.txt", "empty.txt"))


def test_every_task_has_a_name() -> None:
    assert {f"helmet/{name}" for name in ALL} <= TASKS.keys()
    assert REPLY_TOKENS == 128

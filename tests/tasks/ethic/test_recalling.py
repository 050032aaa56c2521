"""Recalling: a book in sections, numbers of people as labels, replies section by section."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.estimates import estimate
from hayrick.harness.naming.names import named_task
from hayrick.measures.sets import Sections
from hayrick.protocols import Task
from hayrick.reporting import reporting_of
from hayrick.systems.contexts import Showing
from hayrick.tasks.ethic import texts
from hayrick.tasks.ethic.people import numbers_of_people
from hayrick.tasks.ethic.recalling import NAME
from hayrick.tasks.ethic.texts import SECTION_TOKENS, sections_of
from hayrick.tokens import cut_tokens, tokenizer
from hayrick.types import BadInput, Item, Response, Score

FILLER = "The wind went round the house all night, and nobody in the village slept before the morning came. " * 12


def book(path: Path, *facts: str) -> Path:
    """A book with a section or more for each fact."""
    path.write_text("\n\n".join(f"{fact}\n{FILLER * 4}" for fact in facts), encoding="utf-8")
    return path


@pytest.fixture
def novel(tmp_path: Path) -> Path:
    return book(tmp_path / "novel.txt", "She had two sisters.", "He paid five thousand a year.", "Then 30 men came.")


def task(path: Path, more: str = "") -> Task[Sections, Sections]:
    return named_task(f"{NAME}?book={path}{more}").task


def rows(made: Task[Sections, Sections], item: Item[Sections], reply: str) -> list[Score]:
    response = Response(item=item, system="s", context="full", reply=reply, answer=made.parse(item, reply))
    return list(made.measures[0].score(item, response, ()))


def perfect(item: Item[Sections]) -> str:
    return "\n".join(f"Section {name}: {', '.join(sorted(labels)) or 'none'}" for name, labels in item.gold.items())


class TestNumbersOfPeople:
    @pytest.mark.parametrize(
        ("text", "numbers"),
        [
            ("She has two daughters.", {"2"}),
            ("3,000 men and twenty-five officers", {"3000", "25"}),
            ("five younger sisters; Two of her girls", {"5", "2"}),
            ("two or three ladies", {"2", "3"}),
            ("a dozen guests", {"12"}),
            ("181 healthy postmenopausal women and 45 subjects", {"181", "45"}),
            ("half a million people", {"500000"}),
            ("the treated (n = 45), men = 7", {"45"}),
            ("five thousand a year", set()),
            ("ten thousand pounds and three horses", set()),
            ("one daughter, the second daughter, a woman of forty", set()),
            ("they came at six. The ladies left", set()),
            ("nine cases out of ten a women's matter", set()),
            ("he waited four hours; people left", set()),
            ("", set()),
        ],
    )
    def test_a_number_before_a_noun_for_people(self, text: str, numbers: set[str]) -> None:
        assert numbers_of_people(text) == numbers

    def test_of_pride_and_prejudice(self, shared: Path) -> None:
        path = shared / "data" / "gutenberg_sample" / "pride_and_prejudice_1342-0.txt"
        if not path.is_file():
            pytest.skip("the sample of Project Gutenberg is not there")
        (item,) = task(path).items(0)
        assert len(item.documents) == len(item.gold) == 153
        assert sum(not labels for labels in item.gold.values()) == 101, (
            "docs/reference/ethic_tasks.md names this figure"
        )
        assert item.gold["3"] == {"2", "5", "7", "12"}, "twelve ladies, seven gentlemen, five sisters, two sisters"
        assert "Gutenberg" not in item.documents[-1].text


class TestSections:
    def test_are_whole_sentences_within_the_tokens_and_lose_nothing(self, novel: Path) -> None:
        text = novel.read_text()
        sections = sections_of(text, SECTION_TOKENS)
        sizes = [tokenizer().count(section) for section in sections]
        assert len(sections) == 3
        assert max(sizes) <= SECTION_TOKENS
        assert all(section.endswith(".") for section in sections)
        assert " ".join(" ".join(sections).split()) == " ".join(text.split())
        assert min(sizes[:-1]) > SECTION_TOKENS - 30, "as full as they can be: no sentence has more"

    @pytest.mark.parametrize("text", ["", " \n\n ", "word " * 5000, "x" * 9000])
    def test_odd_texts(self, text: str) -> None:
        sections = sections_of(text, 100)
        assert all(0 < tokenizer().count(section) <= 100 for section in sections)
        assert "".join("".join(sections).split()) == "".join(text.split())

    @pytest.mark.parametrize("word", ["x ", "\u8349"])
    def test_a_long_sentence_is_read_a_few_times_in_all(self, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
        read: list[int] = []

        def counted(text: str, budget_tokens: int, encoding: str) -> str:
            read.append(len(text))
            return cut_tokens(text, budget_tokens, encoding)

        monkeypatch.setattr(texts, "cut_tokens", counted)
        text = word * 30_000
        assert "".join("".join(sections_of(text, 100)).split()) == text.replace(" ", "")
        assert len(read) > 25
        assert sum(read) < 40 * len(text)


def test_a_book_is_one_item_and_its_parts_are_groups(novel: Path) -> None:
    (whole,) = task(novel).items(0)
    n = len(whole.documents)
    assert (whole.dataset, whole.group, list(whole.gold)) == ("novel", "1", [str(i) for i in range(1, n + 1)])
    parts = task(novel, "&together=2").items(0)
    assert [len(item.documents) for item in parts] == [2] * (n // 2) + [1] * (n % 2)
    assert [item.group for item in parts] == [str(i) for i in range(1, len(parts) + 1)]
    assert tuple(one.text for item in parts for one in item.documents) == tuple(one.text for one in whole.documents)
    assert len({item.id for item in parts}) == len(parts)
    (first,) = task(novel, "&sections=1").items(0)
    assert first.gold == {"1": {"2"}}
    assert set().union(*whole.gold.values()) == {"2", "30"}


def test_the_prompt_shows_every_section_under_its_number(novel: Path) -> None:
    made = task(novel, "&sections=3")
    (item,) = made.items(0)
    prompt = made.prompt(item, Showing(spec="full").passages(item.query, item.documents, None, ""))
    text = prompt.messages[-1].text
    assert [text[slice(*source.text)] for source in prompt.sources] == [one.text for one in item.documents]
    assert [text.count(f" Section {number}>>") for number in (1, 2, 3, 4)] == [1, 1, 1, 0]


def test_a_perfect_reply_is_right_in_whatever_order_and_form(novel: Path) -> None:
    made = task(novel)
    (item,) = made.items(0)
    lines = perfect(item).splitlines()
    random.Random(0).shuffle(lines)
    for reply in (perfect(item), "\n".join(lines), f"Here is the answer:\n\n{perfect(item)}\n\nLet me know!"):
        assert [(row.value, row.failed) for row in rows(made, item, reply)] == [(1.0, False)] * len(item.gold)
    spelt = perfect(item).replace(": 2", ": two sisters").replace(": 30", ": thirty men")
    assert {row.value for row in rows(made, item, spelt)} == {1.0}


def test_sections_that_are_left_out_fail_and_stay_in_the_mean(novel: Path) -> None:
    made = task(novel)
    (item,) = made.items(0)
    found = rows(made, item, "Section 1: 2")
    assert [(row.unit, row.value, row.failed) for row in found[:2]] == [("1", 1.0, False), ("2", 0.0, True)]
    (by_dataset, overall) = estimate(found, reporting_of(made))
    assert by_dataset.estimate.n == overall.estimate.n == len(item.gold)
    assert overall.estimate.n_failed == len(item.gold) - 1
    assert overall.estimate.value == pytest.approx(1 / len(item.gold))
    assert (overall.estimate.low, overall.estimate.high) == (None, None), "one reply has no interval"


def test_order_of_items_changes_no_estimate(tmp_path: Path) -> None:
    paths = [book(tmp_path / f"{name}.txt", "Two men came.", "Six boys left.", f"{9 + n} girls sang.")
             for n, name in enumerate("abc")]  # fmt: skip
    made = task(Path(",".join(map(str, paths))), "&together=2")
    items = made.items(0)
    scores = [rows(made, item, "Section 1: 2\nSection 2: none") for item in items]
    reference = {one.key: one.estimate for one in estimate([row for one in scores for row in one], reporting_of(made))}
    assert len(reference) == 4, "three books and all of them"
    assert all(one.low is not None for one in reference.values())
    random.Random(1).shuffle(scores)
    again = {one.key: one.estimate for one in estimate([row for one in scores for row in one], reporting_of(made))}
    assert again.keys() == reference.keys()
    for key, one in again.items():
        assert (one.n, one.n_failed) == (reference[key].n, reference[key].n_failed)
        assert one.value == pytest.approx(reference[key].value)
        assert (one.low, one.high) == pytest.approx((reference[key].low, reference[key].high))


@given(
    reply=st.text()
    | st.lists(st.sampled_from(["Section", " 1", "2", ":", ",", "\n", "none", "0", "{", '"'])).map("".join)
)
def test_wrong_replies_never_raise_and_every_section_has_a_row(reply: str) -> None:
    for row in rows(*SMALL, reply):
        assert 0 <= (row.value or 0.0) <= 1
    assert [row.unit for row in rows(*SMALL, reply)] == ["1", "2"]


def _small() -> tuple[Task[Sections, Sections], Item[Sections]]:
    gold = {"1": frozenset({"2"}), "2": frozenset[str]()}
    return task(Path(__file__)), Item(dataset="d", group="1", id="i", query="", gold=gold)


SMALL = _small()


def test_zero_says_that_there_is_none() -> None:
    assert [row.value for row in rows(*SMALL, "Section 1: 2\nSection 2: 0")] == [1.0, 1.0]


def test_what_a_lazy_reply_scores_is_said(novel: Path) -> None:
    made = task(novel, "&sections=3")
    (item,) = made.items(0)
    responses = []
    for name in "ab":
        one: Response[Sections] = Response(item=item, system=name, context="full", answer=None)
        responses.append(one)
    assert made.notes is not None
    (line,) = made.notes(responses, ())
    n_empty = sum(not labels for labels in item.gold.values())
    assert line.startswith(
        f"{n_empty} of 3 sections hold no label: 'none' in the line of such a section scores 1 there"
    )
    assert made.parse(item, "none") is None, "as the note says"
    assert made.parse(item, "1: none\n2: none\n3: none") == dict.fromkeys("123", frozenset())


@pytest.mark.parametrize(
    ("parameters", "found"),
    [("", "no book"), ("book=absent.txt", "absent.txt"), ("book=a/x.txt,b/x.txt", "two books of one name")],
)
def test_wrong_parameters_are_refused(parameters: str, found: str) -> None:
    with pytest.raises(BadInput) as caught:
        named_task(f"{NAME}?{parameters}").task.items(0)
    assert found in str(caught.value)

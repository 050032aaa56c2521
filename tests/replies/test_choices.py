"""Which option a reply names."""

from __future__ import annotations

import pytest

from hayrick.replies.choices import read_choice, released_infinitebench_choice, released_longbench_choice

OPTIONS = {"A": "Light housework", "B": "A dairy", "C": "The dairy at Hall Farm", "D": "12 days"}


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("B", "B"),
        ("b", "B"),
        ("(C)", "C"),
        ("**D. 12 days**", "D"),
        ("D.\n\nThe book speaks of light housework elsewhere.", "D"),
        ("Answer: A", "A"),
        ("Option C, as chapter 3 says.", "C"),
        ("I first thought of B, but the answer is (C).", "C"),
        ("The correct answer is D", "D"),
        ("The answer is light housework.", "A"),
        ("It is the dairy at Hall Farm, I believe.", "C"),
        ("They met at a dairy.", "B"),
        ("A long story, but it took 12 days.", "D"),
        ("The right option is C because A and B never occur.", "C"),
        ("It must be C", "C"),
        ("", None),
        ("I cannot tell.", None),
        ("A friend told him so.", None),
        ("Either B or C.", None),
        ("I cannot choose an option from A, B, C, or D.", None),
        ("Therefore, the correct option is C.", "C"),
        ("The answer is a dairy at night, so option A fails", "B"),
        ("It was light housework for 12 days.", None),
        ("E. None of these", None),
        ("A. Light housework\nB. A dairy\nC. The dairy at Hall Farm\nD. 12 days\nAnswer: C", "C"),
        ("The answer is (c).", "C"),
        ("I think that it is (c).", "C"),
        ("It must be [c], as chapter 3 says.", "C"),
        ("**B**", "B"),
        ("B) Paris", "B"),
        ("(b) Paris", "B"),
        ("Answer: b", "B"),
        ("The answer is b because of chapter 3.", "B"),
        ("Option D", "D"),
        ("OPTION D IT IS", "D"),
        ("Option C is right because A and B never occur.", "C"),
        ("A. Paris is right, not B", "A"),
        ("It is A, not B.", "A"),
        ("I believe A is right.", "A"),
        ("The answer is not B but C.", "C"),
        ("(B) is wrong, so it is (C).", "C"),
        ("Neither A nor B; it must be D.", "D"),
        ("\\boxed{C}", "C"),
        ("The answer is $\\boxed{A}$.", "A"),
        ("\\boxed{\\text{(b)}}", "B"),
        ("<answer>A</answer>", "A"),
        ('{"answer": "a"}', "A"),
        ("As J. Smith says on page 3, it is B", "B"),
        ("B, because light housework came later.", "B"),
        ("I, for one, choose D", "D"),
        ("A is plausible, but C is best supported.", "C"),
        ("A is clearly wrong. I choose C.", "C"),
        ("A is the best", "A"),
        ("I think A or B", None),
        ("The answer is A or B.", None),
        ("Answer: B or C", None),
        ("(A) or (B)", None),
        ("A and B", None),
        ("A/B", None),
        ("A, B and C", None),
        ("Option B or C", None),
        ("Either option A or option B.", None),
        ("B or (c)", None),
        ("Not B", None),
        ("The answer is not B.", None),
        ("B is wrong.", None),
        ("It isn't B or C.", None),
        ("None of the above", None),
        ("All of them", None),
        ("E", None),
        ("(e)", None),
        ("It must be E.", None),
        ("The answer is (E).", None),
        ("Option E, for B is dead by then.", None),
        ("The option(s) fit well.", None),
        ("He sold a cow.", None),
    ],
)
def test_an_option_is_read_by_letter_or_text(reply: str, letter: str | None) -> None:
    assert read_choice(reply, OPTIONS) == letter


def test_where_one_option_alone_is_known_every_letter_is_read() -> None:
    assert [read_choice(reply, {"B": "A dairy"}) for reply in ("(c)", "It must be C", "A dairy", "B")] == [*"CCBB"]


def test_an_option_may_be_none_of_the_others() -> None:
    assert read_choice("None of the above", {"A": "Rain", "B": "None of the above"}) == "B"


@pytest.mark.usefixtures("no_hang")
@pytest.mark.parametrize(
    ("piece", "letter"),
    [("(", None), ("A ", "A"), ("the answer is ", None), ("B", None), ("not ", None), ("B, ", "B"), ("B is ", "B")],
)
def test_a_megabyte_is_read(piece: str, letter: str | None) -> None:
    assert read_choice(piece * (1_000_000 // len(piece)), OPTIONS) == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("**The correct answer is (B)**", "B"),
        ("The correct answer is C because", "C"),
        ("The correct answer is (A). No: The correct answer is (D).", "A"),
        ("the correct answer is (B)", None),
        ("B", None),
    ],
)
def test_longbench_reads_one_sentence(reply: str, letter: str | None) -> None:
    assert released_longbench_choice(reply) == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [("D. x", "D"), ("Based on it, B", "B"), ("I say B. Not A.", "B"), ("A dairy", "A"), ("", None), ("none", None)],
)
def test_infinitebench_reads_the_first_letter(reply: str, letter: str | None) -> None:
    assert released_infinitebench_choice(reply) == letter

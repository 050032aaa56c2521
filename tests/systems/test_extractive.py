"""The extractive system: what it quotes, in which order, and what it cites."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hayrick.lexical import Index
from hayrick.systems import extractive
from hayrick.systems.extractive import Extractor
from hayrick.systems.quotable import quotable, speakers_of
from hayrick.systems.ranked import Ranking
from hayrick.systems.statements import statements
from hayrick.types import BadInput, Bullet, Document

LENS = [
    "The cracked lens of the Lindholm lighthouse was restored by 12 volunteers in June.",
    "Volunteers, 12 in all, restored the cracked lens of the Lindholm lighthouse in June.",
    "However, the cracked lens of the Lindholm lighthouse was restored by 12 volunteers last June.",
]
GATES = [
    "The harbour council approved 14 new tide gates for 3.2 million dollars.",
    "For 3.2 million dollars the harbour council approved 14 new tide gates.",
    "They say that the harbour council approved 14 new tide gates for 3.2 million dollars.",
]
FILLER = [
    "Gulls were loud over the market square on Sunday morning.",
    "A baker from Osterby sold out of rye bread before noon.",
    "Rain is forecast for the second half of the coming week.",
    "The chess club meets in the old customs house on Mondays.",
    "Nobody could remember who had painted the green door.",
    "Two fishing boats returned late because of thick fog.",
]
LIGHTHOUSE = "d1", "d2", "d3"
HARBOUR = "d4", "d5", "d6"


def documents() -> list[Document]:
    """d1 to d3 tell of the lens, d4 to d6 of the gates; each has a sentence of its own."""
    told = [*LENS, *GATES]
    return [Document(id=f"d{n + 1}", text=f"{FILLER[n]} {told[n]}") for n in range(6)]


def extract(given: Sequence[Document | str], query: str, n: int) -> tuple[Bullet, ...]:
    """One answer about documents, or about texts with the ids "1", "2"."""
    named = [one if isinstance(one, Document) else Document(id=str(at), text=one) for at, one in enumerate(given, 1)]
    return Extractor(named).bullets(query, n)


QUOTED = [
    ("The mill by the river opened in 1820.", "The mill by the river opened in 1820.", 2, "stands alone"),
    ("However, the mill by the river opened late.", "The mill by the river opened late.", 2, "connective left out"),
    ("But the mill by the river opened late.", "The mill by the river opened late.", 2, "conjunction left out"),
    ("And, in addition, the mill opened two days late.", "The mill opened two days late.", 2, "both left out"),
    ("- The mill by the river opened in 1820 [4].", "The mill by the river opened in 1820 .", 2, "marks left out"),
    ("  The mill\n by the river opened in 1820.", "The mill by the river opened in 1820.", 2, "one line"),
    ("However, he also bought the mill by the river.", "He also bought the mill by the river.", 1, "who is he?"),
    ("They opened the mill by the river in May.", "They opened the mill by the river in May.", 1, "who are they?"),
    ("Its wheel was replaced by a turbine in 1901.", "Its wheel was replaced by a turbine in 1901.", 1, "whose?"),
    ("With this turbine the mill ran all year.", "With this turbine the mill ran all year.", 1, "which turbine?"),
    ("the mill by the river opened in 1820.", "the mill by the river opened in 1820.", 1, "begins in the middle"),
    ("The mill by the river and all its many wheels", None, 1, "has no end"),
    ("The mill opened today.", "The mill opened today.", 1, "4 words tell little"),
    ("Word " * 61 + "end.", None, 1, "62 words are no bullet"),
    ("Mills of the north", None, 0, "a heading: 4 words without an end"),
    ("It burned down.", None, 0, "3 words"),
    ("Did the mill by the river open in 1820?", None, 0, "a question"),
    ("The following mills were opened in 1820:", None, 0, "introduces a list"),
    ("Good morning, and welcome to our little mill.", None, 0, "a greeting"),
    ("Thank you for asking about the old mill.", None, 0, "thanks"),
    ("Doctor: Please walk for twenty minutes each day.", "Please walk for twenty minutes each day.", 2, "label"),
    ("**Patient 2:** I walk for twenty minutes each day.", "I walk for twenty minutes each day.", 2, "bold label"),
    ("[00:12] Speaker 1: I walk for twenty minutes daily.", "I walk for twenty minutes daily.", 2, "time and label"),
    ("Demon 170: the mill of the north has won.", "Demon 170: the mill of the north has won.", 2, "no speaker"),
    ("议会在一九一〇年开设了新的磨坊。", "议会在一九一〇年开设了新的磨坊。", 2, "no spaces between words"),
    ("你好吗？", None, 0, "a question with a full-width mark"),
    ("", None, 0, "nothing"),
    ("...", None, 0, "no word"),
]


@pytest.mark.parametrize(("sentence", "text", "quality", "reason"), QUOTED, ids=[row[3] for row in QUOTED])
def test_quotable(sentence: str, text: str | None, quality: int, reason: str) -> None:
    found = quotable(sentence)
    assert found.quality == quality, reason
    assert text is None or found.text == text, reason


def test_labels_are_speakers_where_one_of_them_repeats() -> None:
    assert {"dr. lee", "sam"} <= speakers_of("Dr. Lee: Hi.\nSam: Hello.\nDr. Lee: Sit down.\n")
    assert "demon 170" not in speakers_of("Demon 170: the winner.\nIt is fast.")


def test_statements_group_what_documents_repeat() -> None:
    index = Index([document.text for document in documents()])
    found = statements(index, 0.5)
    groups = {one.documents: one for one in found if len(one.documents) > 1}
    lens, gates = groups[0, 1, 2], groups[3, 4, 5]
    # Of the 2 sentences of each document the second is repeated.
    assert lens.sentences == (1, 3, 5)
    assert gates.sentences == (7, 9, 11)
    assert lens.stands
    assert gates.stands
    assert gates.text in GATES[:2], "the third begins with 'They'"
    everything = [sentence for one in found for sentence in one.sentences]
    assert sorted(everything) == sorted(set(everything)), "no sentence in two groups"


def test_likeness_decides_what_is_one_statement() -> None:
    index = Index([document.text for document in documents()])
    assert max(len(one.documents) for one in statements(index, 1.0)) < 3
    assert all(one.detail > 0 for one in statements(index, 1.0))


ANSWERS = [
    ("who restored the lighthouse lens", LENS, LIGHTHOUSE),
    ("tide gates of the harbour council", GATES, HARBOUR),
]


@pytest.mark.parametrize(("query", "told", "holders"), ANSWERS)
def test_what_is_repeated_and_relevant_comes_first(query: str, told: list[str], holders: tuple[str, ...]) -> None:
    first = extract(documents(), query, 3)[0]
    assert first.text.lower().removeprefix("however, ") in [one.lower().removeprefix("however, ") for one in told]
    assert first.cites == frozenset(holders)
    assert first.id == 1


@pytest.mark.parametrize("query", ["", "the of and", "zzzz"])
def test_without_a_query_what_is_repeated_comes_first(query: str) -> None:
    found = extract(documents(), query, 2)
    assert {bullet.cites for bullet in found} == {frozenset(LIGHTHOUSE), frozenset(HARBOUR)}


@given(order=st.permutations(range(6)))
@settings(max_examples=20, deadline=None)
def test_order_of_documents_changes_nothing(order: list[int]) -> None:
    given_order = documents()
    for query, _, holders in ANSWERS:
        first = extract([given_order[n] for n in order], query, 1)[0]
        assert first.cites == frozenset(holders)
        assert first.text == extract(given_order, query, 1)[0].text


MILLS = "The mill by the river was built in 1820. It burned down in 1901. A new mill was opened by the council in 1910."
CHINESE = [
    "这座磨坊建于一八二〇年。议会在一九一〇年开设了新的磨坊。",
    "议会在一九一〇年开设了新的磨坊。河边有一个小镇。",
]
EDGES = [
    ([], "mill", 3, 0, "no documents"),
    (["", " \n"], "mill", 3, 0, "empty documents"),
    (["Is it open? Hello there, my friend."], "open", 3, 0, "nothing to quote"),
    ([MILLS], "new mill", 9, 3, "one document, more asked than told"),
    ([MILLS], "new mill", 0, 0, "nothing asked"),
    ([MILLS] * 5, "new mill", 9, 3, "equal documents tell each statement once"),
    (["", MILLS, ""], "new mill", 9, 3, "empty ones among others"),
    (CHINESE, "新的磨坊", 9, 3, "script without spaces: 3 sentences, one of them twice"),
]


@pytest.mark.parametrize(("texts", "query", "n", "count", "reason"), EDGES, ids=[row[4] for row in EDGES])
def test_edges(texts: list[str], query: str, n: int, count: int, reason: str) -> None:
    found = extract(texts, query, n)
    assert len(found) == count, reason
    assert [bullet.id for bullet in found] == list(range(1, count + 1))


def test_equal_documents_answer_the_query_and_are_all_cited() -> None:
    first = extract([MILLS] * 5, "which council opened a new one", 1)[0]
    assert first.text == "A new mill was opened by the council in 1910."
    assert first.cites == frozenset("12345")


def test_what_leans_on_other_text_comes_last() -> None:
    assert extract([MILLS], "burned down", 3)[-1].text == "It burned down in 1901."


TALK = [
    "Doctor: Good morning, how are you today?\nPatient: Hello.\n"
    "Doctor: Please try the slow breathing exercise every night before going to bed.\nPatient: okay thanks",
    "Dr. Lee: Hi Sam.\nSam: Thanks.\nDr. Lee: So, try the slow breathing exercise each night before going to bed.\n"
    "Sam: What about walking?",
    "[00:12] Nurse Kim: Try the slow breathing exercise every night before going to bed.\n[00:20] Nurse Kim: Bye.",
]


def test_conversations_are_quoted_without_labels_questions_and_greetings() -> None:
    found = extract(TALK, "breathing exercise", 5)
    assert found[0].cites == frozenset("123")
    assert found[0].text in {
        "Please try the slow breathing exercise every night before going to bed.",
        "Try the slow breathing exercise each night before going to bed.",
        "Try the slow breathing exercise every night before going to bed.",
    }
    for bullet in found:
        assert ":" not in bullet.text
        assert "?" not in bullet.text


WORDS = st.sampled_from(
    ["mill", "river", "council", "gates", "harbour", "opened", "was", "14", "the", "in", "it", "however", "but", "of"]
)
SENTENCE = st.lists(WORDS, min_size=1, max_size=9).map(lambda found: " ".join(found).capitalize())
TEXT = st.lists(st.tuples(SENTENCE, st.sampled_from([". ", "? ", "\n", "! "])), max_size=4).map(
    lambda parts: "".join(a + b for a, b in parts)
)


@given(texts=st.lists(TEXT, max_size=5), query=SENTENCE, n=st.integers(0, 6))
@settings(max_examples=100, deadline=None)
def test_whatever_the_documents(texts: list[str], query: str, n: int) -> None:
    found = extract(texts, query, n)
    assert len(found) <= n
    assert found == extract(texts, query, n), "the same every time"
    names = {str(number) for number in range(1, len(texts) + 1)}
    for bullet in found:
        assert bullet.cites
        assert bullet.cites <= names
        assert not bullet.unknown
        assert not bullet.text.endswith("?")
    assert found[: n // 2] == extract(texts, query, n // 2), "fewer asked: the same first ones"


def test_larger_collections_look_at_the_most_relevant_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extractive, "POOL", 4)
    for query, _, holders in ANSWERS:
        assert extract(documents(), query, 1)[0].cites == frozenset(holders)


REFUSED = [
    ({"similarity": 0.0}, "everything would be alike"),
    ({"similarity": 1.1}, "nothing would be alike"),
    ({"repeated": 0}, "no document"),
    ({"own": -1.0}, "negative"),
    ({"detail": float("nan")}, "no number"),
]


@pytest.mark.parametrize(("change", "reason"), REFUSED, ids=[row[1] for row in REFUSED])
def test_refused_rankings(change: dict[str, float], reason: str) -> None:
    with pytest.raises(BadInput, match="similarity in"):
        Ranking(**change)  # type: ignore[arg-type]


def test_refused_requests() -> None:
    with pytest.raises(BadInput, match=">= 0"):
        extract([MILLS], "mill", -1)
    with pytest.raises(BadInput, match="twice"):
        Extractor([Document(id="a", text="x"), Document(id="a", text="y")])

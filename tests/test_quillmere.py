"""The hand-written haystack is what docs/evidence/quillmere.md says it is."""

import json
import re
from collections import Counter, defaultdict
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from hayrick.haystacks.files import haystack_of
from hayrick.text import sentences, terms, words
from hayrick.types import Haystack

CARD = Path(__file__).resolve().parents[1] / "docs" / "evidence" / "quillmere.md"
TEXT = (Path(__file__).parent / "golden" / "quillmere.json").read_text(encoding="utf-8")

# Ways to write each insight's numbers and dates; a holder needs one way of every group.
WRITTEN: dict[str, list[tuple[str, ...]]] = {
    "s1i1": [("46 million", "46m", "forty-six million")],
    "s1i2": [("7,300", "seven thousand three hundred", "seventy-three hundred")],
    "s1i3": [("2060",)],
    "s1i4": [("fifth",)],
    "s2i1": [("march",), ("july",)],
    "s2i2": [("18", "eighteen")],
    "s2i3": [("240", "two hundred and forty")],
    "s2i4": [("35", "thirty-five")],
    "s3i1": [("four",)],
    "s3i2": [("19", "nineteen", "nineteenth")],
    "s3i3": [("38", "thirty-eight")],
    "s3i4": [("14 may", "fourteenth of may"), ("2032",)],
}
# Holders that give the same quantity by another number, on purpose: (words in the document, reason).
EXCEPTIONS = {
    ("s1i2", "d35"): ("seven thousand two hundred and ninety-nine", "the others: she and 7,299 make 7,300"),
    ("s1i4", "d11"): ("twenty per cent", "20/100 = 1/5"),
    ("s1i4", "d23"): ("20 per cent", "20/100 = 1/5"),
    ("s1i4", "d34"): ("twenty per cent", "20/100 = 1/5"),
    ("s3i2", "d24"): ("eighteen or younger", "in whole years the same as under 19"),
}
# Names without which a text would say something else: every holder has them.
NAMES: dict[str, tuple[str, ...]] = {
    "s1i3": ("Fennigrew Trust",),
    "s1i4": ("Dorrick & Daughters",),
    "s2i1": ("Lessing Moor", "curlew"),
    "s2i2": ("toad",),
    "s2i3": ("Ruta Vance", "horseshoe", "Coldbarrow"),
    "s2i4": ("Brackenfold", "meadow"),
    "s3i1": ("batteries",),
    "s3i3": ("Hollin Top", "Quillmere"),
}


@cache
def bundled() -> Haystack:
    return haystack_of(json.loads(TEXT), id="quillmere", where="quillmere.json")


def document_texts() -> dict[str, str]:
    return {d.id: d.text for d in bundled().documents}


def insight_texts() -> dict[str, str]:
    return {i.id: i.text for s in bundled().subtopics for i in s.insights}


def near_misses() -> list[tuple[str, str, str]]:
    """Rows of the card's table: insight, document, words in the document."""
    cells = [line.strip("|").split("|") for line in CARD.read_text(encoding="utf-8").splitlines()]
    rows = [[cell.strip() for cell in row] for row in cells]
    return [(row[0], row[1], row[2]) for row in rows if re.fullmatch(r"s\d+i\d+", row[0]) and row[1].startswith("d")]


def says(text: str, phrase: str) -> bool:
    return re.search(rf"(?<![\w,]){re.escape(phrase)}(?!\w|,\d)", text, re.IGNORECASE) is not None


def best_sentence(text: str, insight: str) -> str:
    wanted = set(terms(insight))
    return max((text[a:b] for a, b in sentences(text)), key=lambda s: len(wanted & set(terms(s))))


def test_file_has_exactly_the_native_fields_and_layout() -> None:
    raw = json.loads(TEXT)
    assert list(raw) == ["schema", "topic", "domain", "documents", "subtopics", "held_by"]
    assert (raw["schema"], raw["domain"]) == (1, "news")
    assert {tuple(d) for d in raw["documents"]} == {("id", "title", "text")}
    assert {tuple(s) for s in raw["subtopics"]} == {("id", "title", "query", "insights")}
    assert {tuple(i) for s in raw["subtopics"] for i in s["insights"]} == {("id", "text")}
    assert json.dumps(raw, ensure_ascii=False, indent=1) + "\n" == TEXT


def test_counts() -> None:
    haystack = bundled()
    assert len(haystack.documents) == 40
    assert [len(s.insights) for s in haystack.subtopics] == [4, 4, 4]
    held = Counter(d for holders in haystack.held_by.values() for d in holders)
    assert Counter(held[d.id] for d in haystack.documents) == {0: 6, 1: 3, 2: 19, 3: 10, 4: 2}
    assert sum(held.values()) == 0 * 6 + 1 * 3 + 2 * 19 + 3 * 10 + 4 * 2 == 79
    assert {len(holders) for holders in haystack.held_by.values()} == {6, 7, 8}


def test_ids_are_unique_and_known() -> None:
    haystack = bundled()
    documents = [d.id for d in haystack.documents]
    insights = list(insight_texts())
    assert len(set(documents)) == len(documents)
    assert len(set(insights)) == len(insights)
    assert list(haystack.held_by) == insights
    for holders in haystack.held_by.values():
        assert set(holders) <= set(documents)
        assert len(set(holders)) == len(holders)


def test_subtopics_are_shared_out_over_documents() -> None:
    subtopics_of = defaultdict(set)
    for insight, holders in bundled().held_by.items():
        for document in holders:
            subtopics_of[document].add(insight[:2])
    assert Counter(len(found) for found in subtopics_of.values()) == {1: 17, 2: 14, 3: 3}


@pytest.mark.parametrize("document", [d.id for d in bundled().documents])
def test_document_is_of_the_promised_size_and_shape(document: str) -> None:
    text = document_texts()[document]
    assert 160 <= len(text.split()) <= 260
    assert 2 <= len(text.split("\n\n")) <= 3
    assert re.search(r"  | \n|\n |\n{3}|[^\S \n]|[“”‘’]", text) is None, "one kind of space and of quotes"


def test_no_two_documents_share_six_words_in_a_row() -> None:
    found = {document: words(text) for document, text in document_texts().items()}
    runs = {d: {tuple(f[i : i + 6]) for i in range(len(f) - 5)} for d, f in found.items()}
    assert sum(map(len, runs.values())) > 7000
    assert {(a, b): runs[a] & runs[b] for a, b in combinations(runs, 2) if runs[a] & runs[b]} == {}


def test_no_sentence_stands_twice_and_no_title() -> None:
    stated = [tuple(words(t[a:b])) for t in document_texts().values() for a, b in sentences(t)]
    assert len(stated) > 500
    assert [s for s, n in Counter(stated).items() if n > 1] == []
    titles = [d.title for d in bundled().documents]
    assert None not in titles
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("insight", list(insight_texts()))
def test_every_holder_says_it_in_its_own_words(insight: str) -> None:
    texts, statement = document_texts(), insight_texts()[insight]
    said = [set(words(best_sentence(texts[d], statement))) for d in bundled().held_by[insight]]
    for one, other in combinations([*said, set(words(statement))], 2):
        assert len(one & other) / len(one | other) < 0.5


def test_every_number_of_an_insight_is_in_the_table() -> None:
    for insight, text in insight_texts().items():
        for number in re.findall(r"\d[\d,]*", text):
            assert any(re.search(rf"\b{number}\b", way) for group in WRITTEN[insight] for way in group), (
                insight,
                number,
            )
    assert set(WRITTEN) == set(insight_texts())


@pytest.mark.parametrize("insight", list(insight_texts()))
def test_holders_give_the_numbers_and_names(insight: str) -> None:
    texts = document_texts()
    for document in bundled().held_by[insight]:
        if (insight, document) in EXCEPTIONS:
            assert says(texts[document], EXCEPTIONS[insight, document][0])
        else:
            missing = [g for g in WRITTEN[insight] if not any(says(texts[document], way) for way in g)]
            assert missing == [], document
        title = next(d.title for d in bundled().documents if d.id == document)
        assert [n for n in NAMES.get(insight, ()) if n.lower() not in f"{title} {texts[document]}".lower()] == []


def test_exceptions_are_needed() -> None:
    for insight, document in EXCEPTIONS:
        assert document in bundled().held_by[insight]
        text = document_texts()[document]
        assert not all(any(says(text, way) for way in group) for group in WRITTEN[insight]), (insight, document)


def test_numbers_in_other_documents_are_near_misses_that_the_card_names() -> None:
    """A document with all of an insight's numbers and names that does not hold it would be a forgotten holding."""
    listed = {(insight, document) for insight, document, _ in near_misses()}
    for insight, groups in WRITTEN.items():
        for document, text in document_texts().items():
            if document in bundled().held_by[insight] or (insight, document) in listed:
                continue
            numbers = all(any(says(text, way) for way in group) for group in groups)
            named = all(name.lower() in text.lower() for name in NAMES.get(insight, ()))
            assert not (numbers and named), (insight, document)


def test_near_misses_stand_where_the_card_says_and_hold_nothing() -> None:
    rows = near_misses()
    texts = document_texts()
    assert len(rows) == 35
    assert len({(insight, document) for insight, document, _ in rows}) == 35
    assert {insight for insight, _, _ in rows} == set(insight_texts()), "every insight has one"
    for insight, document, phrase in rows:
        assert phrase in texts[document], (insight, document)
        assert document not in bundled().held_by[insight], (insight, document)


def test_queries_give_nothing_away() -> None:
    topic = set(terms("railway valley passengers"))
    for subtopic in bundled().subtopics:
        assert subtopic.query.endswith("?")
        assert re.search(r"\d", subtopic.query) is None
        for insight in subtopic.insights:
            shared = set(terms(subtopic.query)) & set(terms(insight.text))
            assert shared <= topic, (insight.id, shared)


def test_the_measured_overlap_is_as_the_card_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(CARD.parents[1]))
    from bench.haystacks.check_quillmere import print_recalls
    from bench.haystacks.difficulty import recalls

    print_recalls(bundled(), recalls(bundled()))
    printed, card = capsys.readouterr().out, CARD.read_text(encoding="utf-8")
    rows = [line for line in printed.splitlines() if line.startswith("| ") and "[95 %]" not in line]
    assert len(rows) == 4 + 1 + 12, "a table of four kinds, and a head and a row for each insight"
    named = {"| near-misses": "| of these, near-misses", "| other non-holders": "| of these, others"}
    for row in rows:
        name = row[: row.index(" |", 1)]
        assert row.replace(name, named.get(name, name), 1) in card
    area = re.search(r"per insight: (\S+ \[.*?\])", printed)
    assert area is not None
    assert f"with probability {area[1]} (area" in card

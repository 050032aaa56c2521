from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.replies import citations
from hayrick.replies.citations import read_citations

DOCUMENTS = {f"d{n:02}": f"d{n:02}" for n in range(1, 21)} | {str(n): f"d{n:02}" for n in range(1, 21)}


def ids(*numbers: int) -> frozenset[str]:
    return frozenset(f"d{n:02}" for n in numbers)


FORMS = [
    ("[3]", ids(3), "one number"),
    ("[03]", ids(3), "leading zeros are no other number"),
    ("[ 3 ]", ids(3), "spaces inside"),
    ("[3,17]", ids(3, 17), "a list without spaces"),
    ("[3, 17]", ids(3, 17), "a list with spaces"),
    ("[3 , 17]", ids(3, 17), "space before the comma"),
    ("[3,17,]", ids(3, 17), "a comma too many"),
    ("[3; 17]", ids(3, 17), "semicolons"),
    ("[3/17]", ids(3, 17), "slashes"),
    ("[3 & 17]", ids(3, 17), "an ampersand"),
    ("[3 and 17]", ids(3, 17), "and"),
    ("[3, 5, and 7]", ids(3, 5, 7), "comma and 'and'"),
    ("[3][17]", ids(3, 17), "two brackets"),
    ("[3] [17]", ids(3, 17), "two brackets with a space"),
    ("[3], [17]", ids(3, 17), "two brackets with a comma"),
    ("[3-5]", ids(3, 4, 5), "a range is every document in it"),
    ("[3–5]", ids(3, 4, 5), "with an en dash"),
    ("[3 to 5]", ids(3, 4, 5), "in words"),
    ("[3, 5-7, 9]", ids(3, 5, 6, 7, 9), "a range in a list"),
    ("[Documents 3-5]", ids(3, 4, 5), "a range with a noun"),
    ("[5-3]", ids(3, 5), "a falling range is its ends"),
    ("[Article 14]", ids(14), "as documents are introduced"),
    ("[article 14]", ids(14), "in lower case"),
    ("[Articles 3 and 5]", ids(3, 5), "plural"),
    ("[Doc 3; Doc 5]", ids(3, 5), "the noun repeated"),
    ("[Document 3, Document 5 and Document 7]", ids(3, 5, 7), "the noun repeated in a list"),
    ("[Doc. 3]", ids(3), "abbreviated with a stop"),
    ("[doc_3]", ids(3), "underscore"),
    ("[Doc-3]", ids(3), "hyphen"),
    ("[Doc #3]", ids(3), "number sign"),
    ("[Document ID: 3]", ids(3), "two nouns and a colon"),
    ("[Source: 3]", ids(3), "colon"),
    ("[Conversation 3]", ids(3), "the other domain's noun"),
    ("[see Doc 3]", ids(3), "see"),
    ("[^3]", ids(3), "a footnote"),
    ("[[3]]", ids(3), "doubled brackets"),
    ("[[3]](https://example.org/a)", ids(3), "a link target is dropped"),
    ("[3](#ref3)", ids(3), "an anchor is dropped"),
    (r"\[3\]", ids(3), "escaped brackets"),
    ("［3］", ids(3), "full-width brackets"),
    ("[３]", ids(3), "a full-width digit"),
    ("[3、5]", ids(3, 5), "an ideographic comma"),
    ("【3】", ids(3), "lenticular brackets"),
    ("【3†source】", ids(3), "lenticular with a dagger"),
    ("【3†L10-L20】", ids(3), "the lines after a dagger are no documents"),
    ("〔3〕", ids(3), "tortoise-shell brackets"),
    ("[d03]", ids(3), "a document id"),
    ("[d03, d05]", ids(3, 5), "several document ids"),
    ("[d03; 5]", ids(3, 5), "ids and numbers"),
    ("(Doc 3)", ids(3), "round brackets with a noun"),
    ("(Article 14, Article 2)", ids(14, 2), "the noun repeated"),
    ("(Articles 3, 5, and 7)", ids(3, 5, 7), "one noun for all"),
    ("([3])", ids(3), "square in round brackets"),
    ("([3], [5])", ids(3, 5), "several in round brackets"),
    ("（Article 3）", ids(3), "full-width round brackets"),
    ("(see Doc 3)", ids(3), "see, in round brackets"),
]


@pytest.mark.parametrize(("form", "documents", "reason"), FORMS)
@pytest.mark.parametrize("sentence", ["It is so {}.", "It is so. {}", "{} It is so."])
def test_each_form_is_read_wherever_it_stands_and_taken_out(
    form: str, documents: set[str], reason: str, sentence: str
) -> None:
    found = read_citations(sentence.format(form), DOCUMENTS)
    assert found.documents == documents, reason
    assert found.unknown == frozenset()
    assert found.text == "It is so.", reason


@pytest.mark.parametrize(
    ("text", "documents", "unknown", "reason"),
    [
        ("A [99]", set(), {"99"}, "no document has that position"),
        ("A [0]", set(), {"0"}, "positions begin with 1"),
        ("A [3, 99]", ids(3), {"99"}, "one of two is known"),
        ("A [19-25]", ids(19, 20), {"19-25"}, "what a range holds beyond the documents is one wrong citation"),
        ("A [1-999999999]", {f"d{n:02}" for n in range(1, 21)}, {"1-999999999"}, "however long the range"),
        ("A [2019-2021]", set(), {"2019-2021"}, "years in square brackets look like citations"),
        ("A [3] and B [5].", ids(3, 5), set(), "in the middle of the text"),
        ("A [3][3].", ids(3), set(), "a citation counts once"),
    ],
)
def test_what_names_no_document_is_unknown(text: str, documents: set[str], unknown: set[str], reason: str) -> None:
    found = read_citations(text, DOCUMENTS)
    assert (set(found.documents), set(found.unknown)) == (documents, unknown), reason


@pytest.mark.parametrize(
    "text",
    [
        "It rose (2019).",
        "It rose (3).",
        "It rose (3, 5 and 7).",
        "It rose [sic].",
        "It rose [p. 3].",
        "It rose [3.5].",
        "It rose [by 3 percent].",
        "It rose (in 2019).",
        "It rose (number of cases: high).",
        "A <3> and {3}.",
        "[12345678901]",
    ],
)
def test_other_brackets_are_text(text: str) -> None:
    assert read_citations(text, DOCUMENTS) == (frozenset(), frozenset(), text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It rose [3, 1", "It rose"),
        ("It rose [Article", "It rose"),
        ("It rose [3].  [Docs 3,", "It rose."),
        ("It rose by [a", "It rose by [a"),
    ],
)
def test_a_bracket_that_the_reply_ended_in_is_neither_citation_nor_word(text: str, left: str) -> None:
    found = read_citations(text, DOCUMENTS)
    assert found.text == left
    assert not found.documents & ids(1)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It rose (by 10 percent [3]) again.", "It rose (by 10 percent) again."),
        ("It rose (as Doc [3] says).", "It rose (as Doc says)."),
        ("It rose (Source: [3]).", "It rose (Source:)."),
    ],
)
def test_citations_within_a_remark_in_round_brackets_are_read(text: str, left: str) -> None:
    assert read_citations(text, DOCUMENTS) == (ids(3), frozenset(), left)


def test_positions_win_over_ids() -> None:
    assert read_citations("A [1]", {"1": "second", "2": "first"}).documents == {"second"}


@pytest.mark.parametrize(
    "text",
    [
        "[" + "Doc 3, " * 300 + "x]",
        "[" + "doc   doc  3 and " * 200 + "x]",
        "a" + " " * 100_000 + "b [3]",
        "a [3]" + "," * 100_000 + "b",
        "a [3]" + " ," * 50_000 + "b",
        "[" * 100_000,
        "[3" * 50_000,
        "(Doc 3, " * 20_000,
        "[" + "9" * 100_000 + "]",
        " [" * 50_000,
    ],
    ids=lambda text: text[:8],
)
def test_no_text_takes_more_than_linear_time(text: str) -> None:
    """Not a speed test: what is quadratic or worse here does not end within minutes."""
    begin = time.process_time()
    read_citations(text, DOCUMENTS)
    assert time.process_time() - begin < 20


PIECES = st.sampled_from([*"[](){}【】［］†,;.-–#^ 0139ad\n*_\\", "Doc ", "and ", "d03", "3-5", " to ", "[3]"])


@given(st.lists(PIECES, max_size=60).map("".join) | st.text(max_size=200))
def test_any_text_is_read_and_what_is_known_is_a_document(text: str) -> None:
    found = read_citations(text, DOCUMENTS)
    assert found.documents <= set(DOCUMENTS.values())
    assert not found.unknown & DOCUMENTS.keys()


@given(st.sets(st.integers(1, 20), min_size=1, max_size=8))
def test_a_written_list_is_read_back(numbers: set[int]) -> None:
    for form in (", ".join(map(str, numbers)), "; ".join(f"Doc {n}" for n in numbers)):
        assert read_citations(f"So it is [{form}].", DOCUMENTS) == (ids(*numbers), frozenset(), "So it is.")


MARKED = st.lists(
    st.sampled_from(["[", "]", "\\", "(", ")", "【", "］", "1", "d", "doc 2", ",", " ", "\t", ".", ";", "é"])
)


@given(MARKED.map("".join))
def test_brackets_are_found_and_gaps_closed_as_by_one_pattern_after_another(text: str) -> None:
    assert [one.span() for one in citations._groups(text)] == [one.span() for one in citations._GROUP.finditer(text)]
    tidied = citations._EMPTY.sub("", text).lstrip(" \t,;")
    tidied = citations._SEVERAL.sub(r"\1", citations._SPACE_BEFORE.sub(r"\1", tidied)).strip()
    tidied = citations._SPACES.sub(" ", citations._BEFORE_END.sub(r"\1", tidied)).rstrip(" ,;")
    assert citations._tidy(text) == tidied

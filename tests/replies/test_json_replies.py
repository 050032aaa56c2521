"""JSON as models write it, and as nobody should."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hayrick.replies.json import MAX_DEPTH, excerpt, read_array, read_object, read_objects
from hayrick.types import Unparsed

ANSWER = {"coverage": "full", "bullet": 3}


def reason(found: object) -> str:
    assert isinstance(found, Unparsed)
    return found.reason


@pytest.mark.parametrize(
    "reply",
    [
        '{"coverage": "full", "bullet": 3}',
        '```json\n{"coverage": "full", "bullet": 3}\n```',
        '```\n{\n  "coverage": "full",\n  "bullet": 3\n}\n```\nI hope this helps!',
        'Sure! Here it is: {"coverage": "full", "bullet": 3} as bullet 3 says it.',
        '{"coverage": "full", "bullet": 3,}',
        "{'coverage': 'full', 'bullet': 3}",
        "{“coverage”: “full”, “bullet”: 3}",
        "{‘coverage’: ‘full’, „bullet“: 3}",
        "{coverage: full, bullet: 3}",
        '{"coverage": "full", // all of it\n "bullet": 3 # the third\n}',
        '{/* my answer */ "coverage": "full" /* { */, "bullet": 3}',
        '{"coverage": "none", "bullet": null} No, wait: {"coverage": "full", "bullet": 3}',
        '{"coverage": "full", "bullet": 3} {"bullet": 4}',
        '{"coverage": "full", "bullet": 3} {"coverage": "none", "bul',
        '{"result": {"coverage": "full", "bullet": 3}}',
        '{"coverage": "full", "bullet": 3, "other": {"coverage": "none", "bullet": 1}}',
        '[{"coverage": "full", "bullet": 3}]',
        '[{"coverage": "full", "bullet": 3}',
        '["The answer: {"coverage": "full", "bullet": 3}"]',
        'In [brackets] and {braces}: {"coverage": "full", "bullet": 3}',
        '{"Coverage": "full", " BULLET ": 3}',
        '{"coverage": "none", "bullet": 1, "coverage": "full", "bullet": 3}',
        '\ufeff{"coverage":\u00a0"full",\r\n"bullet":\t3}',
        '{"bullet": 3, "coverage": "\\u0066ull"}',
        '{"coverage": "full", "bullet": +3}',
    ],
    ids=[
        "plain",
        "in a fence that names JSON",
        "in a fence, with a remark",
        "in a sentence",
        "trailing comma",
        "single quotes",
        "double typographic quotes",
        "other typographic quotes",
        "no quotes",
        "line comments",
        "block comments, one with a brace",
        "of several the last",
        "the last that has the keys",
        "the last that is complete",
        "wrapped",
        "with another one inside",
        "in an array",
        "in an array that is cut off",
        "in a string that is no string",
        "after brackets in prose",
        "letter case and spaces of keys",
        "of equal keys the last",
        "byte order mark and odd spaces",
        "escapes",
        "a sign",
    ],
)
def test_answers_are_found(reply: str) -> None:
    found = read_object(reply, ("coverage", "bullet"))
    assert isinstance(found, dict)
    assert {key: found[key] for key in ANSWER} == ANSWER


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("", "empty reply"),
        (" \n\t ", "empty reply"),
        ("FULL_COVERAGE, bullet 3", "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ('{"bullet": 3}', "no object with 'coverage'"),
        ('{"coverage": "full", "bullet": 3', "reply ends inside a JSON object"),
        ('{"coverage": "ful', "reply ends inside a JSON object"),
        ('{"coverage": "full", "why": {"coverage": "none"', "reply ends inside a JSON object"),
        ('{"coverage": "full", "why": {"coverage": "none"}, oops}', "no JSON object"),
        ('{"coverage" "full"}', "no JSON object"),
        ('{"coverage":: "full"}', "no JSON object"),
        ("{{coverage}}", "no JSON object"),
        ("{coverage}", "no JSON object"),
        ("[" * 5 + "]" * 4, "reply ends inside a JSON object"),
        ("[" * MAX_DEPTH + '{"coverage": 1}', "reply too tangled to read"),
    ],
    ids=[
        "empty",
        "blank",
        "no JSON",
        "another kind of value",
        "without the key",
        "cut off before the end",
        "cut off in a string",
        "whole inside a cut one: what the outer one says is not known",
        "whole inside a malformed one",
        "no colon",
        "two colons",
        "a template",
        "a word in braces",
        "unclosed arrays",
        "too deep",
    ],
)
def test_what_cannot_be_read_says_why(reply: str, expected: str) -> None:
    assert read_object(reply, ("coverage",)) == Unparsed(reason=expected, reply=reply)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("True", True),
        ("False", False),
        ("null", None),
        ("None", None),
        ("3", 3),
        ("-2.5e1", -25.0),
        (".5", 0.5),
        ("3.", 3.0),
        ("NaN", "NaN"),
        ("Infinity", "Infinity"),
        ("1e999", "1e999"),
        ("9" * 400, "9" * 400),
        ("partially covered", "partially covered"),
        ("'it's one'", "it's one"),
        ('"he said "yes" twice"', 'he said "yes" twice'),
        (r'"a \"b\" \n \u00e9 \/ \q"', 'a "b" \n é / q'),
        (r'"\ud83d\ude00 \ud800"', "😀 \ufffd"),
        ('"two\nlines"', "two\nlines"),
        ('"// no comment # here"', "// no comment # here"),
        ('"{not: an object}"', "{not: an object}"),
        ("[1, [2,], {}]", [1, [2], {}]),
    ],
)
def test_values(written: str, value: object) -> None:
    found = read_objects(f'{{"key": {written}}}', ("key",))
    assert not isinstance(found, Unparsed)
    # Of types too: 1 is not True, nor 3 the same as 3.0.
    assert [(one, type(one["key"])) for one in found if "key" in one] == [({"key": value}, type(value))]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ('{"answers": [{"n": 1}, {"n": 2}]}', [{"n": 1}, {"n": 2}]),
        ('{"answers": [{"n": 1}, {"n": 2}, {"n"', [{"n": 1}, {"n": 2}]),
        ('{"n": 1}\n{"n": 2}\n', [{"n": 1}, {"n": 2}]),
        ('1. {"n": 1}\n2. {"m": 2}', [{"n": 1}]),
    ],
    ids=["in an array", "cut off", "one a line", "only those with the key"],
)
def test_all_objects(reply: str, expected: list[dict[str, object]]) -> None:
    assert read_objects(reply, ("n",)) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Here: [1, [2], 'three',]", [1, [2], "three"]),
        ("[1] and then [2, 3]", [2, 3]),
        ("[2, 3] [4", [2, 3]),
        ('{"list": [1]}', "no JSON array"),
        ("[1, 2", "reply ends inside a JSON array"),
    ],
    ids=["with another inside", "the last", "the last complete one", "inside an object", "cut off"],
)
def test_arrays(reply: str, expected: object) -> None:
    found = read_array(reply)
    assert (found.reason if isinstance(found, Unparsed) else found) == expected


def test_nesting_is_bounded() -> None:
    deepest = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert not isinstance(read_array(deepest), Unparsed)
    assert reason(read_array(f"[{deepest}]")) == "reply too tangled to read"
    assert reason(read_object('{"coverage": 1}' + f"[{deepest}]")) == "reply too tangled to read"


@pytest.mark.parametrize(
    "unit",
    ["{", "[", '{"', '{"a":', "[/*", '"', "\\", " ", '":"', "{'\"", "[1,", "{'a':'"],
)
def test_a_megabyte_of_rubbish_hides_no_answer_and_is_none(unit: str) -> None:
    answer = read_object('{"coverage": "full"}' + unit * (1_000_000 // len(unit)), ("coverage",))
    # Either the answer before it or the refusal to read so tangled a reply, never something else.
    assert answer == {"coverage": "full"} or reason(answer) == "reply too tangled to read"
    assert isinstance(read_object(unit * 100, ("coverage",)), Unparsed)


def test_tangled_replies_are_given_up() -> None:
    # Every quote but the last may be inside a string that begins at any quote before it.
    assert reason(read_object('{"' * 200_000 + '":', ("coverage",))) == "reply too tangled to read"


def test_excerpts_are_short_and_can_be_written() -> None:
    text = excerpt("a" * 1000 + "\ud800")
    assert len(text) < 500
    assert text.startswith("aaa")
    assert text.encode("utf-8").endswith(b"a?")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=8), JSON, max_size=4), st.booleans(), st.sampled_from([None, 2]))
@settings(max_examples=200)
def test_whatever_python_writes_comes_back(value: dict[str, object], ascii_only: bool, indent: int | None) -> None:
    written = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    # Quotes inside strings are escaped, so that only a string's own end can be taken for one.
    assert read_object(f"Reply:\n{written}") == json.loads(written)


@given(st.text(alphabet="{}[]\"':,/*#\\ a1\n“’", max_size=80))
@settings(max_examples=300)
def test_any_text_gives_an_object_or_a_reason(reply: str) -> None:
    found = read_object(reply, ("a",))
    assert "a" in found if isinstance(found, dict) else found.reason

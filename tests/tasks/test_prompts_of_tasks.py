"""Prompts of tasks: what they show, where it stands, and that it can be cut."""

from __future__ import annotations

import pytest

from hayrick.prompting import guard, load, plain, prompt_tokens, showing
from hayrick.protocols import Passage
from hayrick.systems.contexts import Showing
from hayrick.types import BadInput

PASSAGES = [Passage(document=name, position=n, text=f"{name} " * 50) for n, name in enumerate(("one", "two"), start=1)]


@pytest.mark.parametrize(
    ("name", "values", "heading"),
    [
        ("json-kv", {"key": "k", "examples": ""}, ""),
        ("niah", {"kind": "number", "keys": "a, b"}, ""),
        ("variable-tracking", {"value": "12345"}, ""),
        ("common-words", {"number": "10"}, ""),
        ("frequent-words", {"number": "3"}, ""),
        ("recall-people", {}, "Section"),
        ("summarise-case", {}, ""),
        ("summarise-book", {}, ""),
    ],
)
def test_sources_say_where_documents_stand_so_that_they_can_be_cut(
    name: str, values: dict[str, str], heading: str
) -> None:
    prompt = showing(load(name), PASSAGES, values, heading)
    text = prompt.messages[-1].text
    assert [text[slice(*source.text)] for source in prompt.sources] == [one.text for one in PASSAGES]
    assert [heading and f" {heading} {n}>>" in text for n in (1, 2)] == [heading and True] * 2
    assert prompt.signature.startswith(f"{name}.v")
    short = guard(prompt, prompt_tokens(prompt) - 30, 0, "cut")
    assert short.shortened == ("two",)
    assert prompt_tokens(short) <= prompt_tokens(prompt) - 30


def test_a_prompt_shows_every_document_once() -> None:
    with pytest.raises(BadInput, match="no passage"):
        showing(load("recall-people"), [], {})
    with pytest.raises(BadInput, match="two passages of one document"):
        showing(load("recall-people"), [PASSAGES[0]] * 2, {})


def test_a_plain_prompt_is_one_message_that_can_be_sent() -> None:
    prompt = plain("a\r\nb\ud800", "count.v1")
    assert [(one.role, one.text) for one in prompt.messages] == [("user", "a\nb\ufffd")]
    assert (prompt.signature, prompt.sources) == ("count.v1", ())


def test_an_item_without_documents_is_shown_in_full_as_nothing() -> None:
    assert Showing(spec="full").passages("what?", (), None, "") == ()
    with pytest.raises(BadInput, match="shows nothing"):
        Showing(spec="bm25").passages("what?", (), None, "")

"""What servers send with status 200 and is no reply."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hayrick.harness.transport.failures import EXHAUSTED, Busy, CallFailed, Spoiled
from hayrick.harness.transport.no_replies import NoCompletion, error_sent, text_of
from hayrick.harness.transport.refusals import failure_of
from hayrick.harness.transport.reply_forms import Parts, made_readable, read_parts


def completion(content: object) -> dict[str, Any]:
    return {"choices": [{"message": {"role": "assistant", "content": content}}], "usage": {"prompt_tokens": 3}}


@pytest.mark.parametrize(
    ("error", "kind", "found", "is_passing"),
    [
        ({"message": "Provider returned error", "code": 502}, "502", "502: Provider returned error", True),
        ({"message": "Slow down", "type": "rate_limit_error", "code": None}, "429", "429: Slow down", True),
        ({"message": "Overloaded", "type": "overloaded_error"}, "529", "529: Overloaded", True),
        ({"message": "Too long", "type": "invalid_request_error"}, "400", "400: Too long", False),
        ({"message": "Teapot", "type": {}, "code": 418}, "unusable", "418: Teapot", True),
        ({"message": "Own", "code": 1002}, "unusable", "1002: Own", True),
        ({"message": "Endless", "code": 10**400}, "unusable", "says: Endless", True),
        ({"message": "API key not valid. Pass one.", "code": 400}, "401", "400: API key not valid", False),
        ({"message": "You exceeded your current quota. Please retry in 37.9s.", "code": 429}, "429", "quota", True),
        ({"message": "upstream key sk-abcdefghijklmnop1234 refused", "code": 401}, "401", "key *** refused", False),
        ({"message": "Pay first", "code": 402}, EXHAUSTED, "402: Pay first", False),
        ({"message": "Sorry", "code": "insufficient_quota"}, EXHAUSTED, "the server says: Sorry", False),
        ({"message": "Your credit balance is too low", "code": 400}, EXHAUSTED, "400: Your credit balance", False),
        ("out of memory", "unusable", "the server says: out of memory", True),
    ],
)
def test_an_error_in_place_of_a_reply_is_told_and_costs_nothing(
    error: object, kind: str, found: str, is_passing: bool
) -> None:
    with pytest.raises(CallFailed, match="a/model: the server says") as raised:
        text_of({"error": error, "choices": None}, "a/model")
    assert found in str(raised.value)
    assert (raised.value.kind, isinstance(raised.value, Spoiled | Busy)) == (kind, is_passing)
    assert isinstance(raised.value, Busy) == (is_passing and kind != "unusable"), "a busy server is waited for"
    assert raised.value.usage.tokens_in == 0


def test_a_busy_server_that_says_when_to_come_again_is_heard() -> None:
    with pytest.raises(Busy) as raised:
        text_of({"error": {"message": "Your current quota. Please retry in 37.9s.", "code": 429}}, "a/model")
    assert raised.value.patience(1) == 37.9


EVENT = b'event: error\ndata: {"type": "error", "error": {"type": "api_error", "message": "No."}}\n\n'


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b'{"error": {"code": 503, "message": "No."}}', "503"),
        (b' {\n"type": "error",\n"error": {"type": "not_found_error", "message": "No."}}', "404"),
        (EVENT, "500"),
        (EVENT.replace(b"\n", b"\r\n"), "500"),
        (b'event: message_start\ndata: {"type": "message_start", "message": {}}\n\n' + EVENT, None),
        (b'{"error": {"code": 503}, "candidates": [{"content": {}}]}', None),
        (b'{"error": {"code": 503}, "content": [{"type": "text", "text": "Ah"}]}', None),
        (b'{"error": null, "choices": []}', None),
        (b'{"error": {"code": 503, "mess', None),
        (b'["error"]', None),
        (b"[" * 100_000, None),
        (b'{"error": "\xff"}', None),
        (b"", None),
    ],
)
def test_an_error_is_known_by_the_beginning_of_its_body_and_no_reply_is_taken_for_one(
    head: bytes, kind: str | None
) -> None:
    failure = error_sent(head, "a/model")
    assert (failure.kind if failure is not None else None) == kind


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ({"choices": None}, "without choices"),
        ({"choices": "none"}, "without choices"),
        ({"choices": [{"message": None}]}, "without a message"),
        (completion([{"type": "text", "text": "- A."}, {"type": "image_url", "image_url": {}}]), "content is no text"),
        (completion([{"type": "text", "text": None}]), "content is no text"),
        (completion([{"type": {}}, "- A."]), "content is no text"),
        (completion("<think>" * 30_000), "begins to reason 30,000 times"),
    ],
)
def test_what_cannot_be_read_is_named(response: dict[str, Any], found: str) -> None:
    with pytest.raises(NoCompletion, match=found):
        text_of(response, "a/model")


@pytest.mark.parametrize("content", ["- A. [1]", "", None, "<think>" * 900])
def test_a_reply_is_what_it_is(content: str | None) -> None:
    assert text_of(completion(content), "a/model") == content


THOUGHT = {"type": "thinking", "thinking": [{"type": "text", "text": "Which?"}]}


@pytest.mark.parametrize(
    ("parts", "read"),
    [
        ([], Parts("", "", "")),
        ([{"type": "text", "text": "- A."}, {"type": "text", "text": " [1]"}], Parts("- A. [1]", "", "")),
        ([THOUGHT, {"type": "text", "text": "- A."}], Parts("- A.", "", "Which?")),
        ([{"type": "refusal", "refusal": "No."}], Parts("", "No.", "")),
    ],
)
def test_parts_are_read_as_one_text(parts: list[object], read: Parts) -> None:
    assert read_parts(parts) == read
    assert text_of(completion(parts), "a/model") == read.text


@pytest.mark.parametrize("refusal", ["", " \n", False, True, [], 0])
def test_a_refusal_without_words_is_none(refusal: object) -> None:
    message = SimpleNamespace(content="- A. [1]", refusal=refusal)
    made_readable(SimpleNamespace(choices=[SimpleNamespace(message=message)], usage=None, model="m"))
    assert (message.content, message.refusal) == ("- A. [1]", None)


@pytest.mark.parametrize("content", ["- A. [1]", "", None])
def test_words_of_a_refusal_stay_whatever_stands_beside_them(content: str | None) -> None:
    message = SimpleNamespace(content=content, refusal="No.")
    made_readable(SimpleNamespace(choices=[SimpleNamespace(message=message)], usage=None, model="m"))
    assert (message.content, message.refusal) == (content, "No.")


@pytest.mark.parametrize(
    ("prompt", "reply", "cached", "counts"),
    [
        (12.0, 3.2, 2.0, (12, 4, 2)),
        (12, 3, float("nan"), (12, 3, None)),
        (10**400, 3, 10**310, (10**400, 3, 10**310)),
        (float("nan"), 3, 0, None),
        (12, float("inf"), 0, None),
        (None, 3, 0, None),
        ("12", 3, 0, None),
    ],
)
def test_counts_are_whole_or_unknown(
    prompt: object, reply: object, cached: object, counts: tuple[int, int, int | None] | None
) -> None:
    details = SimpleNamespace(cached_tokens=cached)
    used = SimpleNamespace(prompt_tokens=prompt, completion_tokens=reply, prompt_tokens_details=details)
    found = SimpleNamespace(choices=[], usage=used, model=None)
    made_readable(found)
    told = found.usage and (used.prompt_tokens, used.completion_tokens, details.cached_tokens)
    assert (told, found.model) == (counts, "")


@pytest.mark.parametrize("details", [3, "x", [], {}])
def test_details_of_another_type_are_none(details: object) -> None:
    used = SimpleNamespace(prompt_tokens=3, completion_tokens=3, completion_tokens_details=details)
    made_readable(SimpleNamespace(choices=[], usage=used, model="m"))
    assert used.completion_tokens_details is None


QUOTA = "You exceeded your current quota, please check your plan and billing details."


@pytest.mark.parametrize(
    ("said", "status", "kind"),
    [
        ("Your credit balance is too low to access the API.", 400, EXHAUSTED),
        ("Your prompt is too low in spirit.", 400, "400"),
        (QUOTA, 429, EXHAUSTED),
        ("API key not valid. Please pass a valid API key.", 400, "401"),
    ],
)
def test_a_refused_key_and_a_quota_that_is_used_up_are_known_by_their_words(said: str, status: int, kind: str) -> None:
    problem = Exception(said)
    problem.__dict__.update(message=said, status_code=status)
    assert failure_of(problem, "a/model", is_passing=status == 429).kind == kind


@pytest.mark.parametrize(
    ("more", "seconds"),
    [(" Please retry in 37.925180472s.", 37.925180472), (" Please retry in 5s.", 5.0)],
)
def test_a_limit_a_minute_that_is_worded_as_a_quota_is_waited_for(more: str, seconds: float) -> None:
    problem = Exception(QUOTA + more)
    problem.__dict__.update(message=QUOTA + more, status_code=429)
    found = failure_of(problem, "a/model", is_passing=True)
    assert isinstance(found, Busy)
    assert (found.kind, found.asked, found.patience(1)) == ("429", seconds, seconds)

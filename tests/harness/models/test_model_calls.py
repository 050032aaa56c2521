"""Asking: from the journal first, once, in turn, within the budget, and with no key in any message."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import unquote, urlsplit

import pytest

from hayrick.harness.models.first_answers import FirstAnswers, Hopeless
from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.prices import Budget, OverBudget, Price, Prices
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Usage, answering
from hayrick.harness.transport.failures import UNREACHED, Busy, CallFailed, Spoiled
from hayrick.harness.transport.outgoing import Completion, Outgoing, Send
from hayrick.harness.transport.secrets import without_secrets
from hayrick.harness.transport.usage import prompt_size
from hayrick.types import Alternative, Message, Prompt, Source

PRICES = Prices(date="d", models={"m": Price(tokens_in=1e6, tokens_out=1e6)})
"""A dollar a token."""

USED = Usage(tokens_in=5, tokens_out=1)


def ask(text: str, documents: str = "", *, model: str = "m", max_tokens: int = 10, repeat: int = 0) -> Outgoing:
    end = len(documents)
    sources = (Source(document="d", position=1, block=(0, end), text=(0, end)),) if documents else ()
    prompt = Prompt(messages=(Message(role="user", text=documents + text),), signature="s", sources=sources)
    return Outgoing(model=model, purpose="judge", prompt=prompt, parameters={}, max_tokens=max_tokens, repeat=repeat)


def asker(send: Send, limit: float | None = None) -> Asker:
    return Asker(Journal(None), send, PRICES, Budget(limit=limit))


def sender(
    seen: list[str], reply: Callable[[str], Completion] = lambda text: Completion(text.upper(), "stop", USED)
) -> Send:
    async def send(question: Outgoing) -> Completion:
        seen.append(question.messages[-1][1])
        await asyncio.sleep(0)
        return reply(question.messages[-1][1])

    return send


def test_a_call_is_kept_with_what_it_took() -> None:
    seen: list[str] = []
    told: list[int] = []
    one = asker(sender(seen))
    one.told = lambda: told.append(1)

    async def go() -> None:
        first = await one.ask(ask("a"))
        assert (first.reply, first.usage, first.usd, first.purpose) == ("A", USED, 6.0, "judge")
        assert await one.ask(ask("a")) == first

    asyncio.run(go())
    assert (seen, len(told)) == (["a"], 2)


def test_equal_questions_at_one_time_are_sent_once_and_repeats_are_not_equal() -> None:
    seen: list[str] = []
    one = asker(sender(seen))

    async def go() -> None:
        calls = await asyncio.gather(*(one.ask(ask("a", repeat=repeat)) for repeat in (0, 0, 1, 0)))
        assert len({call.key for call in calls}) == 2

    asyncio.run(go())
    assert seen == ["a", "a"]


def test_the_first_prompt_with_the_same_documents_goes_alone() -> None:
    events: list[str] = []

    async def send(question: Outgoing) -> Completion:
        text = question.messages[-1][1]
        events.append(f"ask {text}")
        await asyncio.sleep(0.01)
        events.append(f"got {text}")
        return Completion("x", "stop", USED)

    one = asker(send)
    questions = [ask("1", "AA"), ask("2", "AA"), ask("3", "AA"), ask("4", "B"), ask("5")]

    async def go() -> None:
        await asyncio.gather(*(one.ask(question) for question in questions))

    asyncio.run(go())
    assert sorted(events[:3]) == ["ask 5", "ask AA1", "ask B4"]
    assert events.index("got AA1") < events.index("ask AA2") < events.index("got AA2")
    assert events.index("ask AA3") < events.index("got AA2"), "the others go together"


@pytest.mark.parametrize("failing", [CallFailed("no"), RuntimeError("ours")])
def test_when_the_first_fails_the_others_go_on(failing: Exception) -> None:
    seen: list[str] = []

    def reply(text: str) -> Completion:
        if text.endswith("1"):
            raise failing
        return Completion("x", "stop", USED)

    one = asker(sender(seen, reply))

    async def go() -> list[object]:
        questions = [ask("1", "AA"), ask("2", "AA")]
        return list(await asyncio.gather(*(one.ask(question) for question in questions), return_exceptions=True))

    found = asyncio.run(go())
    assert found[0] is failing
    assert seen == ["AA1", "AA2"]
    assert len(one.journal.calls) == 1
    assert list(one.failures.values()) == (["no"] if isinstance(failing, CallFailed) else [])


def test_a_failure_is_everyone_s_who_asked_the_same_and_is_not_kept() -> None:
    seen: list[str] = []

    def reply(text: str) -> Completion:
        if len(seen) == 1:
            raise CallFailed("busy")
        return Completion("x", "stop", USED)

    one = asker(sender(seen, reply), limit=100.0)

    async def go() -> None:
        found = await asyncio.gather(*(one.ask(ask("a")) for _ in range(3)), return_exceptions=True)
        assert [str(each) for each in found] == ["busy"] * 3
        assert one.budget.spent == one.budget.reserved == 0
        assert (await one.ask(ask("a"))).reply == "x"

    asyncio.run(go())
    assert len(seen) == 2


def test_spoiled_replies_are_paid_for_and_tried_again_within_bounds() -> None:
    seen: list[str] = []

    def reply(text: str) -> Completion:
        if len(seen) < (3 if text == "a" else 99):
            raise Spoiled("m: nothing", USED)
        return Completion("x", "stop", USED)

    one = asker(sender(seen, reply), limit=1000.0)
    one.retries = 2

    async def go() -> None:
        assert (await one.ask(ask("a"))).reply == "x"
        assert one.budget.spent == 3 * 6.0
        with pytest.raises(CallFailed, match="m: nothing, 3 times"):
            await one.ask(ask("b"))

    asyncio.run(go())
    purposes = [call.purpose for call in one.journal.calls.values()]
    assert purposes.count("lost") == 2 + 3
    assert one.budget.spent == sum(call.usd or 0 for call in one.journal.calls.values())


def test_a_busy_server_is_asked_so_often_and_as_late_as_it_says() -> None:
    waits: list[float] = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    seen: list[str] = []
    asked = iter([None, 7.0, None, 9999.0, None, None])

    def reply(text: str) -> Completion:
        raise Busy("m: busy", "503", next(asked))

    one = asker(sender(seen, reply))
    one.pause, one.retries = pause, 5
    with pytest.raises(CallFailed, match="m: busy, 6 times") as caught:
        asyncio.run(one.ask(ask("a")))
    assert (len(seen), waits, caught.value.kind) == (6, [0.5, 7.0, 8.0, 120.0, 30.0], "503")


def test_nothing_is_sent_that_could_exceed_the_budget() -> None:
    seen: list[str] = []
    most = prompt_size([("user", "a")]) + 10
    one = asker(sender(seen), limit=most + 6.0)

    async def go() -> None:
        found = await asyncio.gather(*(one.ask(ask(text)) for text in "abcd"), return_exceptions=True)
        # A dollar a token: a call may cost `most` and does cost 6, so after two there is less than `most` left.
        assert sorted(type(each).__name__ for each in found) == ["Call", "Call", "OverBudget", "OverBudget"]

    asyncio.run(go())
    assert (len(seen), one.budget.spent, one.budget.reserved) == (2, 12.0, 0.0)
    with pytest.raises(OverBudget, match="no price is known for other"):
        asyncio.run(one.ask(ask("a", model="other")))


@pytest.mark.parametrize("used", [Usage(tokens_in=-15_600_000, tokens_out=3), Usage(tokens_in=10**8, tokens_out=3)])
@pytest.mark.parametrize("spoiled", [False, True])
def test_no_reply_makes_the_budget_endless_or_ends_it(used: Usage, spoiled: bool) -> None:
    def reply(text: str) -> Completion:
        if spoiled:
            raise Spoiled("m: nothing", used)
        return Completion("x", "stop", used)

    ours = prompt_size([("user", "a")]) + (0 if spoiled else 1)
    one = asker(sender([], reply), limit=1000.0)
    one.retries = 2
    asyncio.run(_quietly(one, "a"))
    n = 3 if spoiled else 1
    assert one.budget.spent == n * ours
    assert all(call.usd == ours and "the provider counted" in call.doubt for call in one.journal.calls.values())


async def _quietly(one: Asker, text: str) -> None:
    with suppress(CallFailed):
        await one.ask(ask(text))


def test_keys_are_taken_out_of_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", " sesame-open \n")
    monkeypatch.setenv("SOME_TOKEN", "abc")
    assert without_secrets("wrong: sesame-open, abc") == "wrong: ***, abc", "short ones are words"
    assert without_secrets("bad key sk-proj-a1b2c3d4e5f6, Bearer a1b2c3d4e5f6g7") == "bad key ***, ***"
    assert without_secrets("task-based, sk-learn") == "task-based, sk-learn"


def test_a_reply_that_repeats_a_key_is_kept_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "of-the-environment-7f3a"
    monkeypatch.setenv("SOME_API_KEY", f"{key}\n")
    monkeypatch.setenv("TOKENIZER_NAME", "bert-base-uncased")
    said = f"key {key}, bert-base-uncased, sk-learn-contrib-forest"
    reply = Completion(said, "stop", USED, said, 0, (Alternative(key, -1.0),), f"m-{key}")
    call = asyncio.run(asker(sender([], lambda text: reply)).ask(ask("a")))
    kept = "key ***, bert-base-uncased, sk-learn-contrib-forest"
    assert (call.reply, call.reasoning, call.answered_by) == (kept, kept, "m-***"), "what is no key is an answer's own"
    assert call.alternatives == (Alternative("***", -1.0),)


def test_a_model_that_a_provider_names_over_several_lines_is_told_on_one() -> None:
    reply = Completion("a", "stop", USED, model="m-1\r\n\x1b[2Jhayrick: all\u2028done")
    call = asyncio.run(asker(sender([], lambda text: reply)).ask(ask("a")))
    ((name, n),) = answering([call])[call.model, call.purpose].items()
    assert (len(name.splitlines()), name.isprintable(), n) == (1, True, 1)
    assert name.startswith("m-1 ")


def test_a_key_within_a_longer_one_leaves_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("AAA_KEY", "sekret-tunafish"), ("SOME_API_KEY", "sekret-tunafish-987654321")):
        monkeypatch.setenv(name, value)
    said = "key sekret-tunafish-987654321 or sekret-tunafish"
    assert without_secrets(said) == "key *** or ***"
    assert Completion(said, "stop", USED).without_keys.text == "key *** or ***"


def test_no_line_of_a_key_is_left_however_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "sekret-tunafish\nsekret-mackerel\u20ac"
    monkeypatch.setenv("SOME_API_KEY", key)
    for said in (key, repr(key), json.dumps(key), repr(key.encode()), "sekret-tunafish", "sekret-mackerel\u20ac"):
        assert "sekret" not in without_secrets(f"Invalid header value Bearer {said}")
        assert "sekret" not in Completion(said, "stop", USED).without_keys.text


def test_a_password_in_an_address_is_taken_out_in_every_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_BASE_URL", "https://ada:open%21sesame@models.example/v1")
    header = base64.b64encode(b"ada:open!sesame").decode()
    assert without_secrets(f"Basic {header} (ada:open!sesame), open%21sesame") == "Basic *** (***), ***"
    assert without_secrets("ada at models.example") == "ada at models.example", "the host is named"


@pytest.mark.parametrize(
    ("address", "said", "kept"),
    [
        ("https://ada:sesame-of-1815@m.example", "Basic {header} ada:sesame-of-1815", "Basic *** ***"),
        ("https://ada:sesame-of-1815@m.example", "sesame-of-1815 of ada", "*** of ada"),
        ("https://ada:open%21sesame-1815@m.example", "open!sesame-1815 open%21sesame-1815", "*** ***"),
        ("https://ada:sesame@m.example", "Basic {header} ada:sesame", "Basic *** ***"),
        ("https://ada:sesame@m.example", "open sesame, ada", "open sesame, ada"),
        ("https://token-of-twelve@m.example", "Basic {header} token-of-twelve", "Basic *** ***"),
        ("https://a:b@m.example", "a:b", "a:b"),
    ],
    ids=["both", "password", "escaped", "a short one in both", "a short one is a word", "no password", "too short"],
)
def test_a_password_in_an_address_is_kept_in_no_field_of_a_reply(
    address: str, said: str, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_BASE_URL", address)
    user, _, password = unquote(urlsplit(address).netloc.rpartition("@")[0]).partition(":")
    said = said.format(header=base64.b64encode(f"{user}:{password}".encode()).decode())
    reply = Completion(said, "stop", USED, said, 0, (Alternative(said, -1.0),), said)
    call = asyncio.run(asker(sender([], lambda text: reply)).ask(ask("a")))
    assert (call.reply, call.reasoning, call.answered_by) == (kept, kept, kept)
    assert call.alternatives == (Alternative(kept, -1.0),)


@pytest.mark.parametrize(("has_answered", "tries"), [(False, 1), (True, 4)])
def test_a_refused_connection_is_tried_again_only_where_the_model_has_answered(has_answered: bool, tries: int) -> None:
    seen: list[str] = []

    async def send(question: Outgoing) -> Completion:
        seen.append(question.messages[-1][1])
        if seen[-1] == "answered":
            return Completion("yes", "stop", USED)
        raise Busy("m: connection refused", UNREACHED)

    async def go() -> None:
        one = asker(send)
        one.first, one.retries, one.pause = FirstAnswers(journal=one.journal), 3, at_once
        if has_answered:
            await one.ask(ask("answered"))
        with pytest.raises(CallFailed if has_answered else Hopeless, match="connection refused"):
            await one.ask(ask("b"))

    asyncio.run(go())
    assert seen.count("b") == tries


def test_progress_tells_which_attempt_comes_after_what() -> None:
    problems = iter([Busy("m: busy", "503"), Spoiled("m: no choices")])
    told: list[str] = []

    async def send(question: Outgoing) -> Completion:
        for problem in problems:
            raise problem
        return Completion("yes", "stop", USED)

    async def go() -> None:
        one = asker(send)
        one.pause, one.retries, one.told = at_once, 2, lambda: told.append(one.note)
        await one.ask(ask("a"))

    asyncio.run(go())
    assert told == ["; attempt 2 of 3 after 503", "; attempt 3 of 3 after a useless reply", ""]


async def at_once(seconds: float) -> None:
    pass

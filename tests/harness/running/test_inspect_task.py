"""The parts of Inspect's task that need no evaluation: names, errors, and what a reply becomes."""

from __future__ import annotations

import asyncio
import importlib
import json
from dataclasses import replace
from importlib.metadata import entry_points
from types import SimpleNamespace

import pytest

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    Logprob,
    Logprobs,
    Model,
    ModelOutput,
    ModelUsage,
    TopLogprob,
)

from hayrick.harness.models import providers
from hayrick.harness.running import inspect
from hayrick.harness.transport import sending
from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.failures import Busy, CallFailed, Spoiled
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.types import Alternative, HayrickError, Message, Prompt

ASK = Outgoing(
    model="lab/big",
    purpose="judge",
    prompt=Prompt(
        messages=(
            Message(role="system", text="s"),
            Message(role="assistant", text="a"),
            Message(role="user", text="u"),
        ),
        signature="",
    ),
    parameters={"temperature": 0.0, "top_p": 1.0, "seed": None},
    max_tokens=9,
)
USED = ModelUsage(input_tokens=45, output_tokens=7, total_tokens=1076, input_tokens_cache_read=1024)


class Playing:
    """Stands for a model: gives an output, or raises."""

    def __init__(self, gives: ModelOutput | Exception) -> None:
        self.gives = gives
        self.asked: list[tuple[list[str], object]] = []

    async def generate(self, messages: list[object], *, config: object, cache: bool) -> ModelOutput:
        self.asked.append(([type(message).__name__ for message in messages], config))
        assert cache is False, "another cache than the journal"
        if isinstance(self.gives, Exception):
            raise self.gives
        return self.gives


def sent(gives: ModelOutput | Exception) -> Completion:
    playing: Model = Playing(gives)  # type: ignore[assignment]
    return asyncio.run(sending.send(playing, ASK))


def output(text: str, stop: str = "stop", usage: ModelUsage | None = USED) -> ModelOutput:
    message = ChatMessageAssistant(content=text)
    choice = ChatCompletionChoice(message=message, stop_reason=stop)  # type: ignore[arg-type]
    return ModelOutput(model="m", choices=[choice], usage=usage)


def test_a_reply_has_its_text_its_end_and_its_tokens() -> None:
    usage = Usage(tokens_in=45, tokens_cached=1024, tokens_out=7)
    assert sent(output("x")) == Completion("x", "stop", usage, model="m")
    assert sent(output("x", "max_tokens")) == Completion("x", "max_tokens", usage, model="m")
    assert sent(output("x", usage=None)) == Completion("x", "stop", Usage(), model="m")
    assert sent(output("The prompt was refused.", "content_filter")).text == "", "an error message is no summary"


def test_decoding_and_roles_reach_the_model() -> None:
    playing = Playing(output("x"))
    asyncio.run(sending.send(playing, ASK))  # type: ignore[arg-type]
    ((roles, config),) = playing.asked
    assert roles == ["ChatMessageSystem", "ChatMessageAssistant", "ChatMessageUser"]
    found = {name: getattr(config, name) for name in ("temperature", "top_p", "seed", "max_tokens")}
    assert found == {"temperature": 0.0, "top_p": 1.0, "seed": None, "max_tokens": 9}


def with_alternatives(*found: tuple[str, float]) -> ModelOutput:
    top = [TopLogprob(token=token, logprob=logprob) for token, logprob in found]
    (choice,) = output("5").choices
    first = Logprob(token="5", logprob=-0.1, top_logprobs=top)
    return ModelOutput(model="m", choices=[choice.model_copy(update={"logprobs": Logprobs(content=[first])})])


def test_alternatives_are_asked_for_only_where_they_are_wanted() -> None:
    playing = Playing(with_alternatives(("5", -0.1), ("4", -2.5), ("x", float("-inf"))))
    wanted = replace(ASK, alternatives=10)
    reply = asyncio.run(sending.send(playing, wanted))  # type: ignore[arg-type]
    assert reply.alternatives == (Alternative("5", -0.1), Alternative("4", -2.5))
    asyncio.run(sending.send(playing, ASK))  # type: ignore[arg-type]
    found = [(getattr(config, "logprobs", 0), getattr(config, "top_logprobs", 0)) for _, config in playing.asked]
    assert found == [(True, 10), (None, None)]
    assert sent(output("5")).alternatives == ()
    assert len({wanted.key, replace(ASK, alternatives=5).key, ASK.key}) == 3
    assert replace(ASK, alternatives=0).key == ASK.key, "keys of before stay"


def test_a_model_without_alternatives_is_asked_without(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rejecting(Playing):
        config = GenerateConfig(attempt_timeout=9)

        @property
        def api(self) -> SimpleNamespace:
            return SimpleNamespace(generate=self.provide)

        def should_retry(self, problem: BaseException) -> bool:
            return False

        async def provide(self, messages: list[object], tools: object, choice: str, config: GenerateConfig) -> object:
            self.asked.append(([], config))
            return (Refused(400, "logprobs are not known here"), None) if config.logprobs else output("4")

    playing = Rejecting(output("4"))
    models = providers.Models(reach=providers.Reach())
    monkeypatch.setattr(providers.Models, "of", lambda self, *given: playing)
    wanted = replace(ASK, alternatives=10)
    replies = [asyncio.run(models.send(wanted)) for _ in range(2)]
    assert [(one.text, one.alternatives) for one in replies] == [("4", ())] * 2
    assert len(playing.asked) == 3, "once in vain"


class Provider:
    """Stands for a model whose provider is called by itself: does something for each call."""

    config = GenerateConfig(attempt_timeout=0)

    def __init__(self, gives: Exception | None) -> None:
        self.gives = gives
        self.api = SimpleNamespace(generate=self.provide)

    def should_retry(self, problem: BaseException) -> bool:
        return isinstance(problem, Refused)

    async def provide(self, *given: object) -> object:
        if self.gives is None:
            await asyncio.sleep(9)
        raise self.gives or AssertionError


def test_what_a_provider_raises_by_itself_is_sent_again_where_that_may_help() -> None:
    def failure(gives: Exception | None) -> CallFailed:
        with pytest.raises(CallFailed) as caught:
            asyncio.run(sending.send(Provider(gives), ASK, is_evaluated=False))  # type: ignore[arg-type]
        return caught.value

    late = failure(None)
    assert isinstance(late, Busy)
    assert (str(late), late.kind) == ("lab/big: TimeoutError: no whole answer within 0 s", "TimeoutError")
    refused = Refused(503, "later")
    refused.__cause__ = OSError("what lies behind it is not told")
    busy = failure(refused)
    assert (type(busy), busy.kind) == (Busy, "503")
    lost = failure(ValueError("no"))
    assert (type(lost), lost.kind) == (CallFailed, "ValueError")


def test_messages_of_one_role_in_a_row_are_sent_by_inspect_which_joins_them_for_some_providers() -> None:
    twice = Prompt(messages=(Message(role="user", text="a"), Message(role="user", text="b")), signature="")
    playing = Playing(output("x"))
    asyncio.run(sending.send(playing, replace(ASK, prompt=twice), is_evaluated=False))  # type: ignore[arg-type]
    assert [roles for roles, _ in playing.asked] == [["ChatMessageUser", "ChatMessageUser"]]


def test_what_cannot_be_used_is_spoiled_and_what_failed_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_API_KEY", "sesame-open")
    with pytest.raises(Spoiled, match="without choices") as caught:
        sent(ModelOutput(model="m", choices=[], usage=USED))
    assert caught.value.usage.tokens_cached == 1024
    with pytest.raises(Spoiled, match="no JSON"):
        sent(json.JSONDecodeError("x", "y", 0))
    with pytest.raises(CallFailed, match=r"lab/big: ValueError: bad key \*\*\*") as failed:
        sent(ValueError(f"bad key sesame-open {'and the whole request ' * 50}"))
    assert len(str(failed.value)) < 200


class Refused(Exception):
    """An error of a provider's client."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status_code, self.message = status, message


MANY = Prompt(messages=(Message(role="user", text="word " * 4_900),), signature="")
LONG = replace(ASK, prompt=MANY, max_tokens=1000)
ALONE, TOGETHER = "the prompt alone exceed", "the prompt and its reply together exceed"


@pytest.mark.parametrize(
    ("status", "message", "kind", "what"),
    [
        (400, "maximum context length is 4096 tokens. However, your request has 4912 input tokens.", "too_long", ALONE),
        (400, "at most 4096; 5912 requested (4912 in the messages, 1000 in the completion)", "too_long", ALONE),
        (400, "at most 5,500; 5,912 requested (4,912 messages, 1,000 completion)", "too_long", TOGETHER),
        (400, "'max_tokens' too large: 1000; the maximum is 5500, your request has 4912", "too_long", TOGETHER),
        (400, "{'n_prompt_tokens': 4905, 'n_ctx': 4096}", "too_long", ALONE),
        (
            400,
            "Error code: 400 - {'code': 400, 'message': 'request (4912 tokens) exceeds (4096 tokens)'}",
            "too_long",
            "window of 4,096",
        ),
        (413, "Payload", "too_long", "this size"),
        (400, "temperature must be below 2, request 99999999", "400", "temperature"),
        (429, "Limit 4096 tokens per minute, requested 4912", "429", "Limit"),
    ],
)
def test_a_request_that_is_too_long_is_told_from_other_errors(status: int, message: str, kind: str, what: str) -> None:
    playing: Model = Playing(Refused(status, message))  # type: ignore[assignment]
    with pytest.raises(CallFailed, match=what) as failed:
        asyncio.run(sending.send(playing, LONG))
    assert failed.value.kind == kind


def test_reasoning_of_a_server_s_own_field_and_of_a_block_that_inspect_took_out() -> None:
    def said(*parts: ContentReasoning | ContentText) -> Completion:
        message = ChatMessageAssistant(content=list(parts))
        choice = ChatCompletionChoice(message=message, stop_reason="stop")
        return sent(ModelOutput(model="m", choices=[choice], usage=USED.model_copy(update={"reasoning_tokens": 5})))

    apart = said(ContentReasoning(reasoning="a or b", internal="reasoning_content"), ContentText(text="b"))
    assert (apart.text, apart.reasoning, apart.reasoning_tokens) == ("b", "a or b", 5)
    block = said(ContentReasoning(reasoning="a or b", internal="think"), ContentText(text="b"))
    assert (block.text, block.reasoning) == ("<think>a or b</think>b", "")


def test_a_model_that_inspect_does_not_know_is_named() -> None:
    with pytest.raises(HayrickError, match="model nolab/m: "):
        providers.Models(providers.Reach()).of("nolab/m")


def test_a_missing_key_is_told_by_the_name_of_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LAB_API_KEY", raising=False)
    monkeypatch.setenv("LAB_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(HayrickError, match=r"^model openai-api/lab/m: no LAB_API_KEY in the environment"):
        providers.Models(providers.Reach()).of("openai-api/lab/m")


def test_inspect_finds_the_task_by_its_entry_point() -> None:
    (found,) = [one for one in entry_points(group="inspect_ai") if one.name == "hayrick"]
    assert found.load().summhay is inspect.summhay


@pytest.mark.parametrize("family", [None, "lab-family"])
def test_a_models_family_is_its_name_unless_one_was_registered(
    family: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="pip install openai")
    known = importlib.import_module("inspect_ai.model._model_info")
    monkeypatch.setattr(known, "_custom_models", {})
    monkeypatch.setattr(known, "_result_cache", {})
    monkeypatch.setattr(known, "_model_info_cache", None)
    monkeypatch.setenv("LAB_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("LAB_API_KEY", "unused")
    if family is not None:
        known.set_model_info("lab/m", known.ModelInfo(family=family))
    made = providers.Models(providers.Reach()).of("openai-api/lab/m")
    assert made.api.model_family() == (family or "m")
    assert (known._model_info_cache is None) == (family is None), "no list is read to find out that it has none"

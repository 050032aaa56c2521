"""Which requests a script chooses, and what the log says of them."""

from __future__ import annotations

import http.client
import json
import threading
import time
from contextlib import suppress
from typing import Any

import pytest

from .client import FIXED, LIMIT, ask, chat, chat_body, connect, content
from .process import loopback
from .rules import Script


def test_a_connection_is_kept_and_the_log_tells_what_happened() -> None:
    with loopback({"answers": [FIXED]}) as server:
        connection = connect(server)
        replies = [ask(connection, "/v1/chat/completions", chat_body("Hello")) for _ in range(3)]
        connection.close()
        rows = server.log()
    assert [content(reply) for reply in replies] == [FIXED["text"]] * 3
    assert [row["reused"] for row in rows] == [False, True, True]
    assert [row["attempt"] for row in rows] == [1, 2, 3]
    assert len({row["digest"] for row in rows}) == 1
    assert [(row["number"], row["did"], row["said"], row["outcome"]) for row in rows] == [
        (number, "answer", "fixed", "finished") for number in (1, 2, 3)
    ]
    assert all(row["arrived"] <= row["ended"] for row in rows)


def test_digest_is_of_model_and_contents_and_not_of_other_parameters() -> None:
    with loopback() as server:
        chat(server, "One")
        chat(server, "One", temperature=1)
        chat(server, "Two")
        chat(server, "One", model="another")
        rows = server.log()
    assert [row["attempt"] for row in rows] == [1, 2, 1, 1]


def test_hanging_ends_when_the_client_gives_up() -> None:
    with loopback({"rules": [{"do": "hang"}]}) as server:
        with pytest.raises(TimeoutError):
            chat(server, seconds=0.3)
        server.wait_for(1, LIMIT)
        assert [row["outcome"] for row in server.log()] == ["aborted"]
        assert server.finished() == 0


def test_a_client_that_leaves_before_the_answer_is_not_counted_as_served() -> None:
    with loopback({"latency": 10 * LIMIT}) as server:
        with pytest.raises(TimeoutError):
            chat(server, seconds=0.2)
        server.wait_for(1, LIMIT)
        assert [row["outcome"] for row in server.log()] == ["aborted"]


def test_a_reply_that_is_not_read_to_its_end_is_not_finished() -> None:
    big = {"make": "fixed", "text": "x" * 30_000_000}  # More than the kernel keeps for a connection.
    with loopback({"answers": [big]}) as server:
        connection = connect(server)
        connection.request("POST", "/v1/chat/completions", json.dumps(chat_body("a")))
        connection.getresponse().read(1000)
        connection.close()
        server.wait_for(1, LIMIT)
        assert [row["outcome"] for row in server.log()] == ["aborted"]


def test_first_counts_every_body_for_itself() -> None:
    rules = [{"do": "status", "status": 429, "when": {"first": 2}}]
    with loopback({"rules": rules}) as server:
        statuses = {text: [chat(server, text).status for _ in range(4)] for text in ("a", "b")}
    assert statuses == {"a": [429, 429, 200, 200], "b": [429, 429, 200, 200]}


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ({"number": 2}, [200, 500, 200]),
        ({"number": [1, 3]}, [500, 200, 500]),
        ({"from": 2}, [200, 500, 500]),
        ({"from": 2, "to": 2}, [200, 500, 200]),
        ({"contains": "bread"}, [200, 500, 200]),
        ({"matches": "^(cake|tart)$"}, [500, 200, 500]),
        ({"matches": "^(cake|tart)$", "number": 3}, [200, 200, 500]),
        ({"path": "/responses"}, [200, 200, 200]),
        ({"role": "judge"}, [200, 200, 500]),
        ({"in_flight_over": 1}, [200, 200, 200]),
    ],
)
def test_rules_choose_requests(when: dict[str, object], expected: list[int]) -> None:
    roles = {"judge": "tart", "system": "."}
    with loopback({"roles": roles, "rules": [{"do": "status", "status": 500, "when": when}]}) as server:
        assert [chat(server, text).status for text in ("cake", "bread", "tart")] == expected
        assert [row["role"] for row in server.log()] == ["system", "system", "judge"]
        assert len(server.log("judge")) == 1


def test_rates_depend_on_seed_body_and_attempt_and_not_on_the_order() -> None:
    def refused(seed: int, texts: list[str]) -> set[str]:
        rules = [{"do": "status", "status": 429, "when": {"rate": 0.5}}]
        with loopback({"seed": seed, "rules": rules}) as server:
            return {text for text in texts if chat(server, text).status == 429}

    texts = [f"text {number}" for number in range(30)]
    once = refused(1, texts)
    assert 0 < len(once) < 30
    assert refused(1, texts[::-1]) == once
    assert refused(2, texts) != once


def test_calls_in_flight_are_counted() -> None:
    with loopback({"rules": [{"do": "hang", "when": {"contains": "hang"}}]}) as server:

        def hang() -> None:
            with suppress(OSError, http.client.HTTPException):
                chat(server, "hang")

        waiting = threading.Thread(target=hang, daemon=True)
        waiting.start()
        deadline = time.monotonic() + LIMIT
        while (chat(server, "go"), server.log()[-1]["in_flight"])[1] < 2:
            assert time.monotonic() < deadline
    waiting.join(LIMIT)
    assert not waiting.is_alive()


def test_stopping_logs_what_was_being_served(tmp_path: Any) -> None:
    log = tmp_path / "log.jsonl"
    with loopback({"rules": [{"do": "hang", "when": {"contains": "hang"}}]}, log=log) as server:
        connection = connect(server)
        connection.request("POST", "/v1/chat/completions", json.dumps(chat_body("hang")))
        deadline = time.monotonic() + LIMIT
        while (chat(server, "go"), server.log()[-1]["in_flight"])[1] < 2:
            assert time.monotonic() < deadline
        server.stop()
        connection.close()
        assert [row["outcome"] for row in server.log() if row["did"] == "hang"] == ["unfinished"]


def test_the_server_ends_with_its_parent() -> None:
    with loopback() as server:
        assert server.process.stdin is not None
        server.process.stdin.close()
        assert server.process.wait(LIMIT) == 0


def test_a_script_that_does_not_fit_a_request_says_so() -> None:
    with loopback({"answers": [{"make": "poem"}]}) as server:
        got = chat(server)
        assert (got.status, server.log()[0]["outcome"]) == (422, "failed")
    assert "poem" in got.value["error"]["message"]


@pytest.mark.parametrize(
    "script", [{"rules": [{"do": "sulk"}]}, {"rules": [{"when": {"mood": 1}}]}, {"answers": [{"when": {"mood": 1}}]}]
)
def test_unknown_words_in_a_script_are_refused(script: dict[str, Any]) -> None:
    with pytest.raises(KeyError, match="known are"):
        Script(script)


def test_an_answer_waits_for_requests_to_come() -> None:
    said: list[int] = []
    with loopback({"rules": [{"do": "answer", "until": 2, "when": {"number": 1}}]}) as server:
        waiting = threading.Thread(target=lambda: said.append(chat(server, "first").status), daemon=True)
        waiting.start()
        server.wait_until_arrived(1)
        assert server.log() == []
        chat(server, "second")
        waiting.join(LIMIT)
        assert [row["number"] for row in server.log()] == [1, 2]
    assert said == [200]

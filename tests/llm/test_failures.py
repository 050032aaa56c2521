"""A provider at its worst: every failure is met, counted for what it is, and tells no key."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from equipment import (
    KEY,
    SUMMARY,
    VERDICT,
    Done,
    Runner,
    command,
    haystack,
    playing,
    rows,
    script,
    text_of_logs,
)

from hayrick.harness.storage.journal_file import read_calls

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

ECHOED = f"Incorrect API key provided: {KEY}."

ONCE = {"first": 1}
TROUBLES: list[tuple[dict[str, object], dict[str, int], str, int]] = [
    # rule, when besides the query, why the summary stopped, requests
    ({"do": "status", "status": 429}, ONCE, "stop", 2),
    ({"do": "status", "status": 429, "retry_after": 1}, ONCE, "stop", 2),
    ({"do": "status", "status": 500}, ONCE, "stop", 2),
    ({"do": "half"}, ONCE, "stop", 2),
    ({"do": "drop"}, ONCE, "stop", 2),
    ({"do": "reset"}, ONCE, "stop", 2),
    ({"do": "malformed"}, ONCE, "stop", 2),
    ({"do": "raw", "body": "<html>busy</html>"}, ONCE, "stop", 2),
    ({"do": "empty_choices"}, ONCE, "stop", 2),
    ({"do": "raw", "body": '{"error": {"message": "busy", "code": 502}}'}, ONCE, "stop", 2),
    ({"do": "raw", "body": '{"error": {"message": "no such model", "code": 404}}'}, {}, "no reply", 1),
    ({"do": "wrong_ids"}, {}, "stop", 1),
    ({"do": "no_usage"}, {}, "stop", 1),
    ({"do": "drip", "seconds": 0.3}, {}, "stop", 1),
    ({"do": "length", "share": 0.4}, {}, "max_tokens", 1),
    ({"do": "null_content"}, {}, "stop", 1),
    ({"do": "content_filter"}, {}, "content_filter", 1),
    ({"do": "content_filter", "text": "- No. [1]"}, {}, "content_filter", 1),
    ({"do": "content_filter_400"}, {}, "content_filter", 1),
    ({"do": "malformed"}, {}, "no reply", 3),
    ({"do": "empty_choices"}, {}, "no reply", 3),
    ({"do": "status", "status": 401, "message": ECHOED}, {}, "no reply", 1),
    ({"do": "status", "status": 400, "message": ECHOED}, {}, "no reply", 1),
    ({"do": "hang"}, ONCE, "stop", 2),
]
EMPTY = {"null_content", "content_filter", "content_filter_400"}


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done, list[dict[str, object]], Runner]:
    """A run in which each subtopic's summary meets one trouble, and judge's connections are dropped when reused."""
    folder = tmp_path_factory.mktemp("troubled")
    path = haystack(folder / "harps.json", len(TROUBLES), insights=1)
    rules = [
        {**rule, "when": {"contains": f"the orchestra s{number}?", **when}}
        for number, (rule, when, _, _) in enumerate(TROUBLES)
    ]
    dropped = {"do": "drop", "when": {"role": "judge", "reused": True, "first": 1, "rate": 0.5}}
    with playing(folder, script(*rules, dropped)) as (server, run):
        done = run(*command(path, folder / "out", "--seconds", 8, "--retries", 2))
        return folder / "out", done, server.log(), run


def test_each_trouble_is_met_and_counted_for_what_it_is(
    troubled: tuple[Path, Done, list[dict[str, object]], Runner],
) -> None:
    out, done, log, _ = troubled
    assert (done.status, done.err) == (0, "")
    found = {row["subtopic"]: row for row in rows(out / "summaries.jsonl")}
    of_system = [row for row in log if row["role"] != "judge"]
    requests = Counter(row["did"] for row in of_system)
    wrong = []
    for number, (rule, _, stop, _) in enumerate(TROUBLES):
        row = found[f"s{number}"]
        has = bool(row["bullets"])
        if row.get("stop", row.get("extra", {}).get("stop")) != stop or has != (
            stop in ("stop", "max_tokens") and rule["do"] not in EMPTY
        ):
            wrong.append((rule, row))
    assert not wrong
    expected: Counter[object] = Counter()
    for rule, when, _, n in TROUBLES:
        bad = min(n, when.get("first", n))
        expected[rule["do"]] += bad
        expected["answer"] += n - bad
    assert requests == expected


def test_failures_of_the_system_are_floors_and_the_judge_judged_the_rest(
    troubled: tuple[Path, Done, list[dict[str, object]], Runner],
) -> None:
    out, done, log, _ = troubled
    failed = sum(
        stop in ("no reply", "content_filter") or rule["do"] == "null_content" for rule, _, stop, _ in TROUBLES
    )
    coverage = next(row for row in rows(out / "estimates.json") if row["measure"] == "coverage")
    assert (coverage["n"], coverage["n_failed"], coverage["n_unjudged"]) == (len(TROUBLES), failed, 0)
    assert any(row["did"] == "drop" and row["role"] == "judge" for row in log), "no reused connection was dropped"
    n_lost = sum(stop == "no reply" for _, _, stop, _ in TROUBLES)
    assert f"{n_lost} calls failed (" in done.out
    assert "by the model or a content filter" in done.out
    assert "were cut off at --max-tokens" in done.out


def test_what_was_paid_for_and_was_of_no_use_is_in_the_ledger(
    troubled: tuple[Path, Done, list[dict[str, object]], Runner],
) -> None:
    out, _, log, _ = troubled
    lost = [call for call in read_calls(out) if call.purpose == "lost"]
    # Besides these, a page in the place of a reply; errors that the server tells with status 200 cost nothing.
    useless = ("empty_choices", "malformed", "half")
    assert len(lost) - 1 == sum(row["did"] in useless for row in log) == 2 * (1 + 3) + 1
    assert all(call.usage.tokens_in + call.usage.tokens_cached > 100 for call in lost)


def test_no_key_is_told_anywhere(troubled: tuple[Path, Done, list[dict[str, object]], Runner]) -> None:
    out, done, _, run = troubled
    everything = [path for folder in (out, run.home) for path in folder.rglob("*") if path.is_file()]
    assert len(everything) > 6
    assert [path for path in everything if KEY.encode() in path.read_bytes()] == []
    assert KEY not in done.out + done.err
    logs = text_of_logs(run, out)
    assert "orchestra s3" in logs
    assert KEY not in logs
    assert "word word word" not in logs, "documents are in the log"


def test_a_connection_that_closes_after_a_reply_loses_no_answer(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json", 3, 1), tmp_path / "out"
    with playing(tmp_path, script({"do": "close_after", "when": {"first": 2}})) as (_, run):
        done = run(*command(path, out, "--jobs", 1))
    assert (done.status, done.err) == (0, "")
    row = next(row for row in rows(out / "estimates.json") if row["measure"] == "coverage")
    assert (row["n"], row["n_failed"], row["n_unjudged"]) == (3, 0, 0)


def test_a_storm_that_does_not_end_is_given_up_and_tried_again_by_the_next_run(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json", 1, 2), tmp_path / "out"
    storm = {"do": "status", "status": 429, "retry_after": 0, "when": {"to": 2}}
    with playing(tmp_path, script(storm)) as (server, run):
        words = command(path, out, "--retries", 1)
        done = run(*words)
        assert (done.status, done.err.count("\n")) == (2, 1)
        assert (
            "openai-api/loop/writer answered no call (openai-api/loop/writer at 127.0.0.1: RateLimitError 429"
            in done.err
        )
        assert len(server.log()) == 2, "one more attempt, by whatever part"
        assert read_calls(out) == []
        again = run(*words)
        assert (again.status, len(server.log()), server.finished("judge")) == (0, 2 + 3, 2)
    row = next(row for row in rows(out / "estimates.json") if row["measure"] == "coverage")
    assert (row["n"], row["n_failed"]) == (2, 0)


CARELESS = {
    # way: (label is read, link is read)
    "bullet_words": (True, True),
    "bullet_text": (True, True),
    "bullet_list": (True, True),
    "bullet_several": (True, False),
    "bullet_na": (True, False),
    "bullet_unknown": (True, False),
    "prose": (True, True),
    "fence": (True, True),
    "trailing_comma": (True, True),
    "single_quotes": (True, True),
    "upper": (True, True),
    "twice": (True, True),
    "cut": (False, False),
    "no_json": (False, False),
    "empty": (False, False),
}


def test_a_careless_judge_is_read_where_it_can_be_and_counted_where_not(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json", 1, len(CARELESS)), tmp_path / "out"
    judging = [
        {
            **VERDICT,
            "full": 0.8,
            "careless": way,
            "when": {"role": "judge", "contains": f"insight>>\nWorkshop s0{number} "},
        }
        for number, way in enumerate(CARELESS)
    ]
    with playing(tmp_path, script(answers=[*judging, {**SUMMARY, "bullets": 8}])) as (server, run):
        done = run(*command(path, out))
        assert (done.status, done.err) == (0, "")
        asked = Counter(row["digest"] for row in server.log("judge"))
    unread = sum(not read for read, _ in CARELESS.values())
    assert sorted(asked.values()) == [1] * (len(CARELESS) - unread) + [3] * unread
    judgements = {row["insight"]: row for row in rows(out / "judgements.jsonl")}
    for number, (way, (label, link)) in enumerate(CARELESS.items()):
        row = judgements[f"s0-{number}"]
        assert (row["label"] is not None, row["unparsed"] is None) == (label, label), (way, row)
        assert link or row["bullet"] is None, (way, row)
        if link and row["label"] != "none":
            assert row["bullet"] is not None, (way, row)
    assert sum(row["bullet"] is not None for row in judgements.values()) >= 5, "too few are covered to show anything"
    coverage = next(row for row in rows(out / "estimates.json") if row["measure"] == "coverage")
    assert (coverage["n"], coverage["n_unjudged"]) == (len(CARELESS), unread)
    assert coverage["worst"] < coverage["value"] < coverage["best"]

"""MRCR: conversations that fill a length exactly, and what is done with replies to them."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hayrick.harness.naming.names import named_task
from hayrick.measures.copying import Copied
from hayrick.prompting import guard, prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.conversations import ORDINALS, Turn, require_sound
from hayrick.tasks.helmet.writings import LEAST, MOST, PIECES, every_key, piece
from hayrick.types import BadInput, Item, Prompt, Response


def task(n: int, parameters: str) -> Task[Copied, str]:
    return named_task(f"helmet/mrcr_{n}?{parameters}").task


def prompt(of: Task[Copied, str], item: Item[Copied]) -> Prompt:
    """The prompt, as a model that is shown everything gets it."""
    return of.prompt(item, Showing(spec="full").passages(item.query, item.documents, None, ""))


def scores(of: Task[Copied, str], item: Item[Copied], reply: str) -> dict[str, float | None]:
    response = Response(item=item, system="s", context="full", reply=reply, answer=of.parse(item, reply))
    rows = [row for measure in of.measures for row in measure.score(item, response, ())]
    assert {row.failed for row in rows} == {not reply.strip()}
    return {row.measure: row.value for row in rows}


@pytest.mark.parametrize("form", ["chat", "text"])
@pytest.mark.parametrize(("n", "length"), [(2, 2048), (2, 9001), (4, 8192), (8, 8192)])
def test_a_conversation_fills_the_length(n: int, length: int, form: str) -> None:
    made = task(n, f"length={length}&n={n}&form={form}")
    items = made.items(1)
    for item in items:
        tokens = prompt_tokens(prompt(made, item)) + made.max_tokens
        assert length - 12 < tokens <= length
        assert all(LEAST <= len(one.text) <= MOST for one in item.documents)
    assert [item.tags["ordinal"] for item in items] == list(range(1, n + 1))


def test_other_tokenizers_are_filled_too() -> None:
    pytest.importorskip("bpe_openai")
    for form in ("chat", "text"):
        made = task(2, f"length=4k&n=3&form={form}&tokenizer=o200k")
        for item in made.items(0):
            assert 4096 - 20 < prompt_tokens(prompt(made, item), "o200k") + made.max_tokens <= 4096


@pytest.mark.parametrize("n", [2, 4, 8])
def test_the_request_stands_n_times_and_the_answer_is_the_right_one(n: int) -> None:
    for item in task(n, "length=16k&n=8").items(0):
        key = re.search(r"Repeat the (\w+) (.+) from this conversation", item.query)
        assert key is not None
        replies = [one.text for one in item.documents if one.title == f"Write a {key[2]}."]
        assert len(set(replies)) == len(replies) == n
        assert tuple(replies) == item.gold.rivals
        assert replies[ORDINALS.index(key[1])] == item.gold.text
        assert item.gold.wanted == item.gold.string + item.gold.text
        assert re.fullmatch("[A-Za-z0-9]{10}", item.gold.string)
        assert not any(item.gold.string in (one.title or "") + one.text for one in item.documents)
        times = Counter(one.title for one in item.documents)
        assert max(times.values()) == n, "other requests are repeated, too"
        assert len({(one.title, one.text) for one in item.documents}) == len(item.documents)
        form, topic = key[2].split(" about ")
        near = sum(
            title != f"Write a {key[2]}."
            and (f" {form.split(' ', 1)[1]} about " in title or f" about {topic}." in title)
            for title in times.elements()
            if title is not None
        )
        assert near / (len(item.documents) - n) == pytest.approx(0.5, abs=0.15)


def test_tags_say_where_the_pieces_stand() -> None:
    made = task(4, "length=8k&n=4")
    for item in made.items(3):
        turns = prompt(made, item).messages
        number = next(i for i, one in enumerate(item.documents) if one.text == item.gold.text)
        before = Prompt(messages=turns[: 2 * number], signature="")
        start, end = map(int, str(item.tags["wanted_tokens"]).split("-"))
        assert start == prompt_tokens(before)
        assert end == prompt_tokens(Prompt(messages=turns[: 2 * number + 2], signature=""))
        assert item.tags["depth"] == round(start / prompt_tokens(prompt(made, item)), 3)
        assert f"{start}-{end}" in str(item.tags["needle_tokens"]).split("+")


def test_needles_stand_all_over_the_conversation() -> None:
    depths = [float(item.tags["depth"]) for item in task(2, "length=8k&n=60").items(0)]
    # Mean of 60 depths of the first or second of two: standard error at most .29 / sqrt(60) = .04.
    assert sum(depths) / 60 == pytest.approx(0.5, abs=0.15)
    assert min(depths) < 0.1
    assert max(depths) > 0.85


def test_turns_are_messages_by_user_and_assistant_or_one_text() -> None:
    chat, text = (task(2, f"length=2k&n=1&form={form}") for form in ("chat", "text"))
    messages = prompt(chat, chat.items(0)[0]).messages
    assert [one.role for one in messages] == ["user", "assistant"] * (len(messages) // 2) + ["user"]
    (item,) = text.items(0)
    (message,) = prompt(text, item).messages
    pairs = re.findall(r"User: (.+)\n\nAssistant: ", message.text)
    assert pairs == [one.title for one in item.documents]
    assert message.text.endswith(f"\n\nUser: {item.query}")
    assert prompt(chat, item).signature != prompt(text, item).signature


def test_a_conversation_that_exceeds_the_window_is_refused_and_never_cut() -> None:
    made = task(2, "length=2k&n=1")
    whole = prompt(made, made.items(0)[0])
    assert guard(whole, 2048, made.max_tokens) == whole
    with pytest.raises(BadInput, match="Show fewer documents"):
        guard(whole, 2000, made.max_tokens, "refuse")
    with pytest.raises(BadInput, match="no room for a document"):
        guard(whole, 2000, made.max_tokens, "cut")


@pytest.mark.parametrize("n", [2, 8])
def test_perfect_polite_silent_repeating_and_thinking_replies(n: int) -> None:
    made = task(n, "length=8k&n=2")
    item = made.items(0)[1]
    string, text = item.gold.string, item.gold.text
    perfect = dict.fromkeys(("begins_with_string", "copy_ratio.lenient", "copy_ratio", "copy_ratio.openai"), 1.0)
    assert scores(made, item, string + text) == perfect
    assert scores(made, item, f"\n{string}{text}\n") == {**perfect, "copy_ratio.openai": 0.0}
    polite = {**dict.fromkeys(perfect, 0.0), "copy_ratio.lenient": 1.0}
    assert scores(made, item, f"Sure, here it is: {string}{text}") == polite
    assert scores(made, item, f"The first began so, and {string} comes first.\n\n{string}{text}") == polite
    assert scores(made, item, "") == dict.fromkeys(perfect, 0.0)
    wrong = scores(made, item, string + next(one for one in item.gold.rivals if one != text))
    assert 0.0 < (wrong["copy_ratio"] or 0.0) < 0.5
    whole = "\n".join(one.text for one in item.documents)
    repeated = scores(made, item, string + whole)
    assert (repeated["copy_ratio"] or 0.0) < 0.2
    assert scores(made, item, whole)["copy_ratio"] == 0.0


def test_a_run_says_what_copying_another_piece_would_score() -> None:
    made = task(2, "length=4k&n=20")
    items = made.items(0)
    responses: list[Response[str]] = [Response(item=one, system="s", context="full", answer=None) for one in items]
    assert made.notes is not None
    (note,) = made.notes([*responses, *responses], ())
    rival, every = map(float, re.findall(r"(\d+\.\d) %", note))
    assert 50 < rival < 60, "half of it is the right one"
    assert 0 < every < 20
    assert "20 conversations" in note


def test_pieces_are_distinct_and_of_a_bounded_length() -> None:
    keys = every_key()[::60]
    pieces = [piece(key, number) for key in keys for number in range(PIECES)]
    assert len(set(pieces)) == len(pieces) == 480
    assert all(LEAST <= len(one) <= MOST for one in pieces)
    assert not re.search(r"\b[Aa] [aeiou]|[{}]", "\n".join(pieces))
    assert len({key.request for key in every_key()}) == len(every_key()) == 3600


@pytest.mark.parametrize("n", [2, 8])
def test_same_seed_same_items_and_other_seeds_other_ones(n: int) -> None:
    made = task(n, "length=4k&n=4")
    assert made.items(3) == made.items(3)
    assert made.items(3)[:2] == task(n, "length=4k&n=2").items(3)
    assert {item.gold.string for item in made.items(3)}.isdisjoint(item.gold.string for item in made.items(4))


TURNS = [Turn("Write a poem.", "One."), Turn("Write a tale.", "Two."), Turn("Write a poem.", "Three.")]
GOLD = Copied("q7R", "Three.", ("One.", "Three."))


@pytest.mark.parametrize(
    ("turns", "query", "gold", "n", "found"),
    [
        (TURNS, "Put q7R first.", GOLD, 3, "2 turns with the request"),
        (TURNS, "Put q7R first.", GOLD, 1, "2 turns with the request"),
        ([*TURNS, Turn("Write a poem.", "One.")], "Put q7R first.", GOLD, 3, "two equal replies"),
        (TURNS, "Put q7R first.", Copied("q7R", "Four.", ()), 2, "0 requests whose reply"),
        ([*TURNS, Turn("Write it again.", "Three.")], "Put q7R first.", GOLD, 2, "2 requests whose reply"),
        ([*TURNS, Turn("Write q7R.", "No.")], "Put q7R first.", GOLD, 2, "in a turn"),
        (TURNS, "Put it first.", GOLD, 2, "a last request without the string"),
    ],
)
def test_conversations_that_contradict_themselves_are_refused(
    turns: list[Turn], query: str, gold: Copied, n: int, found: str
) -> None:
    require_sound("here", TURNS, "Put q7R first.", GOLD, 2)
    with pytest.raises(BadInput, match=found):
        require_sound("here", turns, query, gold, n)


def row(**changes: Any) -> dict[str, Any]:
    """A row of the published layout."""
    messages = [
        message
        for turn in TURNS
        for message in ({"role": "user", "content": turn.asked}, {"role": "assistant", "content": turn.reply})
    ]
    last = {"role": "user", "content": "Prepend q7R to the 2nd (1 indexed) poem."}
    found = {
        "prompt": json.dumps([*messages, last]),
        "answer": "q7RThree.",
        "random_string_to_prepend": "q7R",
        "n_needles": 2,
        "desired_msg_index": 5,
        "total_messages": 7,
        "n_chars": 100,
        "date_added": "2025-12-05",
    }
    return {**found, **changes}


def written(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_published_rows_are_read(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", row(), row(n_needles=4))
    made = task(2, f"path={path}")
    (item,) = made.items(0)
    assert item.tags == {"length": 64, "needles": 2, "turns": 3, "ordinal": 2, "date_added": "2025-12-05"}
    shown = [{"role": one.role, "content": one.text} for one in prompt(made, item).messages]
    assert shown == json.loads(row()["prompt"])
    assert scores(made, item, "q7RThree.")["copy_ratio.openai"] == 1.0
    with pytest.raises(BadInput, match="no row with n_needles 2 and 4k tokens"):
        task(2, f"path={path}&length=4k")
    with pytest.raises(BadInput, match="no row with n_needles 8"):
        task(8, f"path={path}")


def test_published_rows_in_parquet_are_read(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist([row()]), tmp_path / "rows.parquet")
    (item,) = task(2, f"path={tmp_path / 'rows.parquet'}").items(0)
    assert item.gold.wanted == "q7RThree."


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"prompt": "[]"}, "expected a list of messages"),
        ({"prompt": "{"}, "ends too early"),
        ({"prompt": json.dumps([{"role": "user", "content": "a"}])}, "1 messages"),
        ({"prompt": json.dumps([{"role": "assistant", "content": "a"}])}, "another message"),
        ({"answer": "Three."}, "does not begin with the string"),
        ({"answer": "q7RFour."}, "0 requests whose reply"),
        ({"random_string_to_prepend": None}, "random_string_to_prepend is null"),
    ],
)
def test_rows_of_another_layout_are_refused(changes: dict[str, object], found: str, tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", row(**changes))
    with pytest.raises(BadInput, match=found) as caught:
        task(2, f"path={path}")
    assert "\n" not in str(caught.value)


def test_flawed_rows_are_read_when_that_is_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", row(answer="q7RFour."))
    made = task(2, f"path={path}&flawed=keep")
    (item,) = made.items(0)
    assert scores(made, item, "q7RFour.")["copy_ratio"] == 1.0
    assert made.notes is not None
    assert made.notes([Response(item=item, system="s", context="full", answer=None, reply="")], ())


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ("mrcr_8?length=1k", "length 1024"),
        ("mrcr_2?length=700", "length 700"),
        ("mrcr_2?form=other", "form 'other'"),
        ("mrcr_2?flawed=keep", "unknown parameter 'flawed'"),
        ("mrcr_2?path=missing.jsonl", "missing.jsonl"),
        ("mrcr_2?n=0", "n 0"),
    ],
)
def test_wrong_parameters_are_refused(spec: str, found: str) -> None:
    with pytest.raises(BadInput) as caught:
        named_task(f"helmet/{spec}").task.items(0)
    assert found in str(caught.value)
    assert "\n" not in str(caught.value)

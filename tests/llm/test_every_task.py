"""Every task, through the command, with models that are perfect, polite, silent, long-winded, and think.

A task joins by a line of `CASES`. The models are played by the scripted server, which knows the right reply to every
prompt; each answers all tasks in one run.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from equipment import WRITER, playing, rows

from hayrick.harness.names import named_task
from hayrick.systems.contexts import Showing
from hayrick.types import Item

pytest.importorskip("inspect_ai", reason="language models need 'hayrick[llm]'")

AnyItem = Item[Any]


class Case(NamedTuple):
    """A task, its right replies, and what its first measure makes of other players.

    `spec` has {data} for the folder of `written`. `polite` and `repeated` are values for the right reply inside a
    sentence, and for the whole prompt as the reply; None where no fixed value can be expected.
    """

    spec: str
    reply: Callable[[AnyItem], str]
    polite: float = 1.0
    repeated: float | None = 1.0


def values(item: AnyItem) -> str:
    return ", ".join(item.gold.values)


def nodes(item: AnyItem) -> str:
    return f"Final Answer: [{', '.join(sorted(item.gold))}]"


def ranking(item: AnyItem) -> str:
    return " > ".join(sorted(item.gold, key=lambda id: -item.gold[id])[:10])


def sections(item: AnyItem) -> str:
    return "\n".join(f"Section {name}: {', '.join(gold) or 'none'}" for name, gold in item.gold.items())


CASES = (
    Case("helmet/json_kv?length=1k&n=6", lambda item: str(item.gold)),
    *(Case(f"helmet/niah_single_{n}?length=600&n=2", values) for n in (1, 2, 3)),
    *(Case(f"helmet/niah_mk_{kind}?length=900&n=2", values) for kind in ("essay", "needle", "uuid")),
    *(Case(f"helmet/niah_{kind}?length=900&n=2", values) for kind in ("mv", "mq")),
    Case("helmet/vt?length=900&n=2", values),
    Case("helmet/cwe?length=3k&n=2", values),
    Case("helmet/fwe?length=900&n=2", values),
    *(Case(f"helmet/graphwalks_{kind}?length=1k&n=2", nodes, repeated=None) for kind in ("bfs", "parents")),
    Case("helmet/icl_nlu?data={data}&length=400&n=2", lambda item: f"label: {item.gold}", repeated=None),
    Case("helmet/rerank?data={data}/queries.jsonl&length=1k&n=1", ranking, repeated=None),
    Case("ethic/recalling?book={data}/novel.txt&together=2", sections, repeated=None),
)

PLAYERS: dict[str, tuple[dict[str, Any], str]] = {
    # name: (what the model says, class of its replies)
    "perfect": ({"line": "{value}"}, "ok"),
    "polite": ({"line": "Of course! Here is what I found.\n\n{value}\n\nI hope that this helps."}, "ok"),
    "silent": ({"line": " \n"}, "empty"),
    "repeating": ({"make": "echo"}, "ok"),
    "thinking": ({"line": "<think>\nMaybe 17, or none? No.\n</think>\n\n{value}"}, "ok"),
    "endless": ({"line": "<think>\nMaybe {value}, or is it"}, "empty_after_reasoning"),
    "cut": ({"line": "{value}"}, "cut"),
}


def written(folder: Path) -> Path:
    """Data files of the tasks that need any."""
    animals = {"cat": "purrs", "dog": "barks", "owl": "hoots"}
    labelled = [(f"Number {n} {does}.", label) for n in range(40) for label, does in animals.items()]
    with (folder / "all.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(labelled)
    passages = [{"id": f"p{n}", "text": f"Owls at night, part {n}.", "relevance": n % 4} for n in range(300)]
    query = {"id": "q", "query": "what do owls eat?", "passages": passages}
    (folder / "queries.jsonl").write_text(json.dumps(query) + "\n", encoding="utf-8")
    filler = "The wind went round the house all night, and nobody slept before the morning came. " * 55
    facts = ("Ada has two sisters.", "30 men came to Bath.")
    (folder / "novel.txt").write_text("\n\n".join(f"{fact}\n\n{filler}" for fact in facts), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def table(folder: Path) -> dict[str, str]:
    """SHA-256 of every prompt -> the right reply."""
    found = {}
    for case in CASES:
        task = named_task(case.spec.format(data=folder)).task
        for item in task.items(0):
            shown = Showing(spec="full").passages(item.query, item.documents, None, item.dataset)
            prompt = "\n\n".join(message.text for message in task.prompt(item, shown).messages)
            found[sha256(prompt.encode()).hexdigest()] = case.reply(item)
    return found


@pytest.mark.parametrize("player", PLAYERS)
def test_every_task_with_every_player(player: str, folder: Path, table: dict[str, str], tmp_path: Path) -> None:
    says, kind = PLAYERS[player]
    specs = [case.spec.format(data=folder) for case in CASES]
    answer = {"make": "table", "replies": table, **says}
    cut = [{"do": "length", "share": 1.0}] if player in ("cut", "endless") else []
    with playing(tmp_path, {"answers": [answer], "rules": cut}) as (server, run):
        done = run("run", *specs, "--system", WRITER, "--reasoning-tokens", 50, "--out", tmp_path / "out")
        assert (done.status, done.err) == (0, "")
        assert len(server.log()) == len(table)
    found = {
        (row["task"], row["measure"]): row for row in rows(tmp_path / "out" / "estimates.json") if not row["dataset"]
    }
    responses = rows(tmp_path / "out" / "responses.jsonl")
    assert {row["class"] for row in responses} == {kind}
    for case, spec in zip(CASES, specs, strict=True):
        task = named_task(spec).task
        row = found[task.name, task.measures[0].name]
        expected = {
            "polite": case.polite,
            "silent": task.measures[0].bounds[0],
            "endless": task.measures[0].bounds[0],
            "repeating": case.repeated,
        }.get(player, 1.0)
        assert expected is None or row["value"] == expected, (player, task.name)
        n = sum(one["task"] == task.name for one in responses)
        assert row["classes"] == {kind: n}, (player, task.name)
        assert (row["n_failed"] == row["n"]) == (player in ("silent", "endless")) or player == "repeating", task.name
    assert done.out.count("WARNING: ") == (len({row["dataset"] for row in responses}) if player == "cut" else 0)
    assert ("responses by class" in done.out) == (kind != "ok")

"""Every task, through the command, with models that are perfect, polite, silent, long-winded, and think.

A task joins by a line of `CASES`; one without fails. The models are played by the scripted server, which knows the
right reply to every prompt; each answers all tasks in one run. Tasks with a judge have the local one, but for answers
that only a model can rate (`RATED`): there every question has a player of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from equipment import JUDGE, WRITER, finished, playing, rows
from task_files import FILLER, story, written

from conftest import ROOT
from hayrick.harness.naming.names import named_task
from hayrick.harness.naming.shipped import TASKS
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.types import Item

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

AnyItem = Item[Any]


class Case(NamedTuple):
    """A task, its right replies, and what one measure makes of other players.

    `spec` has {data} for the folder of `written`. `polite` and `repeated` are values for the right reply inside a
    sentence, and for the whole prompt as the reply; None where no fixed value can be expected. `measure` is the first
    one of the task by default. A task with several measures to look at has several cases of one spec.
    """

    spec: str
    reply: Callable[[AnyItem], str]
    polite: float | None = 1.0
    repeated: float | None = 1.0
    measure: str = ""


def values(item: AnyItem) -> str:
    return ", ".join(item.gold.values)


def nodes(item: AnyItem) -> str:
    return f"Final Answer: [{', '.join(sorted(item.gold))}]"


def ranking(item: AnyItem) -> str:
    return " > ".join(sorted(item.gold, key=lambda id: -item.gold[id])[:10])


def sections(item: AnyItem) -> str:
    return "\n".join(f"Section {name}: {', '.join(gold) or 'none'}" for name, gold in item.gold.items())


def answer(item: AnyItem) -> str:
    return str(item.gold.answers[0])


def cited(item: AnyItem) -> str:
    """A sentence of the passage that has each wanted answer, with its number."""
    return " ".join(f"In Town{name[6:]} {name} keeps the lamp [{place}]." for name, place in holding(item))


def listed(item: AnyItem) -> str:
    return ", ".join(f"{name} [{place}]" for name, place in holding(item)) + "."


def holding(item: AnyItem) -> list[tuple[str, int]]:
    return [
        (names[0], next(place for place, one in enumerate(item.documents, start=1) if names[0] in one.text))
        for names in item.gold
    ]


def attributed(item: AnyItem) -> str:
    rest = {int(one.id) for one in item.documents} - item.gold
    core, other = (", ".join(f"[{one}]" for one in sorted(some)) or "none" for some in (item.gold, rest))
    return f"Core: {core}\nSupplementary: {other}"


RAG = {
    "nq": "nq.jsonl",
    "triviaqa": "triviaqa.jsonl",
    "popqa": "popqa.tsv",
    "hotpotqa": "hotpot.json",
    "qa_squad": "squad.json",
    "qa_hotpot": "hotpot.json",
}
ICL = {"trec_coarse": "trec", "trec_fine": "trec", "banking77": "banking77", "clinc150": "clinc150", "nlu": "nlu"}
ASQA = "helmet/alce_asqa?data={data}/asqa.json&length=1k&n=2"
QAMPARI = "helmet/alce_qampari?data={data}/qampari.json&length=1k&n=2"
CASES = (
    Case("helmet/json_kv?length=1k&n=6", lambda item: str(item.gold)),
    *(Case(f"helmet/niah_single_{n}?length=600&n=2", values) for n in (1, 2, 3)),
    *(Case(f"helmet/niah_mk_{kind}?length=900&n=2", values) for kind in ("essay", "needle", "uuid")),
    *(Case(f"helmet/niah_{kind}?length=900&n=2", values) for kind in ("mv", "mq")),
    Case("helmet/vt?length=900&n=2", values),
    Case("helmet/cwe?length=3k&n=2", values),
    Case("helmet/fwe?length=900&n=2", values),
    *(Case(f"helmet/graphwalks_{kind}?length=1k&n=2", nodes, repeated=None) for kind in ("bfs", "parents")),
    *(Case(f"helmet/mrcr_{n}?length=6k&n=2", lambda item: item.gold.wanted, 0.0, 0.0, "copy_ratio") for n in (2, 4, 8)),
    *(Case(f"helmet/niah_{kind}?length=900&n=2", values) for kind in ("latent", "latent_direct")),
    *(
        Case(
            f"helmet/icl_{name}?data={{data}}/{file}&length=400&n=2",
            lambda item: f"label: {item.gold}",
            repeated=None,
        )
        for name, file in ICL.items()
    ),
    *(
        Case(
            f"helmet/{name}?data={{data}}/{file}&corpus={{data}}/corpus.jsonl&length=1k&n=2&depths=1",
            answer,
            # A reply is read up to a further question: in whole prompts up to that of the first demonstration.
            repeated=float(name.startswith("qa_")),
        )
        for name, file in RAG.items()
    ),
    Case(ASQA, cited, measure="str_em"),
    Case(ASQA, cited, 2 / 5, None),
    Case(QAMPARI, listed, None, None, "list_recall_top5"),
    Case(QAMPARI, listed, None, None),
    Case(
        "helmet/infbench_qa?path={data}/qa.jsonl&length=600&n=2&rouge=no",
        lambda item: f"Answer: {item.gold[0]}",
        repeated=None,
        measure="f1",
    ),
    Case(
        "helmet/infbench_choice?path={data}/choice.jsonl&length=600&n=2",
        lambda item: item.gold.letter,
        repeated=None,  # The prompt has a question with "Answer: B".
    ),
    Case(
        "helmet/longbench_v2?path={data}/longbench.json&length=600&n=2",
        lambda item: f"The correct answer is ({item.gold.letter})",
        repeated=None,
    ),
    Case("helmet/babilong?path={data}/qa1/1k.json", lambda item: item.gold.labels[0], repeated=None),
    Case(
        "helmet/multi_lexsum?data={data}/cases.jsonl&length=1k&n=2&rouge=no",
        lambda item: item.gold.short,
        repeated=None,
    ),
    Case(
        "helmet/infbench_sum?data={data}/books.jsonl&length=2k&n=2&rouge=no",
        lambda item: item.gold.short,
        repeated=None,
    ),
    Case("helmet/rerank?data={data}/queries.jsonl&length=1k&n=1", ranking, repeated=None),
    *(
        Case(
            f"ethic/organizing_{domain}?data={{data}}/{path}&least=0",
            lambda item: ", ".join(f"[{one}]" for one in item.gold),
            repeated=None,
        )
        for domain, path in (("books", "windy.txt"), ("debates", "day.xml"))
    ),
    *(
        Case(f"ethic/attributing_{domain}?data={{data}}/{path}&least=0", attributed, repeated=None)
        for domain, path in (("medicine", "testing_reviews.jsonl"), ("law", "law"))
    ),
    Case("ethic/recalling?book={data}/novel.txt&together=2", sections, repeated=None),
    Case(
        "ethic/recalling_medicine?data={data}/testing_reviews.jsonl&least=0",
        lambda item: "; ".join(sorted(item.gold)) or "None",
        repeated=None,
    ),
    *(
        Case(
            f"ethic/recalling_{domain}?data={{data}}/tales/{file}&labels={{data}}/labels_{domain}.jsonl&least=0",
            lambda item: "; ".join(sorted(item.gold)),
            repeated=None,
        )
        for domain, file in (("books", "books.txt"), ("debates", "debates.xml"), ("law", "law"))
    ),
    *(
        Case(
            f"ethic/{name}?data={{data}}/tales/{file}&least=0&asked=1",
            lambda item: f"Answer: {item.gold.answers[0]}",
            repeated=None,
        )
        for name, file in (
            ("single_qa_books", "books.txt"),
            ("single_qa_debates", "debates.xml"),
            ("single_qa_medicine", "medicine.jsonl"),
            ("single_qa_law", "law"),
            ("multi_qa_medicine", "medicine.jsonl"),
            ("multi_qa_law", "law"),
        )
    ),
    Case("texts?path={data}/own.jsonl", lambda item: f"Answer: {item.gold[0]}"),
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


RATED = "helmet/narrativeqa"
OTHERS = {
    f"ethic/{name}_{domain}"
    for name in ("summarizing", "focused_summary")
    for domain in ("books", "debates", "law", "medicine")
}
"""Their summaries are rated by a model; they are played in tests/tasks/ethic and in test_section_ratings.py."""

RIGHT = "Answer: off Corrin"


class Made(NamedTuple):
    """All tasks of `CASES`."""

    tasks: dict[str, Task[Any, Any]]
    """Spec, with its folder -> the task."""

    replies: dict[str, str]
    """SHA-256 of every prompt -> the right reply."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = written(tmp_path_factory.mktemp("data"))
    found = Made({}, {})
    for case in CASES:
        spec = case.spec.format(data=folder)
        if spec in found.tasks:
            continue
        task = found.tasks[spec] = named_task(spec).task
        for item in task.items(0):
            shown = Showing(spec="full").passages(item.query, item.documents, None, item.dataset)
            prompt = "\n\n".join(message.text for message in task.prompt(item, shown).messages)
            found.replies[sha256(prompt.encode()).hexdigest()] = case.reply(item)
    return found


def test_no_task_is_without_a_case() -> None:
    assert {*(case.spec.partition("?")[0] for case in CASES), RATED, *OTHERS} == set(TASKS)


def guide_rows() -> dict[str, bool]:
    """Name of a task, or its beginning, -> whether the guide says that its items have several documents."""
    found: dict[str, bool] = {}
    for line in (ROOT / "docs" / "guide" / "tasks.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 5 and re.match("yes|no", cells[4]) and "`" in cells[1]:
            names = re.findall("`([^`]+)`", cells[1])
            for name in names:
                whole = name if "/" in name or name == "texts" else f"helmet/{name}"
                found[names[0][:-1] + name[1:] if name[0] == "_" else whole] = cells[4].startswith("yes")
            # What a row leaves out is the contrary.
            found |= {name: not cells[4].startswith("yes") for name in re.findall("`([^`]+)`", cells[4])}
    return found


def test_the_guide_says_which_tasks_have_several_documents(made: Made) -> None:
    said, wrong = guide_rows(), []
    for task in made.tasks.values():
        if task.name == "texts":
            continue  # As its file has them.
        several = any(len(item.documents) > 1 for item in task.items(0))
        names = [one for one in said if task.name == one or (one.endswith("...") and task.name.startswith(one[:-3]))]
        if not names or said[max(names, key=len)] != several:
            wrong.append((task.name, several, names))
    assert wrong == []


@pytest.mark.parametrize("player", PLAYERS)
def test_every_task_with_every_player(player: str, made: Made, tmp_path: Path) -> None:
    says, kind = PLAYERS[player]
    answer = {"make": "table", "replies": made.replies, **says}
    cut = [{"do": "length", "share": 1.0}] if player in ("cut", "endless") else []
    with playing(tmp_path, {"answers": [answer], "rules": cut}) as (server, run):
        done = run("run", *made.tasks, "--system", WRITER, "--reasoning-tokens", 50, "--out", tmp_path / "out")
        assert (done.err, done.status) == ("", 0)
        assert len(server.log()) == len(made.replies)
    found = of_tasks(tmp_path / "out")
    responses = rows(tmp_path / "out" / "responses.jsonl")
    assert {row["class"] for row in responses} == {kind}
    by_name = {task.name: task for task in made.tasks.values()}
    for case in CASES:
        task = by_name[case.spec.partition("?")[0]]
        measure = next(one for one in task.measures if one.name == (case.measure or task.measures[0].name))
        row, told = found[task.name, measure.name], (player, task.name, measure.name)
        expected = {
            "polite": case.polite,
            "silent": measure.bounds[0],
            "endless": measure.bounds[0],
            "repeating": case.repeated,
        }.get(player, 1.0)
        assert expected is None or row["value"] == expected, told
        assert row["n_unjudged"] == 0, told
        n = sum(one["task"] == task.name for one in responses)
        assert row["classes"] == {kind: n}, told
        assert (row["n_failed"] == row["n"]) == (player in ("silent", "endless")) or player == "repeating", told
    silent = {task for (task, _), row in found.items() if row["n_failed"] == row["n"]}
    cut_datasets = {row["dataset"] for row in responses} if player == "cut" else set()
    assert done.out.count("WARNING: ") == len(silent) + len(cut_datasets)
    assert ("responses by class" in done.out) == (kind != "ok")


@pytest.mark.parametrize("judge", [JUDGE, "none"])
def test_answers_that_a_model_rates_with_every_player(judge: str, tmp_path: Path) -> None:
    """Every question is answered by a player of its own; the judge is shown no reasoning and nothing that is empty."""
    path, out = story(tmp_path / "story.jsonl", list(PLAYERS)), tmp_path / "out"
    judges = [
        {"make": "fixed", "text": json.dumps({"fluency": fluent, "correctness": 3}), "when": {"role": "judge", **when}}
        for fluent, when in ((0, {"contains": FILLER}), (0, {"contains": "Maybe"}), (1, {}))
    ]
    plays = [
        {"make": "fixed", "text": "", **says, "when": {"contains": f"Where did the {player} ferry sink?"}}
        for player, (says, _) in PLAYERS.items()
    ]
    for one in plays:
        one["text"] = one.pop("line", "").replace("{value}", RIGHT)
    cut = [{"do": "length", "share": 1.0, "when": {**one["when"], "role": "other"}} for one in (plays[5], plays[6])]
    with playing(tmp_path, {"answers": [*judges, *plays], "rules": cut}) as (server, run):
        spec = f"{RATED}?path={path}&length=1k&shots=0&rouge=no"
        done = run("run", spec, "--system", WRITER, "--judge", judge, "--reasoning-tokens", 50, "--out", out)
        assert (done.status, done.err) == (0, "")
        assert len(finished(server, "judge")) == (len(PLAYERS) - 2 if judge == JUDGE else 0)
    classes = {row["item"]: row["class"] for row in rows(out / "responses.jsonl")}
    assert classes == {str(n): kind for n, (_, kind) in enumerate(PLAYERS.values(), start=1)}
    found, n = of_tasks(out), len(PLAYERS)
    row = found[RATED, "f1"]
    assert (row["n"], row["n_failed"]) == (n, 2)
    assert ((RATED, "judge_score") in found) == (judge == JUDGE)
    if judge == JUDGE:
        row = found[RATED, "judge_score"]
        assert (row["value"], row["n"], row["n_failed"], row["n_unjudged"]) == (4 / n, n, 2, 0)


def of_tasks(out: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Task and measure -> the row of estimates over all its datasets."""
    return {(row["task"], row["measure"]): row for row in rows(out / "estimates.json") if not row["dataset"]}

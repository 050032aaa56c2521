"""HELMET as a whole: its tasks at a length, averaged by category and over categories.

Source: HELMET, section 3 and appendix B; which measures of which tasks enter is that of the released
    scripts/collect_results.py at commit 4526dfb: 4 synthetic recall tasks, 4 of retrieval-augmented generation, 5 of
    in-context learning, 6 figures of generation with citations, re-ranking, 3 long-document questions, 2 summaries.
Differs: tasks whose data are not there, and those that need a judge under `judge=none`, leave their category out, and
    then no mean can be taken for HELMET's: the overall one is of the categories that remain, and says so in its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from hayrick.averages import Expanded, Part, Suite
from hayrick.records.parameters import Parameters
from hayrick.types import BadInput


class Member(NamedTuple):
    """A task of a suite, what its data are called in the folder `data`, and the measures that enter the mean."""

    task: str
    measures: tuple[str, ...]
    data: str = ""
    parameter: str = "data"
    judged: bool = False
    compat: bool = False
    """Whether the original's reading is a parameter of the task, `compat=helmet`."""

    def entering(self, released: bool) -> tuple[str, ...]:
        """The measures of a reading, ours or HELMET's."""
        return tuple(RELEASED.get(one, one) for one in self.measures) if released else self.measures


_NEEDLES, _LABEL = ("needle_recall",), ("label_accuracy",)
_CITED = ("support_recall", "support_precision")

HELMET: Mapping[str, Sequence[Member]] = MappingProxyType(
    {
        "recall": (
            Member("json_kv", ("substring_exact_match",)),
            Member("niah_mk_needle", _NEEDLES),
            Member("niah_mk_uuid", _NEEDLES),
            Member("niah_mv", _NEEDLES),
        ),
        "rag": tuple(
            Member(name, ("substring_exact_match",), name) for name in ("nq", "triviaqa", "hotpotqa", "popqa")
        ),
        "cite": (
            Member("alce_asqa", ("str_em", *_CITED), "alce_asqa", judged=True, compat=True),
            Member("alce_qampari", ("list_recall_top5", *_CITED), "alce_qampari", judged=True, compat=True),
        ),
        "icl": (
            *(Member(f"icl_trec_{kind}", _LABEL, "icl_trec") for kind in ("coarse", "fine")),
            *(Member(name, _LABEL, name) for name in ("icl_banking77", "icl_clinc150", "icl_nlu")),
        ),
        "rerank": (Member("rerank", ("ndcg@10",), "rerank"),),
        "summ": tuple(Member(name, ("summary_f1",), name, judged=True) for name in ("multi_lexsum", "infbench_sum")),
        "longqa": (
            Member("narrativeqa", ("judge_score",), "narrativeqa", "path", judged=True),
            Member("infbench_qa", ("rougeL_f1",), "infbench_qa", "path"),
            Member("infbench_choice", ("choice_accuracy",), "infbench_choice", "path"),
        ),
    }
)
_RULER_MADE = (
    *(Member(f"niah_single_{n}", _NEEDLES) for n in (1, 2, 3)),
    *(Member(f"niah_mk_{kind}", _NEEDLES) for kind in ("essay", "needle", "uuid")),
    *(Member(name, _NEEDLES) for name in ("niah_mv", "niah_mq", "vt", "cwe", "fwe")),
)
_RULER_QUESTIONS = tuple(Member(name, ("substring_exact_match",), name) for name in ("qa_squad", "qa_hotpot"))
_SYNTHETIC = (
    Member("json_kv", ("substring_exact_match",)),
    *(Member(name, _NEEDLES) for name in ("niah_mk_needle", "niah_mv", "niah_mq", "fwe")),
    *(Member(f"mrcr_{n}", ("copy_ratio",)) for n in (4, 8)),
    *(Member(f"graphwalks_{kind}", ("node_f1",)) for kind in ("bfs", "parents")),
)
RELEASED: Mapping[str, str] = MappingProxyType(
    {
        "substring_exact_match": "substring_exact_match.helmet",
        "needle_recall": "needle_recall.helmet",
        "label_accuracy": "exact_match.helmet",
        "choice_accuracy": "exact_match.helmet",
        "ndcg@10": "ndcg@10.helmet",
        "node_f1": "node_f1.helmet",
        "copy_ratio": "copy_ratio.openai",
    }
)
"""Measure -> its counterpart as the original's scorer reads replies; measures not named here have none."""

SUITES: Mapping[str, tuple[str, Mapping[str, Sequence[Member]]]] = MappingProxyType(
    {
        "helmet": ("Yen et al. (2025), HELMET, section 3; collect_results.py at 4526dfb", HELMET),
        "helmet_synthetic": ("HELMET at 2ca8378, collect_results.py, Syn+ Dev", {"synthetic": _SYNTHETIC}),
        "ruler": (
            "Hsieh et al. (2024), RULER; HELMET at 4526dfb",
            {"ruler": (*_RULER_MADE, *_RULER_QUESTIONS)},
        ),
        "ruler_synthetic": ("Hsieh et al. (2024), RULER, without its two question tasks", {"synthetic": _RULER_MADE}),
    }
)
"""Name -> source, and categories with their members."""

_SHARED = ("length", "n", "tokenizer")
"""Parameters that are handed on to every task."""


def expanded(parameters: Parameters) -> Expanded:
    """A suite and its tasks; `length`, `n` and `tokenizer` go to every task.

    `data` is a folder with the data of tasks, each a file or folder of the member's name (`nq.jsonl`,
    `icl_banking77/`, `rerank.jsonl`); `judge=none` leaves tasks out that need a judge; `categories` names those wanted;
    `reading=helmet` averages what the original's scorer reads in the replies, where that differs.

    Raises:
        BadInput: a parameter is not what it must be, or no category remains.
    """
    name, where = parameters.spec.partition("?")[0], parameters.where
    paper, every = SUITES[name]
    shared = {key: value for key in _SHARED if (value := parameters.text(key, ""))}
    folders = parameters.paths("data", optional=True)
    judge = parameters.text("judge", "")
    if judge not in ("", "none"):
        raise BadInput(where, f"judge '{judge}'", "none, or no such parameter", "Name the judge by --judge.")
    released = parameters.one_of("reading", ("ours", "helmet")) == "helmet"
    chosen = [one.strip() for one in parameters.text("categories", ",".join(every)).split(",")]
    for one in chosen:
        if one not in every:
            raise BadInput(where, f"category '{one}'", ", ".join(every))
    parameters.require_used()
    tasks: dict[str, str] = {}
    kept: dict[str, tuple[Part, ...]] = {}
    left_out: list[str] = []
    for category in chosen:
        lacking = [why for member in every[category] if (why := _lacking(member, folders, judge))]
        if lacking:
            left_out.append(f"{name} is without the category {category}: {'; '.join(dict.fromkeys(lacking))}.")
            continue
        for member in every[category]:
            tasks[f"helmet/{member.task}"] = _spec(member, folders, shared, released)
        kept[category] = tuple(
            Part(f"helmet/{one.task}", measure) for one in every[category] for measure in one.entering(released)
        )
    if not kept:
        raise BadInput(
            where,
            " ".join(left_out),
            "the data of one category at least",
            "Give data=FOLDER (docs/reference/helmet.md).",
        )
    complete = set(kept) == set(every)
    return Expanded(
        Suite(name=name, paper=paper, categories=kept, complete=complete, left_out=left_out), [*tasks.values()]
    )


def _lacking(member: Member, folders: Sequence[Path], judge: str) -> str:
    """Why a member cannot be asked; empty where it can."""
    if member.judged and judge == "none":
        return f"{member.task} needs a judge"
    if member.data and _found(member, folders) is None:
        return f"no {member.data} in data"
    return ""


def _found(member: Member, folders: Sequence[Path]) -> Path | None:
    """The member's file or folder, whatever its ending."""
    return next(_matching(member, folders), None)


def _matching(member: Member, folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        if not folder.is_dir():
            raise BadInput(f"suite parameter data={folder}", "no such folder", "a folder with the data of tasks")
        yield from sorted(one for one in folder.iterdir() if one.name.partition(".")[0] == member.data)


def _spec(member: Member, folders: Sequence[Path], shared: Mapping[str, str], released: bool) -> str:
    path = _found(member, folders) if member.data else None
    given = {**({member.parameter: str(path)} if path is not None else {}), **shared}
    given |= {"compat": "helmet"} if member.compat and released else {}
    return f"helmet/{member.task}" + (f"?{urlencode(given, safe='/,.')}" if given else "")

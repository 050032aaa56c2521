"""Small data files in the layouts in which the data sets of tasks are published; all texts are made up."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from corpora import novel, opinions, reviews, sitting, tales
from hayrick.harness.naming.names import named_task

TOWNS, ANSWERED = 100, 8
FILLER = "The wind went round the house all night, and nobody slept before the morning came. "


def written(folder: Path) -> Path:
    """Write the files of every task that needs any."""
    _classes(folder)
    _passages(folder)
    _cited(folder)
    _documents(folder)
    novel(folder)
    reviews(folder)
    opinions(folder)
    sitting(folder, " ".join(f"In year {n} the dredger {n} removed {n * 7} tons of mud." for n in range(150)))
    tales(folder / "tales", 20)
    _labels(folder)
    _own(folder)
    return folder


def story(path: Path, names: Sequence[str]) -> Path:
    """NarrativeQA's rows as a hub has them: a story and a question for each name."""
    return _lines(
        path,
        (
            {
                "document": {"id": name, "text": f"{FILLER * 3}The {name} ferry sank off Corrin. {FILLER * 3}"},
                "question": {"text": f"Where did the {name} ferry sink?"},
                "answers": [{"text": "off Corrin"}, {"text": "Corrin"}],
            }
            for name in names
        ),
    )


def _labels(folder: Path) -> None:
    """Labels as a run of recalling leaves them: two names for every section of a book, of a debate and of opinions."""
    for domain, name in (("books", "books.txt"), ("debates", "debates.xml"), ("law", "law")):
        spec = f"ethic/recalling_{domain}?data={folder / 'tales' / name}&least=0&labels=none&together=1"
        rows = [{"answer": ["12", str(n)] if domain == "law" else ["ada", f"king{n}"], "tags": dict(item.tags)}
                for n, item in enumerate(named_task(spec).task.items(0))]  # fmt: skip
        _lines(folder / f"labels_{domain}.jsonl", rows)


def _own(folder: Path) -> None:
    """A user's own rows: one with an answer, one whose context is a list."""
    _lines(
        folder / "own.jsonl",
        [
            {
                "context": f"{FILLER * 3}The ferry sank off Corrin.",
                "query": "Where did it sink?",
                "answer": "off Corrin",
            },
            {"context": [FILLER, "Ada came."], "query": "Who came?", "answer": ["Ada", "Lady Ada"]},
        ],
    )


def _lines(path: Path, rows: Iterable[object]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def _json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")


def _csv(path: Path, rows: Iterable[Sequence[str]]) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


def _classes(folder: Path) -> None:
    """Labelled texts, and passages with grades."""
    animals = {"cat": "purrs", "dog": "barks", "owl": "hoots"}
    rows = [(f"Number {n} {does}.", label) for n in range(40) for label, does in animals.items()]
    _csv(folder / "nlu" / "all.csv", rows)
    _csv(folder / "banking77" / "train.csv", [("text", "category"), *rows[6:]])
    _csv(folder / "banking77" / "test.csv", [("text", "category"), *rows[:6]])
    _json(folder / "banking77" / "categories.json", list(animals))
    (folder / "clinc150").mkdir()
    strange = [("What is a tide?", "oos"), ("Who wrote it?", "oos"), ("Is it far?", "oos"), ("Why is it so?", "oos")]
    parts = {"train": rows[6:], "val": rows[:6], "oos_train": strange[2:], "oos_val": strange[:2]}
    _json(folder / "clinc150" / "data_oos_plus.json", parts)
    (folder / "trec").mkdir()
    for name, part in (("train_5500.label", rows[6:]), ("TREC_10.label", rows[:6])):
        text = "".join(f"{label[0].upper()}BCD:{label} {said}\n" for said, label in part)
        (folder / "trec" / name).write_text(text, encoding="latin-1")
    passages = [{"id": f"p{n}", "text": f"Owls at night, part {n}.", "relevance": n % 4} for n in range(300)]
    _lines(folder / "queries.jsonl", [{"id": "q", "query": "what do owls eat?", "passages": passages}])


def _town(k: int) -> dict[str, Any]:
    keeper = f" In Town{k} Keeper{k} keeps the lamp." if k < ANSWERED else ""
    return {"id": f"p{k}", "title": f"Town{k}", "text": f"Of Town{k} the maps say little.{keeper} It ends there."}


def _asked(k: int) -> tuple[str, str]:
    return f"who keeps the lamp in Town{k}?", f"Keeper{k}"


def _passages(folder: Path) -> None:
    """Questions over passages: FiD's rows, KILT's, PopQA's table, HotpotQA's and SQuAD's objects."""
    towns = [_town(k) for k in range(TOWNS)]
    _lines(folder / "corpus.jsonl", towns)
    asked = [(k, *_asked(k), towns[k]) for k in range(ANSWERED)]
    _lines(
        folder / "nq.jsonl",
        ({"question": q, "answers": [a], "ctxs": [{**town, "isgold": True}]} for _, q, a, town in asked),
    )
    _lines(
        folder / "triviaqa.jsonl",
        (
            {"id": str(k), "input": q, "output": [{"answer": a, "provenance": [{"title": town["title"]}]}]}
            for k, q, a, town in asked
        ),
    )
    table = [(str(k), q, json.dumps([a]), str(100 + k)) for k, q, a, _ in asked]
    lines = ["\t".join(row) for row in [("id", "question", "possible_answers", "s_pop"), *table]]
    (folder / "popqa.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    both = [
        {
            "_id": str(k),
            "question": f"who keeps the lamp in the town after Town{k + 20}, Town{k}?",
            "answer": a,
            "supporting_facts": [[f"Town{k}", 1], [f"Town{k + 20}", 0]],
            "context": [[towns[n]["title"], [towns[n]["text"]]] for n in (k, k + 20, k + 40)],
        }
        for k, _, a, _ in asked
    ]
    _json(folder / "hotpot.json", both)
    articles = [
        {
            "title": town["title"],
            "paragraphs": [
                {
                    "context": town["text"],
                    "qas": [
                        {"id": str(k), "question": q, "answers": [{"text": a, "answer_start": town["text"].index(a)}]}
                    ],
                }
            ],
        }
        for k, q, a, town in asked
    ]
    _json(folder / "squad.json", {"version": "1.1", "data": articles})


def _cited(folder: Path) -> None:
    """ALCE's two layouts; the answers stand in the first passages."""
    docs = [_town(k) for k in range(TOWNS)]
    wanted = [((0, 1), "who keeps the lamps in Town0 and Town1?"), ((2, 3), "who keeps the lamps in Town2 and Town3?")]
    pairs = [
        {"sample_id": q, "question": q, "qa_pairs": [{"short_answers": [_asked(k)[1]]} for k in both], "docs": docs}
        for both, q in wanted
    ]
    _json(folder / "asqa.json", pairs)
    lists = [{"id": q, "question": q, "answers": [[_asked(k)[1]] for k in both], "docs": docs} for both, q in wanted]
    _json(folder / "qampari.json", lists)


def _documents(folder: Path) -> None:
    """Long documents with questions, options, summaries, or numbers in their sections."""
    text, keeper = FILLER * 40, "Ada keeps the only harbour lamp of the town."
    options = ["a lamp keeper", "a ferry pilot", "a ship's cook", "a schoolteacher"]
    rows = [{"id": n, "context": f"{keeper} {n}. {text}", "input": f"What was Ada in year {n}?"} for n in range(2)]
    _lines(folder / "qa.jsonl", ({**row, "answer": ["lamp keeper"]} for row in rows))
    _lines(folder / "choice.jsonl", ({**row, "options": options, "answer": [options[1]]} for row in rows))
    _lines(folder / "books.jsonl", ({**row, "answer": [keeper]} for row in rows))
    cases = [
        {
            "id": n,
            "sources": [f"Paper {n}. {text}"] * 2,
            "summary/long": f"{keeper} It is old.",
            "summary/short": keeper,
        }
        for n in range(2)
    ]
    _lines(folder / "cases.jsonl", cases)
    choices = dict(zip(("choice_A", "choice_B", "choice_C", "choice_D"), options, strict=True))
    of_text = {"domain": "Single-Document QA", "sub_domain": "Story", "difficulty": "easy", "length": "short"}
    tests = [
        {"_id": str(n), **of_text, "question": f"What was Ada in {n}?", **choices, "answer": "C", "context": text}
        for n in range(2)
    ]
    _json(folder / "longbench.json", tests)
    (folder / "qa1").mkdir()
    places = [("Mary", "kitchen"), ("John", "garden")]
    _json(
        folder / "qa1" / "1k.json",
        [
            {"input": f"{FILLER}{who} went to the {where}. {FILLER}", "question": f"Where is {who}?", "target": where}
            for who, where in places
        ],
    )
    facts = ("Ada has two sisters.", "30 men came to Bath.")
    novel = "\n\n".join(f"{fact}\n\n{FILLER * 55}" for fact in facts)
    (folder / "novel.txt").write_text(novel, encoding="utf-8")

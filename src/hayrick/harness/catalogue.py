"""Names that users give on the command line -> inputs, systems and judges."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hayrick.harness.journal import Journal
from hayrick.harness.model_runs import Asking, Ensemble, model_judge, model_system
from hayrick.haystacks.files import haystack_value, read_haystack
from hayrick.haystacks.hub import read_hub, read_parquet
from hayrick.judges.coverage.local import LocalJudge
from hayrick.judges.recorded import RecordedJudge
from hayrick.records.files import fingerprint_bytes, fingerprint_file, to_json
from hayrick.replies.bullets import Compat
from hayrick.retrieval.catalogue import RETRIEVERS
from hayrick.systems.baselines import BASELINES, Baseline
from hayrick.systems.extractive import Extractive
from hayrick.systems.recorded import RecordedSystems
from hayrick.systems.stored import StoredSystems
from hayrick.types import BadInput, Haystack, Judge, System

SYSTEMS: Mapping[str, str] = MappingProxyType(
    {
        "recorded": "summaries stored in the file; recorded:PATTERN is a glob over the key, e.g. recorded:rerank3_*",
        "extractive": "sentences that the relevant documents repeat, cited by attribution; no model",
        "MODEL+CONTEXT": "a language model shown full, sentences, a retriever's best, or all of these (hayrick[llm])",
        "python:MODULE:FUNCTION": "your function of a request -> summary; also python:FILE.py:FUNCTION",
        "http(s)://...": "your endpoint; the JSON contract is in docs/models.md",
        "file:PATH": "summaries of a JSONL file of yours",
        **BASELINES,
    }
)
JUDGES: Mapping[str, str] = MappingProxyType(
    {
        "local": "shared words and quantities, no model; 'hayrick validate' shows its agreement with people",
        "MODEL": "a language model, by Inspect's name such as openai/gpt-4o (hayrick[llm])",
        "ensemble:JUDGE+JUDGE": "the mean of two judges, e.g. ensemble:openai/gpt-4o+local",
        "recorded": "labels stored with the summaries; recorded:NAME where several judges are stored (validate)",
        "none": "no judgement: summaries are written and not scored",
    }
)

MEASURES: Mapping[str, str] = MappingProxyType(
    {
        "coverage": "mean of the judge's value over insights",
        "citation": "mean F1 of the covering bullets' citations over covered insights",
        "joint": "mean of coverage x citation F1 over insights, 0 where nothing is covered",
        "citation_precision": "share of citations that are right, over covered insights",
        "citation_recall": "share of an insight's documents that are cited, over covered insights",
        "words_per_bullet": "words of a summary divided by its bullets",
        "...@summary": "the same as a mean of means per summary",
    }
)
LISTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "systems": SYSTEMS,
        "judges": JUDGES,
        "retrievers": {
            **{
                entry.name: entry.description + ("" if entry.needs == "nothing" else f" (needs {entry.needs})")
                for entry in RETRIEVERS
            },
            "sentences": "a context of sentences instead of documents",
            "full": "all documents as stored",
        },
        "measures": MEASURES,
        "scenarios": {
            "tidewall": "news: a town builds a tidal power station in its old sea wall",
            "airline": "news: the collapse and rescue of a regional airline",
            "housing": "conversation: neighbours turn an empty factory into co-operative housing",
            "overwinter": "conversation: the crew of a polar station talks through the winter; documents of any length",
        },
    }
)
"""What `hayrick list` can list."""


class Input(NamedTuple):
    """A haystack, where it came from, and the fingerprint of what was read."""

    source: str
    haystack: Haystack
    fingerprint: str


def inputs(sources: Sequence[str], *, allow_unheld: bool = False, allow_unknown: bool = False) -> list[Input]:
    """Haystacks of files and hub datasets (`hub:DATASET@REVISION`), in the order given.

    Args:
        sources: of haystacks.
        allow_unheld: accept insights that no document holds.
        allow_unknown: accept unknown ids in JSON files, for whoever tells what is broken.

    Raises:
        BadInput: a source holds no haystack, or two haystacks have one name.
    """
    found = [one for source in sources for one in _read(source, allow_unheld, allow_unknown)]
    seen: dict[str, str] = {}
    for one in found:
        if one.haystack.id in seen:
            what = f"the name '{one.haystack.id}' again, after {seen[one.haystack.id]}"
            raise BadInput(one.source, what, "inputs with distinct names", "Rename one of the files.")
        seen[one.haystack.id] = one.source
    return found


def places(sources: Iterable[str | Path], *others: str | Path | None) -> list[str]:
    """Where everything that a command reads can be found again from any folder.

    Args:
        sources: haystacks or annotations, as they were given.
        others: files of prompts and prices, and names of which some are files: `file:PATH`, an attribution model.
    """
    files = [Path(str(one).removeprefix("file:")) for one in others if one is not None]
    return [*map(_place, sources), *(str(path.absolute()) for path in files if path.is_file())]


def _place(source: str | Path) -> str:
    return str(source) if str(source).startswith("hub:") else str(Path(source).absolute())


def _read(source: str, allow_unheld: bool, allow_unknown: bool) -> list[Input]:
    if not source:
        raise BadInput("INPUT", "an empty name", "a haystack")
    if source.startswith("hub:"):
        haystacks = read_hub(source.removeprefix("hub:"), allow_unheld=allow_unheld)
    elif source.endswith(".parquet"):
        haystacks = read_parquet(Path(source), allow_unheld=allow_unheld)
    else:
        path = Path(source)
        haystack = read_haystack(path, allow_unheld=allow_unheld, allow_unknown=allow_unknown)
        return [Input(source, haystack, fingerprint_file(path))]
    return [Input(source, one, fingerprint_bytes(to_json(haystack_value(one)).encode())) for one in haystacks]


def system(
    spec: str,
    haystacks: Sequence[Haystack],
    *,
    compat: Compat = None,
    seed: int = 0,
    asking: Asking | None = None,
    journal: Journal | None = None,
) -> System:
    """System of a name.

    Args:
        spec: a name of `SYSTEMS`.
        haystacks: of the run.
        compat: see `replies.bullets.parse_summary`.
        seed: of what is drawn.
        asking: how models are asked.
        journal: where models' answers are.

    Raises:
        BadInput: there is none of that name; the line lists the names.
    """
    name, _, rest = spec.partition(":")
    if name == "recorded":
        return RecordedSystems(pattern=rest or "*", compat=compat)
    if name == "file" and rest:
        return StoredSystems(path=Path(rest), haystacks=[haystack.id for haystack in haystacks], compat=compat)
    if spec == "extractive":
        return Extractive()
    if spec in BASELINES:
        return Baseline(name=spec, seed=seed)
    found = model_system(spec, asking or Asking(), journal or Journal(None))
    if found is None:
        raise unknown("system", spec, SYSTEMS)
    return found


def judge(
    spec: str,
    haystacks: Sequence[Haystack],
    *,
    compat: Compat = None,
    asking: Asking | None = None,
    journal: Journal | None = None,
) -> Judge | None:
    """Judge of a name; None for "none".

    Args:
        spec: a name of `JUDGES`.
        haystacks: of the run.
        compat: see `judges.recorded`.
        asking: how models are asked.
        journal: where models' answers are.

    Raises:
        BadInput: there is none of that name; the line lists the names.
    """
    if spec == "none":
        return None
    if spec == "local":
        return LocalJudge()
    if spec == "recorded":
        return RecordedJudge(haystacks=haystacks, compat=compat)
    if spec.startswith("recorded:"):
        cure = "Named judges are stored in annotation files: see 'hayrick validate'."
        raise BadInput(f"--judge {spec}", "a haystack file stores one judge only", "'recorded'", cure)
    if spec.startswith("ensemble:"):
        first, plus, second = spec.removeprefix("ensemble:").rpartition("+")
        parts = [
            judge(part, haystacks, compat=compat, asking=asking, journal=journal) for part in (first, second) if part
        ]
        if not plus or len(parts) < 2 or parts[0] is None or parts[1] is None:
            raise BadInput(f"--judge {spec}", "not two judges", "ensemble:JUDGE+JUDGE")
        return Ensemble(a=parts[0], b=parts[1])
    found = model_judge(spec, asking or Asking(), journal or Journal(None))
    if found is None:
        raise unknown("judge", spec, JUDGES)
    return found


def unknown(noun: str, given: str, names: Mapping[str, str]) -> BadInput:
    """The error for a name that is not in a list of names."""
    known = [name for name in names if name != given]
    near = difflib.get_close_matches(given, known, n=1)
    cure = f"Did you mean '{near[0]}'?" if near else f"'hayrick list {noun}s' explains them."
    return BadInput(f"--{noun}", f"unknown {noun} '{given}'", ", ".join(known), cure)

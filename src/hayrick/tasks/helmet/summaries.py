"""HELMET's summaries: of the papers of a lawsuit (Multi-LexSum), and of a book (InfiniteBench).

Source: HELMET, section 2 and appendix B.6, and its released code at commit 4526dfb: documents are cut at their end;
    replies of at most 400 and 1,200 tokens; key points of the short summary, precision against the long one.
Differs: lengths are exact for the prompt as rendered and the reply (`long_document`). Papers of one case are joined
    under headings. Our own prompts, without worked examples, where the original has two. The whole visible answer is
    judged, also at lengths for which a later version of the original judges its first line alone. What is counted, by
    whom, and what becomes of unreadable verdicts: `measures.summaries`, `judges.summaries`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from hayrick.judges.summaries.catalogue import JUDGES as PLAIN_JUDGES
from hayrick.judges.summaries.counts import CountsJudge, templates_of
from hayrick.judges.summaries.points import KeyPoints
from hayrick.measures.answers import answer_measure
from hayrick.measures.infinitebench import infinitebench_rouge
from hayrick.measures.repetition import REPETITION, is_repetitive
from hayrick.measures.rouge import rouge_tokens
from hayrick.measures.summaries import (
    FLUENCY,
    FLUENT,
    KEYPOINT_RECALL,
    PRECISION,
    RECALL,
    SENTENCE_PRECISION,
    SUMMARY_F1,
    SUMMARY_WORDS,
    Reference,
)
from hayrick.prompting import load, showing
from hayrick.protocols import Further, Judge, JudgeMaker, JudgeOptions, Measure, Passage, Resample, Sheet, Task
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_file
from hayrick.tasks.helmet.long_document import Cutting, LongDocument, dataset
from hayrick.tasks.helmet.long_questions import only_path
from hayrick.tasks.helmet.summary_files import Source, read_key_points, read_sources, with_points
from hayrick.text import seeded
from hayrick.types import BadInput, Item, Judgement, Prompt, Response, Tags
from hayrick.wording import counted

OVERLAPS = ("rougeL_f1", "rougeLsum_f1", "f1")
"""Measures of words beside the judge's; of these a run's table shows the first."""


def _short(gold: Reference) -> tuple[str, ...]:
    return (gold.short,)


MEASURES: tuple[Measure[Reference, str], ...] = (
    KEYPOINT_RECALL,
    SENTENCE_PRECISION,
    FLUENT,
    *(answer_measure(name, _short, main=False) for name in OVERLAPS),
    infinitebench_rouge(_short),
    REPETITION,
    SUMMARY_WORDS,
    SUMMARY_F1,
)
RESAMPLE = Resample(across_datasets=True, groups_note="Intervals resample documents.")
COUNTS = "counts:MODEL"


class Kind(NamedTuple):
    """What the two tasks differ in."""

    prompt: str
    reply_tokens: int
    expected_tokens: int
    published: Mapping[str, str]
    """Agreement of HELMET's judge (GPT-4o) with its authors: 10 summaries, 5 key points of each; appendix B.6."""

    original: str = "helmet"
    """Whose scores stand beside ours: what the names of their measures end in."""


ASKS: Mapping[str, str] = {
    RECALL: "Does the summary state this key point?",
    PRECISION: "Does the reference (the long one, where there are two) support all of this sentence?",
    FLUENCY: "Does the summary read well? (A last sentence that breaks off is no fault, repetition is.)",
}
ABOUT: Mapping[str, Further] = {
    "key point true": Further(
        RECALL, "Is this key point true by the reference (the short one, where there are two)?", each=True
    ),
    "key points complete": Further(
        RECALL, "Do these key points leave out nothing of weight in that reference?", each=False
    ),
}


def _published(recall: str, precision: str) -> Mapping[str, str]:
    return {RECALL: f"kappa {recall}", PRECISION: f"kappa {precision}", FLUENCY: "100 % equal"}


KINDS: Mapping[str, Kind] = {
    "helmet/multi_lexsum": Kind("summarise-case", 400, 220, _published(".72", ".83")),
    "helmet/infbench_sum": Kind("summarise-book", 1200, 800, _published(".76", ".91"), "infinitebench"),
}


def _no_prompts(options: JudgeOptions) -> Judge[Reference, str]:
    raise BadInput(
        f"--judge {options.name}", "no prompts", "?prompts=FOLDER with fluency.txt, recall.txt, precision.txt"
    )


JUDGES: Mapping[str, JudgeMaker[Reference, str]] = {
    **PLAIN_JUDGES,
    COUNTS: JudgeMaker(
        "a model with prompts of yours that ask for counts, such as HELMET's; ?prompts=FOLDER", _no_prompts
    ),
}


def task(parameters: Parameters) -> Task[Reference, str]:
    """Summaries of long documents; the name of the task says of what.

    Parameters: `data` (or `path`), a JSON or JSONL file (`summary_files`); `length`, `cut`, `shortest`, `tokenizer`
    (`long_document`); `n`, the documents at each length (100); `keypoints`, a file of key points, such as
    `keypoints.jsonl` of another run; `prompts`, a folder for the judge `counts:MODEL`; `rouge`, "yes" or "no".

    Raises:
        BadInput: a parameter or a file is not what it must be, or rouge-score is missing.
    """
    name = parameters.spec.partition("?")[0]
    kind, where = KINDS[name], parameters.where
    cutting, n = Cutting.of(parameters), parameters.whole("n", 100, least=1)
    found = read_sources(only_path(parameters))
    given = parameters.paths("keypoints", optional=True)
    points: dict[str, KeyPoints] = {}
    for path in given:
        points |= read_key_points(path)
    sources = with_points(found.kept, points, where)
    were = counted(found.n_without, "document without a short summary was", "documents without a short summary were")
    left_out = [f"{were} left out."] if found.n_without else []
    data = "+".join(map(fingerprint_file, parameters.files))
    prompts = parameters.paths("prompts", optional=True)
    judges = {**JUDGES, **({COUNTS: _counts(prompts)} if prompts else {})}

    def prompt(item: Item[Reference], passages: Sequence[Passage]) -> Prompt:
        return _prompt(kind, passages)

    are_outputs = not any(one.text for one in sources)
    datasets = [name.rpartition("/")[2]] if are_outputs else [dataset(name, length) for length in cutting.lengths]

    def items(seed: int) -> list[Item[Reference]]:
        if are_outputs:
            return [_item(one, datasets[0], {}) for one in sources]
        return list(_items(name, kind, cutting, sources, n, seed))

    return Task(
        name=name,
        paper="Yen et al. (2025), HELMET, appendix B.6",
        items=items,
        prompt=prompt,
        parse=lambda item, reply: reply.strip() if any(map(str.isalnum, reply)) else None,
        measures=_measures(parameters, kind),
        judges=judges,
        max_tokens=kind.reply_tokens,
        expected_tokens=kind.expected_tokens,
        stand_in=lambda item: stand_in(kind.expected_tokens),
        notes=lambda responses, judgements: [*left_out, *_notes(responses, judgements)],
        resample=RESAMPLE,
        fingerprint=dict.fromkeys(datasets, data),
        signature=f"{cutting.signature},n:{n}",
        sheet=Sheet(asks=ASKS, reads=_reads, about=ABOUT, published=kind.published),
    )


def stand_in(tokens: int) -> str:
    """A text of about so many tokens that repeats nothing, for plans."""
    every = [f"w{number}" for number in range(tokens // 2)]
    return " ".join(f"{' '.join(every[start : start + 15])}." for start in range(0, len(every), 15))


def _measures(parameters: Parameters, kind: Kind) -> tuple[Measure[Reference, str], ...]:
    """All measures of a task, or those that need no package beyond the base install."""
    choice = parameters.one_of("rouge", ("yes", "no"))
    if choice == "yes":
        rouge_tokens("a")  # A missing package is named before anything is asked.
    return tuple(
        replace(one, shown=one.name not in OVERLAPS[1:])
        for one in MEASURES
        if (choice == "yes" or not one.name.startswith("rouge")) and one.name.partition(".")[2] in ("", kind.original)
    )


def _counts(folders: Sequence[Path]) -> JudgeMaker[Reference, str]:
    templates = templates_of(folders[0])
    return JudgeMaker(JUDGES[COUNTS].description, lambda options: CountsJudge(options, templates))


def _items(
    name: str, kind: Kind, cutting: Cutting, sources: Sequence[Source], n: int, seed: int
) -> Iterator[Item[Reference]]:
    documents = [LongDocument(one.text, cutting.encoding) for one in sources]
    kept = [at for at, one in enumerate(documents) if cutting.shortest <= 1 or one.tokens >= cutting.shortest]
    if not kept:
        longest = max(one.tokens for one in documents)
        raise BadInput(f"task '{cutting.task}'", f"no document of {cutting.shortest} tokens", f"at most {longest}")
    chosen = sorted(seeded(f"{name}/{seed}").sample(kept, min(n, len(kept))))
    for length in cutting.lengths:
        for at in chosen:
            shown = cutting.fitted(documents[at], length, lambda one: _prompt(kind, one), kind.reply_tokens)
            item = _item(sources[at], dataset(name, length), {"length": length, **shown.tags})
            yield replace(item, documents=(shown.document,))


def _item(source: Source, stratum: str, tags: Tags) -> Item[Reference]:
    return Item(dataset=stratum, group=source.id, id=source.id, query="", gold=source.reference, tags=tags)


def _prompt(kind: Kind, passages: Sequence[Passage]) -> Prompt:
    return showing(load(kind.prompt), passages, {})


def _reads(item: Item[Reference]) -> Mapping[str, str]:
    gold = item.gold
    if gold.short == gold.text:
        return {"Read the reference": gold.text}
    return {"Read the long reference": gold.text, "Read the short reference": gold.short}


def _notes(responses: Sequence[Response[str]], judgements: Sequence[Judgement]) -> list[str]:
    """Remarks on verdicts that could not be read and texts that repeat themselves."""
    found = []
    unread = Counter(one.unit.partition("/")[0] for one in judgements if one.value is None)
    if unread:
        kinds = ", ".join(f"{kind} {n}" for kind, n in sorted(unread.items()))
        total = f"{sum(unread.values())} of {len(judgements)} verdicts could not be read ({kinds})"
        found.append(f"{total}; rows give the worst and the best case.")
    looping = sum(1 for one in responses if one.answer is not None and is_repetitive(one.answer))
    if looping:
        found.append(
            f"{looping} of {len(responses)} summaries repeat themselves: their fluency is 0 whatever the judge says."
        )
    return found

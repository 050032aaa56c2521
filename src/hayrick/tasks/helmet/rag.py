"""Questions over retrieved passages that fill a length: HELMET's RAG tasks, and RULER's two as HELMET has them.

Source: HELMET, appendix B.1 (Natural Questions, TriviaQA, HotpotQA, PopQA: hard negatives of a retriever, PopQA's
    subjects below a popularity of 1000) and B.5 (SQuAD and HotpotQA of RULER, with retrieved passages); its released
    code at commit 4526dfb: gold passages at 6 evenly spaced depths (HotpotQA 3), two demonstrations, drawn by a hash of
    the question.
Differs: passages are the user's, and fill a length in tokens, where HELMET fixes their number; the last one is cut at
    the end of a sentence. Negatives stand in random order, the same at every depth. Of several gold passages HotpotQA
    shows all, next to each other, the others one. Where RULER shuffles, gold passages stand at each depth in turn.
    Demonstrations that hold an answer of the question asked are passed over. Our own prompt; 100 tokens of reply, where
    HELMET has 20 (RULER's 50), too few for a sentence around an answer. Controls that no passage answers are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hayrick.measures.abstention import abstention_measures
from hayrick.measures.answers import References, answer_measure, released_measure
from hayrick.measures.values import only_of
from hayrick.prompting import load
from hayrick.prompting.fitting import told
from hayrick.protocols import Known, Measure, Resample, Task
from hayrick.records.parameters import MOST_SHOTS, Parameters
from hayrick.replies.answers import read_answer
from hayrick.retrieval.catalogue import retriever
from hayrick.tasks.helmet.filling import REPLY_TOKENS, Filling, prompt_of
from hayrick.tasks.helmet.library import Library, pool_of
from hayrick.tasks.helmet.passages import Parts, files_in, fingerprint_of, parts_of, read_passages
from hayrick.tasks.helmet.questions import Question, read_questions
from hayrick.tasks.helmet.rag_items import Gold, Kind, Plan, Size
from hayrick.types import BadInput

RESAMPLE = Resample(
    across_datasets=True, groups_note="Intervals resample questions; a question at several depths is one group."
)


def _references(gold: Gold) -> References:
    return gold.answers


OF_ANSWERS: tuple[Measure[Gold, str], ...] = tuple(
    only_of(measure, lambda gold: not gold.is_control)
    for measure in (
        answer_measure("substring_exact_match", _references),
        released_measure("substring_exact_match.helmet", _references),
        answer_measure("exact_match", _references, main=False),
        answer_measure("f1", _references, main=False),
    )
)
OF_CONTROLS: tuple[Measure[Gold, str], ...] = abstention_measures(_references, lambda gold: gold.is_control)
MEASURES = (*OF_ANSWERS, *OF_CONTROLS)


_RULER = "Hsieh et al. (2024), RULER, section 3; Yen et al. (2025), HELMET, appendix B.5"
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "nq": Kind(),
        "triviaqa": Kind(),
        "hotpotqa": Kind(whole=True, depths=3),
        "popqa": Kind(rare=True),
        "qa_squad": Kind(_RULER, in_turn=True, shots=0),
        "qa_hotpot": Kind(_RULER, whole=True, in_turn=True, shots=0),
    }
)
"""Name of a task below `helmet/` -> how it is asked."""


def task(parameters: Parameters) -> Task[Gold, str]:
    """Questions over retrieved passages; the name of the task says of which data set.

    Parameters: `data`, files of questions, or a folder of them with a `corpus` and `demos` in it; `corpus`, files or
    folders of passages (without it the passages of all questions); `words`, the most words of a passage, for texts to
    be cut; `retriever` (bm25; `random` is the control); `length` (8k; several with commas between them); `n` questions
    a length (100); `depths`; `shots`, demonstrations (RULER's tasks: 0); `demos`, files of questions to take them from
    (without it the other questions); `unanswerable`, how many questions are asked once more without a passage that
    answers them, or a share of `n` below 1 (0); `popularity` (PopQA: below 1000); `tokenizer`.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    reading = _Reading.of(parameters)
    plan, size = reading.plan, reading.size
    controls = size.controls > 0
    template = plan.filling.template.signature
    own = f"n:{size.n},depths:{plan.depths},shots:{plan.shots},unanswerable:{size.controls},{size.detail}"
    return Task(
        name=plan.name,
        paper=plan.kind.paper,
        items=lambda seed: plan.items(size, seed),
        prompt=lambda item, passages: prompt_of(
            plan.filling.template, passages, item.query, plan.examples(item.query, item.gold.answers)
        ),
        parse=lambda item, reply: read_answer(reply),
        measures=MEASURES if controls else OF_ANSWERS,
        known=lambda item: Known(grades=tuple(float(one.id in item.gold.documents) for one in item.documents)),
        max_tokens=REPLY_TOKENS,
        expected_tokens=15,
        notes=lambda responses, judgements: [*reading.notes, *plan.notes(responses)],
        resample=RESAMPLE,
        fingerprint=dict.fromkeys(plan.datasets(size), size.fingerprint),
        signature=f"lengths:{'+'.join(map(str, size.lengths))},{own},{template}",
        right=lambda item: item.gold.answers,
    )


class _Reading(NamedTuple):
    """The parameters of the task, read: which questions, how much is shown, and notes on both."""

    plan: Plan
    size: Size
    notes: list[str]

    @classmethod
    def of(cls, parameters: Parameters) -> _Reading:
        name, where = parameters.spec.partition("?")[0], parameters.where
        kind = KINDS[name.rpartition("/")[2]]
        lengths, n = tuple(parameters.sizes("length", "8k")), parameters.whole("n", 100, least=1)
        depths, shots = (
            parameters.whole("depths", kind.depths, least=1),
            parameters.whole("shots", kind.shots, 0, MOST_SHOTS),
        )
        encoding, words = parameters.encoding(), parameters.whole("words", 0, least=0)
        chosen = retriever(parameters.text("retriever", "bm25"))
        controls = _controls(parameters, n)
        parts = _parts(parameters)
        questions = read_questions(parts.questions)
        notes: list[str] = []
        if kind.rare:
            questions = _rare(questions, parameters.whole("popularity", 1000, least=1, most=10**12), where, notes)
        texts = read_passages(parts.corpus, words) if parts.corpus else pool_of(questions)
        if not texts:
            raise BadInput(where, "questions without passages", "a corpus", "Add &corpus=FILE.")
        template = load("rag-answer-or-none" if controls else "rag-answer")
        plan = Plan(
            name=name,
            kind=kind,
            questions=questions,
            demos=read_questions(parts.demos) if parts.demos else questions,
            library=Library(texts, chosen, encoding),
            filling=Filling(name=name, template=template, encoding=encoding),
            depths=depths,
            shots=shots,
        )
        prints = "+".join(map(fingerprint_of, (*parts.questions, *parts.demos, *parts.corpus)))
        detail = f"retriever:{chosen.signature},words:{words},passages:{len(texts)}{told(encoding)}"
        return cls(plan, Size(lengths, n, controls, detail, prints), notes)


def _parts(parameters: Parameters) -> Parts:
    """Files of `data`, `corpus` and `demos`, each by itself in the place of its folder."""
    before = [*parameters.files]
    parts = parts_of(parameters.paths("data"))
    corpus = files_in(parameters.paths("corpus", optional=True)) or parts.corpus
    demos = parameters.paths("demos", optional=True) or parts.demos
    parameters.files[:] = [*before, *parts.questions, *corpus, *demos]
    return Parts(parts.questions, corpus, demos)


def _controls(parameters: Parameters, n: int) -> int:
    given = parameters.number("unanswerable", 0)
    found = round(given * n) if 0 < given < 1 else given
    if not float(found).is_integer() or not 0 <= found <= n:
        expected = f"a share below 1, or a whole number up to n ({n})"
        raise BadInput(parameters.where, f"unanswerable {given:g}", expected)
    return int(found)


def _rare(questions: Sequence[Question], below: int, where: str, notes: list[str]) -> list[Question]:
    """Questions about subjects below a popularity. Source: HELMET, appendix B.1."""
    for one in questions:
        if one.popularity is None:
            raise BadInput(one.where, "no s_pop", "the popularity of the question's subject")
    found = [one for one in questions if one.popularity is not None and one.popularity < below]
    if not found:
        raise BadInput(where, f"no subject with a popularity below {below}", "one or more", "Raise popularity.")
    notes.append(f"{len(questions) - len(found)} of {len(questions)} questions have a popularity of {below} or more.")
    return found

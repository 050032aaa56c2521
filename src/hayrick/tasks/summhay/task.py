"""Defines SummHay as a task: connects items, prompt, measures, judges and systems; contains no arithmetic.

Source: Laban et al. (2024), Summary of a Haystack, sections 3 to 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

from hayrick.attribution import DEFAULT, Attributor, load_model, repair
from hayrick.haystacks.relevance import HAYSTACKS, known_of
from hayrick.judges.coverage.catalogue import JUDGES
from hayrick.measures import CITATION, COVERAGE, JOINT, PRECISION, RECALL, WORDS_PER_BULLET
from hayrick.prompting import Template
from hayrick.protocols import Columns, Judge, JudgeMaker, JudgeOptions, Measure, Passage, SystemMaker, Task, Variant
from hayrick.replies.bullets import Compat, citable
from hayrick.reporting import Reporting
from hayrick.tasks.summhay import cite_subtopic
from hayrick.tasks.summhay.answers import answer_of
from hayrick.tasks.summhay.baselines import BASELINES, Baseline
from hayrick.tasks.summhay.cite_subtopic import CiteSubtopic
from hayrick.tasks.summhay.extractive import Extractive
from hayrick.tasks.summhay.gold import SubtopicGold, items_of
from hayrick.tasks.summhay.idle import IDLE, prepare
from hayrick.tasks.summhay.labels import RecordedJudge
from hayrick.tasks.summhay.length import ALLOWANCE, within
from hayrick.tasks.summhay.prompt import summary_prompt
from hayrick.tasks.summhay.published import published_of
from hayrick.tasks.summhay.recorded import RecordedSystems
from hayrick.tasks.summhay.rows import notes, summary_row
from hayrick.tasks.summhay.stored import StoredSummaries
from hayrick.types import Haystack, Item, Prompt, Response, Summary

NAME = "summhay"
MEASURES: tuple[Measure[SubtopicGold, Summary], ...] = (
    COVERAGE,
    WORDS_PER_BULLET,
    CITATION,
    PRECISION,
    RECALL,
    JOINT,
    *IDLE,
)
COLUMNS = Columns(
    dataset="haystack",
    group="subtopic",
    item=None,
    unit="insight",
    link="bullet",
    variant="citations",
    responses="summaries.jsonl",
    per_item="summary",
)
REPORTING = Reporting(measures=MEASURES, resample=HAYSTACKS, columns=COLUMNS)
"""Properties of SummHay that estimates need, also for rows that are read from a file."""

SUMMARY_TOKENS = 335
"""Mean cl100k tokens of a recorded summary in the released haystacks ('hayrick describe')."""

_WORDS_A_BULLET = 25
REPAIRED = "repaired"
CitationChoice = Literal["own", "repaired", "both"]
_Maker = SystemMaker[SubtopicGold, Summary]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a SummHay run.

    Args:
        compat: "paper" to apply the published scorer's rules.
        citations: score the system's own citations, repaired ones, or both.
        attribution: model for repairing citations: "trained", "threshold", or the path of a model file.
        free: do not ask for a number of bullets, and judge all that are written.
        domain: "news", "conversation" or another word, instead of the haystack's domain.
        template: a user's own summary prompt.
    """

    compat: Compat = None
    citations: CitationChoice = "own"
    attribution: str = DEFAULT
    free: bool = False
    domain: str | None = None
    template: Template | None = None

    @property
    def is_limited(self) -> bool:
        """Whether bullets beyond a multiple of the number asked are not judged."""
        return not self.free and self.compat != "paper"

    @property
    def signature(self) -> str:
        """How many bullets are judged, and how prompts differ from those of this task's own, in one line."""
        limit = "" if self.compat == "paper" else f"<={ALLOWANCE:g}"
        parts = [
            "bullets:free" if self.free else f"bullets:given{limit}",
            f"domain:{self.domain}" if self.domain else "",
            f"prompt:{self.template.signature}" if self.template else "",
        ]
        return "".join(f"|{part}" for part in parts if part)


def task(
    haystacks: Sequence[Haystack], options: Options | None = None, fingerprint: Mapping[str, str] | None = None
) -> Task[SubtopicGold, Summary]:
    """Make the SummHay task for the given haystacks.

    Args:
        haystacks: with distinct ids.
        options: options of the run; defaults if None.
        fingerprint: haystack id -> fingerprint of its file, for signatures.
    """
    made = options or Options()
    wiring = _Wiring(haystacks=haystacks, options=made)
    recorded = wiring.recorded_judge
    return Task(
        name=NAME,
        paper="Laban et al. (2024), Summary of a Haystack",
        items=lambda seed: items_of(haystacks),
        prompt=wiring.prompt,
        parse=wiring.parse,
        judged_part=wiring.judged_part,
        measures=MEASURES,
        judges={
            **JUDGES,
            "recorded": JudgeMaker("labels stored with the summaries; whose they are is not named", recorded),
            "recorded:NAME": JudgeMaker("labels stored with the summaries; they are those of NAME", recorded),
        },
        systems=wiring.systems(),
        known=lambda item: known_of(item.gold.haystack, item.gold.subtopic),
        request=wiring.request,
        response_row=summary_row,
        notes=partial(notes, limited=made.is_limited),
        expected_tokens=SUMMARY_TOKENS,
        stand_in=_stand_in,
        resample=REPORTING.resample,
        columns=COLUMNS,
        variants=(Variant(name=REPAIRED, make=wiring.repaired),) if made.citations != "own" else (),
        keeps_own=made.citations != REPAIRED,
        fingerprint=fingerprint or {},
        signature=wiring.signature,
        right=lambda item: [one.text for one in item.gold.insights],
        published=published_of(haystacks),
        prepare=prepare,
    )


def _stand_in(item: Item[SubtopicGold]) -> str:
    """A summary of typical length: one bullet per insight."""
    return "\n".join(f"- {' '.join(['word'] * _WORDS_A_BULLET)}" for _ in item.gold.insights)


def _baseline(name: str, description: str) -> _Maker:
    return SystemMaker(description, lambda rest, seed: Baseline(name=name, seed=seed))


@dataclass(slots=True, kw_only=True)
class _Wiring:
    """The parts of the task that need its haystacks and options."""

    haystacks: Sequence[Haystack]
    options: Options
    _attributor: tuple[str, Attributor] | None = None
    _citable: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Everything that the task's numbers depend on besides its data."""
        repaired = ""
        if self.options.citations != "own":
            repaired = f"|repaired:{load_model(self.options.attribution).name}"
        return f"compat:{self.options.compat or 'no'}{repaired}{self.options.signature}"

    def prompt(self, item: Item[SubtopicGold], passages: Sequence[Passage]) -> Prompt:
        options, gold = self.options, item.gold
        return summary_prompt(
            gold.haystack,
            gold.subtopic,
            passages,
            n_bullets=None if options.free else gold.asked_bullets,
            domain=options.domain,
            template=options.template,
        )

    def parse(self, item: Item[SubtopicGold], reply: str) -> Summary | None:
        if item.dataset not in self._citable:
            self._citable[item.dataset] = citable(item.documents)
        return answer_of(reply, self._citable[item.dataset])

    def judged_part(self, item: Item[SubtopicGold], response: Response[Summary]) -> Response[Summary]:
        """The response without the bullets that are too many to be judged; the paper's scorer judges all."""
        asked = None if self.options.free else item.gold.asked_bullets
        return within(response, asked, limited=self.options.is_limited)

    def recorded_judge(self, options: JudgeOptions) -> Judge[SubtopicGold, Summary]:
        return RecordedJudge(compat=self.options.compat, name=options.name)

    def systems(self) -> dict[str, _Maker]:
        """The systems that SummHay brings along, by name."""
        compat, haystacks = self.options.compat, self.haystacks

        def recorded(pattern: str, seed: int) -> RecordedSystems:
            return RecordedSystems(pattern=pattern or "*", compat=compat)

        return {
            "recorded": SystemMaker("summaries stored in the file", recorded),
            "recorded:PATTERN": SystemMaker("those whose key fits a glob, e.g. recorded:rerank3_*", recorded),
            "extractive": SystemMaker(
                "sentences that the relevant documents repeat, cited by attribution; no model",
                lambda rest, seed: Extractive(),
            ),
            cite_subtopic.NAME: SystemMaker(cite_subtopic.DESCRIPTION, lambda rest, seed: CiteSubtopic()),
            "file:PATH": SystemMaker(
                "summaries of a JSONL file of yours",
                lambda path, seed: StoredSummaries(path=Path(path), haystacks=haystacks, compat=compat),
            ),
            **{name: _baseline(name, description) for name, description in BASELINES.items()},
        }

    def request(self, item: Item[SubtopicGold]) -> dict[str, object]:
        """JSON object that a user's own system receives; docs/guide/models.md defines it."""
        gold = item.gold
        return {
            "haystack": gold.haystack.id,
            "topic": gold.haystack.topic,
            "subtopic": gold.subtopic.id,
            "title": gold.subtopic.title,
            "query": gold.subtopic.query,
            "n_bullets": None if self.options.free else gold.asked_bullets,
            "documents": [
                {"number": number, "id": one.id, "title": one.title, "text": one.text}
                for number, one in enumerate(item.documents, start=1)
            ],
        }

    def repaired(self, item: Item[SubtopicGold], response: Response[Summary]) -> Response[Summary]:
        """The same summary with its citations replaced by attribution."""
        if self._attributor is None or self._attributor[0] != item.dataset:
            self._attributor = (item.dataset, Attributor(item.documents, model=self.options.attribution))
        answer = None if response.answer is None else repair(response.answer, self._attributor[1])
        return replace(response, variant=REPAIRED, answer=answer)

"""Labels that a SummHay file stores with its summaries, as a judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hayrick.haystacks.labels import StoredLabel, model_labels
from hayrick.types import LABEL_VALUES, BadInput, Haystack, Judgement, Subtopic, Summary, Unparsed

NOT_STORED = "no recorded label"


@dataclass(slots=True, kw_only=True)
class RecordedJudge:
    """The stored answers of the judge that labelled a file's own summaries.

    A link to a line that is no bullet, or no single line number, is none: the insight is covered but unlinked.

    Args:
        haystacks: the files' haystacks.
        compat: under "paper", a covered insight without a readable link is linked to the last line but one, as the
            released scorer does (its index for it is -2).
    """

    haystacks: Sequence[Haystack]
    compat: str | None = None
    _labels: dict[tuple[str, str, str], dict[str, StoredLabel]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The judge's name in rows."""
        return "recorded"

    @property
    def signature(self) -> str:
        """What its answers depend on."""
        return "recorded" + (";unlinked=last-but-one" if self.compat == "paper" else "")

    def judge(self, subtopic: Subtopic, summary: Summary) -> Sequence[Judgement]:
        """Stored labels of one summary; an insight without one is unjudged.

        Raises:
            BadInput: a stored label is malformed.
        """
        return from_stored(subtopic, summary, self.name, self._stored(subtopic, summary), self._link)

    def _link(self, label: StoredLabel, summary: Summary) -> int | None:
        if label.label == "none":
            return None
        if self.compat == "paper" and label.bullet is None and summary.n_lines >= 2:
            return summary.n_lines - 1
        return label.bullet if any(bullet.id == label.bullet for bullet in summary.bullets) else None

    def _stored(self, subtopic: Subtopic, summary: Summary) -> Mapping[str, StoredLabel]:
        key = summary.extra.get("key")
        if not isinstance(key, str):
            return {}
        identity = (summary.haystack, subtopic.id, key)
        if identity not in self._labels:
            where = f"{summary.haystack}: subtopic '{subtopic.id}', eval_summaries"
            stored = subtopic.extra.get("eval_summaries", {})
            if not isinstance(stored, dict):
                raise BadInput(where, "no JSON object", "an object from summary key to labels")
            self._labels[identity] = model_labels(stored.get(key) or [], f"{where} '{key}'")
        return self._labels[identity]


def from_stored(
    subtopic: Subtopic,
    summary: Summary,
    rater: str,
    labels: Mapping[str, StoredLabel],
    link: Callable[[StoredLabel, Summary], int | None],
    missing: str = NOT_STORED,
) -> list[Judgement]:
    """Stored labels as judgements, one for every insight of the subtopic.

    Args:
        subtopic: whose insights are judged.
        summary: what they are judged in.
        rater: who gave the labels.
        labels: by insight id.
        link: the bullet that a label names in the summary, None for none.
        missing: why an insight without a label is unjudged.
    """
    found = []
    for insight in subtopic.insights:
        label = labels.get(insight.id)
        found.append(
            Judgement(
                haystack=summary.haystack,
                subtopic=subtopic.id,
                system=summary.system,
                context=summary.context,
                insight=insight.id,
                judge=rater,
                label=label.label if label else None,
                value=LABEL_VALUES[label.label] if label else None,
                bullet=link(label, summary) if label else None,
                unparsed=None if label else Unparsed(reason=missing),
            )
        )
    return found

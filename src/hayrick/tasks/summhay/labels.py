"""The labels stored in a SummHay file, as a judge of its own summaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from hayrick.haystacks.labels import StoredLabel, model_labels
from hayrick.protocols import About, Ask
from hayrick.tasks.summhay.gold import SubtopicGold
from hayrick.types import LABEL_VALUES, BadInput, Item, Judgement, Response, Summary, Unparsed, WithInsights

NOT_STORED = "no recorded label"
NOTHING = Summary(bullets=(), n_lines=0)


@dataclass(slots=True, kw_only=True)
class RecordedJudge:
    """Returns the labels that a haystack file stores for its recorded summaries.

    A link that is not the number of a bullet's line is dropped: the insight is covered but unlinked. An insight that
    links to a bullet that is not judged is not covered.

    Args:
        compat: with "paper", a covered insight without a readable link is linked to the last line but one, as in the
            released scorer (which uses index -2).
        name: `recorded`, or `recorded:NAME` where the user says whose labels they are: a haystack file does not.
    """

    compat: str | None = None
    name: str = "recorded"
    asks: bool = False
    _labels: dict[tuple[str, str, str], dict[str, StoredLabel]] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Everything that its judgements depend on; that of `hayrick validate` for labels of the same name."""
        return self.name + (";unlinked=last-but-one" if self.compat == "paper" else "")

    @property
    def about(self) -> About:
        """What a reader must know of the name; it has no label of an answer that is new."""
        _, _, maker = self.name.partition(":")
        note = f"Stored labels are taken for those of {maker}, as --judge says; the files do not say it."
        return About(note=note if maker else "", stored_only=True)

    async def judge(self, item: Item[SubtopicGold], response: Response[Summary], ask: Ask) -> list[Judgement]:
        """Return the stored labels of one summary; an insight without a label is unjudged.

        Raises:
            BadInput: a stored label is malformed.
        """
        labels = self._stored(item, response)
        if response.answer and response.n_unread:
            judged = {one.id for one in response.answer.bullets}
            unread = {one.id for one in response.answer.written} - judged
            labels = {id: replace(one, label="none") if one.bullet in unread else one for id, one in labels.items()}
        return from_stored(item, response, self.name, labels, self._link)

    def _link(self, label: StoredLabel, summary: Summary) -> int | None:
        if label.label == "none":
            return None
        if self.compat == "paper" and label.bullet is None and summary.n_lines >= 2:
            return summary.n_lines - 1
        return label.bullet if any(bullet.id == label.bullet for bullet in summary.bullets) else None

    def _stored(self, item: Item[SubtopicGold], response: Response[Summary]) -> Mapping[str, StoredLabel]:
        key = response.extra.get("key")
        if not isinstance(key, str):
            return {}
        identity = (item.dataset, item.group, key)
        if identity not in self._labels:
            where = f"{item.dataset}: subtopic '{item.group}', eval_summaries"
            stored = item.gold.subtopic.extra.get("eval_summaries", {})
            if not isinstance(stored, dict):
                raise BadInput(where, "no JSON object", "an object from summary key to labels")
            self._labels[identity] = model_labels(stored.get(key) or [], f"{where} '{key}'")
        return self._labels[identity]


def from_stored(
    item: Item[WithInsights],
    response: Response[Summary],
    rater: str,
    labels: Mapping[str, StoredLabel],
    link: Callable[[StoredLabel, Summary], int | None],
    missing: str = NOT_STORED,
) -> list[Judgement]:
    """Turn stored labels into judgements, one for every insight of the item.

    Args:
        item: the item whose insights are judged.
        response: the summary that the labels refer to.
        rater: who gave the labels.
        labels: insight id -> label.
        link: gives the bullet of the summary that a label refers to, or None.
        missing: reason that is recorded for an insight without a label.
    """
    found = []
    for insight in item.gold.insights:
        label = labels.get(insight.id)
        found.append(
            Judgement(
                unit=insight.id,
                rater=rater,
                label=label.label if label else None,
                value=LABEL_VALUES[label.label] if label else None,
                link=link(label, response.answer or NOTHING) if label else None,
                unparsed=None if label else Unparsed(reason=missing),
            )
        )
    return found

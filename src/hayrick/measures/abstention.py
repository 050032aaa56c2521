"""What systems do with questions that nothing they are shown answers: abstain, answer from memory, or make it up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hayrick.measures.answers import best, is_substring
from hayrick.measures.values import measure_of_answers, only_of
from hayrick.protocols import G, Measure
from hayrick.replies.abstention import says_unanswered


def abstention_measures(
    references: Callable[[G], Sequence[str]], is_control: Callable[[G], bool]
) -> tuple[Measure[G, str], ...]:
    """Measures of controls, which add up to 1 with the failed ones; and of abstentions where an answer was shown.

    Args:
        references: right answers in an item's gold, in a control those that nothing shown gives.
        is_control: whether nothing shown answers an item.
    """

    def recalls(gold: G, answer: str) -> bool:
        return not says_unanswered(answer) and bool(best(is_substring, references(gold), answer))

    def invents(gold: G, answer: str) -> bool:
        return not says_unanswered(answer) and not recalls(gold, answer)

    kinds = (
        (
            "abstained",
            "controls whose reply says that the passages do not answer",
            lambda _, said: says_unanswered(said),
        ),
        ("hallucinated", "controls answered with something that is wrong and in no gold answer", invents),
        ("recalled", "controls answered rightly, though no passage shown holds the answer", recalls),
    )
    controls = tuple(
        only_of(measure_of_answers(name=name, description=text, value=value, counts="controls", main=False), is_control)
        for name, text, value in kinds
    )
    wrongly: Measure[G, str] = measure_of_answers(
        name="abstained_wrongly",
        description="replies that say that the passages do not answer, though one does",
        value=lambda gold, said: says_unanswered(said),
        main=False,
    )
    return (*controls, only_of(wrongly, lambda gold: not is_control(gold)))

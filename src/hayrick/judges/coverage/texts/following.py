"""What the sentences after a text say of it."""

from __future__ import annotations

from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.hedge_replies import on_last
from hayrick.judges.coverage.texts.hedges import Hedge
from hayrick.judges.coverage.texts.once import once
from hayrick.judges.coverage.texts.polarity import may_deny, signs, stems_under
from hayrick.judges.coverage.words.reading import Reading


@once
def next_denials(text: Facts) -> list[list[str]]:
    """The stems under each denial of the next sentence."""
    return stems_under(text.after[0].tokens, text.after[0].lower) if text.after else []


@once
def next_sentences(text: Facts) -> list[Facts]:
    """The sentences that follow a text, each as one."""
    return [Facts(one, None, text.after[n + 1 :]) for n, one in enumerate(text.after)]


@once
def hedges_after(text: Facts) -> list[Hedge]:
    """Hedges of the next sentence that speak of this one."""
    return on_last(text.after[0].tokens, text.after[0].lower) if text.after else []


@once
def may_say_no(text: Facts) -> bool:
    """Whether it or the next sentences have a word that says no."""
    return may_deny(text.cues) or any(may_deny(signs(one.lower)) for one in text.after)


@once
def spoken_on(text: Facts) -> frozenset[str]:
    """The distinct tokens in lower case of the text and of the sentences that follow."""
    return text.spoken.union(*(one.lower for one in text.after))


def may_comment(one: Reading) -> bool:
    """Whether a sentence has words by which it may deny or doubt the one before it."""
    return may_deny(signs(one.lower)) or bool(on_last(one.tokens, one.lower))

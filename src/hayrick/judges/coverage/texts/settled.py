"""Whether what a text asks, plans or reports is settled by what comes after it: it says no."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import chain

from hayrick.judges.coverage.words.frame_words import DENY, UNTRUTH

_SAID = 0.7
"""Share of the words in common after which the text has said what it asks, plans or reports."""

_LONGEST = 12
"""Tokens of a sentence that says no, at most; longer ones speak of something else."""

_NO = re.compile(
    r"(?<![\w'-])(?:no|not|never|none|nothing|nobody|neither|cannot|n't|\w+n't|wrong|mistaken|incorrect|innocent|lies"
    r"|lied|liar|refused|declined|decided against|thought better|instead|on the contrary|quite the opposite"
    rf"|{UNTRUTH}|{DENY})(?![\w'-])"
)
_OPEN = re.compile(
    r"(?<![\w'-])(?:confirm\w*|verif\w+|evidence|pro(?:of|ve[ns]?|ved|ving)|certain\w*|sure|kn(?:ow|own|ows|ew)"
    r"|establish\w*|record\w*|decisions?|decid(?:e|ed|ing)|votes?|voted|comment\w*|check\w*|se(?:e|en)|saw|minutes"
    r"|back(?:ed|s|ing)?|corroborat\w*|documents?|documented|word|official\w*|figures|observers?|missing|answer\w*"
    r"|sa(?:y|id|ys|ying)|reveal\w*|clear\w*|certif\w*|count\w*|pinned|mind|examin\w*|test\w*|find|found|support\w*"
    r"|public|publish\w*|announce\w*|name|whether|yet|so far|until|date|trace[ds]?|signed|approv\w*|doubts?|only|just"
    r"|merely|longer|quote|guarantee\w*|expect\w*|matter|surpris\w+|wonder|easy|because|than|stop\w*|hesitat\w+|produce"
    r"|anyone|excluded?|verdict|independent\w*|agreed?|statement|source|sources|shown|listed?|lists?|more|few|far"
    r"|believe|thought|imagin\w+|feared|exaggerat\w+|either way|both ways|secret"
    r"|contends?|stand behind|shows? nothing|yes|indeed|they did|it did|he did|she did|did so)(?![\w'-])"
)
"""What leaves open, after a report or plan, whether it is true; or begins to say yes."""

_BREAKS = frozenset([*".?!;:-,", "but", "then", "and", "--"])


def says_no(shared: Set[str], spoken: Set[str], lower: Sequence[str], following: Sequence[Sequence[str]]) -> bool:
    """Whether a text says no after the words that it shares with what it asks, plans or reports.

    Args:
        shared: those words, in lower case.
        spoken: all words of what it shares them with, whose own denials say nothing.
        lower: the text's tokens in lower case.
        following: those of the sentences that follow it.
    """
    return any(
        one.count(" ") < _LONGEST and any(no[0] not in spoken for no in _NO.finditer(one)) and _OPEN.search(one) is None
        for one in _sentences(_rest(shared, lower, following))
    )


def _rest(shared: Set[str], lower: Sequence[str], following: Sequence[Sequence[str]]) -> list[str]:
    """The tokens after the clause in which most shared words have been said."""
    seen = set[str]()
    least = _SAID * len(shared)
    end = len(lower)
    for at, token in enumerate(lower):
        if token in shared:
            seen.add(token)
        if token in _BREAKS and len(seen) >= least:
            end = at
            break
    return [*lower[end:], *chain.from_iterable(following)]


def _sentences(tokens: Sequence[str]) -> Iterator[str]:
    """Sentences of tokens, each as one text; what ends with a semicolon counts as one."""
    start = 0
    for end, token in enumerate([*tokens, "."]):
        if token in ".?!;":
            if end > start:
                yield " ".join(tokens[start:end])
            start = end + 1

"""How far some hedges reach: adverbs before a noun, and beliefs that somebody holds."""

from __future__ import annotations

import re

_OF_NOUN = re.compile(
    r"(?:potential|possib|alleged|supposed|reported|apparent|purported|presumab|probab|seeming|arguab)\w*\Z"
)
_ARTICLE = re.compile(r"(?:^| )(?:an?|the|his|her|its|their|another|one) \Z")

_HELD = re.compile(r"(?:believ|think|thought|suspect|assum|presum|imagin|reckon|predict|expect|fear|hop)\w*(?<!ing)\Z")
_NOBODY = re.compile(
    r"(?:is|are|was|were|be|been|being|'s|'re|it|there|that|which|this)(?: \w+ly| not| also| now| still)? \Z"
)
"""What stands before a belief that nobody in the sentence holds: "is believed", "which many think"."""
_LONGEST_COMMENT = 4
"""Words after a belief that is a comment on what stands before it: "..., they believe"."""


def speaks_of_next(text: str, match: re.Match[str]) -> bool:
    """Whether a hedge after an article speaks of the next words only: "a potentially costly move", "the alleged thief".

    Args:
        text: a sentence of tokens joined by blanks.
        match: the hedge in it.
    """
    return bool(_OF_NOUN.match(match[0]) and _ARTICLE.search(text, 0, match.start()))


def is_held(text: str, match: re.Match[str]) -> bool:
    """Whether somebody holds a belief: "the widow, 58, fears that" leaves open what follows, and not that she is 58.

    Args:
        text: a sentence of tokens joined by blanks.
        match: the verb of belief in it.
    """
    if not _HELD.match(match[0]) or text.startswith((" ,", " to be "), match.end()):
        return False
    return len(text[match.end() :].split()) > _LONGEST_COMMENT and not _NOBODY.search(text, 0, match.start())

"""Asks models: builds questions from bundled prompts, and asks again if a reply cannot be read.

Nothing here calls a model: the caller passes an `Ask` (`hayrick.protocols`), usually from the harness.
"""

from hayrick.asking.question import Decoding, Window, drawn, numbered, question, shown
from hayrick.asking.reader import CUT_OFF, READ_TRIES, REFUSED, REPEAT_STEP, Reader, Tally, read_replies

__all__ = [
    "CUT_OFF",
    "READ_TRIES",
    "REFUSED",
    "REPEAT_STEP",
    "Decoding",
    "Reader",
    "Tally",
    "Window",
    "drawn",
    "numbered",
    "question",
    "read_replies",
    "shown",
]

"""One way to ask a model: questions from prompts of ours, and the loop that asks again what could not be read.

Nothing here calls a model: an `Ask` (`hayrick.protocols`) is handed in, and the harness or a test gives it.
"""

from hayrick.asking.question import Decoding, Window, drawn, numbered, question, shown
from hayrick.asking.reader import CUT_OFF, READ_TRIES, REFUSED, Reader, Tally, read_replies

__all__ = [
    "CUT_OFF",
    "READ_TRIES",
    "REFUSED",
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

"""Finished call -> the reply that systems and judges read: without reasoning, with the answer's prefix.

The journal keeps what the server sent; everything here is derived from it, so that a change of rules costs no call.
"""

from __future__ import annotations

from hayrick.asking import REFUSED
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import REFUSAL, Call
from hayrick.harness.transport.outgoing import PAID, Outgoing
from hayrick.replies.reasoning import RULES
from hayrick.tokens import tokenizer
from hayrick.types import Reply

REFUSALS = (REFUSED, REFUSAL)
"""Why a model stopped that did not answer: by a content filter, or in words of its own."""

LONGEST_TOKEN = 8
"""Characters of a token, on average, that no tokeniser exceeds on the texts of a prompt; common ones have 1 to 5."""

LEAST_SHARE = 0.5
"""Share of our own token count below which a server's count means that it did not read the whole prompt."""


def reply_of(call: Call, outgoing: Outgoing, journal: Journal) -> Reply:
    """Return the reply of a finished call.

    Args:
        call: as the journal has it.
        outgoing: the question that was sent.
        journal: of the run, whose other calls show how long a prompt the server can read.
    """
    if call.stop in REFUSALS:
        return Reply("", REFUSED)
    found = RULES[outgoing.rule](call.reply) if not call.reasoning else None
    text = call.reply if found is None else found.text
    if outgoing.prefix and text.strip() and not text.lstrip().startswith(outgoing.prefix.strip()):
        text = outgoing.prefix + text
    reasoned = bool(call.reasoning) or call.reasoning_tokens > 0 or (found is not None and found.state != "none")
    alternatives = () if reasoned else call.alternatives
    return Reply(text, call.stop, reasoned, is_truncated(call, outgoing, journal), alternatives, call.documents_shown)


def can_be_read(call: Call, outgoing: Outgoing, journal: Journal) -> bool:
    """Whether a judge's reply, or one before it, could be read, which the journal is told; True where nobody knows."""
    who = call.model, call.purpose
    if outgoing.readable is None or who in journal.readable:
        return True
    found = outgoing.readable(reply_of(call, outgoing, journal))
    if found:
        journal.readable.add(who)
    return found is not False


def is_truncated(call: Call, outgoing: Outgoing, journal: Journal) -> bool:
    """Whether a server dropped a part of a prompt without saying so, by its own count of the prompt's tokens.

    Tokenisers differ, and some servers leave out what they had in their cache. So a count is evidence only if it is
    under half of ours, under a token for every eight characters, and if the server counted no longer prompt in the run.
    """
    told = call.told_in
    if not told or outgoing.purpose not in PAID:
        return False
    texts = [text for _, text in outgoing.messages]
    if told >= sum(map(len, texts)) / LONGEST_TOKEN:
        return False
    least = LEAST_SHARE * sum(map(tokenizer().count, texts))
    return told < least and all((one.told_in or 0) < least for one in journal.calls.values() if one.model == call.model)

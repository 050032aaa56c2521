"""Evidence from an endpoint -> findings: what is wrong with how a model is served, as far as the evidence goes.

Nothing is guessed: where the server gives no evidence, the verdict is `unknown`. The checks are for failures that users
of long-context benchmarks reported: doubled tokens at the beginning (vLLM, lm-evaluation-harness), prompts cut in
silence (Ollama), empty answers of reasoning models (LM Studio).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from hayrick.harness.diagnosis.endpoint_probes import (
    AGAIN,
    CODE_WORD,
    IN_USER,
    LONG_SYSTEM,
    MANY,
    N_MANY,
    NEAR,
    OTHER,
    OVER,
    SAME,
    SHORT_SYSTEM,
    SUM,
    Heard,
    codes,
    expected,
    per_line,
)
from hayrick.harness.diagnosis.endpoint_tokens import ServerTokens
from hayrick.replies.classes import TOO_LONG
from hayrick.replies.reasoning import visible

Verdict = Literal["ok", "note", "wrong", "unknown"]
"""`wrong` makes the figures of runs wrong; `note` is worth knowing."""

_TOLERANCE, _AROUND = 0.02, 20
"""Share of a count, and tokens, by which it may differ from what it must be."""

_REFUSALS = frozenset({"400", "404", "422", "500"})
"""Statuses of servers whose chat template refuses a message."""

_FOLDED = 2
"""Most tokens by which a system message that joins the user's differs from the same text there."""


class Finding(NamedTuple):
    """What a check found, what that means, and what to do; "" for nothing to do."""

    check: str
    verdict: Verdict
    found: str
    meaning: str
    cure: str = ""


def findings(heard: Mapping[str, Heard], tokens: ServerTokens | None, lengths: Mapping[str, int]) -> list[Finding]:
    """All findings.

    Args:
        heard: what came of the questions of `endpoint_probes`.
        tokens: that the server shows of the prompt of `SUM`.
        lengths: lines of the long texts.
    """
    return [
        _counts(heard),
        _beginning(tokens, heard[SUM].tokens),
        _system(heard),
        *_window(heard, lengths),
        _reasoning(heard[SUM]),
        _probabilities(heard[SUM]),
        _seeds(heard),
    ]


def _counts(heard: Mapping[str, Heard]) -> Finding:
    check = "token counts"
    if heard[SUM].tokens is None:
        meaning = "Costs and limits rest on Hayrick's own counts, and a prompt that is cut in silence is not noticed."
        return Finding(check, "note", "the server reports none", meaning, "Switch usage on in the server, if it can.")
    if per_line(heard) is None:
        found = "reported, but they do not grow as the prompts do"
        meaning = "They say nothing of what was read, and a prompt that is cut in silence is not noticed."
        return Finding(check, "note", found, meaning, "Have the server count whole prompts, cached parts included.")
    return Finding(check, "ok", "reported with every reply", "Costs and the size of prompts are the server's own.")


def _beginning(tokens: ServerTokens | None, told: int | None) -> Finding:
    check = "beginning of text"
    if tokens is None:
        return Finding(check, "unknown", "the server shows no tokens", "A doubled or missing token stays unnoticed.")
    n, cure = len(tokens.ids), "Take the token out of the chat template, or keep the server from adding it."
    if tokens.bos is None:
        return Finding(check, "ok", "the tokeniser adds no token", "Prompts begin as the template has it.")
    leading = next((i for i, one in enumerate(tokens.ids) if one != tokens.bos), n)
    if leading == 1 and told == n + 1:
        found = f"the server reads {told} tokens, and shows {n}"
        return Finding(check, "wrong", found, "One more than the template has: the token at the beginning twice.", cure)
    if leading > 1 and (told is None or told >= n):
        found = f"token {tokens.bos} {'twice' if leading == 2 else f'{leading} times'}"
        return Finding(check, "wrong", found, "Models were not trained so, and answer worse.", cure)
    if not leading and (told is None or told == n):
        cure = "Put the token into the chat template, or have the server add it."
        found = f"token {tokens.bos} is missing"
        return Finding(check, "wrong", found, "The tokeniser puts it before texts; without it some models fail.", cure)
    return Finding(check, "ok", f"token {tokens.bos} once", "Prompts begin as the model was trained.")


def _system(heard: Mapping[str, Heard]) -> Finding:
    check, system = "system messages", heard[SHORT_SYSTEM]
    if system.call is None and system.kind not in _REFUSALS:
        return Finding(check, "unknown", system.reason[:160], "")
    if system.call is None:
        cure = "Give the server a chat template that knows them, or leave out prompts that have one."
        return Finding(check, "wrong", f"refused: {system.reason}"[:160], "Prompts with a system message fail.", cure)
    is_known = CODE_WORD in system.all_text.casefold()
    is_counted = per_line(heard) is not None
    short, long, joined = (heard[one].tokens if is_counted else None for one in (SHORT_SYSTEM, LONG_SYSTEM, IN_USER))
    if short is not None and long is not None and long <= short + _FOLDED and not is_known:
        found = "a longer one adds no tokens"
        cure = "Give the server a chat template that knows them."
        return Finding(check, "wrong", found, "They are dropped: instructions in them never reach the model.", cure)
    if short is None or long is None or long <= short + _FOLDED:
        found = f"the model {'repeats' if is_known else 'does not repeat'} what one says"
        return Finding(check, "ok" if is_known else "unknown", found, "They reach the model." if is_known else "")
    if joined is not None and abs(short - joined) <= _FOLDED:
        return Finding(check, "note", "joined with the user's message", "They reach the model, with less weight.")
    if joined is not None and short < joined:
        found = f"kept; a prompt without one gets the template's own ({joined - short} tokens or more)"
        return Finding(check, "note", found, "They reach the model; so does what the template says.")
    return Finding(check, "ok", "kept as messages of their own", "They reach the model.")


def _window(heard: Mapping[str, Heard], lengths: Mapping[str, int]) -> Iterator[Finding]:
    for name, n_lines in lengths.items():
        found = heard[name]
        must = expected(heard, n_lines)
        about = f"about {must:,.0f} tokens" if must is not None else f"{n_lines:,} lines"
        yield _over(found, about) if name == OVER and found.call is None else _read(name, heard, n_lines, must, about)


def _over(found: Heard, about: str) -> Finding:
    check = OVER
    if found.kind == TOO_LONG:
        return Finding(check, "ok", f"{about}: refused", "Prompts that are too long fail, and are not cut in silence.")
    return Finding(check, "unknown", f"{about}: {found.reason}"[:160], "It cannot be told from another failure.")


def _read(name: str, heard: Mapping[str, Heard], n_lines: int, must: float | None, about: str) -> Finding:
    found = heard[name]
    check = "long prompt" if name == NEAR else name
    if found.call is None:
        if found.kind != TOO_LONG:
            return Finding(check, "unknown", f"{about}: {found.reason}"[:200], "It cannot be told from other failures.")
        cure = "Give runs --window-tokens with the server's window, or start the server with a larger one."
        verdict: Verdict = "wrong" if OVER in heard else "note"  # Nobody said that the window is as large.
        return Finding(check, verdict, f"{about}: {found.reason}"[:240], "The window is smaller than that.", cure)
    cure = "Start the server with a larger window (Ollama: num_ctx), and give runs its --window-tokens."
    told = found.tokens
    missing = [where for where, code in zip(_PLACES, codes(n_lines), strict=True) if code not in found.all_text]
    if must is not None and told is not None and told < must * (1 - _TOLERANCE) - _AROUND:
        found_ = f"{about}, of which the server read {told:,}" + (f"; lost: {', '.join(missing)}" if missing else "")
        if not missing:
            return Finding(
                check, "unknown", found_, "All codes came back: its counts may leave out what it had cached."
            )
        return Finding(check, "wrong", found_, "It cuts prompts in silence: what was cut cannot be answered.", cure)
    is_able = all(code in heard[MANY].all_text for code in codes(N_MANY))
    if missing and must is None and is_able:
        meaning = "It found all codes in a short text: it may cut prompts in silence."
        return Finding(check, "wrong", f"{about}; lost: {', '.join(missing)}", meaning, cure)
    if missing:
        is_counted = must is not None and told is not None
        seen = f"{' and' if is_counted else ';'} {3 - len(missing)} of 3 codes"
        n = f"{told:,} tokens counted" if told is not None else about
        return _lost(check, n + seen, is_counted=is_counted, is_able=is_able)
    counted = f"{told:,} tokens counted, all 3 codes" if told is not None else f"{about}, all 3 codes"
    if name == OVER:
        meaning, cure = "The window is larger than what was given.", "A larger --window-tokens is possible."
        return Finding(check, "note", counted, meaning, cure)
    return Finding(check, "ok", counted, "Nothing is cut up to this length.")


_PLACES = ("beginning", "middle", "end")


def _lost(check: str, found: str, *, is_counted: bool, is_able: bool) -> Finding:
    """A long text whose codes did not all come back.

    Args:
        check: its name.
        found: counts.
        is_counted: whether the server counted all of it.
        is_able: whether the model found all codes of a short text.
    """
    if not is_counted:
        return Finding(check, "unknown", found, "The model may be too weak for the question.")
    if is_able:
        meaning = (
            "Of a short text it found all: it reads long ones worse, or a gateway counts prompts before it cuts them."
        )
        return Finding(check, "note", found, meaning, "If a gateway is between, ask the model's server itself.")
    return Finding(check, "ok", found, "By its count the server read all of it.")


def _reasoning(found: Heard) -> Finding:
    check, call = "reasoning", found.call
    if call is None:
        return Finding(check, "unknown", found.reason[:160], "")
    seen = visible(call.reply)
    text = "" if call.reasoning and not call.reply.strip() else seen.text
    if not text.strip():
        is_cut = call.stop == "max_tokens" or seen.state == "unclosed"
        if is_cut:
            meaning, cure = "Its reasoning takes the tokens of the answer.", "Give runs --reasoning-tokens N."
        else:
            meaning, cure = "Every answer like it scores the floor.", "Look at the server's parser of reasoning."
        return Finding(check, "wrong", f"no answer to a sum (it stopped: {call.stop})", meaning, cure)
    if call.reasoning:
        found_ = f"in a field of its own ({call.reasoning_tokens or 'uncounted'} tokens)"
    elif seen.state == "closed":
        found_ = "in tags at the beginning of the reply"
    elif call.reasoning_tokens:
        found_ = f"hidden, {call.reasoning_tokens} tokens counted"
    else:
        return Finding(check, "ok", "none", "The reply is the answer.")
    cure = "Give runs --reasoning-tokens N, beyond --max-tokens."
    return Finding(check, "note", found_, "It is no part of the answer, but takes of its tokens.", cure)


def _probabilities(found: Heard) -> Finding:
    check = "log-probabilities"
    if found.call is not None and found.call.alternatives:
        n = len(found.call.alternatives)
        return Finding(check, "ok", f"given, {n} for the first token", "Ratings are weighted by them.")
    meaning = "Ratings that want them are drawn instead, in more calls."
    return Finding(check, "note", "not given", meaning)


def _seeds(heard: Mapping[str, Heard]) -> Finding:
    check = "seed"
    if any(heard[name].call is None for name in (SAME, AGAIN, OTHER)):
        reason = next(heard[name].reason for name in (SAME, AGAIN, OTHER) if heard[name].call is None)
        return Finding(check, "unknown", reason[:160], "")
    same, again, other = (heard[name].all_text for name in (SAME, AGAIN, OTHER))
    if same != again:
        return Finding(check, "note", "the same seed gives other replies", "Drawn replies cannot be repeated.")
    if same == other:
        meaning = "Temperature or seed is ignored: repeats (--repeat, --judge-repeat) say nothing new."
        return Finding(check, "note", "two seeds give the same reply", meaning)
    return Finding(check, "ok", "the same seed gives the same reply, another seed another", "Replies can be repeated.")

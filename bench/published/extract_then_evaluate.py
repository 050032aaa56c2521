"""Published figures of Extract-then-Evaluate (Wu et al., 2023) on PubMed beside ours.

    python -m bench.published.extract_then_evaluate [--shared FOLDER]

Prints ROUGE-1 against people (table 2), tokens of documents and summaries (table 1), what it costs to judge with the
whole document (table 2) with the original's way of cutting and with a right one, also for the stories of SQuALITY that
are here, and mean lengths of extracts (table 5). The prompt is read from the paper's text, whose heading marks are
lost. Table 5 needs py-rouge and NLTK's Punkt: pip install --no-deps py-rouge llama-index-core. Intervals leave out one
of the 20 documents at a time.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from bench.places import SHARED
from hayrick.human_scores import HumanScores, read_human_scores
from hayrick.measures.py_rouge import py_rouge_signature, py_rouge_tokens
from hayrick.measures.rouge import rouge_tokens
from hayrick.meta_evaluation.levels import Paired, correlations
from hayrick.retrieval.extraction import extractor
from hayrick.stats import Interval
from hayrick.tokens import tokenizer
from hayrick.types import BadInput

BUDGETS = (128, 256, 512, 768, 1024, 1536, 2048, 4096)
USD_A_TOKEN, WINDOW = 0.03 / 1000, 8000
BREAK = "<br />"
SQUALITY_TOKENS = 403

TABLE_5: Mapping[str, Sequence[float]] = {
    "lead": (94.6, 228.3, 475.0, 709.0, 974.9, 1450.0, 1889.5, 3015.2),
    "rouge1": (85.6, 226.6, 488.1, 740.6, 1001.4, 1486.8, 1942.2, 3046.9),
    "rouge2": (96.5, 224.1, 480.1, 738.8, 1000.6, 1492.1, 1945.8, 3046.9),
    "rouge1+2": (95.0, 225.4, 485.3, 736.1, 997.0, 1482.8, 1938.7, 3046.9),
}
"""Mean tokens of PubMed's extracts as published, by extractor and budget."""

TABLES_1_2: Mapping[str, tuple[float, int, int]] = {
    "arXiv": (0.15, 178, 5723),
    "GovReport": (0.10, 500, 8553),
    "PubMed": (0.11, 236, 4331),
    "SQuALITY": (0.14, 403, 7333),
}
"""Published dollars of the whole document, tokens of summary and document; the two swapped rows put right."""


class Cost(NamedTuple):
    """Mean dollars of one instance, and the tokens that are kept of each document that is cut."""

    usd: float
    kept: tuple[int, ...]


def count(text: str) -> int:
    """Tokens of GPT-4's tokeniser."""
    return tokenizer("cl100k").count(text)


def f1(tokens: Callable[[str], Sequence[str]], reference: str, summary: str) -> float:
    """ROUGE-1 F1 of one reference."""
    ours, theirs = Counter(tokens(reference)), Counter(tokens(summary))
    return 2 * (ours & theirs).total() / (ours.total() + theirs.total())


def paired(corpus: HumanScores, metric: Callable[[str, str, Sequence[str]], float]) -> list[Paired]:
    """A metric of (summary, document, references) beside people's mean, of summaries that models wrote."""
    return [
        Paired(
            one.document_id,
            one.system,
            metric(one.summary, one.document, one.references),
            one.mean("faithfulness"),
        )
        for one in corpus.summaries
        if not one.is_human
    ]


def cell(found: Interval) -> str:
    """`value [low, high]`."""
    if found.value is None or found.low is None or found.high is None:
        return "-"
    return f"{found.value:.4f} [{found.low:.3f}, {found.high:.3f}]"


def prompt(paper: Path, document: str = "", summary: str = "") -> str:
    """The original's prompt for faithfulness, with both texts."""
    text = paper.read_text(encoding="utf-8")
    start = text.index("Instruction:", text.index("Figure 5:"))
    template = text[start : text.index("Figure 6: The prompt")]
    return template.replace("{{article}}", document).replace("{{summary}}", summary)


def cost(paper: Path, rows: Sequence[tuple[str, str]], cut: str) -> Cost:
    """Dollars of judging (document, summary) rows: documents whole, or cut where the prompt exceeds the window.

    Args:
        paper: text that holds the prompt.
        rows: documents and summaries.
        cut: "" for no cut; "tokens" so that the prompt fills the window; "characters" for the original's cut, which
            keeps as many characters as there is room for tokens.
    """
    sizes, kept = [], []
    for document, summary in rows:
        size = count(prompt(paper, document, summary))
        if size > WINDOW and cut:
            room = WINDOW - count(prompt(paper, "", summary))
            part = document[:room] if cut == "characters" else tokenizer("cl100k").cut(document, room)
            kept.append(count(part))
            sizes.append(count(prompt(paper, part, summary)))
        else:
            sizes.append(size)
    return Cost(fmean(sizes) * USD_A_TOKEN, tuple(kept))


def costs(paper: Path, corpora: Mapping[str, Sequence[tuple[str, str]]]) -> None:
    """Print what each corpus costs with every way of cutting."""
    for name, rows in corpora.items():
        found = {cut or "uncut": cost(paper, rows, cut) for cut in ("characters", "tokens", "")}
        shown = ", ".join(f"{cut} ${one.usd:.3f}" for cut, one in found.items())
        kept = found["characters"].kept
        say(f"  {name}: {shown}")
        say(
            f"    {len(kept)} of {len(rows)} prompts exceed {WINDOW} tokens; characters keep {min(kept)} to {max(kept)}"
        )


def paid(n_prompt: int) -> None:
    """Print how many tokens of a document the published dollars leave room for; they are rounded to a cent."""
    say("\nTokens of a document in the published cost of judging it whole, by the rounding; mean document of table 1")
    for name, (usd, n_summary, n_document) in TABLES_1_2.items():
        low, high = ((usd + half) / USD_A_TOKEN - n_prompt - n_summary for half in (-0.005, 0.005))
        say(f"  {name}, ${usd:.2f}: {low:.0f} to {high:.0f}; {n_document}")


def squality(folder: Path) -> list[tuple[str, str]]:
    """Stories, each with a text of as many tokens as its summaries have on average."""
    summary = " a" * SQUALITY_TOKENS
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(json.loads(line)["document"], summary) for line in lines]


def lengths(rows: Sequence[tuple[str, str]], name: str, compat: str | None) -> list[float]:
    """Mean tokens of extracts by budget."""
    found = extractor(name, compat)
    extracts = [found.extracts(summary, document, BUDGETS) for document, summary in rows]
    return [fmean(one.tokens for one in column) for column in zip(*extracts, strict=True)]


def say(line: str = "") -> None:
    """Print one line."""
    sys.stdout.write(f"{line}\n")


def correlate(corpus: HumanScores) -> None:
    """ROUGE-1 against people."""
    say("ROUGE-1 F1 against people on PubMed, n = 40; published r .32, rho .30")
    for name, tokens in ((py_rouge_signature(), py_rouge_tokens), ("rouge-score, stemmed", rouge_tokens)):

        def metric(summary: str, document: str, references: Sequence[str], tokens=tokens) -> float:  # type: ignore[no-untyped-def]
            return max(f1(tokens, one, summary) for one in references)

        found = correlations(paired(corpus, metric))[0]
        say(f"  {name}: r {cell(found.pearson)}, rho {cell(found.spearman)}")


def table_5(rows: Sequence[tuple[str, str]]) -> None:
    """Mean lengths of extracts: the original's algorithm, and ours."""
    say("\nMean tokens of extracts, budgets 128 to 4096: published / under compat / difference; by default")
    for name, published in TABLE_5.items():
        try:
            found = lengths(rows, name, "llm-longeval")
        except BadInput as problem:
            say(f"  {name}: not computed: {problem}")
            continue
        own = lengths(rows, name, None)
        for budget, theirs, ours, default in zip(BUDGETS, published, found, own, strict=True):
            off = f"{100 * (ours / theirs - 1):+.1f} %" if budget >= 512 else f"{ours - theirs:+.1f} tokens"
            say(f"  {name}@{budget}: {theirs:.1f} / {ours:.1f} / {off}; {default:.1f}")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder with data and papers")
    shared = parser.parse_args().shared
    folder, paper = shared / "data/longeval_pubmed", shared / "papers/extract_then_evaluate_paper.txt"
    corpus = read_human_scores(folder)
    texts = json.loads((folder / "pubmed_summary_src_doc_data.json").read_text(encoding="utf-8"))
    scores = json.loads((folder / "pubmed_fine_scores.json").read_text(encoding="utf-8"))
    raw = [(texts[row["story"]]["source_doc"], texts[row["story"]]["summary"]) for row in scores]
    plain = [(document.replace(BREAK, "\n"), summary.replace(BREAK, "\n")) for document, summary in raw]
    correlate(corpus)
    say("\nMean tokens of documents / summaries; published 7333 / 403 for PubMed, 4331 / 236 in the row of SQuALITY")
    for name, rows in ((f"with {BREAK}", raw), ("with line breaks", plain)):
        say(f"  {name}: {fmean(count(one) for one, _ in rows):.2f} / {fmean(count(one) for _, one in rows):.2f}")
    say(f"\nDollars an instance to judge with the whole document; published $0.11; a prompt has {count(prompt(paper))}")
    costs(paper, {f"with {BREAK}": raw, "with line breaks": plain})
    stories = squality(shared / "data/squality")
    size = fmean(count(one) for one, _ in stories)
    say(f"\nThe same for {len(stories)} stories of SQuALITY ({size:.1f} tokens) with a summary of 403 tokens;")
    say("published $0.14 for 40 summaries of other stories")
    costs(paper, {"as released": stories})
    paid(count(prompt(paper)))
    table_5(plain)


if __name__ == "__main__":
    main()

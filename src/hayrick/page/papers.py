"""The papers that tasks and measures come from, so that a methods section can cite them.

A task or a measure names its source in words (`Task.paper`, `Measure.source`); a paper here is found by those words. A
source that is not here stands in the text as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Paper(NamedTuple):
    """One paper."""

    key: str
    """Of BibTeX."""

    words: str
    """Regular expression: how sources name it."""

    authors: str
    """In BibTeX's form; "and others" where not all are given."""

    title: str
    year: int
    venue: str
    arxiv: str = ""


PAPERS = (
    Paper(
        "laban2024haystack",
        r"SummHay|Laban et al\. \(2024\)",
        "Laban, P. and Fabbri, A. R. and Xiong, C. and Wu, C.-S.",
        "Summary of a Haystack: A Challenge to Long-Context {LLM}s and {RAG} Systems",
        2024,
        "Proceedings of EMNLP",
        "2407.01370",
    ),
    Paper(
        "yen2025helmet",
        r"HELMET",
        "Yen, Howard and Gao, Tianyu and others",
        "HELMET: How to Evaluate Long-Context Language Models Effectively and Thoroughly",
        2025,
        "Proceedings of ICLR",
        "2410.02694",
    ),
    Paper(
        "hsieh2024ruler",
        r"RULER|Hsieh et al\.",
        "Hsieh, Cheng-Ping and others",
        "{RULER}: What's the {R}eal Context Size of Your Long-Context Language Models?",
        2024,
        "Proceedings of COLM",
        "2404.06654",
    ),
    Paper(
        "lee2025ethic",
        r"ETHIC",
        "Lee, Taewhoo and others",
        "{ETHIC}: {E}valuating Large Language Models on Long-Context Tasks with High Information Coverage",
        2025,
        "Proceedings of NAACL",
        "2410.16848",
    ),
    Paper(
        "wu2024less",
        r"Extract-then-Evaluate|Wu et al\. \(2024\)",
        "Wu, Yunshu and Iso, Hayate and Pezeshkpour, Pouya and Bhutani, Nikita and Hruschka, Estevam",
        "Less is More for Long Document Summary Evaluation by LLMs",
        2024,
        "Proceedings of EACL",
        "2309.07382",
    ),
    Paper(
        "liu2024lost",
        r"Liu et al\. \(2023\)",
        "Liu, Nelson F. and others",
        "Lost in the Middle: How Language Models Use Long Contexts",
        2024,
        "Transactions of the ACL",
        "2307.03172",
    ),
    Paper(
        "kuratov2024babilong",
        r"BABILong",
        "Kuratov, Yuri and others",
        "BABILong: Testing the Limits of {LLM}s with Long Context Reasoning-in-a-Haystack",
        2024,
        "Advances in Neural Information Processing Systems",
        "2406.10149",
    ),
    Paper(
        "gao2023alce",
        r"ALCE",
        "Gao, Tianyu and Yen, Howard and Yu, Jiatong and Chen, Danqi",
        "Enabling Large Language Models to Generate Text with Citations",
        2023,
        "Proceedings of EMNLP",
        "2305.14627",
    ),
    Paper(
        "zhang2024infinitebench",
        r"InfiniteBench",
        "Zhang, Xinrong and others",
        "InfiniteBench: Extending Long Context Evaluation Beyond 100K Tokens",
        2024,
        "Proceedings of ACL",
        "2402.13718",
    ),
    Paper(
        "modarressi2025nolima",
        r"NoLiMa",
        "Modarressi, Ali and others",
        "NoLiMa: Long-Context Evaluation Beyond Literal Matching",
        2025,
        "Proceedings of ICML",
        "2502.05167",
    ),
    Paper(
        "bai2024longbench",
        r"LongBench v2",
        "Bai, Yushi and others",
        "LongBench v2: Towards Deeper Understanding and Reasoning on Realistic Long-context Multitasks",
        2024,
        "arXiv",
        "2412.15204",
    ),
    Paper(
        "lin2004rouge",
        r"Lin \(2004\)",
        "Lin, Chin-Yew",
        "ROUGE: A Package for Automatic Evaluation of Summaries",
        2004,
        "Text Summarization Branches Out",
    ),
    Paper(
        "zhang2020bertscore",
        r"Zhang et al\. \(2020\)",
        "Zhang, Tianyi and Kishore, Varsha and Wu, Felix and Weinberger, Kilian Q. and Artzi, Yoav",
        "BERTScore: Evaluating Text Generation with BERT",
        2020,
        "Proceedings of ICLR",
        "1904.09675",
    ),
    Paper(
        "yuan2021bartscore",
        r"Yuan, Neubig and Liu",
        "Yuan, Weizhe and Neubig, Graham and Liu, Pengfei",
        "BARTScore: Evaluating Generated Text as Text Generation",
        2021,
        "Advances in Neural Information Processing Systems",
        "2106.11520",
    ),
    Paper(
        "laban2022summac",
        r"SummaC|Laban et al\. \(2022\)",
        "Laban, Philippe and Schnabel, Tobias and Bennett, Paul N. and Hearst, Marti A.",
        "SummaC: Re-Visiting NLI-based Models for Inconsistency Detection in Summarization",
        2022,
        "Transactions of the ACL",
        "2111.09525",
    ),
)


def papers_of(source: str) -> list[Paper]:
    """Papers that a source names."""
    return [one for one in PAPERS if re.search(one.words, source)]


def cited(source: str) -> str:
    """A source with the keys of its papers: `SummHay, section 4.1 [@laban2024haystack]`."""
    keys = "; ".join(f"@{one.key}" for one in papers_of(source))
    return f"{source} [{keys}]" if keys else source


def papers_in(texts: Iterable[str]) -> list[Paper]:
    """Papers whose keys stand in texts, by key."""
    everything = "\n".join(texts)
    return sorted(one for one in PAPERS if f"@{one.key}" in everything)


def bibtex(papers: Sequence[Paper]) -> str:
    """Entries of BibTeX."""
    return "\n".join(map(_entry, papers))


def _entry(one: Paper) -> str:
    fields = {"author": one.authors, "title": f"{{{one.title}}}", "year": str(one.year), "booktitle": one.venue}
    if one.arxiv:
        fields |= {"eprint": one.arxiv, "archivePrefix": "arXiv"}
    lines = "".join(f"  {name} = {{{text}}},\n" for name, text in fields.items())
    return f"@inproceedings{{{one.key},\n{lines}}}\n"

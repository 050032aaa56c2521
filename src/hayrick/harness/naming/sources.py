"""Where tasks come from, and under which licence their data are: what `hayrick list tasks` adds to a description."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_MADE = "texts are made here, nothing is needed"
_UNSEEN = "licence as the data set says"

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "ethic/": "Source: Lee et al. (2025), ETHIC; your own texts",
        **{
            f"ethic/{task}_{domain}": f"Source: Lee et al. (2025), ETHIC; {licence}"
            for task in ("attributing", "organizing", "recalling", "summarizing")
            for domain, licence in (
                ("books", "Project Gutenberg's texts (public domain in the US)"),
                ("debates", "Hansard's XML (Open Parliament Licence)"),
                ("law", "CourtListener's opinions (public domain)"),
                ("medicine", "MS^2's test part (data for research)"),
            )
        },
        "helmet/alce": f"Source: Gao et al. (2023), ALCE; {_UNSEEN}",
        "helmet/babilong": f"Source: Kuratov et al. (2024), BABILong; {_UNSEEN}",
        "helmet/cwe": f"Source: Hsieh et al. (2024), RULER; {_MADE}",
        "helmet/fwe": f"Source: Hsieh et al. (2024), RULER; {_MADE}",
        "helmet/graphwalks": "Source: OpenAI (2025), GraphWalks; graphs are made here, or published ones (MIT) read",
        "helmet/hotpotqa": f"Source: Yang et al. (2018); HELMET, appendix B.1; {_UNSEEN}",
        "helmet/icl_banking77": "Source: Casanueva et al. (2020); HELMET, appendix B.4; data CC BY 4.0",
        "helmet/icl_clinc150": "Source: Larson et al. (2019); HELMET, appendix B.4; data CC BY 3.0",
        "helmet/icl_nlu": "Source: Liu et al. (2019); HELMET, appendix B.4; data CC BY 4.0",
        "helmet/icl_trec": "Source: Li and Roth (2002); HELMET, appendix B.4; data for research, no licence stated",
        "helmet/infbench": "Source: Zhang et al. (2024), InfiniteBench; repository MIT",
        "helmet/json_kv": f"Source: HELMET, appendix B.5, after Liu et al. (2023); {_MADE}",
        "helmet/longbench_v2": f"Source: Bai et al. (2024), LongBench v2; {_UNSEEN}",
        "helmet/mrcr": "Source: OpenAI (2025), MRCR; conversations are made here, or published ones (MIT) read",
        "helmet/multi_lexsum": f"Source: Shen et al. (2022), Multi-LexSum; {_UNSEEN}",
        "helmet/narrativeqa": f"Source: Kočiský et al. (2018), NarrativeQA; {_UNSEEN}",
        "helmet/niah": f"Source: Hsieh et al. (2024), RULER; HELMET, appendix B.5; {_MADE}",
        "helmet/niah_latent": f"Source: ours, after Modarressi et al. (2025), NoLiMa; {_MADE}",
        "helmet/nq": "Source: Kwiatkowski et al. (2019), Natural Questions; data CC BY-SA 3.0",
        "helmet/popqa": f"Source: Mallen et al. (2023), PopQA; {_UNSEEN}",
        "helmet/qa_hotpot": f"Source: Yang et al. (2018); Hsieh et al. (2024), RULER; {_UNSEEN}",
        "helmet/qa_squad": f"Source: Rajpurkar et al. (2016); Hsieh et al. (2024), RULER; {_UNSEEN}",
        "helmet/rerank": "Source: HELMET, appendix B.3; your own passages (MS MARCO's: non-commercial research)",
        "helmet/triviaqa": f"Source: Joshi et al. (2017), TriviaQA; {_UNSEEN}",
        "helmet/vt": f"Source: Hsieh et al. (2024), RULER; {_MADE}",
        "texts": "Source: your own texts, questions and answers",
    }
)
"""Beginning of a task's name -> paper, and where data come from; the longest one that fits counts."""


def described(name: str, description: str) -> str:
    """A task's description with its source, where that is known."""
    fitting = [start for start in SOURCES if name.startswith(start)]
    return f"{description}. {SOURCES[max(fitting, key=len)]}." if fitting else description

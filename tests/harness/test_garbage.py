"""What Python's garbage collector passes over in a run, and after it."""

from __future__ import annotations

import gc

from hayrick.harness.garbage import loading, passed_over


def test_what_is_loaded_in_a_run_is_passed_over_until_it_ends() -> None:
    with loading():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0, "nothing would end it"
    with passed_over():
        before = gc.get_freeze_count()
        with loading():
            loaded: list[list[object]] = [[] for _ in range(1000)]
        assert gc.get_freeze_count() >= before + len(loaded)
    assert gc.get_freeze_count() == 0

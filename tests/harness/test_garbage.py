"""What Python's garbage collector passes over in a run, and after it."""

from __future__ import annotations

import gc

from hayrick.harness.garbage import pass_over_loaded, passed_over


def test_what_is_loaded_in_a_run_is_passed_over_until_it_ends() -> None:
    pass_over_loaded()
    assert gc.get_freeze_count() == 0, "nothing would end it"
    with passed_over():
        before = gc.get_freeze_count()
        loaded: list[list[object]] = [[] for _ in range(1000)]
        pass_over_loaded()
        assert gc.get_freeze_count() >= before + len(loaded)
    assert gc.get_freeze_count() == 0

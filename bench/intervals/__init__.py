"""Scripts that measure intervals, tests and plans of their size."""

"""A run: its request, its jobs, its results and notes; the same as Inspect's tasks and logs."""

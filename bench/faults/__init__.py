"""Scripts that show faults that Hayrick had, and plant faults that tests must find."""

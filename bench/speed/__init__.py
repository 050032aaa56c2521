"""Scripts that measure time, memory and requests."""

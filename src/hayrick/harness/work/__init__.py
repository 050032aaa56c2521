"""Processes, threads, the event loop and the garbage collector."""

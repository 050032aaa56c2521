"""Runs the commands: resolves names, calls models through a journal and a budget, and writes run directories."""

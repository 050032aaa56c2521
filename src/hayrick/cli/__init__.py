"""The command line: parses arguments, calls `hayrick.harness`, prints results.

Each command is in a module of its own, which is imported when the command is used.
"""

from __future__ import annotations


def main() -> int:
    """Run the command line and return its exit status; errors are printed as one line on standard error."""
    from hayrick.cli import program

    return program.main()

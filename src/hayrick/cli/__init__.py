"""The command line: parses arguments, calls `hayrick.harness`, prints results.

Each command is in a module of its own, which is imported when the command is used. Nothing is imported here before
`main` runs, since it could tell of no interrupt that came then.
"""

from __future__ import annotations


def main() -> int:
    """Run the command line and return its exit status; errors are printed as one line on standard error."""
    stopped = 130
    try:
        from hayrick.cli.interrupts import Ended

        with Ended() as ended:
            try:
                from hayrick.cli.program import run

                status = run()
            finally:
                stopped = 143 if ended.is_ended else 130
    except BaseException as problem:
        from hayrick.cli.error_line import tell
        from hayrick.cli.interrupts import is_interrupt

        if not is_interrupt(problem):
            raise
        tell("stopped; give the same command again to continue")
        status = stopped
    from hayrick.cli.interrupts import forget_interrupts

    forget_interrupts()
    return status

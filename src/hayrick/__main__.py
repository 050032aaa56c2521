"""Runs the command line as `python -m hayrick`."""

import sys

from hayrick.cli import main

sys.exit(main())

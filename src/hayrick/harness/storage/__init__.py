"""The journal of calls, and directories that belong to a run."""

"""Names -> tasks, systems, judges; inputs; which options a command would ignore."""

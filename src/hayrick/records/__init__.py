"""Files of Hayrick: strict JSON and YAML, atomic writes, rows and manifests of run directories, and user code."""

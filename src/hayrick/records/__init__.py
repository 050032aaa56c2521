"""Files: strict JSON and YAML, atomic writes, rows and manifests of run directories."""

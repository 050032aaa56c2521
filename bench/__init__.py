"""Scripts that made the figures in docs; run them as `python -m bench.FOLDER.NAME`."""

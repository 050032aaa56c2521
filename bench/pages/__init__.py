"""Scripts that make pages and pictures of the docs, and look at reports."""

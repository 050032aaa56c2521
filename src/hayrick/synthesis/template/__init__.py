"""The template writer: documents from the scenario's own texts, offline and deterministic."""

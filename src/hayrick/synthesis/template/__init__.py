"""The template writer: makes documents from the scenario's own texts, offline and deterministically."""

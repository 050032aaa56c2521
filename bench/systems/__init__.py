"""Scripts that measure retrievers and systems without a model."""

"""Systems that any task can evaluate: a model with a context, an extractive system, user code, and recorded replies."""

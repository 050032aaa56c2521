"""Writing with a model: reports and conversations that are checked, mended in rounds and recorded."""

"""What is installed, and what is behind a model's endpoint."""

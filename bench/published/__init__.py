"""Scripts that set published figures beside ours."""

"""Scripts that train and measure attribution."""

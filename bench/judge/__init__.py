"""Scripts that fit and measure judges, and make the tables that the local judge reads."""

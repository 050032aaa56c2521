"""What can be evaluated without a model: recorded summaries, files of summaries, baselines."""

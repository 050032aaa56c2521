"""What people are asked about a run's summaries, their saved answers, and the file of annotations made of these."""

"""Today's figures as an oracle for changes of the code."""

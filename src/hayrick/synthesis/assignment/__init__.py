"""What each document of a scenario is to state, within exact bounds."""

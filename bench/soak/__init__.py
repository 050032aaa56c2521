"""Long runs that are killed at random while a server makes trouble."""

"""How a text is read as words, and the tables of words that rules look up; imports no other folder of these."""

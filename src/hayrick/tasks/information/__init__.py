"""Information coverage of any task: its items, cut into chunks of which a judge says whether they are needed."""

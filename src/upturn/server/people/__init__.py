"""People on this server: who they are, their results and ratings, the deal of the day."""

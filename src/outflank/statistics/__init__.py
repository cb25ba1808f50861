"""Statistics of game results: tallies, and ratings fitted to them."""

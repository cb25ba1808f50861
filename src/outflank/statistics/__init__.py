"""Statistics of game results: counts of wins, draws and losses, and ratings fitted to them."""

"""Collections of games: bases of real games, and what can be asked of them."""

"""What results of games show: tallies, and ratings fitted to them."""

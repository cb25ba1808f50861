"""The game itself, on plain ints: squares, bitboards, positions, games and their pictures."""

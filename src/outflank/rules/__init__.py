"""The rules of Othello in plain Python: squares, bitboards, positions, games and board pictures."""

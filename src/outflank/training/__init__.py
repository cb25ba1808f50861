"""Training: games of the engine against itself, fitting, and what came of it."""

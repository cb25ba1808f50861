"""The engine: search, solver, weights, reviews and the opening book."""

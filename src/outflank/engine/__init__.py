"""The engine: weights, workspaces, the solver and the search behind one face."""

"""Training: self-play, fitting of weights and networks, and their reports."""

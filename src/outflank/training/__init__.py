"""Training: games of self-play, fitting of evaluation weights and networks, and reports."""

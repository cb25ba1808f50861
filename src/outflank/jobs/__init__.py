"""Long jobs: worker processes, a cluster, progress, plots, the data folder and its self-check."""

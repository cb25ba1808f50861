"""What all searches have in common: limits, results and stop flags."""

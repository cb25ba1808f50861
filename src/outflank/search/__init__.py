"""Limits, results and stop flags that all searches share."""

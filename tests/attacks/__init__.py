"""Attacks on the promises of docs/security.md: one file for each promise, the attacks as data."""

"""The textbook algorithms, one file each, and the evaluations that any of them can use."""

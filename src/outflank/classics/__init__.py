"""Textbook search algorithms, one file each, and evaluation functions that any of them can use.

Reports 000 to 004, named in this package, are five student reports about Othello programs whose
algorithms Outflank reproduces; see docs/reports.md.
"""

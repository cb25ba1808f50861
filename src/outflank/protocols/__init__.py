"""Protocols that other programs speak on standard input and output: NBoard, GTP and Botzone.

Each protocol has a module that parses commands and formats answers, and a session that executes the
commands. `inbox` reads lines in a thread, `thinking` runs a player that new input can stop.
"""

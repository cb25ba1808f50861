"""What other programs speak: NBoard, GTP and Botzone, on standard input and output.

Each protocol has a file that turns text into commands and answers into text, and a session that
does what they say. `inbox` listens, `thinking` lets a player think while somebody listens.
"""

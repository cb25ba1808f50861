"""The board in the browser.

`table` is one game and what may be done with it, `store` keeps games, `rooms` lets players move and
the engine think; `pages` shows them. Only `pages` and `board` know NiceGUI.
"""

"""The web app: a server for this machine, its pages and its JSON interface.

`server.serve` runs it. `desk` does the thinking for all visitors, `guard` keeps strangers out, and
`api` is for programs. `store` keeps sessions, `rooms` lets their players
move; `pages` shows them, and only it and `board` know NiceGUI.
"""

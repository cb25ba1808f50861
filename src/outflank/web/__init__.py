"""The web app: a server for this machine, its pages and its JSON interface.

`server.serve` runs it. `guard` checks every request, `desk` schedules the searches of all visitors,
`rooms` runs open games, `visitor_games` saves them, `api` is the JSON interface, and `pages` shows
everything. Only `pages`, `board`, `quotas` and `server` use NiceGUI.
"""

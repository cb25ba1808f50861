"""`python -m outflank` is the command `outflank`."""

from outflank.cli.main import main

main()

"""Entry point of ``python -m outflank``, which runs the command line as ``outflank`` does."""

from outflank.cli.main import main

main()

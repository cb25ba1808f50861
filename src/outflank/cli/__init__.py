"""The command line: one verb a file, one line for every error."""

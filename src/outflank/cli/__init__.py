"""The command line: one module for each command or group; every error is printed as one line."""

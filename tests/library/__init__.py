"""Tests of the library of games."""

"""Tasks for contributors: ``nox -s NAME`` runs one, ``nox -l`` lists them.

Sessions run in the active environment (``pip install -e ".[dev]"``), so that they start at once.
"""

from __future__ import annotations

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "types", "tests"]


@nox.session
def tests(session: nox.Session) -> None:
    """All quick tests; arguments go to pytest: nox -s tests -- tests/rules."""
    session.run("pytest", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """The longer tests."""
    session.run("pytest", "-m", "slow", *session.posargs)


@nox.session
def kernels(session: nox.Session) -> None:
    """Kernels as plain Python, then compiled with bounds checked."""
    session.run("pytest", "tests/kernels", "tests/classics", env={"NUMBA_DISABLE_JIT": "1"})
    session.run("pytest", "tests/kernels", env={"NUMBA_BOUNDSCHECK": "1"})


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff and the import layers."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")


@nox.session
def format(session: nox.Session) -> None:
    """Format the code and repair what Ruff can repair."""
    session.run("ruff", "format", ".")
    session.run("ruff", "check", "--fix", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Mypy, strictly."""
    session.run("mypy")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the site into build/site; every warning is an error."""
    session.run("mkdocs", "build", "--strict")


@nox.session
def tutorials(session: nox.Session) -> None:
    """Execute the notebooks and every command and code block of the documentation."""
    session.run("pytest", "-m", "slow or not slow", "tests/documentation", *session.posargs)


@nox.session
def pictures(session: nox.Session) -> None:
    """Take new screenshots of the pages under Start, with Chromium."""
    session.run("python", "tools/screenshots.py")


@nox.session
def wheel(session: nox.Session) -> None:
    """Build the wheel twice, compare the bytes, and try it on every Python that is installed."""
    session.run("python", "tools/check_wheel.py")


@nox.session
def everything(session: nox.Session) -> None:
    """All checks of CI, in a fresh environment."""
    session.run(".ci/run", external=True)

"""Run the tests on every version of Python that this machine has: `make test-all`.

Versions that are missing are skipped. Long lists of similar cases run in full. Arguments after `--` go to pytest:
`nox -s tests-3.12 -- tests/core`.
"""

from __future__ import annotations

import os
from pathlib import Path

import nox

VERSIONS = ("3.11", "3.12", "3.13", "3.14")

# pyenv hides the versions that are not selected, so their folders go in front of its shims.
PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
FOLDERS = [str(folder) for version in VERSIONS for folder in PYENV.glob(f"versions/{version}*/bin")]
os.environ["PATH"] = os.pathsep.join([*FOLDERS, os.environ["PATH"]])

nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = False


@nox.session(python=VERSIONS)
def tests(session: nox.Session) -> None:
    """Run all tests, or those that the arguments name."""
    session.install("--editable", ".[pictures,tools,test]")
    session.run("python", "-m", "pytest", "-m", "", *session.posargs)

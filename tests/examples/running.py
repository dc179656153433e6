"""How tests run an example."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.helpers import ROOT

EXAMPLES = ROOT / "examples"


def run_example(name: str, *arguments: str, code: int = 0, **environment: str) -> str:
    """Run an example with arguments, and return what it prints; where it ends with an error, that."""
    words = [sys.executable, EXAMPLES / name, *arguments]
    variables = {**os.environ, **environment}
    result = subprocess.run(words, capture_output=True, encoding="utf-8", timeout=120, env=variables)
    assert result.returncode == code, result.stderr
    return result.stdout if code == 0 else result.stderr

"""The program that `make lint` checks in strict type checkers runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT


@pytest.mark.slow
def test_the_typed_program_runs(tmp_path: Path) -> None:
    (tmp_path / "script.lua").write_text("print(1)")
    words = [sys.executable, "-m", "tests.project.typed_program", tmp_path]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert (tmp_path / "best.svg").is_file()

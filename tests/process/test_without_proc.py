"""Systems that say less than usual: the limits hold all the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from host.engine.doctor import check_sandbox
from host.process import sandbox
from tests.helpers import sampled


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no /proc")
def test_memory_is_limited_without_proc(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sandbox, "_STATM", tmp_path / "none")
    memory = next(protection for protection in check_sandbox() if protection["name"] == "a limit on memory")
    assert (memory["state"], memory["by"]) == ("on", ["RLIMIT_AS"])


@pytest.mark.slow
@pytest.mark.parametrize("closed", sampled(["<&- >&- 2>&-", "2>&-", ">&-", "<&-", ">&- 2>&-"], 2))
def test_closed_streams(closed: str, tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    save = tmp_path / "game.save"

    def run(text: str, *more: str) -> subprocess.CompletedProcess[str]:
        script.write_text(text)
        words = [sys.executable, "-m", "host", "run", str(script), "--seed", "1", *more]
        return subprocess.run(
            ["sh", "-c", f'"$@" {closed}', "sh", *words], check=False, capture_output=True, text=True, timeout=60
        )

    done = run("print 'hello' for k in pairs { [print] = 1 } do end", "--save", str(save))
    assert done.returncode == 0
    assert done.stdout == ("" if ">&-" in closed.replace("2>&-", "") else "hello\n")
    assert save.read_bytes().startswith(b"SQLite format 3")
    if "2>&-" in closed:
        assert run("error 'x'").returncode == 1
        assert run("while true do end", "--instructions", "1000000").returncode == 3

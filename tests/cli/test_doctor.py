"""The command that shows what the sandbox refuses on a system."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from host import HostError
from host.engine import doctor
from host.errors import DiedError
from host.process import sandbox
from host.process.probe import PROTECTIONS
from tests.helpers import run_command, run_process


def rows(output: str, title: str) -> dict[str, str]:
    """The rows of a table by their first cells, the other cells after one another."""
    lines = output[output.index(title) :].splitlines()[4:]
    cells = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines]
    table = cells[: next(i for i, row in enumerate(cells) if not row)]
    return {row[0]: " | ".join(row[1:]) for row in table}


def test_all_is_well_here() -> None:
    done = run_process("doctor")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("all is well\n")
    here = rows(done.stdout, "this system")
    assert here["Python"] == sys.version.split()[0]
    assert here["Lua"].startswith("5.5, in lupa 2.")
    assert rows(done.stdout, "budgets") == {
        "instructions of a call": "1,000,000,000",
        "memory of Lua": "512 MiB",
        "wall clock": "30 s",
        "printed in a game": "4,000,000 bytes",
        "answer of a child": "512 MiB",
    }
    assert rows(done.stdout, "bundled mods")["base"] == "loads"
    protections = rows(done.stdout, "sandbox of mods")
    assert list(protections) == [protection.name for protection in PROTECTIONS]
    assert {row.split(" | ")[0] for row in protections.values()} <= {"on", sandbox.NOT_OFFERED}


def test_what_is_off_though_the_system_offers_it_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.process.seccomp.restrict", lambda: None)
    monkeypatch.setattr("host.process.landlock.restrict", lambda _: None)
    result = run_command("doctor")
    assert result.exit_code == 1
    assert "error: no sockets: it is off, although this system offers it" in result.stderr
    assert rows(result.stdout, "sandbox of mods")["no sockets"].startswith("off | seccomp | ")
    assert "all is well" not in result.stdout


def test_what_a_system_does_not_offer_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr("host.process.seccomp.restrict", refuse)
    monkeypatch.setattr("host.process.landlock.restrict", refuse)
    result = run_command("doctor")
    assert (result.exit_code, result.stderr) == (0, "")
    found = rows(result.stdout, "sandbox of mods")["reading only mods and Python"]
    assert found.startswith("not offered by this system | Landlock: Function not implemented | ")


def test_a_bundled_mod_that_does_not_load_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "bundled_ids", lambda: ["base", "lost"])
    result = run_command("doctor")
    assert result.exit_code == 1
    assert rows(result.stdout, "bundled mods")["base"] == "loads"
    assert result.stderr.startswith("error: lost: does not load: ")


def test_without_bundled_mods_something_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "bundled_ids", list)
    result = run_command("doctor")
    assert (result.exit_code, result.stderr) == (1, "error: bundled mods: there are none\n")


def test_a_child_that_tells_nothing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_: object, **__: object) -> None:
        raise DiedError("it crashed")

    monkeypatch.setattr(doctor, "run_task", die)
    result = run_command("doctor")
    assert result.exit_code == 1
    assert "error: the child process that tests the sandbox gave no answer: it crashed\n" in result.stderr


def test_the_folder_for_trying_is_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert doctor.check_sandbox()
    assert list(tmp_path.iterdir()) == []

    def fail(task: Any) -> None:
        raise HostError("the probe failed")

    monkeypatch.setattr(doctor, "run_task", fail)
    with pytest.raises(HostError):
        doctor.check_sandbox()
    assert list(tmp_path.iterdir()) == []

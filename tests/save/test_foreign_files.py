"""Files of strangers: reading a save changes no file, and what goes wrong is said as it is."""

from __future__ import annotations

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import pytest

from host.errors import DamagedSaveError, SaveError
from host.save.save_file import SaveFile, back_up, check, prune, read
from tests.helpers import run_command

HEADER = {"host": "0.2.0", "seed": 1, "players": 2, "mods": [["base", "1", "x"]]}
CHUNK = ("data", "")


def write_save(path: Path, *texts: bytes) -> Path:
    """Write a save once for each text, in one process that ends as it should."""
    file = SaveFile(path)
    for text in texts or (b"one",):
        file.write(HEADER, {CHUNK: text}, [])
    file.close()
    return path


def write_killed(path: Path) -> Path:
    """Write a save twice in a process that is killed, which leaves the second in the log beside the file."""
    program = f"""
import os, pathlib
from host.save.save_file import SaveFile
file = SaveFile(pathlib.Path({str(path)!r}))
for text in (b"one", b"two"):
    file.write({HEADER!r}, {{{CHUNK!r}: text}}, [])
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", program], check=False, timeout=60)
    assert path.with_name(path.name + "-wal").stat().st_size
    return path


def plant_journal(database: Path, victim: Path) -> Path:
    """Write a hot journal that names `victim` as the journal of several databases, which SQLite then deletes.

    The format: https://www.sqlite.org/fileformat2.html#the_rollback_journal
    """
    magic = bytes.fromhex("d9d505f920a163d7")
    name = os.fsencode(victim)
    head = magic + struct.pack(">IIIII", 0, 0, 1, 512, 4096)
    name_record = struct.pack(">I", 0x40000000 // 4096 + 1) + name
    name_record += struct.pack(">II", len(name), sum(name)) + magic
    journal = database.with_name(database.name + "-journal")
    journal.write_bytes(head.ljust(512, b"\0") + name_record)
    return journal


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


READERS = {
    "read": lambda path: read(path),
    "check": lambda path: check(path),
    "SaveFile.read": lambda path: SaveFile(path).read(),
    "list": lambda path: run_command("saves", "list", path.parent),
    "show": lambda path: run_command("saves", "show", path),
}


@pytest.mark.parametrize("reader", READERS)
def test_reading_changes_no_file(tmp_path: Path, reader: str) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("dear")
    save = write_save(tmp_path / "x.save")
    plant_journal(save, victim)
    before = snapshot(tmp_path)
    READERS[reader](save)
    assert snapshot(tmp_path) == before


def test_listing_changes_no_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "browser.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA wal_autocheckpoint=0")
        database.execute("CREATE TABLE t (x)")
        for name in ("browser.sqlite", "browser.sqlite-wal"):
            shutil.copyfile(tmp_path / name, tmp_path / f"copy of {name}")
    victim = tmp_path / "victim.txt"
    victim.write_text("dear")
    plant_journal(path, victim)
    before = snapshot(tmp_path)
    run_command("saves", "list", tmp_path)
    assert snapshot(tmp_path) == before


def test_the_log_of_a_killed_process_is_read_and_not_changed(tmp_path: Path) -> None:
    save = write_killed(tmp_path / "x.save")
    before = snapshot(tmp_path)
    assert read(save).chunks[CHUNK] == b"two"
    assert check(save) == []
    assert snapshot(tmp_path) == before
    # The next process goes on from there.
    file = SaveFile(save)
    assert file.read() is not None
    file.write(HEADER, {CHUNK: b"three"}, [])
    file.close()
    assert read(save).chunks[CHUNK] == b"three"


@pytest.mark.parametrize("write", [back_up, prune, lambda path: continue_save(path)], ids=["back up", "prune", "save"])
def test_writing_beside_a_journal_is_refused(tmp_path: Path, write: object) -> None:
    save = write_save(tmp_path / "x.save")
    victim = tmp_path / "victim.txt"
    victim.write_text("dear")
    plant_journal(save, victim)
    if write is back_up:
        back_up(save)
    else:
        with pytest.raises(SaveError, match=r"x\.save-journal.*remove it"):
            write(save)  # type: ignore[operator]
    assert victim.read_text() == "dear"
    assert read(save).chunks[CHUNK] == b"one"


def continue_save(path: Path) -> None:
    file = SaveFile(path)
    file.read()
    file.write(HEADER, {CHUNK: b"two"}, [])


def test_a_large_log_is_not_read(tmp_path: Path) -> None:
    save = write_save(tmp_path / "x.save")
    with (tmp_path / "x.save-wal").open("wb") as log:
        log.truncate(2**30 + 1)
    with pytest.raises(SaveError, match=r"x\.save-wal.* has 1073741825 bytes"):
        read(save)


def test_a_log_that_is_no_file_is_not_read(tmp_path: Path) -> None:
    save = write_save(tmp_path / "x.save")
    os.mkfifo(tmp_path / "x.save-wal")
    with pytest.raises(SaveError, match=r"x\.save-wal"):
        read(save)


def test_a_save_in_a_folder_that_cannot_be_written() -> None:
    # Another user cannot reach the temporary folders of pytest.
    folder = Path(tempfile.mkdtemp())
    write_killed(folder / "x.save")
    program = f"""
import os, pathlib
folder = pathlib.Path({str(folder)!r})
from host.save.save_file import SaveFile, check, read
if os.getuid() == 0:
    # Nothing stops root.
    os.setgid(65534)
    os.setuid(65534)
print(read(folder / "x.save").chunks[("data", "")], check(folder / "x.save"))
file = SaveFile(folder / "x.save")
file.read()
try:
    file.write({HEADER!r}, {{{CHUNK!r}: b"three"}}, [])
except Exception as error:
    print(type(error).__name__, error)
"""
    folder.chmod(0o555)
    for path in folder.iterdir():
        path.chmod(0o444)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    shutil.rmtree(folder)
    assert "b'two' []" in done.stdout, done.stderr
    assert "SaveError" in done.stdout
    assert "damaged" not in done.stdout


def test_a_failed_backup_leaves_nothing(tmp_path: Path) -> None:
    save = write_save(tmp_path / "x.save")
    data = bytearray(save.read_bytes())
    data[5000:5100] = bytes(100)
    save.write_bytes(data)
    with pytest.raises(SaveError):
        back_up(save.with_name("none.save"))
    with suppress(DamagedSaveError):
        back_up(save)
    assert {path.name for path in tmp_path.iterdir()} <= {"x.save", "x.save.backup1"}


def test_the_cause_of_a_failed_write_is_named(tmp_path: Path) -> None:
    save = write_save(tmp_path / "x.save", b"one")
    program = f"""
import pathlib, resource, signal
from host.save.save_file import SaveFile
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
file = SaveFile(pathlib.Path({str(save)!r}))
file.read()
resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000))
try:
    file.write({HEADER!r}, {{{CHUNK!r}: bytes(300000)}}, [])
except Exception as error:
    print(type(error).__name__, error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.startswith("SaveError"), done.stdout + done.stderr
    assert "rollback" not in done.stdout
    assert "damaged" not in done.stdout
    assert read(save).chunks[CHUNK] == b"one"


def test_the_second_of_two_processes_that_create_a_save_is_refused(tmp_path: Path) -> None:
    first, second = SaveFile(tmp_path / "x.save"), SaveFile(tmp_path / "x.save")
    assert first.read() is None
    assert second.read() is None
    first.write(HEADER, {CHUNK: b"first"}, [])
    with pytest.raises(SaveError, match="another process"):
        second.write(HEADER, {CHUNK: b"second"}, [])
    first.close()
    assert read(tmp_path / "x.save").chunks[CHUNK] == b"first"


def test_two_processes_that_create_a_save_at_one_time(tmp_path: Path) -> None:
    program = f"""
import pathlib, sys, time
from host.save.save_file import SaveFile
file = SaveFile(pathlib.Path({str(tmp_path / "x.save")!r}))
file.read()
print("ready", flush=True)
sys.stdin.read(1)
try:
    file.write({HEADER!r}, {{{CHUNK!r}: sys.argv[1].encode()}}, [])
    print("saved")
except Exception as error:
    print(error)
"""
    pipes = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(i)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for i in range(4)
    ]
    assert [pipe.stdout.readline() for pipe in pipes if pipe.stdout] == ["ready\n"] * 4
    ends = [pipe.communicate("\n", timeout=60)[0].strip() for pipe in pipes]
    assert ends.count("saved") == 1, ends
    assert read(tmp_path / "x.save").chunks[CHUNK] == str(ends.index("saved")).encode()


def test_long_names(tmp_path: Path) -> None:
    save = write_save(tmp_path / ("n" * 240 + ".save"), b"one", b"two")
    assert read(save).chunks[CHUNK] == b"two"
    too_long = tmp_path / ("n" * 300)
    with pytest.raises(SaveError, match="File name too long"):
        write_save(too_long)


def test_a_name_that_leaves_no_room_for_backups_is_refused(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 123)
    write_save(path)
    file = SaveFile(path)
    file.read()
    file.write(HEADER, {CHUNK: b"two"}, [])
    file.close()
    assert back_up(path).exists()
    with pytest.raises(SaveError, match="File name too long: it has 248 bytes, and must have at most 247"):
        SaveFile(tmp_path / ("x" * 248))

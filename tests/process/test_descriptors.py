"""Descriptors of a program: its children inherit none of them."""

from __future__ import annotations

import fcntl
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.serving import Pool
from tests.helpers.processes import list_children

pytestmark = pytest.mark.skipif("not __import__('pathlib').Path('/proc/self/fd').exists()", reason="none are listed")


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[Path]:
    """An open file with a large number, in a program that has lowered its limit of numbers since."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    path = tmp_path / "secret.txt"
    path.write_text("SECRET")
    with path.open() as file:
        number = fcntl.fcntl(file, fcntl.F_DUPFD, 500)
        resource.setrlimit(resource.RLIMIT_NOFILE, (number - 100, limits[1]))
        yield path
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        os.close(number)


def test_no_child_inherits_an_open_file(secret: Path) -> None:
    before = list_children()
    with Pool(workers=1) as pool:
        pool.generate_sync("base", seed=1, options={"dungeon": "tiny"})
        (child,) = list_children() - before
        links = [path.readlink() for path in Path(f"/proc/{child}/fd").iterdir()]
    assert secret not in links
    assert all(str(link).startswith(("pipe:", "/dev/null")) for link in links), links


PROGRAM = """
import os, sys
from host.serving import Pool

results = os.fdopen(int(sys.argv[1]), "w")
for method in ("fork", "spawn"):
    with Pool(workers=1, method=method) as pool:
        print(pool.generate_sync("base", seed=7, options={"dungeon": "tiny"}).tiles.shape, file=results)
"""


@pytest.mark.slow
def test_a_program_without_standard_streams_has_children(tmp_path: Path) -> None:
    """Servers close them; the pipes to a child get their numbers then."""
    path = tmp_path / "results.txt"
    with path.open("w") as file:
        number = fcntl.fcntl(file, fcntl.F_DUPFD, 10)
        command = 'program=$1; python=$2; results=$3; exec "$python" -c "$program" "$results" <&- >&- 2>&-'
        words = ["sh", "-c", command, "sh", PROGRAM, sys.executable, str(number)]
        assert subprocess.run(words, pass_fds=(number,), check=False).returncode == 0
        os.close(number)
    assert path.read_text() == "(14, 14)\n" * 2

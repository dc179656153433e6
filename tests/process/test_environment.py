"""The environment of a child: a password of its parent is nowhere in the memory that mods could read."""

from __future__ import annotations

import ast
import json
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from host.engine import doctor
from host.errors import RequestError
from host.process import environment, start
from host.serving import Pool
from tests.helpers import write_mod

HOST = Path(start.__file__).parents[1]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows a process its memory in /proc")

# A program with passwords in its environment: it was started with one, and has set the other itself. It runs each kind
# of child. Where a process would close its sandbox, it scans all its memory instead. It looks for the passwords in a
# secret writing, in which each letter is the next one, in a copy of the memory in that writing: so it does not find
# what it looks for.
PROGRAM = r"""
import asyncio, contextlib, io, json, os, re, sys
from functools import partial
from host.cli.main import cli
from host.engine.jobs import Job, run_job
from host.mods.mods_to_load import ModsToLoad
from host.engine.operations import LIST_MODS
from host.process import sandbox
from host.serving import Pool
from host.studio.mod_workers import ModWorkers

folder, report, started_with, set_later = sys.argv[1:]
NEXT = bytes((i + 1) % 256 for i in range(256))
os.environb[b"SET_LATER"] = set_later.encode().translate(bytes((i - 1) % 256 for i in range(256)))
PASSWORDS = {"the password of the start": started_with.encode(), "the password set later": set_later.encode()}

def find():
    memory = os.open("/proc/self/mem", os.O_RDONLY)
    for line in open("/proc/self/maps"):
        area = re.match(r"(\w+)-(\w+) (\S+) \S+ \S+ \S+ *(.*)", line)
        first, end = int(area[1], 16), int(area[2], 16)
        if "r" in area[3] and not area[4].startswith(("[vvar", "[vsyscall")):
            text = os.pread(memory, end - first, first).translate(NEXT)
            yield from (f"{name} in {area[4] or 'the heap'}" for name, word in PASSWORDS.items() if word in text)
    if open("/proc/self/environ", "rb").read().strip(b"\0"):
        yield "/proc/self/environ"

def scan(process, *_, **__):
    with open(report, "a") as file:
        file.write(json.dumps([kind, process, sorted(set(find()))]) + "\n")

sandbox.enter = partial(scan, "child")
sandbox.enter_fork = partial(scan, "fork")
sandbox.end_with_parent = partial(scan, "fork")

def command(*words):
    sys.stdin = io.StringIO("c\n" * 9)
    with contextlib.redirect_stdout(io.StringIO()):
        cli([*words], standalone_mode=False)

def pool():
    with Pool([folder], workers=1, output=print) as workers:
        workers.generate_sync("m.hall", seed=1)

job = Job(LIST_MODS, ModsToLoad((folder,)))
generate = ("generate", "m.hall", "--mods", folder, "--seed", "1")
for kind, run in {
    "job": partial(run_job, job, say=print, warn=print),
    "series": partial(command, *generate, "--count", "2", "-o", report + "s"),
    "profile": partial(command, "profile", *generate),
    "debug": partial(command, "debug", *generate),
    "repl": partial(command, "repl", "--mods", folder),
    "test": partial(command, "test", folder),
    "pool": pool,
    "studio": lambda: asyncio.run(ModWorkers(job, say=print, warn=print).describe(2, None, None)),
    # Last, because it copies what it finds.
    "unwiped parent": lambda: scan("parent"),
}.items():
    run()
"""
MOD = {
    "mod.toml": 'id = "m"\nversion = "1.0"\n',
    "init.lua": """
        require("host.generators").register_generator {
          id = "hall",
          generate = function() return require("host.toolbox").caves { width = 20, height = 20 }:map() end,
        }
    """,
    "tests/a_test.lua": "it('passes', function() end)",
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[object]]]:
    """What each kind of child finds: [which process, what it finds] of each process, by kind."""
    folder = tmp_path_factory.mktemp("environment")
    write_mod(folder / "m", MOD)
    words = [secrets.token_hex(16) for _ in range(2)]
    arguments = [folder / "m", folder / "report", *("".join(chr(ord(letter) + 1) for letter in word) for word in words)]
    variables = {"PATH": "/usr/bin", "PYTHONPATH": str(HOST.parent), "STARTED_WITH": words[0]}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)], capture_output=True, text=True, env=variables, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[list[object]]] = {}
    for line in (folder / "report").read_text().splitlines():
        kind, *report = json.loads(line)
        found.setdefault(kind, []).append(report)
    return found


@pytest.mark.slow
@LINUX
def test_the_scan_finds_passwords_in_a_process_that_is_not_wiped(reports: dict[str, list[list[object]]]) -> None:
    ((process, found),) = reports["unwiped parent"]
    assert process == "parent"
    assert {"the password of the start in [stack]", "/proc/self/environ"} < set(found)
    assert any(place.startswith("the password set later in ") for place in found)


@pytest.mark.slow
@LINUX
def test_no_child_has_a_password_in_its_memory(reports: dict[str, list[list[object]]]) -> None:
    children = {kind: found for kind, found in reports.items() if kind != "unwiped parent"}
    assert len(children) == 8
    assert {kind: report for kind, found in children.items() for report in found if report[1]} == {}
    # Forks of a child that loaded the mods.
    assert {kind for kind, found in children.items() if ["fork", []] in found} == {
        "series",
        "repl",
        "test",
        "pool",
        "studio",
    }


@pytest.mark.slow
def test_only_these_modules_start_processes() -> None:
    """Another one would have to wipe the environment, too."""
    starting = {"fork", "forkpty", "Popen", "run", "call", "check_output", "posix_spawn", "spawnv", "system", "Process"}
    modules = {"os", "subprocess", "multiprocessing", "kernel", "pty"}

    def is_start(node: ast.AST) -> bool:
        is_attribute = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        return is_attribute and node.attr in starting and node.value.id in modules

    found = {
        path.relative_to(HOST).as_posix()
        for path in HOST.rglob("*.py")
        if any(map(is_start, ast.walk(ast.parse(path.read_text()))))
    }
    assert found == {"process/start.py", "process/kernel.py", "process/probe.py", "studio/routes/mods.py"}


def test_doctor_reads_what_is_left_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    def state() -> str:
        return next(one["state"] for one in doctor.check_sandbox() if one["name"] == "an empty environment")

    monkeypatch.setenv("PASSWORD", "x" * 20)
    assert state() == "on"
    # As it was before: the variables were removed, and their texts stayed.
    find_block = environment._find_block

    def wipe() -> None:
        environment.block = find_block()
        environment.os.environ.clear()

    monkeypatch.setattr(environment, "wipe", wipe)
    assert state() == "off"


@LINUX
def test_the_environment_is_wiped_without_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "_STAT", "/nowhere")
    monkeypatch.setenv("PASSWORD", "x" * 20)
    (found,) = (one for one in doctor.check_sandbox() if one["name"] == "an empty environment")
    assert found["state"] == "on"


def test_workers_of_a_pool_can_be_fresh_interpreters(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this program has in memory is not in theirs, such as a function that it replaced."""
    monkeypatch.setattr(environment, "wipe", lambda: pytest.fail("this process is forked"))
    with Pool(["base"], workers=1, method="spawn") as pool:
        assert pool.generate_sync("base", seed=1, dungeon="tiny").width > 0
    with pytest.raises(RequestError, match="method is 'thread': must be 'fork' or 'spawn'"):
        Pool(["base"], method="thread")

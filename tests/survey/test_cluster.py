"""Surveys on a Dask cluster: a real scheduler with workers in processes of their own, which are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

import host.survey.run
from host import Host
from host.engine.jobs import job_of_mods
from host.mods.files import content_hash
from host.survey.packing import pack_mods
from host.survey.survey import Survey
from tests.helpers import run_command, write_mod
from tests.survey.test_run import rows

if find_spec("distributed") is None:
    pytest.skip("distributed is not installed", allow_module_level=True)
psutil = pytest.importorskip("psutil", reason="psutil is not installed")
pytestmark = pytest.mark.slow

MOD = """
local generators, survey, toolbox = require "host.generators", require "host.survey", require "host.toolbox"
generators.register_generator {
  id = "hall",
  generate = function()
    if math.random(4) == 1 then error("no luck") end
    for i = 1, SLOW do end
    return toolbox.caves { width = 20, height = 12 }:map()
  end,
}
survey.metric { id = "wide", measure = function(map) return map.width end }
survey.metric { id = "wrong", measure = function(map) return map.width.nothing.here end }
"""


class Cluster(NamedTuple):
    """A scheduler, its address, and a nanny that starts its two workers again when they die."""

    scheduler: subprocess.Popen[bytes]
    address: str
    nanny: subprocess.Popen[bytes]

    def kill_worker(self) -> None:
        """Kill one of the workers, once there are two."""
        while len(workers := psutil.Process(self.nanny.pid).children()) < 2:
            time.sleep(0.1)
        os.kill(workers[0].pid, signal.SIGKILL)


def start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    with (folder / f"{words[0]}.log").open("wb") as log:
        return subprocess.Popen([sys.executable, "-m", "dask", *words], cwd=folder, stdout=log, stderr=log)


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    quiet = ("--no-dashboard", "--host", "127.0.0.1")
    with ExitStack() as resources:
        scheduler = start(folder, "scheduler", *quiet, "--port", "0")
        resources.callback(end, scheduler)
        # The scheduler writes its address to its log.
        while "Scheduler at:" not in (log := (folder / "scheduler.log").read_text()):
            assert scheduler.poll() is None, log
            time.sleep(0.1)
        address = next(line.split()[-1] for line in log.splitlines() if "Scheduler at:" in line)
        nanny = start(folder, "worker", address, *quiet, "--nworkers", "2", "--nthreads", "1")
        resources.callback(end, nanny)
        yield Cluster(scheduler, address, nanny)


def end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        for child in psutil.Process(process.pid).children(recursive=True):
            child.kill()
        process.kill()
    process.wait()


def write(folder: Path, steps: int) -> Path:
    manifest = 'id = "m"\nversion = "1.0"\ndialects = ["kts"]\n'
    return write_mod(folder / "m", {"mod.toml": manifest, "init.lua": MOD.replace("SLOW", str(steps))})


def test_a_cluster_makes_the_same_file_and_loses_nothing(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is killed in the middle of a survey, and the scheduler in the middle of another one."""
    mod = write(tmp_path, 1_000_000)
    lone = Host([mod]).survey("m.hall", count=40, path=tmp_path / "lone.survey")
    seen: list[int] = []
    run = host.survey.run.run_survey

    def kill(done: int, _failed: int) -> None:
        if done and not seen:
            cluster.kill_worker()
        seen.append(done)

    monkeypatch.setattr(host.survey.survey, "run_survey", lambda *words, **more: run(*words, progress=kill, **more))
    made = Host([mod]).survey("m.hall", count=40, path=tmp_path / "far.survey", dask=cluster.address)
    assert len(seen) > 2
    assert rows(tmp_path / "far.survey") == rows(tmp_path / "lone.survey")
    assert (made.usage(), made.warnings) == (lone.usage(), lone.warnings)
    assert made.failed > 0
    assert "metric m.wrong failed" in made.warnings[0]

    file = tmp_path / "long.survey"
    words = [sys.executable, "-m", "host", "survey", "m.hall", "--mods", str(mod), "--count", "1000", "-o", str(file)]
    running = subprocess.Popen([*words, "--dask", cluster.address], stderr=subprocess.PIPE, text=True)
    while not (file.exists() and file.stat().st_size and len(Survey.open(file))):
        assert running.poll() is None
        time.sleep(0.1)
    cluster.scheduler.kill()
    _, errors = running.communicate(timeout=120)
    assert running.returncode == 1, errors
    assert f"error: the Dask scheduler at {cluster.address} is gone" in errors
    assert 0 < len(Survey.open(file)) < 1000


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1"),
        ("nowhere", "no Dask scheduler answers at nowhere: missing port number"),
        ("ftp://127.0.0.1:1", "no Dask scheduler answers at ftp://127.0.0.1:1"),
    ],
)
def test_a_scheduler_that_does_not_answer_is_an_error(
    address: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.survey.cluster._CONNECT_SECONDS", 0.3)
    result = run_command("survey", "--mods", write(tmp_path, 1), "--count", "2", "--dask", address)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: {message}")
    assert "Traceback" not in result.stderr


def test_workers_write_missing_files_of_mods_again(tmp_path: Path) -> None:
    """Two mods may have the same files. Between two surveys, something may clean the folder of a worker."""
    # Imports Dask, which takes as long as to collect a thousand tests.
    from host.survey import cluster

    texts = {"init.lua": "return 1"}
    folders = {name: write_mod(tmp_path / name, texts) for name in ("one", "two")}
    mods = [(name, "0", content_hash(folder)) for name, folder in folders.items()]
    job = job_of_mods(list(folders.values()))
    packed = pack_mods(job, mods)
    assert {*packed} == {*folders}
    worker: Any = SimpleNamespace(local_directory=str(tmp_path / "work"), state=SimpleNamespace(nthreads=1), plugins={})
    for mod in mods:
        worker.plugins[cluster._plugin_of(mod)] = cluster._ModFiles(mod, packed[mod[0]])
    for _ in range(2):
        cluster._Children(job, mods).setup(worker)
        files = sorted((tmp_path / "work").rglob("init.lua"))
        assert [file.parent.name for file in files] == ["one", "two"]
        assert {file.read_text() for file in files} == {"return 1"}
        files[0].unlink()
        files[1].write_text("return 2")

"""A program that uses the library is clean in strict type checkers, and runs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.helpers import ROOT

PROGRAM = '''
"""Draws the most open of some dungeons."""

import asyncio
from pathlib import Path

import numpy as np
import numpy.typing as npt

from host import Budgets, Diagnostic, Generator, Host, HostError, Map, check


def openness(m: Map) -> float:
    walkable: npt.NDArray[np.bool_] = m.walkable
    return float(walkable.mean())


def describe(m: Map) -> list[str]:
    lines = [f"{item.number} {item.name} ({item.id}) at {item.x}, {item.y}" for item in m.items]
    lines += [f"{creature.name} ({creature.id}) looks {creature.facing}" for creature in m.creatures]
    lines += [f"room {number}: {room.tolist()}" for number, room in enumerate(m.rooms, 1)]
    lines += ["".join(row) for row in m.glyphs()]
    return lines


async def generate(game: Host) -> Map:
    return await game.generate_async("base", seed=3, dungeon="tiny")


def main(folder: Path) -> int:
    lines: list[str] = []
    game = Host(mods=["base", "critters"], budgets=Budgets(seconds=60.0), output=lines.append)
    generators: list[Generator] = game.generators()
    print([option.id for generator in generators for option in generator.options if generator.id == "base"])
    maps = [game.generate("base", seed=seed, options={"dungeon": "tiny"}) for seed in range(1, 4)]
    best = max(maps, key=openness)
    origin = best.origin
    if origin is not None:
        print(origin.seed)
    print("\\n".join(describe(Map.from_json(best.to_json()))))
    best.save(folder / "best.svg", tile_size=8, overlays=("rooms",))
    print(asyncio.run(generate(game)).width)
    simulation = game.simulate("base", seed=1, turns=2, watch=lambda m: print(m.width), tell=print)
    print(simulation.alive, simulation.map.height)
    game.run_script(folder / "script.lua", seed=1)
    diagnostics: list[Diagnostic] = check(only="base")
    print(len(diagnostics))
    try:
        game.generate("nowhere")
    except HostError as error:
        print(error)
        return 0
    return 1


if __name__ == "__main__":
    raise SystemExit(main(Path(__file__).parent))
'''


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(PROGRAM).lstrip())
    (tmp_path / "script.lua").write_text("print(1)")
    return path


def test_the_program_runs(program: Path) -> None:
    run = subprocess.run([sys.executable, program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert (program.parent / "best.svg").is_file()


@pytest.mark.slow
def test_the_program_is_clean_in_mypy(program: Path) -> None:
    pytest.importorskip("mypy")
    # What mypy found out about the host stays there until the host changes.
    options = ["--strict", "--config-file", "", "--follow-imports", "silent", "--cache-dir", ".mypy_cache/program"]
    words = [sys.executable, "-m", "mypy", *options, str(program)]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout == "Success: no issues found in 1 source file\n", run.stdout


@pytest.mark.slow
def test_the_program_is_clean_in_pyright(program: Path) -> None:
    beside = Path(sys.executable).parent
    pyright = shutil.which("basedpyright", path=beside) or shutil.which("pyright")
    if pyright is None:
        pytest.skip("pyright is not installed")
    (program.parent / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    words = [pyright, "--pythonpath", sys.executable, "--project", str(program.parent)]
    run = subprocess.run(words, cwd=program.parent, capture_output=True, text=True, check=False)
    assert "0 errors" in run.stdout, run.stdout

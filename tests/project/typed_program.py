"""A program that uses the library: draws the most open of some dungeons.

`make lint` holds it clean in mypy and pyright, strictly, as programs of users are.
"""

from __future__ import annotations

import asyncio
import sys
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
    print("\n".join(describe(Map.from_json(best.to_json()))))
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
    raise SystemExit(main(Path(sys.argv[1])))

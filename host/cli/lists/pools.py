"""The command `dungeon-host pools`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from host.cli.shared.options import completes, mod_options
from host.cli.shared.parameters import SEED, Whole
from host.cli.shared.reproduction import choose_seed, format_reproduction
from host.cli.shared.running import perform
from host.cli.shared.selection import Loading, is_path, select_mods
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.tables import print_lines
from host.engine.operations import LIST_POOLS
from host.engine.pools import PoolEntry
from host.errors import RequestError, counted, visible
from host.model.request import MOST_DRAWS

# Columns of a full bar.
_CHANCE, _COUNT = 10, 30


@click.command(cls=HostCommand)
@click.argument("path", required=False, shell_complete=completes("complete_pools"))
@mod_options
@click.option(
    "--draw",
    metavar="N",
    type=Whole(1, MOST_DRAWS),
    help="Draw N times from the full pool PATH, and compare.",
)
@click.option("--seed", metavar="N", type=SEED, help="The seed of --draw; by default a random one, which is shown.")
def pools(
    path: str | None,
    loading: Loading,
    draw: int | None,
    seed: int | None,
) -> None:
    """Show the pools of items and entities: masses, quantities, chances, and where entries were added.

    PATH is a pool such as i.common.weapon, or several: i.*.weapon. Without it all pools are shown. The path of a mod
    in its place shows all pools with that mod.

    \b
    Examples:
      dungeon-host pools ./my_mod
      dungeon-host pools i.common --mods ./my_mod
      dungeon-host pools i.common.weapon --mods ./my_mod --draw 10000 --seed 1
    """
    stands_for_mod = path is not None and is_path(path, is_alone=not loading.mods)
    selection = select_mods(loading.mods, path if stands_for_mod else None)
    path = None if stands_for_mod else path
    if draw is not None and not path:
        raise RequestError("--draw needs the PATH of the pool to draw from")
    if seed is not None and draw is None:
        raise RequestError("--seed is the seed of --draw: without --draw it has no effect")
    seed = choose_seed(seed) if draw else 0
    arguments = {"path": path or "", "draw": draw or 0, "seed": seed}
    result = perform(loading.job(selection, LIST_POOLS, arguments))
    lines = _comparison(result["pools"][0], result["drawn"], draw, seed) if draw else _trees(result["pools"])
    print_lines(lines)
    if draw:
        click.echo("\n" + format_reproduction())


def _trees(nodes: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of trees; each node comes after its parent, and a root may have any depth."""
    depths = [node["depth"] - nodes[0]["depth"] for node in nodes]
    for i, (node, depth, following) in enumerate(zip(nodes, depths, _following(depths), strict=True)):
        before = "".join("│   " if more else "    " for more in following[:-1])
        branch = ("├── " if following[-1] else "└── ") if depth else ""
        yield click.style(before + branch, dim=True) + _title(node, whole=not depth)
        below = i + 1 < len(nodes) and depths[i + 1] > depth
        inner = before + (("│   " if following[-1] else "    ") if depth else "") + ("│   " if below else "    ")
        if node["entries"]:
            for line in _entries([PoolEntry(*entry) for entry in node["entries"]]):
                yield click.style(inner, dim=True) + line


def _following(depths: Sequence[int]) -> list[list[bool]]:
    """Return for each node whether siblings follow its ancestors, from depth 1 on, and itself."""
    rows: list[list[bool]] = []
    more = [False] * (max(depths) + 1)
    for depth in reversed(depths):
        rows.append(more[1 : depth + 1])
        more[depth:] = [True] + [False] * (len(more) - depth - 1)
    return rows[::-1]


def _title(node: dict[str, Any], *, whole: bool) -> str:
    count = len(node["entries"])
    held = f"{counted(count, 'record')}, total {node['total']:g}" if count else "empty"
    kind = "infinite, " if node["infinite"] and whole else ""
    by = f", from {_at([node['place']])}" if node["place"] else ""
    current = click.style(" ~", fg="yellow") if node["current"] else ""
    name = click.style(visible(node["path"] if whole else node["name"]), bold=True)
    return name + current + click.style(f"  {kind}{held}{by}", dim=True)


def _at(places: Sequence[Sequence[Any]]) -> str:
    return visible(", ".join(f"{file}:{line}" for file, line in places))


def _entries(entries: Sequence[PoolEntry]) -> Iterator[str]:
    rows = [
        (
            visible(str(entry.id)),
            visible(entry.name),
            f"{entry.mass:g}",
            "∞" if entry.quantity is None else str(entry.quantity),
            _chance(entry.probability),
            "█" * round(entry.probability * _CHANCE),
            _at(entry.places),
        )
        for entry in entries
    ]
    return _aligned(("id", "name", "mass", "q", "chance", "", "from"), "<<>>><<", rows)


def _chance(probability: float) -> str:
    return "< 0.01%" if 0 < probability < 0.00005 else f"{probability:.2%}"


def _aligned(head: Sequence[str], sides: str, rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield lines of aligned columns; `sides` has < or > for each column."""
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(head, *rows, strict=True)]
    for i, row in enumerate((head, *rows)):
        cells = []
        for text, width, side in zip(row, widths, sides, strict=True):
            blank = " " * (width - cell_len(text))
            cells.append(blank + text if side == ">" else text + blank)
        line = "  ".join(cells).rstrip()
        yield click.style(line, dim=True) if i == 0 else line


def _comparison(node: dict[str, Any], drawn: list[int], draws: int, seed: int) -> Iterator[str]:
    title = f"{visible(node['path'])}: {counted(draws, 'draw')} from the full pool, seed {seed}"
    yield click.style(title, bold=True)
    entries = [PoolEntry(*entry) for entry in node["entries"]]
    most = max((*drawn, *(entry.probability * draws for entry in entries)))
    rows = []
    for entry, observed in zip(entries, drawn, strict=True):
        expected = entry.probability * draws
        spread = (expected * (1 - entry.probability)) ** 0.5
        bar = "█" * round(observed / most * _COUNT)
        rows.append(
            (
                visible(str(entry.id)),
                visible(entry.name),
                f"{expected:.1f}",
                str(observed),
                f"{(observed - expected) / spread:+.1f} σ" if spread else "–",  # noqa: RUF001 - a standard deviation
                bar + "·" * (round(expected / most * _COUNT) - len(bar)),
            )
        )
    yield from _aligned(("id", "name", "expected", "observed", "deviation", ""), "<<>>><", rows)

"""dungeon-host pools"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from host.budgets import Budgets
from host.cli.common import SEED, HostCommand, Whole, limiting, locate, mod_options, perform, reproducing
from host.engine import fresh_seed
from host.errors import GivenError, HostError, visible
from host.worker.jobs import DEFAULT_MODS, Job

if TYPE_CHECKING:
    from rich.table import Table
    from rich.tree import Tree

MOST_DRAWS = 10_000_000
_BAR = 30


@click.command(cls=HostCommand)
@click.argument("path", required=False)
@mod_options
@click.option(
    "--draw", metavar="N", type=Whole(1, MOST_DRAWS), help="Draw N times from the full pool PATH, and compare."
)
@click.option("--seed", metavar="N", type=SEED, help="The seed of --draw; without it a fresh one is chosen and shown.")
def pools(
    path: str | None,
    mods: tuple[str, ...],
    budgets: Budgets,
    keep_going: bool,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
    draw: int | None,
    seed: int | None,
) -> None:
    """Show the pools from which items and entities are drawn: masses, quantities, chances, and who put what there.

    PATH is a pool such as i.common.weapon; without it all pools are shown.

    \b
    Examples:
      dungeon-host pools --mods ./my_mod
      dungeon-host pools i.common --mods ./my_mod
      dungeon-host pools i.common.weapon --mods ./my_mod --draw 10000 --seed 1
    """
    if draw is not None and path is None:
        raise GivenError("--draw needs the PATH of the pool to draw from")
    if seed is not None and draw is None:
        raise GivenError("--seed says how --draw draws: without --draw it means nothing")
    folders, names = locate(mods)
    seed = fresh_seed() if seed is None else seed
    arguments = {"path": path or "", "draw": draw or 0, "seed": seed}
    try:
        found = perform(Job("pools", folders, (*names, *DEFAULT_MODS), arguments, budgets, keep_going))
    except HostError as error:
        words = ["pools", *([path] if path else []), *(["--draw", str(draw), "--seed", str(seed)] if draw else [])]
        error.reproduce = reproducing([*words, *limiting(budgets)], mods)
        raise
    if draw is None:
        _print(_trees(found["pools"]))
    else:
        _print([_comparison(found["pools"][0], found["drawn"], draw, seed)])


def _print(shown: list[Any]) -> None:
    from host.cli.tables import console

    out = console()
    for one in shown:
        out.print(one)


def _trees(nodes: list[dict[str, Any]]) -> list[Tree]:
    from rich.text import Text
    from rich.tree import Tree

    trees: list[Tree] = []
    # The tree at each depth on the way to the node that was added last.
    way: list[Tree] = []
    for node in nodes:
        depth = node["depth"] - nodes[0]["depth"]
        label = Text(visible(node["path"] if depth == 0 else node["name"]), style="bold")
        if node["current"]:
            label.append(" ~", style="yellow")
        kind = "infinite, " if node["infinite"] and depth == 0 else ""
        label.append(f"  {kind}{_entries_text(node)}", style="not bold dim")
        del way[depth:]
        tree = way[-1].add(label) if way else Tree(label, guide_style="dim")
        if not way:
            trees.append(tree)
        way.append(tree)
        if node["entries"]:
            tree.add(_entries(node))
    return trees


def _entries_text(node: dict[str, Any]) -> str:
    count = len(node["entries"])
    records = f"{count} record{'' if count == 1 else 's'}"
    by = f", from {_place(node)}" if node["file"] else ""
    return f"{records}, total {node['total']:g}{by}" if count else f"empty{by}"


def _place(place: dict[str, Any]) -> str:
    return visible(f"{place['file']}:{place['line']}")


def _entries(node: dict[str, Any]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=True, header_style="dim")
    for name in ("id", "name", "mass", "q", "chance", "", "from"):
        table.add_column(name, justify="right" if name in ("mass", "q", "chance") else "left", overflow="fold")
    for entry in node["entries"]:
        table.add_row(
            Text(visible(str(entry["id"]))),
            Text(visible(entry["name"])),
            f"{entry['mass']:g}",
            "∞" if entry["quantity"] is None else str(entry["quantity"]),
            f"{entry['probability']:.2%}",
            Text("█" * round(entry["probability"] * 10), style="cyan"),
            Text(", ".join(map(_place, entry["places"])), style="dim"),
        )
    return table


def _comparison(node: dict[str, Any], drawn: list[int], draws: int, seed: int) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    title = f"{visible(node['path'])}: {draws} draws from the full pool, seed {seed}"
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for name in ("id", "name", "expected", "observed", "deviation", ""):
        table.add_column(
            name, justify="right" if name in ("expected", "observed", "deviation") else "left", overflow="fold"
        )
    most = max((*drawn, *(entry["probability"] * draws for entry in node["entries"])), default=1) or 1
    for entry, observed in zip(node["entries"], drawn, strict=True):
        probability = entry["probability"]
        expected = probability * draws
        spread = (expected * (1 - probability)) ** 0.5
        bar = Text("█" * round(observed / most * _BAR), style="cyan")
        wanted = round(expected / most * _BAR)
        if wanted > len(bar):
            bar.append("·" * (wanted - len(bar)), style="dim")
        table.add_row(
            Text(visible(str(entry["id"]))),
            Text(visible(entry["name"])),
            f"{expected:.1f}",
            str(observed),
            f"{(observed - expected) / spread:+.1f} σ" if spread else "–",  # noqa: RUF001 - a standard deviation
            bar,
        )
    return table

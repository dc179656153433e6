"""The group of all commands."""

from __future__ import annotations

import click

from host.cli.check import check
from host.cli.completion import completion
from host.cli.docs import docs
from host.cli.doctor import doctor
from host.cli.generate import generate
from host.cli.generators import generators
from host.cli.mods import mods
from host.cli.new import new
from host.cli.pools import pools
from host.cli.run import run
from host.cli.saves import saves
from host.cli.segments import segments
from host.cli.simulate import simulate
from host.cli.test import test
from host.cli.travel import travel


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Shell completion: dungeon-host completion --help",
)
@click.version_option(package_name="dungeon-host", prog_name="dungeon-host")
def cli() -> None:
    """Turn folders of Lua mods into dungeons.

    \b
    Examples:
      dungeon-host generate                          a dungeon from the bundled mod
      dungeon-host generate --seed 7 --set dungeon=huge
      dungeon-host generate my_mod --mods ./my_mod   a dungeon of your own mod
      dungeon-host new my_mod                        create a mod
      dungeon-host generators                        the generators and their options
      dungeon-host mods --mods ./mods                the mods, in load order
      dungeon-host pools --mods ./my_mod             the pools of items and entities
      dungeon-host run script.lua                    try the API in a script
      dungeon-host generate -o dungeon.png           a picture of a dungeon
      dungeon-host segments export rooms.txt -o rooms.tmj
                                                     draw segments in the Tiled editor
      dungeon-host simulate base --watch             simulate a game on a map
      dungeon-host test ./my_mod                     run the tests of a mod
      dungeon-host check my_mod --mods ./my_mod      all errors of a mod at once
      dungeon-host docs kts.AddStuff                 the page of a function of the API
      dungeon-host doctor                            the sandbox on this system
    """


for command in (
    new, generate, generators, mods, pools, run, simulate, travel, saves, segments, test, check, docs, doctor,
    completion,
):  # fmt: skip
    cli.add_command(command)

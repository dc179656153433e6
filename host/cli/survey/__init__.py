"""The commands `dungeon-host survey …`, each in the module of its name."""

from __future__ import annotations

import click

from host.cli.main import CommandGroup
from host.cli.survey import compare, export, find, gate, report, run, show
from host.errors.spelling import nearest


class SurveyGroup(CommandGroup):
    """A group whose command `run` may be left out: `survey caves` is `survey run caves`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        helps = {"--help", "-h"}
        if args and args[0] not in self.commands and _has_two_arguments(args) and nearest(args[0], self.commands):
            # `run` takes at most one argument, so the first one is a misspelled command.
            self.refuse_command(ctx, args[0])
        if not args or (args[0] not in self.commands and args[0] not in helps):
            args = ["run", *args]
            ctx.meta[run.NAME_LEFT_OUT] = True
        return super().parse_args(ctx, args)


def _has_two_arguments(args: list[str]) -> bool:
    """Return whether a command line begins with two arguments, and not with options."""
    return len(args) > 1 and all(word and not word.startswith("-") for word in args[:2])


@click.group(cls=SurveyGroup)
def survey() -> None:
    """Make thousands of dungeons, measure them, and see how often and why they fail.

    \b
    Examples:
      dungeon-host survey base --count 1000 -o base.survey
      dungeon-host survey caves --count 200 --sweep rock=0.4,0.5 -o caves.survey
      dungeon-host survey show base.survey
      dungeon-host survey find base "rooms > 20" --most 5
    """


for command in (run.run, find.find, show.show, compare.compare, gate.gate, report.report, export.export):
    survey.add_command(command)

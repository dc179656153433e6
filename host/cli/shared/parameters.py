"""Types of the values that people type as options, and their errors."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host.errors import in_one_line, listing
from host.errors.spelling import did_you_mean
from host.model.request import MOST_PLAYERS, MOST_SECONDS, MOST_SEED
from host.paths.folders import IrregularError, refuse_planted

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Seconds(click.ParamType[float]):
    """A positive, finite number of seconds."""

    name = "seconds"

    def __init__(self, *, zero: bool = False) -> None:
        self._zero = zero

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number) or number < 0 or (number == 0 and not self._zero):
            self.fail(f"{value!r} is not a {'' if self._zero else 'positive '}number of seconds", param, ctx)
        if number > MOST_SECONDS:
            self.fail(f"{value!r} seconds are more than {MOST_SECONDS:g}", param, ctx)
        return number


class UserPath(click.Path):
    """A path that the user types. Fails for links, pipes and devices in the folder of a mod: a stranger made them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            refuse_planted(Path(value))
            os.lstat(value)
        except IrregularError as error:
            reason = in_one_line(str(error.strerror))
            self.fail(f'"{in_one_line(str(value))}" is in the folder of a mod: {reason}', param, ctx)
        except PermissionError as error:
            self.fail(f'"{in_one_line(str(value))}" cannot be reached: {error.strerror}', param, ctx)
        except (OSError, ValueError):
            # The command says why a path cannot be read or written.
            pass
        return super().convert(value, param, ctx)


class Whole(click.IntRange):
    """A whole number in a range."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number", param, ctx)
        return super().convert(value, param, ctx)


class WordChoice(click.Choice):  # type: ignore[type-arg]
    """One of a few words; the error for another word names the nearest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            hint = did_you_mean(str(value), map(str, self.choices))
            if hint is None:
                raise
            raise click.BadParameter(f"{error.message.rstrip('.')}; {hint}", ctx, param) from None


class Numbers(click.ParamType[tuple[int, ...]]):
    """Whole numbers with commas between them."""

    name = "numbers"

    def __init__(self, noun: str, example: str) -> None:
        self._noun, self._example = noun, example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        try:
            return tuple(map(int, value.split(",")))
        except ValueError:
            self.fail(f"{value!r} is not a list of {self._noun}, such as {self._example}", param, ctx)


class Seeds(click.ParamType[range]):
    """The seeds from A to B, written A..B."""

    name = "seeds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        if isinstance(value, range):
            return value
        first, _, last = value.partition("..")
        if not (first.isdecimal() and last.isdecimal() and first.isascii() and last.isascii()):
            self.fail(f"{value!r} is not a range of seeds, such as 1..24", param, ctx)
        ends = [SEED.convert(text, param, ctx) for text in (first, last)]
        return range(ends[0], ends[1] + 1)


PLAYERS = Whole(1, MOST_PLAYERS)
SEED = Whole(0, MOST_SEED)
# A file or a folder that the user types, a file, and a folder.
PATH = UserPath(path_type=Path)
FILE = UserPath(dir_okay=False, path_type=Path)
FOLDER = UserPath(file_okay=False, path_type=Path)


class SceneOfType(click.ParamType[tuple[str, str]]):
    """TYPE=SCENE: what things are, and the path of their scene in a project of Godot."""

    name = "scene"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        kind, equals, path = value.partition("=")
        if not (kind and equals and path):
            self.fail(f'"{in_one_line(value)}" must be TYPE=SCENE, such as creature=res://creature.tscn', param, ctx)
        return kind, path

    def write(self, value: tuple[str, str]) -> str:
        """Return the word that is typed for a value."""
        return "=".join(value)


class Keys(click.ParamType[str]):
    r"""Keys to press, one after another. Shells differ in how they type Tab: here it may be \t, too."""

    name = "keys"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        return str(value).replace(r"\t", "\t")

    def write(self, value: str) -> str:
        """Return the word that is typed for a value."""
        return value.replace("\t", r"\t")


class ThemeOption(click.Option):
    """The option --theme. Its help and its completion import the list of themes; commands do not."""

    def __init__(self, names: Sequence[str], **options: Any) -> None:
        super().__init__(names, metavar="NAME", **options)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return record and (record[0], record[1].replace("THEMES", listing(self._themes())))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:  # noqa: ARG002
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self._themes() if name.startswith(incomplete)]

    @staticmethod
    def _themes() -> Iterable[str]:
        from host.model.themes import THEMES

        return THEMES

"""The command `dungeon-host completion`, and what shells offer as completions.

A shell puts completions into a command line as they are. So names that come from mods and files are offered only when
no shell reads anything into them (see `offer`).
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, get_completion_class

from host.cli.shared.selection import Selection, find_folder_here, names_for_generator, select_mods
from host.engine.jobs import DEFAULT_MODS, Job, run_job
from host.errors import HostError
from host.generate.plans.recipes import RECIPES
from host.mods.installed import known_ids
from host.mods.mods_to_load import ModsToLoad
from host.paths import BUNDLED_MODS, bundled_ids
from host.process.budgets import Budgets

# Words that mean themselves in every shell, with single blanks between them.
_PLAIN = re.compile(r"(?![-=+:@])[\w@+=:./-]+( [\w@+=:./-]+)*\Z")
_MOST_OFFERED = 500
# Seconds and test files until completion does without the names of mods.
_SECONDS = 3.0
_MOST_TEST_FILES = 100
# Values of a number that are all offered.
_MOST_NUMBERS = 16


def offer(names: Iterable[str], incomplete: str) -> list[CompletionItem[Any]]:
    """Return the names that begin with a text and that no shell takes for anything but words."""
    matches = (name for name in dict.fromkeys(names) if name.startswith(incomplete) and _PLAIN.match(name))
    return [CompletionItem(name) for name in islice(matches, _MOST_OFFERED)]


# -- ids and paths


def complete_generators(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Return ids of generators and of mods, or folders for a path."""
    return _ids_or_paths((*known_ids(), *RECIPES, *_ids_of_mods(ctx)), incomplete, "dir")


def complete_mod_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Return ids of mods, or folders for a path."""
    return _ids_or_paths((*known_ids(), *_ids_of_mods(ctx)), incomplete, "dir")


def complete_installed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Return ids of installed mods, or files for a path."""
    from host.mods.sharing.installing import installed_mods

    with suppress(HostError):
        return _ids_or_paths([mod.id for mod in installed_mods()], incomplete, "file")
    return []


def complete_tests(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Return ids of bundled mods, files and folders, or behind `FILE::` the names of its tests."""
    file, colons, _ = incomplete.partition("::")
    if colons:
        return offer((f"{file}::{name}" for name in _names_of_tests([Path(file)])), incomplete)
    ids = offer(bundled_ids(), incomplete)
    return ids if ids and incomplete else [*ids, CompletionItem(incomplete, type="file")]


def complete_test_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Return names of the tests of the mods on the line, or of the mod in the current folder."""
    targets = [target.partition("::")[0] for target in _arguments(ctx, "targets")] or [find_folder_here() or "."]
    bundled = bundled_ids()
    folders = [
        BUNDLED_MODS / target if target in bundled and not Path(target).exists() else Path(target) for target in targets
    ]
    return offer(_names_of_tests(folders), incomplete)


def complete_saves(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Return paths of saves, or files and folders where there is none."""
    folder = incomplete[: incomplete.rfind("/") + 1]
    from host.save.sqlite_file import list_databases

    names: list[str] = []
    with suppress(OSError):
        names = [path.name for path in list_databases(Path(folder)) if not path.name.startswith(".")]
    saves = offer((folder + name for name in names), incomplete)
    return saves or [CompletionItem(incomplete, type="file")]


def _ids_or_paths(ids: Iterable[str], incomplete: str, kind: str) -> list[CompletionItem[Any]]:
    is_path = "/" in incomplete or incomplete.startswith(".")
    return [CompletionItem(incomplete, type=kind)] if is_path else offer(ids, incomplete)


def _ids_of_mods(ctx: click.Context) -> list[str]:
    """Return the ids that the manifests of --mods, or of the mods in the current folder, name; Lua does not run."""
    from host.mods.finder import find_mods, refuse_manifest

    selection = _select(ctx)
    with suppress(HostError, OSError):
        return [] if selection is None else list(find_mods(map(Path, selection.folders), refuse_manifest).in_folders)
    return []


# -- what mods say


def complete_settings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Return `KEY=` of the options of the generator on the line, or `KEY=VALUE` once the key is there."""
    from host.engine.operations import LIST_GENERATORS

    selection = _select(ctx)
    if selection is None:
        return []
    wanted = selection.target
    names: tuple[str, ...] = ()
    with suppress(HostError):
        names = names_for_generator(selection)
    answer = _ask(selection, LIST_GENERATORS, names, {"players": 2, "name": wanted}) or {"generators": []}
    generators = answer["generators"]
    if wanted is None:
        # Without a target, offer the options of mods that are not bundled, or of base when there are none.
        others = {"host", *bundled_ids()}
        chosen = [generator for generator in generators if generator["mod"] not in others]
        generators = chosen or [generator for generator in generators if generator["id"] in DEFAULT_MODS]
    options = {option["id"]: option for generator in generators for option in generator["options"]}
    key, equals, _ = incomplete.partition("=")
    if equals:
        return offer((f"{key}={value}" for value in _values(options[key])), incomplete) if key in options else []
    return offer((f"{key}=" for key in options), incomplete)


def complete_pools(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Return paths of pools."""
    from host.engine.operations import LIST_POOLS

    selection = _select(ctx)
    if selection is None:
        return []
    arguments = {"path": "", "draw": 0, "seed": 0}
    answer = _ask(selection, LIST_POOLS, (*selection.names, *DEFAULT_MODS), arguments) or {"pools": []}
    return offer((pool["path"] for pool in answer["pools"]), incomplete)


def complete_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Return the names that `why` takes for the subject on the line, and behind the name the generators."""
    from host.tools.provenance.causes import LIST_NAMES

    subject, *words = (*_arguments(ctx, "subject"), *_arguments(ctx, "name"))
    if subject == "square" or words:
        return complete_generators(ctx, param, incomplete) if len(words) == (2 if subject == "square" else 1) else []
    selection = _select(ctx)
    if selection is None:
        return []
    names = names_for_generator(selection)
    arguments = {"subject": subject, "generator": None}
    return offer(_ask(selection, LIST_NAMES, names or DEFAULT_MODS, arguments) or (), incomplete)


def _values(option: dict[str, Any]) -> Iterator[str]:
    """Yield values of an option of a generator, the default first."""
    from host.model.request import as_text

    yield as_text(option["default"])
    yield from map(as_text, option["choices"] or ())
    least, most = option["least"], option["most"]
    if least is not None and not option["real"] and most - least < _MOST_NUMBERS:
        yield from (as_text(number) for number in range(int(least), int(most) + 1))
    elif least is not None:
        yield from map(as_text, (least, most))
    if option["random"]:
        yield "random"


def _select(ctx: click.Context) -> Selection | None:
    """Return the mods of an incomplete command line, or None when it has errors."""

    targets = [*_arguments(ctx, "generator"), *_arguments(ctx, "mod"), None]
    with ctx.scope(cleanup=False), suppress(HostError, OSError):
        return select_mods(ctx.params.get("mods") or (), targets[0])
    return None


def _arguments(ctx: click.Context, name: str) -> list[str]:
    """Return the values of an argument on an incomplete command line."""
    value = ctx.params.get(name)
    if name in ctx.params and not value:
        # click assigns no arguments before an option that has no value yet.
        return [*ctx.args]
    return [value] if isinstance(value, str) else [*(value or ())]


def _ask(selection: Selection, operation: Any, names: tuple[str, ...], arguments: dict[str, Any]) -> Any:
    """Return the answer of a child, or None when it fails or takes long; nothing is printed."""

    job = Job(operation, ModsToLoad(selection.folders, names, Budgets(seconds=_SECONDS), keep_going=True), arguments)
    with suppress(HostError, OSError):
        return run_job(job)
    return None


def _names_of_tests(paths: Iterable[Path]) -> list[str]:
    """Return the names of the tests in files and folders, as far as children tell them in time."""
    from host.tools.testing.finder import find_mod, find_tests
    from host.tools.testing.runs import Options, Runs, unique_names

    names: list[str] = []
    deadline = time.monotonic() + _SECONDS
    runs = Runs(Options(seconds=_SECONDS), is_stopped=lambda: time.monotonic() > deadline)
    try:
        for path in paths:
            path = path.absolute()
            around = find_mod(path, is_explicit=True) if path.is_file() else None
            for mod, file in [(around, path)] if around else islice(find_tests(path), _MOST_TEST_FILES):
                if time.monotonic() > deadline:
                    return names
                _, declared = runs.tests(mod, file)
                names += [name for name, _ in unique_names(declared)]
    except (HostError, OSError):
        pass
    finally:
        runs.close()
    return names


# -- shells


class _Bash(BashComplete):
    """Completion for Bash, which splits words at `=` and `:`, and replaces only what is behind the last of them."""

    source_template = BashComplete.source_template.replace("read type value", "read -r type value").replace(
        "COMPREPLY+=($value)",
        'COMPREPLY+=("$value")\n            if [[ $value == *= ]]; then compopt -o nospace; fi',
    )

    # The start of the incomplete word that Bash keeps, and whether a quotation mark opens the word.
    _kept = ""
    _is_quoted = False

    def get_completion_args(self) -> tuple[list[str], str]:
        words = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
        joined: list[str] = []
        is_open = False
        for word in words:
            is_break = bool(word) and not word.strip("=:")
            if joined and (is_break or is_open):
                joined[-1] += word
            else:
                joined.append(word)
            is_open = is_break
        last = joined[-1]
        self._is_quoted = last[:1] in ('"', "'")
        self._kept = "" if self._is_quoted else last[: max(map(last.rfind, "=:")) + 1]
        from click.shell_completion import split_arg_string

        args = [part for word in joined[1:-1] for part in split_arg_string(word)]
        return args, "".join(split_arg_string(last))

    def format_completion(self, item: CompletionItem[Any]) -> str:
        value = str(item.value)
        if item.type == "plain":
            value = value.removeprefix(self._kept)
            value = value if self._is_quoted else value.replace(" ", "\\ ")
        return f"{item.type},{value}"


add_completion_class(_Bash, "bash")


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script with which SHELL completes dungeon-host commands.

    Ids of mods and generators, settings and their values, pools, saves, tests and names of the API are completed, too.
    For settings, pools and tests the mods run in the sandbox, for three seconds at most.

    \b
    Examples:
      eval "$(dungeon-host completion bash)"
      dungeon-host completion fish > ~/.config/fish/completions/dungeon-host.fish
    """
    kind = get_completion_class(shell)
    if kind is None or ctx.parent is None:
        raise click.ClickException(f"click knows no completion for {shell}")
    script = kind(ctx.parent.command, {}, "dungeon-host", "_DUNGEON_HOST_COMPLETE")
    click.echo(script.source())

"""The command `dungeon-host test`."""

from __future__ import annotations

import ast
import os
import re
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from host.cli.shared.options import completes, watch_option
from host.cli.shared.parameters import PLAYERS, Seconds, UserPath
from host.cli.shared.selection import find_folder_here
from host.cli.shared.typed_parameters import typed_parameters
from host.cli.terminal.errors import VerdictCommand, debug_option, no_source_option, quotes_source
from host.engine.jobs import JobRunner
from host.errors import EXIT_ERROR, EXIT_USAGE, RequestError, in_one_line, listing
from host.errors.spelling import did_you_mean
from host.model.request import MOST_SEED
from host.paths import BUNDLED_MODS, bundled_ids, how_to_install, paths_beside, why_no_folder

if TYPE_CHECKING:
    from host.tools.testing.results import Results

# The options of pytest-xdist that ask for more than one process.
_WORKERS = re.compile("-n|--numprocesses|--dist|--tx")
# Tokens of an expression of pytest's -k.
_OPERATORS = ("and", "or", "not")
_NODES = (ast.Expression, ast.BoolOp, ast.boolop, ast.UnaryOp, ast.Not, ast.Name, ast.Load)


@click.command(cls=VerdictCommand)
@click.argument(
    "targets", nargs=-1, metavar="[MOD or PATH]… [-- PYTEST OPTIONS]", shell_complete=completes("complete_tests")
)
@click.option(
    "-k",
    "name",
    metavar="NAME",
    shell_complete=completes("complete_test_names"),
    help="Run tests whose names contain NAME; or words with and, or, not.",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, MOST_SEED),
    default=1,
    show_default=True,
    help="Each test starts with it.",
)
@click.option("--players", metavar="N", type=PLAYERS, default=2, show_default=True, help="Number of players of a game.")
@click.option("--shuffle", is_flag=True, help="Run tests in an order that the seed decides.")
@click.option("--junit", metavar="FILE", type=UserPath(dir_okay=False), help="Write the results as JUnit XML.")
@click.option("-x", "--fail-fast", is_flag=True, help="Stop at the first test that fails.")
@click.option(
    "--timeout", metavar="SECONDS", type=Seconds(), default=10.0, show_default=True, help="Limit of time for one test."
)
@click.option("--coverage", is_flag=True, help="Show which lines of mods ran, and write coverage.lcov.")
@click.option("--coverage-lcov", metavar="FILE", type=UserPath(dir_okay=False), help="Write coverage.lcov to FILE.")
@click.option("--coverage-html", metavar="DIR", type=UserPath(file_okay=False), help="Write pages to DIR.")
@click.option(
    "--mods",
    metavar="DIR",
    multiple=True,
    help="Of recordings: a mod folder, or a folder of mod folders; can be repeated.",
)
@click.option(
    "--snapshot-update",
    is_flag=True,
    help="Store the values of assert.snapshot as expected values, and remove obsolete ones.",
)
@watch_option
@debug_option
@no_source_option
def test(
    targets: tuple[str, ...],
    name: str | None,
    seed: int,
    players: int,
    shuffle: bool,
    junit: str | None,
    fail_fast: bool,
    timeout: float,
    coverage: bool,
    coverage_lcov: str | None,
    coverage_html: str | None,
    mods: tuple[str, ...],
    snapshot_update: bool,
    watch: bool,
) -> None:
    """Run the tests of mods: of a bundled MOD, or those in a PATH, such as a mod, a folder of mods, or a test file.

    It is pytest with a plugin, so what follows -- goes to pytest, and `pytest mods/` does the same.

    A PATH may be a recording, written by simulate --record or play --record: it is played again, with the mods in
    --mods, and fails at the first turn that differs.

    \b
    Examples:
      dungeon-host test ./my_mod
      dungeon-host test ./my_mod -k "a door opens" --seed 7
      dungeon-host test ./mods --coverage --junit results.xml
      dungeon-host test ./mods -- -n 2 --lf
      dungeon-host test ./my_mod --watch
      dungeon-host test won.rec --mods ./my_mod
    """
    if (code := _test_recordings(targets, mods, timeout)) is not None:
        raise click.exceptions.Exit(code)
    try:
        import pytest  # noqa: F401 - `_run_pytest` uses it
    except ImportError:
        raise RequestError(
            "tests of mods are run by pytest, which is not installed", hint=how_to_install("[tools]")
        ) from None
    from host.tools.testing.runs import Options

    try:
        Options(seconds=timeout).check()
    except ValueError as error:
        raise RequestError(str(error)) from None
    first = next((i for i, argument in enumerate(targets) if argument.startswith("-")), len(targets))
    paths, passed_on = [*map(_find_path, targets[:first])], targets[first:]
    if not paths and (here := find_folder_here()):
        # From a folder inside a mod, too.
        paths = [here]
    folders = [_find_folder(path) for path in paths]
    # These tests use no assert of Python, and rewriting it in all plugins takes longer than the tests.
    words = [
        "-p",
        "pytest_dungeon_host",
        # No file around the tests may configure pytest or run Python: mods come from strangers.
        "--lua-only",
        f"--config-file={os.devnull}",
        f"--rootdir={Path.cwd()}",
        # Folders above this one may have thousands of entries; pytest would collect each.
        f"--confcutdir={folders[0] if len(folders) == 1 else Path.cwd()}",
        "--noconftest",
        # The header would name the configuration file above.
        "--no-header",
        "--assert=plain",
        # Reasons of skipped tests are listed with failures.
        "-rfEs",
        f"--lua-seed={seed}",
        f"--lua-players={players}",
        f"--lua-timeout={timeout!r}",
    ]
    words += ["--lua-shuffle"] if shuffle else []
    words += ["-x"] if fail_fast else []
    words += [] if quotes_source(click.get_current_context()) else ["--lua-no-source"]
    # The other family has no attributes for file and line.
    words += [f"--junitxml={junit}", "--override-ini=junit_family=xunit1"] if junit else []
    words += ["--lua-snapshot-update"] if snapshot_update else []
    words += [f"--lua-coverage-html={coverage_html}"] if coverage_html else []
    lcov = coverage_lcov or ("coverage.lcov" if coverage else None)
    if lcov:
        words += ["--lua-coverage", f"--lua-coverage-lcov={lcov}"]
    if name:
        words += ["-k", name] if _is_expression(name) else [f"--lua-name={name}"]
    has_workers = any(_WORKERS.match(word) for word in passed_on)
    if has_workers:
        _refuse_observed("tests in several processes")
    if has_workers and find_spec("xdist") is None:
        raise RequestError(
            "-n runs tests in several processes by pytest-xdist, which is not installed", hint=how_to_install("[tools]")
        )
    if lcov or coverage_html:
        from host.syntax.tree import require_parser

        require_parser()
    # Workers of pytest-xdist would import modules from the current folder, which may be a mod.
    os.environ["PYTHONSAFEPATH"] = "1"
    arguments = [*words, *paths, *passed_on]
    if watch:
        _watch(arguments, folders, [Path(path) for path in (junit, lcov, coverage_html) if path], name)
    code, _ = _run_pytest(arguments, name)
    raise click.exceptions.Exit(code)


def _refuse_observed(what: str) -> None:
    """Raise RequestError under a profiler or a debugger, which does not reach `what`."""
    context = click.get_current_context()
    if context.find_object(JobRunner) is not None and context.parent is not None:
        raise RequestError(f"{context.parent.info_name} does not run {what}")


def _test_recordings(targets: tuple[str, ...], mods: tuple[str, ...], timeout: float) -> int | None:
    """Play the recordings among the targets again; return the exit code, or None when there are none."""
    paths = [Path(target) for target in targets]
    if not mods and not any(path.suffix for path in paths):
        return None
    from host.engine.replays.recording import is_recording

    others = [str(path) for path in paths if not is_recording(path)]
    if len(others) == len(paths) and not mods:
        return None
    if len(others) == len(paths):
        raise RequestError("--mods is for recordings, and there is none: the tests of a mod find the mods beside it")
    if others:
        raise RequestError(f'"{others[0]}" is no recording: recordings are tested by themselves')
    _refuse_observed("recordings")
    taken = ("targets", "mods", "timeout", "debug", "no_source")
    names = [parameter.name for parameter in click.get_current_context().command.params]
    typed = typed_parameters(name for name in names if name and name not in taken)
    if typed:
        raise RequestError(
            f"of the options of tests, recordings take --mods and --timeout: leave out {listing(typed.values(), 'and')}"
        )
    from host.cli.shared.replaying import test_recordings
    from host.cli.shared.selection import Loading
    from host.process.budgets import DEFAULT_BUDGETS

    budgets = replace(DEFAULT_BUDGETS, seconds=timeout)
    return EXIT_ERROR if test_recordings(paths, Loading(mods, budgets)) else 0


def _run_pytest(arguments: list[str], name: str | None) -> tuple[int, Results]:
    """Run pytest and return its exit code and the results. `name` is the value of -k."""
    import pytest

    from host.tools.testing.results import Results

    results = Results()
    runner = click.get_current_context().find_object(JobRunner)
    code = int(pytest.main(arguments, plugins=[results, *([runner] if runner else [])]))
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        click.echo(f"error: {explain_no_tests(results, name)}", err=True)
    if code == pytest.ExitCode.USAGE_ERROR:
        # A test that does not exist is an error of the request, and pytest's number has another meaning here.
        code = EXIT_ERROR if any("::" in argument for argument in arguments) else EXIT_USAGE
    return code, results


def explain_no_tests(results: Results, name: str | None) -> str:
    """Return why no test ran; `name` is the value of -k."""
    if name is not None:
        # The processes of pytest-xdist collect tests, and do not say which they leave out.
        count = f", of {len(results.deselected)} that were found" if results.deselected else ""
        words = (word for title in results.deselected for word in title.split())
        hint = did_you_mean(name, results.deselected) or did_you_mean(name, words)
        return f'no test matches -k "{in_one_line(name)}"{count}{f"; {in_one_line(hint)}" if hint else ""}'
    return (
        "no test was run; tests of a mod are the .lua files in its folders test and tests, and those named "
        "*_test.lua, test_*.lua or *_spec.lua"
    )


def _watch(arguments: list[str], folders: list[Path], written: list[Path], name: str | None) -> NoReturn:
    """Run pytest again at each save."""
    last: Results | None = None

    def run() -> None:
        nonlocal last
        _, results = _run_pytest(arguments, name)
        if results.is_interrupted:
            raise KeyboardInterrupt
        if last is not None:
            click.echo("\n".join(["", *results.compare(last)]))
        last = results

    from host.cli.shared.watch import repeat

    repeat(run, folders or [Path()], written=written)


def _find_folder(argument: str) -> Path:
    """Return the folder of the mod that a path is in, or the path itself for a folder of mods."""
    from host.tools.testing.finder import mod_of

    path = Path(argument.partition("::")[0]).absolute()
    return mod_of(path / "file") or (path if why_no_folder(path) is None else path.parent)


def _is_expression(name: str) -> bool:
    """Return whether a text is an expression of pytest's -k, words with and, or, not, and not a part of a name."""
    shape = re.sub(r"[^\s()]+", lambda word: word[0] if word[0] in _OPERATORS else "x", name.strip())
    try:
        nodes = list(ast.walk(ast.parse(shape, mode="eval")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return len(nodes) > 3 and all(isinstance(node, _NODES) for node in nodes)


def _find_path(argument: str) -> str:
    """Return a path, with `::` and a test after it if there are, as pytest takes it."""
    path, colons, rest = argument.partition("::")
    if os.path.exists(path):  # noqa: PTH110 - `exists` raises errors about folders that this user may not enter
        return argument
    if path in bundled_ids():
        return f"{BUNDLED_MODS / path}{colons}{rest}"
    from host.mods.installed import find_folder, known_ids

    installed = find_folder(path) if path.isidentifier() else None
    if installed is not None:
        return f"{installed}{colons}{rest}"
    names = [*known_ids(), *paths_beside(path)]
    raise RequestError(f'there is no mod or path "{path}" to test', hint=did_you_mean(path, names))

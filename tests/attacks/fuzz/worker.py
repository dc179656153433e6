"""Run random programs in the library: reads seeds, one a line, and answers each with how its program ended."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from host import Budgets, HostError
from host.dialects import lua_functions
from host.engine.engine import Engine
from host.errors import BudgetError, InternalError
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from tests.attacks.fuzz.programs import NEEDED, Program, head, random_program, spoken_dialect

_MANIFEST = 'id = "fuzz"\nversion = "1"\ndialects = ["{dialect}"]\n[dependencies]\n{needed}'


def write_mod(folder: Path, dialect: str) -> Path:
    """Write the mod in which programs of a dialect run."""
    mod = folder / dialect / "fuzz"
    mod.mkdir(parents=True, exist_ok=True)
    needed = "".join(f'{name} = "*"\n' for name in NEEDED.get(dialect, ()))
    (mod / "mod.toml").write_text(_MANIFEST.format(dialect=spoken_dialect(dialect), needed=needed))
    (mod / "init.lua").write_text(head(dialect))
    return mod


def run(program: Program, folder: Path) -> str:
    """Run a program, and return "ok", the class and message of its error, or "BROKEN" and why."""
    printed: list[str] = []
    budgets = Budgets(memory=program.mebibytes * 2**20, instructions=program.instructions, output=100_000)
    try:
        engine = Engine(
            ModsToLoad.of([*NEEDED.get(program.dialect, ()), write_mod(folder, program.dialect)], budgets=budgets),
            output=printed.append,
        )
    except BudgetError as error:
        # Mods such as base need more than the least.
        return f"not loaded: {error}"
    except HostError as error:
        return f"BROKEN: the mod was not loaded: {error}"
    ended = _attempt(lambda: _run_text(engine, program.text))
    if ended.startswith("BROKEN"):
        return ended
    # The host goes on, unless a budget ran out, which ends all later calls, or the program keeps the memory full.
    after = _attempt(lambda: _run_text(engine, "local x = 1"))
    is_used_up = ended.startswith("BudgetError") or "memory" in after
    if after == "ok" or (is_used_up and after.startswith("BudgetError")):
        return ended
    return f"BROKEN: the next program ends with {after}"


def _run_text(engine: Engine, text: str) -> None:
    engine.begin(Request(None, seed=1))
    engine.lua.call(lua_functions.run_text, len(engine.mods), text.encode(), "fuzz/program.lua")


def _attempt(act: Callable[[], None]) -> str:
    try:
        act()
    except InternalError as error:
        return f"BROKEN: {error}\n{error.details}"
    except BudgetError as error:
        return f"BudgetError: {error}"
    except HostError as error:
        return f"{type(error).__name__}: {error}"
    except BaseException as error:
        return f"BROKEN: {type(error).__name__}: {error}"
    return "ok"


def main() -> None:
    folder = Path(mkdtemp())
    for line in sys.stdin:
        sys.stdout.write(ascii(run(random_program(int(line)), folder)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

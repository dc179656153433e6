"""Run hostile mods with the real command: the first lines of each attack say what it tries and how it must end.

The comment at the top of an attack:

    -- Tries: what a mod would like to happen.
    -- Ends: 3 instructions        the exit code, and what ran out: instructions, memory, output or seconds
    -- Ends: 1 "oops"              the exit code, and a part of what is shown
    -- Ends: 0 same                done, and twice the same
    -- Ends: 1 or 3                several ways are well
    -- Runs: generate evil --seed 1      the command, for an attack that is a mod; without it, it is a script, or `mods`
    -- With: --play 1              more options
    -- Links: a=/etc               links to make in the folder of the mod
    -- Known: it hangs             does not end so yet, and how it ends instead

A line that ends in `-- here` is one that a budget may end at; when there are such lines, it ends at no other. An attack
in one file is a script, or with `Runs:` the entry of a mod "evil". An attack with several files is a folder of mods.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from host.paths import LUA
from tests.helpers import run_command, run_process, write_mod
from tests.helpers.command_server import run_forked

ATTACKS = Path(__file__).parent
# The timeout is for those that end by the clock alone; all others must end before, even on a busy machine.
BUDGETS = ("--memory", "32", "--timeout", "20")
# Instructions of attacks that end by them; and of all others, and those that load the bundled base, which takes many.
FEW_INSTRUCTIONS, INSTRUCTIONS = 300_000, 2_000_000
# Stands for the bundled base, which takes longer to load than nearly every attack takes.
BASE = {"mod.toml": 'id = "base"\nversion = "1.0"\n', "init.lua": ""}
SECRET = "ATTACK_SECRET"
# The tests of what comes after attacks take one of so many.
EACH = 24
# Long after --timeout: only what hangs for ever gets here.
GUARD = 60

RAN_OUT = {
    "instructions": "the mods used up the instructions they may have, ",
    "memory": "the mods used up the memory they may have, 32 MiB",
    "output": "bytes",
    "seconds": "and were stopped; --timeout SECONDS or Budgets(seconds=…) gives them more",
}
# The parent's clock, which comes after the clock of the child, does not know where a mod is.
PLACELESS = RAN_OUT["seconds"]

# The next generation in the same process must not notice anything of an attack.
SMALL = ("generate", "--seed", "1", "--set", "dungeon=tiny", "--format", "json")

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


@dataclass
class Attack:
    """An attack, as the top of its file describes it."""

    path: Path
    words: dict[str, str] = field(default_factory=dict)
    # Lines of its file at which a budget may end it.
    here: list[int] = field(default_factory=list)

    @property
    def main(self) -> Path:
        return self.path if self.path.is_file() else next(p for p in self.path.glob("*/*.lua") if _tells(p))

    @property
    def id(self) -> str:
        return str(self.path.relative_to(ATTACKS).with_suffix(""))

    @property
    def group(self) -> str:
        return self.id.split("/")[0]

    @property
    def is_script(self) -> bool:
        return self.path.is_file() and "Runs" not in self.words

    @property
    def needs_base(self) -> bool:
        """Whether it names something of the bundled base."""
        paths = [self.path] if self.path.is_file() else self.path.rglob("*.lua")
        return any(re.search(r"\bbase\b", path.read_text(encoding="utf-8")) for path in paths)

    @property
    def place(self) -> str:
        """The file of the attack as messages name it."""
        if self.is_script:
            return f"script/{self.path.name}"
        return f"{self.main.parent.name}/{self.main.name}" if self.path.is_dir() else "evil/init.lua"

    def lay_out(self, folder: Path) -> list[str]:
        """Write the attack into a folder, with something beside it that it must not read; the command for it."""
        mods = folder / "mods"
        for name in ("secret.lua", "secret.txt"):
            (folder / name).write_text(f"return '{SECRET}'")
        if self.is_script:
            script = Path(shutil.copy(self.path, folder))
            words = ["run", str(script), "--seed", "1"]
            if not self.needs_base:
                words += ["--mods", str(mods)]
        else:
            if self.path.is_dir():
                shutil.copytree(self.path, mods)
            else:
                (mods / "evil").mkdir(parents=True)
                shutil.copy(self.path, mods / "evil" / "init.lua")
                manifest = 'id = "evil"\nversion = "1.0"\n[dependencies]\nbase = "*"\n'
                (mods / "evil" / "mod.toml").write_text(manifest)
            words = [*self.words.get("Runs", "mods").split(), "--mods", str(mods)]
        if not self.needs_base:
            write_mod(mods / "base", BASE)
        for link in self.words.get("Links", "").split():
            name, target = link.split("=")
            (mods / "evil" / name).symlink_to(target)
        has_few = self.words["Ends"].startswith("3 instructions") and not self.needs_base
        instructions = FEW_INSTRUCTIONS if has_few else INSTRUCTIONS
        return [*words, "--instructions", str(instructions), *BUDGETS, *self.words.get("With", "").split()]


def _tells(path: Path) -> bool:
    return path.read_text(encoding="utf-8").startswith("-- Tries: ")


def read(path: Path) -> Attack:
    attack = Attack(path)
    lines = attack.main.read_text(encoding="utf-8").splitlines()
    for line in lines:
        known = re.fullmatch(r"-- (Tries|Ends|Runs|With|Links|Known): (.+)", line)
        if not known:
            break
        attack.words[known[1]] = known[2]
    attack.here = [number for number, line in enumerate(lines, 1) if line.endswith("-- here")]
    return attack


def find() -> list[Attack]:
    """All attacks: files, and folders of mods."""
    found = [read(path) for path in ATTACKS.rglob("*.lua") if path.parent.name in GROUPS and _tells(path)]
    found += [read(path.parents[1]) for path in ATTACKS.rglob("*/*/*.lua") if _tells(path) and not _alone(path)]
    if not (LUA / "core" / "sandbox" / "patterns.lua").exists():
        # Patterns are still Lua's own, which nothing but the clock ends.
        found = [attack for attack in found if not attack.id.startswith("cpu/patterns/")]
    return sorted(found, key=lambda attack: attack.id)


def _alone(path: Path) -> bool:
    return path.parent.name in GROUPS


GROUPS = ("cpu", "patterns", "texts", "memory", "output", "escape", "isolation", "files")
ALL = find()


def marked(attack: Attack) -> object:
    known = attack.words.get("Known")
    return pytest.param(attack, id=attack.id, marks=[pytest.mark.xfail(strict=True, reason=known)] if known else [])


def attempt(attack: Attack, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a process that need not import everything again."""
    words = attack.lay_out(folder)
    environment = {**os.environ, "HOME": f"/{SECRET}", SECRET: SECRET}
    return run_forked(*words, cwd=Path.cwd(), env=environment, timeout=GUARD)


def by_itself(attack: Attack, folder: Path) -> subprocess.CompletedProcess[str]:
    """The same in a fresh interpreter, as a person starts it."""
    return run_process(
        *attack.lay_out(folder), env={**os.environ, "HOME": f"/{SECRET}", SECRET: SECRET}, stdin=subprocess.DEVNULL
    )


@pytest.mark.parametrize("attack", [marked(attack) for attack in ALL])
def test_an_attack_ends_as_it_must(attack: Attack, tmp_path: Path) -> None:
    first = attempt(attack, tmp_path)
    check(attack, first)
    if attack.words["Ends"].endswith("same"):
        (tmp_path / "again").mkdir()
        # Another process, so that addresses and the rest of its memory are others.
        assert by_itself(attack, tmp_path / "again").stdout == first.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cpu/loop", "memory/tables", "output/error_report", "everything"])
def test_an_attack_ends_so_when_a_person_starts_it(name: str, tmp_path: Path) -> None:
    attack = next(attack for attack in ALL if attack.id == name)
    check(attack, by_itself(attack, tmp_path))


def check(attack: Attack, done: subprocess.CompletedProcess[str]) -> None:
    shown = done.stdout + done.stderr
    ends = attack.words["Ends"]
    told = f"{ends}\nended with {done.returncode}\n{done.stdout[-1500:]}\n{done.stderr[-3000:]}"
    check_exit_code(ends, done.returncode, told)
    check_words(shown, told)
    if done.returncode in (1, 3):
        check_report(attack, done.stderr, told)
    if done.returncode == 3:
        check_budget(attack, ends, done.stderr, told)
    for part in re.findall(r'"(.*)"', ends):
        assert part in shown, told
    # What an attack gets hold of, it prints.
    assert not re.search("^(?:found|went on)", done.stdout, re.MULTILINE), told


def check_exit_code(ends: str, code: int, told: str) -> None:
    allowed = [int(digit) for digit in re.findall(r"\b[013]\b", ends.split('"')[0])]
    assert code in allowed, told


def check_words(shown: str, told: str) -> None:
    """Nothing of the host's inside, no address, nothing that moves a cursor, and not more than a person reads."""
    for inside in ("Traceback", "[host]/", "the host failed", SECRET, 'File "'):
        assert inside not in shown.replace('"[host]/', ""), told
    assert not ADDRESS.search(shown), told
    assert not CONTROL.search(shown), told


def check_report(attack: Attack, report: str, told: str) -> None:
    """One message, or one for each mod that is to blame."""
    lines = report.splitlines()
    errors = [line for line in lines if line.startswith("error: ")]
    blamed = [line for line in lines if line.startswith("  mod    ")]
    # Mods that wait for each other are each told so.
    assert errors, told
    assert len(errors) == len(set(blamed) or {None}), told
    assert sum(line.startswith("  again  ") for line in lines) <= 1, told
    assert len(report) < 40_000, told


def check_budget(attack: Attack, ends: str, report: str, told: str) -> None:
    """What ran out is what was said, at a line of the attack."""
    kinds = re.findall("instructions|memory|output|seconds", ends)
    assert any(RAN_OUT[kind] in report for kind in kinds) or not kinds, told
    if PLACELESS in report:
        return
    place = re.search(r"^error: ([^:\n]+):(\d+): ", report, re.MULTILINE)
    assert place is not None, told
    mod = attack.place.split("/")[0]
    # Text that a mod loads has a name of its own.
    assert place[1] == attack.place or place[1].startswith(f"{mod}/loaded "), told
    assert f"\n  mod    {mod}\n" in report, told
    if attack.here:
        assert int(place[2]) in attack.here, told


@pytest.mark.slow
@pytest.mark.parametrize("group", sorted({attack.group for attack in ALL}))
def test_the_next_dungeon_is_as_if_nothing_had_been(group: str, tmp_path: Path) -> None:
    """In one parent: the command runs here, and only its children are forked."""
    before = run_command(*SMALL).stdout
    assert before.startswith("{")
    for number, attack in enumerate([attack for attack in ALL if attack.group == group][::EACH]):
        folder = tmp_path / str(number)
        folder.mkdir()
        done = run_command(*attack.lay_out(folder), "--timeout", "0.3")
        assert done.exit_code in (0, 1, 3), attack.id
    assert run_command(*SMALL).stdout == before


def test_there_are_attacks_of_every_kind() -> None:
    found = [read(path) for path in ATTACKS.rglob("*.lua") if path.parent.name in GROUPS and _tells(path)]
    assert {attack.group for attack in found} >= {"cpu", "memory", "output", "escape", "isolation", "files"}
    assert len(ALL) >= 95


def test_every_attack_says_what_it_tries_and_how_it_must_end() -> None:
    for attack in ALL:
        assert attack.words.get("Tries", "").endswith("."), attack.id
        assert re.fullmatch(
            r'(?:0 same|[013](?: or [013])*(?: "[^"]+"| (?:instructions|memory|output|seconds)(?: or \w+)*)?)',
            attack.words.get("Ends", ""),
        ), attack.id

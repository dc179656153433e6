"""A sample of the programs of `make fuzz`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.attacks.fuzz.fuzzer import Worker
from tests.attacks.fuzz.programs import random_program

# Seeds of programs that broke the host once.
FOUND = (414,)


@pytest.mark.slow
def test_random_programs_do_not_break_the_library() -> None:
    with Worker() as worker:
        broken = {seed: end for seed in range(1, 61) if (end := worker.run(seed)).startswith("BROKEN")}
    assert broken == {}


def test_programs_that_broke_the_library() -> None:
    with Worker() as worker:
        assert [end for seed in FOUND if (end := worker.run(seed)).startswith("BROKEN")] == []


def test_a_seed_gives_the_same_program_in_every_process() -> None:
    # This process has another hash seed.
    hash_seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    shown = subprocess.run(
        [sys.executable, "-m", "tests.attacks.fuzz", "--show", "7"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout == f"{random_program(7)}\n"


def test_limits_are_of_all_sizes() -> None:
    instructions = [random_program(seed).instructions for seed in range(200)]
    assert min(instructions) < 200_000
    assert max(instructions) > 5_000_000

"""A sample of the programs of `make fuzz`."""

from __future__ import annotations

import pytest

from tests.fuzz.fuzzer import Worker
from tests.fuzz.programs import random_program

# Seeds of programs that broke the host once.
FOUND = (414,)


@pytest.mark.parametrize("first", [1, 101, 201, 301])
def test_random_programs_do_not_break_the_library(first: int) -> None:
    with Worker() as worker:
        broken = {seed: end for seed in range(first, first + 60) if (end := worker.run(seed)).startswith("BROKEN")}
    assert broken == {}


def test_programs_that_broke_the_library() -> None:
    with Worker() as worker:
        assert [end for seed in FOUND if (end := worker.run(seed)).startswith("BROKEN")] == []


def test_the_program_of_a_seed_stays_the_same() -> None:
    assert random_program(7) == random_program(7)
    assert len({random_program(seed).text for seed in range(50)}) == 50

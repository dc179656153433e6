"""Plays `mods/undercroft` for many seeds, each twice: every game must be won without an error, with the same log.

python bench/undercroft.py --seeds 200 --jobs 2
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from host import Host


def play(seed: int, times: int) -> tuple[int, int, float, str]:
    """The seed, the turns, seconds of a processor for the first game, and what is wrong, or nothing."""
    logs = []
    began = time.process_time()
    seconds = 0.0
    for _ in range(times):
        host = Host(["undercroft"], output=lambda _: None)
        simulation = host.simulate("undercroft", seed=seed, strict=True)
        logs.append(simulation.log)
        seconds = seconds or time.process_time() - began
        if host.warnings:
            return seed, simulation.turns, seconds, host.warnings[0]
    last = logs[0][-1]
    if not last.endswith(": the undercroft: conquered"):
        return seed, len(logs[0]), seconds, f"not won: {last}"
    return seed, len(logs[0]), seconds, "" if logs[0] == logs[-1] else "two games with this seed went two ways"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--twice", action="store_true")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.seeds)
    times = [2 if options.twice else 1] * options.seeds
    began = time.monotonic()
    turns, seconds, wrong = 0, 0.0, 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for seed, count, spent, problem in pool.map(play, seeds, times):
            turns, seconds, wrong = turns + count, seconds + spent, wrong + bool(problem)
            if problem:
                print(f"seed {seed}: {problem}", flush=True)
            if seed % 10 == 0:
                print(f"… seed {seed}, {wrong} went wrong so far", file=sys.stderr, flush=True)
    each = options.seeds
    print(
        f"{each} seeds: {wrong} went wrong; a game has {turns / each:.0f} turns and takes "
        f"{seconds / each:.1f} s of a processor; {time.monotonic() - began:.0f} s in all with {options.jobs} at a time"
    )


if __name__ == "__main__":
    main()

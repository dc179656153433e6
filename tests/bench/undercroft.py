"""Plays `mods/undercroft` for many seeds, each twice: every game must be won without an error, with the same log.

python tests/bench/undercroft.py --seeds 200 --jobs 2
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor

from host import Host


def play(seed: int) -> tuple[int, int, float, str]:
    """The seed, the turns, seconds of this processor for the first game, and what is wrong; nothing when all is well."""
    logs = []
    began = time.process_time()
    seconds = 0.0
    for _ in range(2):
        host = Host(["undercroft"], output=lambda _: None)
        found = host.simulate("undercroft", seed=seed, strict=True)
        logs.append(found.log)
        seconds = seconds or time.process_time() - began
        if host.warnings:
            return seed, found.turns, seconds, host.warnings[0]
    last = logs[0][-1]
    if not last.endswith(": the undercroft: conquered"):
        return seed, len(logs[0]), seconds, f"not won: {last}"
    return seed, len(logs[0]), seconds, "" if logs[0] == logs[1] else "two games with this seed went two ways"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    began = time.monotonic()
    turns, seconds, wrong = 0, 0.0, 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for seed, count, spent, problem in pool.map(play, range(1, asked.seeds + 1)):
            turns, seconds, wrong = turns + count, seconds + spent, wrong + bool(problem)
            if problem:
                print(f"seed {seed}: {problem}", flush=True)
    each = asked.seeds
    print(
        f"{each} seeds, each twice: {wrong} went wrong; a game has {turns / each:.0f} turns and takes "
        f"{seconds / each:.1f} s of a processor; {time.monotonic() - began:.0f} s in all with {asked.jobs} at a time"
    )


if __name__ == "__main__":
    main()

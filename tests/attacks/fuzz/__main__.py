"""`make fuzz`: random programs against the library for an hour.

python -m tests.attacks.fuzz [SECONDS] [FIRST_SEED] prints every seed whose program breaks the host, and ends with 1 if
there is one. `python -m tests.attacks.fuzz --show SEED` prints a program.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from tests.attacks.fuzz.fuzzer import Worker
from tests.attacks.fuzz.programs import random_program


def main() -> int:
    if sys.argv[1:2] == ["--show"]:
        print(random_program(int(sys.argv[2])))
        return 0
    seconds, seed = (float(word) for word in (*sys.argv[1:3], *("3600", "1")[len(sys.argv) - 1 :]))
    ends: Counter[str] = Counter()
    broken = []
    deadline = time.monotonic() + seconds
    number = int(seed)
    with Worker() as worker:
        while time.monotonic() < deadline:
            end = worker.run(number)
            ends[end.partition(":")[0]] += 1
            if end.startswith("BROKEN"):
                broken.append(number)
                print(f"seed {number}: {end}", flush=True)
            number += 1
    print(f"{sum(ends.values())} programs: {', '.join(f'{kind} {count}' for kind, count in ends.most_common())}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

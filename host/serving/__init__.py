"""Workers: warm child processes that load mods once and make maps for whoever asks.

>>> from host.serving import Pool
>>> with Pool(["base"], workers=2) as pool:
...     pool.generate_sync("base", seed=7, options={"dungeon": "tiny"}).tiles.shape
(14, 14)

| module | holds |
|---|---|
| `pool` | `Pool`: workers for programs, with a queue, deadlines and cancellation |
| `set_pool` | `SetPool`: workers for several sets of mods, with one queue |
| `mod_set` | `ModSet`: a set of mods, as they were when they were loaded |
| `worker_pool` | `WorkerPool`: workers for one set of mods, and any operation on them |
| `worker` | `Worker`: the parent's end of one child, which replaces it when it dies |
| `statistics` | numbers of the requests of a pool, and records of `logging` about each |
| `metrics` | the same numbers for Prometheus |
| `generating` | what workers of a pool do: make maps |
| `documents` | documents of maps, as workers encode them |
| `server` | the child: a server that loads the mods, and a fork of it that performs requests |
| `reloader` | `Reloader`: the same job again and again on a worker, for `--watch` |
| `checkpoints` | processes of that child that reload only the mods that changed |
"""

from host.serving.pool import Pool
from host.serving.set_pool import Busy
from host.serving.submission import DeadlineExceeded

__all__ = ["Busy", "DeadlineExceeded", "Pool"]

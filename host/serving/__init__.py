"""Workers: warm child processes that load mods once and make maps for whoever asks.

>>> from host.serving import Pool
>>> with Pool(["base"], workers=2) as pool:
...     pool.generate_sync("base", seed=7, options={"dungeon": "tiny"}).tiles.shape
(14, 14)
"""

from host.serving.pool import Pool
from host.serving.set_pool import Busy
from host.serving.submission import DeadlineExceeded

__all__ = ["Busy", "DeadlineExceeded", "Pool"]

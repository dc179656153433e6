"""Garbage collection of processes that live for one job."""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """Collect garbage after many more objects: a short life leaves little to collect, and much to look through."""
    gc.set_threshold(100_000, 50, 50)

"""The memory of the process that runs tests: many tests fork it, and a fork copies the table of all its pages."""

from __future__ import annotations

import ctypes
import gc
import mmap
import sys
from pathlib import Path

# More private bytes than these are given back between files of tests.
_MOST_PRIVATE = 192 * 2**20
_HUGE_PAGE = 2 * 2**20
# Advice of Linux 6.1: copy a range of memory into huge pages now.
_MADV_COLLAPSE = 25


def give_back() -> None:
    """Give memory that is free back to the system, when the process has much."""
    if sys.platform != "linux":
        return
    _, resident, shared, *_ = map(int, Path("/proc/self/statm").read_text(encoding="ascii").split())
    if (resident - shared) * mmap.PAGESIZE > _MOST_PRIVATE:
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)


def use_huge_pages() -> None:
    """Put private memory into huge pages, where the system offers that: their table is short."""
    if sys.platform != "linux":
        return
    advise = ctypes.CDLL(None).madvise
    advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for line in Path("/proc/self/maps").read_text(encoding="ascii", errors="replace").splitlines():
        addresses, rights, _, _, _, *name = line.split()
        start, end = (int(address, 16) // _HUGE_PAGE * _HUGE_PAGE for address in addresses.split("-"))
        if rights == "rw-p" and name in ([], ["[heap]"]) and start + _HUGE_PAGE < end:
            advise(start + _HUGE_PAGE, end - start - _HUGE_PAGE, _MADV_COLLAPSE)

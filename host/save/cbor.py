"""CBOR in saves, which may come from strangers: values that a save never holds are refused before they are decoded.

The host writes no tags and only definite lengths. Tags are dangerous: a shared reference repeats a list without further
bytes, and others stand for numbers, patterns and addresses of any size. The memory for all other values is limited by
their number and by the bytes of the data.
"""

from __future__ import annotations

import re
from io import BytesIO
from itertools import islice
from typing import Any

import cbor2

from host.errors import SaveError

# Values in the data: a list takes up to 64 bytes of memory, and one byte of CBOR.
_MOST_VALUES = 2**22

# A value without those in it: numbers, constants, the beginnings of lists and maps, and short texts with their bytes.
# Texts come last, because they have the most alternatives.
_SHORT_TEXTS = b"|".join(b"[%s%c].{%d}" % (re.escape(b"%c" % (0x40 + n)), 0x60 + n, n) for n in range(1, 24))
_VALUE = (
    rb"[\x00-\x17\x20-\x37\x40\x60\x80-\x97\xa0-\xb7\xf4-\xf6]|"
    rb"[\x18\x38\x98\xb8].|[\x19\x39\x99\xb9\xf9]..|[\x1a\x3a\x9a\xba\xfa].{4}|[\x1b\x3b\x9b\xbb\xfb].{8}|"
    + _SHORT_TEXTS
)
_VALUES = re.compile(b"(?:%s)*+" % _VALUE, re.DOTALL)
_EACH = re.compile(_VALUE, re.DOTALL)
# Bytes and texts whose length follows in 1, 2, 4 or 8 bytes; the two lowest bits say in how many.
_LONG_TEXTS = frozenset((0x58, 0x59, 0x5A, 0x5B, 0x78, 0x79, 0x7A, 0x7B))


def encode(value: Any) -> bytes:
    """Encode plain data. Raises SaveError for more values than `decode` takes."""
    data = cbor2.dumps(value)
    _check(data)
    return data


def decode(data: bytes, number: int = 0) -> Any:
    """Decode the value with this number, from 0, of those in the data. Raises SaveError for one that is not plain."""
    _check(data)
    decoder = cbor2.CBORDecoder(BytesIO(data))
    try:
        for _ in range(number):
            decoder.decode()
        return decoder.decode()
    except (cbor2.CBORError, TypeError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        raise SaveError(str(error) or type(error).__name__) from None


def _check(data: bytes) -> None:
    at = values = 0
    while at < len(data):
        begin, at = at, _VALUES.match(data, at).end()  # type: ignore[union-attr]
        # Each value has a byte at least, so most data has too few to count them.
        values += 1
        if len(data) > _MOST_VALUES:
            values += sum(1 for _ in islice(_EACH.finditer(data, begin, at), _MOST_VALUES))
        if values > _MOST_VALUES:
            raise SaveError(f"it has more than {_MOST_VALUES} values")
        if at == len(data):
            break
        if data[at] not in _LONG_TEXTS:
            raise SaveError(f"its byte {at} begins no value of a save, or the value is cut off")
        size = 1 << (data[at] & 3)
        at += 1 + size + int.from_bytes(data[at + 1 : at + 1 + size], "big")

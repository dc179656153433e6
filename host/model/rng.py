"""Named streams of random numbers, all from one `--seed`.

A stream is identified by (seed, mod, purpose). Its 64-bit words are the raw output of numpy's Philox 4x64-10
(Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011), which numpy promises never to change,
under the key BLAKE2b-128(seed, mod, purpose). Bounded numbers, reals and shuffles are computed from those words by the
integer arithmetic in this module, so that a seed gives the same dungeon on every machine. `lua/core/game/random.lua`
does the same arithmetic on the same words for streams that live in Lua.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, MutableSequence, Sequence
from hashlib import blake2b
from itertools import accumulate
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from numpy.random.bit_generator import ISeedSequence

T = TypeVar("T")

# Words generated at a time. Most streams use only a few, so the first block is smaller.
_BLOCK = 256
_FIRST_BLOCK = 64
_REAL = 1.0 / (1 << 53)
_NO_WORDS = np.zeros(0, dtype=np.uint64)


class _Key(ISeedSequence):
    """The key of a bit generator, passed as a seed sequence: then numpy does not ask the system for entropy."""

    def __init__(self, key: npt.NDArray[np.uint64]) -> None:
        self._key = key

    def generate_state(self, n_words: int, dtype: npt.DTypeLike = np.uint32) -> npt.NDArray[Any]:  # noqa: ARG002
        return self._key


def _philox(key: npt.NDArray[np.uint64]) -> np.random.Philox:
    """Return Philox with a key of two words, three times as fast as Philox(key=key)."""
    # The type stubs of numpy accept only its own seed sequence.
    return np.random.Philox(_Key(key))  # type: ignore[arg-type]


class Stream:
    """One stream of random numbers.

    Every method takes a fixed number of words, except `below` with a bound above 2**32.
    """

    __slots__ = ("_bits", "_block", "_key", "_left", "_made")

    def __init__(self, seed: int, mod: str, purpose: str) -> None:
        name = "\0".join((str(seed), mod, purpose)).encode("utf-8", "surrogateescape")
        self._key = np.frombuffer(blake2b(name, digest_size=16).digest(), dtype="<u8")
        self._bits = _philox(self._key)
        # Number of words generated so far, used or not.
        self._made = 0
        # The last block of words, and its unused words in reverse order.
        self._block = _NO_WORDS
        self._left: list[int] = []

    def word(self) -> int:
        """Return the next 64 random bits."""
        if not self._left:
            size = min(_BLOCK, self._made + _FIRST_BLOCK)
            self._block = self._bits.random_raw(size)
            self._made += size
            self._left = self._block[::-1].tolist()
        return self._left.pop()

    def words(self, count: int) -> npt.NDArray[np.uint64]:
        """Return the next `count` words as an array: the words that `count` calls of `word` would return."""
        left = len(self._left)
        start = len(self._block) - left
        if count < left:
            del self._left[left - count :]
            return self._block[start : start + count]
        self._made += count - left
        words = self._bits.random_raw(count - left)
        if not left:
            return words
        self._left.clear()
        return np.concatenate((self._block[start:], words))

    @property
    def position(self) -> int:
        """Number of words taken so far."""
        return self._made - len(self._left)

    def seek(self, position: int) -> None:
        """Continue as if `position` words had been taken."""
        self._bits = _philox(self._key)
        # One step of the counter generates four words.
        self._bits.advance(position // 4)
        self._bits.random_raw(position % 4)
        self._block = _NO_WORDS
        self._left = []
        self._made = position

    def below(self, bound: int) -> int:
        """Return a whole number in 0 .. bound-1; `bound` must be at least 1.

        Up to 2**32 it is floor(word * bound / 2**64), with a bias below 2**-32 of the share of one value. Above,
        words are cut to the smallest sufficient number of bits and drawn until one is below the bound.
        """
        if bound <= 1 << 32:
            left = self._left
            return ((left.pop() if left else self.word()) * bound) >> 64
        shift = 64 - (bound - 1).bit_length()
        while True:
            number = self.word() >> shift
            if number < bound:
                return number

    def between(self, low: int, high: int) -> int:
        """Return a whole number in low .. high, both included; the span is at most 2**64."""
        return low + self.below(high - low + 1)

    def real(self) -> float:
        """Return a multiple of 2**-53 in [0, 1)."""
        left = self._left
        return ((left.pop() if left else self.word()) >> 11) * _REAL

    def chance(self, probability: float) -> bool:
        """Return True with that probability; 0 is never and 1 is always."""
        return self.real() < probability

    def choice(self, items: Sequence[T]) -> T:
        """Return a random member of `items`, which must not be empty."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle `items` in place, uniformly (Fisher–Yates, from the end)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def below_array(words: npt.NDArray[np.uint64], bounds: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Return `Stream.below` for arrays: one word and one bound (1 .. 2**32 - 1) per number."""
    half = np.uint64(32)
    high = (words >> half) * bounds
    low = (words & np.uint64(0xFFFFFFFF)) * bounds
    return ((high + (low >> half)) >> half).astype(np.int64)


def chance_array(words: npt.NDArray[np.uint64], probability: float | npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Return `Stream.chance` for an array: one word per decision."""
    return (words >> np.uint64(11)) * _REAL < probability


class Rng:
    """The streams of one seed. The first use of a stream creates it."""

    __slots__ = ("_streams", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._streams: dict[tuple[str, str], Stream] = {}

    def stream(self, mod: str, purpose: str) -> Stream:
        """Return the stream of `mod` for `purpose`. Draws from it do not affect other streams."""
        stream = self._streams.get((mod, purpose))
        if stream is None:
            stream = self._streams[mod, purpose] = Stream(self.seed, mod, purpose)
        return stream

    def positions(self) -> dict[tuple[str, str], int]:
        """Return (mod, purpose) -> number of words taken."""
        return {name: stream.position for name, stream in self._streams.items()}

    def restore(self, positions: Mapping[tuple[str, str], int]) -> None:
        """Move all streams to earlier `positions`."""
        for name, stream in self._streams.items():
            if name not in positions:
                stream.seek(0)
        for (mod, purpose), position in positions.items():
            self.stream(mod, purpose).seek(position)

    def reset_stream(self, mod: str, purpose: str) -> None:
        """Restart a stream: its next use begins with its first word."""
        self._streams.pop((mod, purpose), None)


class Weights:
    """Draws positions 0 … n-1 with probabilities proportional to weights, by inversion of the cumulative sums.

    Weights are finite and not negative, and at least one is positive. `lua/core/game/weights.lua` draws the same
    positions for weights that live in Lua, where sums are exact.
    """

    __slots__ = ("_last", "_reached", "_total")

    def __init__(self, weights: Sequence[float]) -> None:
        # Cumulative sums of the weights.
        self._reached = list(accumulate(weights))
        self._total = self._reached[-1]
        # The last position of positive weight.
        self._last = max(i for i, weight in enumerate(weights) if weight > 0)

    def draw(self, stream: Stream) -> int:
        """Return a position; takes one word of the stream. A position of weight 0 is never drawn."""
        position = bisect_right(self._reached, stream.real() * self._total)
        # real() is below 1, but its product with the total may round up to the total.
        return min(self._last, position)

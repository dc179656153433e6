"""Named streams of random numbers.

A stream is known by (seed, mod, purpose): its 64-bit words are the raw output of numpy's Philox 4x64-10
(Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011), which numpy promises never to change,
under the key BLAKE2b-128(seed, mod, purpose). Bounded numbers, reals and shuffles are made from those words by
the integer arithmetic written here, and nothing else, so that a seed means the same dungeon on every machine.
`lua/core/game/random.lua` does the same arithmetic on the same words for the streams that live in Lua.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from numpy.random.bit_generator import ISeedSequence

T = TypeVar("T")

# Words that are made at once. From most streams only a few are taken, so they begin with fewer.
_BLOCK = 256
_FIRST_BLOCK = 64
_REAL = 1.0 / (1 << 53)


class _Key(ISeedSequence):
    """The key of a generator of bits, in the place where numpy would ask the system for chance and then not use it."""

    def __init__(self, key: npt.NDArray[np.uint64]) -> None:
        self._key = key

    def generate_state(self, n_words: int, dtype: npt.DTypeLike = np.uint32) -> npt.NDArray[Any]:  # noqa: ARG002
        return self._key


def _philox(key: npt.NDArray[np.uint64]) -> np.random.Philox:
    """Philox under a key of two words: as Philox(key=key), in a third of the time."""
    # The stubs of numpy know one seed sequence, its own.
    return np.random.Philox(_Key(key))  # type: ignore[arg-type]


class Stream:
    """One stream. Every method but `below` with a bound over 2**32 takes a fixed number of words."""

    __slots__ = ("_bits", "_block", "_key", "_left", "_made")

    def __init__(self, seed: int, mod: str, purpose: str) -> None:
        name = "\0".join((str(seed), mod, purpose)).encode()
        self._key = np.frombuffer(blake2b(name, digest_size=16).digest(), dtype="<u8")
        self._bits = _philox(self._key)
        # How many words were made so far, used or not.
        self._made = 0
        # The words drawn last, and those of them that are not used yet, last one next.
        self._block = np.zeros(0, dtype=np.uint64)
        self._left: list[int] = []

    def word(self) -> int:
        """The next 64 random bits."""
        if not self._left:
            size = min(_BLOCK, self._made + _FIRST_BLOCK)
            self._block = self._bits.random_raw(size)
            self._made += size
            self._left = self._block[::-1].tolist()
        return self._left.pop()

    def words(self, count: int) -> npt.NDArray[np.uint64]:
        """The next `count` words as an array: the same words that `count` calls of `word` would give."""
        left = len(self._left)
        start = len(self._block) - left
        if count < left:
            del self._left[left - count :]
            return self._block[start : start + count]
        self._left.clear()
        self._made += count - left
        return np.concatenate((self._block[start:], self._bits.random_raw(count - left)))

    @property
    def position(self) -> int:
        """How many words were taken so far."""
        return self._made - len(self._left)

    def seek(self, position: int) -> None:
        """Let the stream go on as if so many words had been taken."""
        self._bits = _philox(self._key)
        # A step of the counter makes four words.
        self._bits.advance(position // 4)
        self._bits.random_raw(position % 4)
        self._block = np.zeros(0, dtype=np.uint64)
        self._left = []
        self._made = position

    def below(self, bound: int) -> int:
        """A whole number in 0 .. bound-1; `bound` must be at least 1.

        floor(word * bound / 2**64) up to 2**32, where the bias is under 2**-32 of one value's share; above it
        the smallest sufficient number of bits is drawn until one fits.
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
        """A whole number in low .. high, both included; spans up to 2**64."""
        return low + self.below(high - low + 1)

    def real(self) -> float:
        """A multiple of 2**-53 in [0, 1)."""
        left = self._left
        return ((left.pop() if left else self.word()) >> 11) * _REAL

    def chance(self, probability: float) -> bool:
        """True with the given probability; 0 is never and 1 is always."""
        return self.real() < probability

    def choice(self, items: Sequence[T]) -> T:
        """A member of `items`, which must not be empty."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` into a uniformly random order in place (Fisher–Yates, from the end)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def below_array(words: npt.NDArray[np.uint64], bounds: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """`Stream.below` over arrays: one word and one bound (1 .. 2**32 - 1) a number."""
    half = np.uint64(32)
    high = (words >> half) * bounds
    low = (words & np.uint64(0xFFFFFFFF)) * bounds
    return ((high + (low >> half)) >> half).astype(np.int64)


def chance_array(words: npt.NDArray[np.uint64], probability: float | npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """`Stream.chance` over an array: one word a decision."""
    return (words >> np.uint64(11)) * _REAL < probability


class Rng:
    """All the streams of one seed; a stream is made when first asked for and then goes on."""

    __slots__ = ("_streams", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._streams: dict[tuple[str, str], Stream] = {}

    def stream(self, mod: str, purpose: str) -> Stream:
        """The stream of `mod` for `purpose`: what is drawn from it moves no other stream."""
        stream = self._streams.get((mod, purpose))
        if stream is None:
            stream = self._streams[mod, purpose] = Stream(self.seed, mod, purpose)
        return stream

    def positions(self) -> dict[tuple[str, str], int]:
        """How many words were taken of each stream, by mod and purpose."""
        return {name: stream.position for name, stream in self._streams.items()}

    def restore(self, positions: Mapping[tuple[str, str], int]) -> None:
        """Let all streams go on from where they were when `positions` told."""
        for name, stream in self._streams.items():
            if name not in positions:
                stream.seek(0)
        for (mod, purpose), position in positions.items():
            self.stream(mod, purpose).seek(position)

    def forget(self, mod: str, purpose: str) -> None:
        """Let a stream begin again when it is next asked for."""
        self._streams.pop((mod, purpose), None)

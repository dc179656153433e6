"""Random streams: a seed gives the same numbers in every version, without bias."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model.rng import Rng, Stream, Weights, below_array, chance_array
from tests.helpers import RunLua

SEEDS = st.integers(0, 2**64)


def philox(key: tuple[int, int], counter: int) -> list[int]:
    """Philox 4x64-10 as the paper has it (Salmon et al. 2011), one block of four words."""
    mask = 2**64 - 1
    words = [counter & mask, counter >> 64 & mask, 0, 0]
    k0, k1 = key
    for _ in range(10):
        a, b = words[0] * 0xD2E7470EE14C6C93, words[2] * 0xCA5A826395121157
        words = [b >> 64 ^ words[1] ^ k0, b & mask, a >> 64 ^ words[3] ^ k1, a & mask]
        k0, k1 = k0 + 0x9E3779B97F4A7C15 & mask, k1 + 0xBB67AE8584CAA73B & mask
    return words


@pytest.mark.parametrize("seed", [0, 7, 2**70])
def test_the_words_are_those_of_philox_under_a_hash_of_the_name(seed: int) -> None:
    digest = blake2b(f"{seed}\0base\0kts.LayoutDungeon".encode(), digest_size=16).digest()
    key = (int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little"))
    expected = [word for block in range(1, 200) for word in philox(key, block)]
    stream = Stream(seed, "base", "kts.LayoutDungeon")
    assert [stream.word() for _ in expected] == expected


def test_a_seed_means_the_same_numbers_for_ever() -> None:
    stream = Stream(7, "base", "kts.LayoutDungeon")
    assert [stream.below(6) for _ in range(12)] == [2, 1, 2, 0, 2, 3, 1, 1, 1, 1, 5, 1]
    assert stream.real() == 0.5983645466810826
    shuffled = list(range(10))
    stream.shuffle(shuffled)
    assert shuffled == [0, 1, 3, 8, 9, 5, 7, 4, 6, 2]


def test_streams_of_other_seeds_mods_and_purposes_are_others() -> None:
    streams = [
        Stream(1, "a", "b"),
        Stream(2, "a", "b"),
        Stream(1, "b", "b"),
        Stream(1, "a", "c"),
        Stream(1, "a\0", "b"),
    ]
    assert len({stream.word() for stream in streams}) == len(streams)


def test_drawing_from_one_stream_moves_no_other() -> None:
    one, other = Rng(5), Rng(5)
    for _ in range(1000):
        other.stream("noise", "kts.random").word()
    assert one.stream("base", "x").word() == other.stream("base", "x").word()


@given(seed=SEEDS, cuts=st.lists(st.integers(0, 700), max_size=8))
def test_words_in_bulk_are_the_words_one_by_one(seed: int, cuts: list[int]) -> None:
    bulk, single = Stream(seed, "a", "b"), Stream(seed, "a", "b")
    for count in cuts:
        assert bulk.words(count).tolist() == [single.word() for _ in range(count)]
        assert bulk.word() == single.word()


@given(seed=SEEDS, bound=st.one_of(st.integers(1, 100), st.integers(1, 2**64)))
def test_below_stays_below(seed: int, bound: int) -> None:
    stream = Stream(seed, "a", "b")
    assert all(0 <= stream.below(bound) < bound for _ in range(20))


@given(seed=SEEDS, low=st.integers(-(2**63), 2**63 - 1), span=st.integers(0, 2**40))
def test_between_includes_both_ends(seed: int, low: int, span: int) -> None:
    number = Stream(seed, "a", "b").between(low, low + span)
    assert low <= number <= low + span


@given(seed=SEEDS, bounds=st.lists(st.integers(1, 2**32 - 1), min_size=1, max_size=50))
def test_arrays_are_bounded_as_numbers_are(seed: int, bounds: list[int]) -> None:
    words = Stream(seed, "a", "b").words(len(bounds))
    single = Stream(seed, "a", "b")
    assert below_array(words, np.array(bounds, dtype=np.uint64)).tolist() == [single.below(bound) for bound in bounds]


@given(seed=SEEDS, probability=st.floats(0, 1))
def test_arrays_happen_as_chances_do(seed: int, probability: float) -> None:
    words = Stream(seed, "a", "b").words(50)
    single = Stream(seed, "a", "b")
    assert chance_array(words, probability).tolist() == [single.chance(probability) for _ in range(50)]


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 100])
def test_below_is_uniform(bound: int) -> None:
    rounds = 200 * bound
    stream = Stream(3, "a", str(bound))
    found = Counter(stream.below(bound) for _ in range(rounds))
    chi = sum((found[i] - 200) ** 2 / 200 for i in range(bound))
    assert chi < bound + 4 * (2 * bound) ** 0.5


def test_chances_of_0_and_1_are_certain() -> None:
    stream = Stream(1, "a", "b")
    assert not any(stream.chance(0) for _ in range(1000))
    assert all(stream.chance(1) for _ in range(1000))


@given(seed=SEEDS, weights=st.lists(st.floats(0, 1e6), min_size=1, max_size=20).filter(any))
def test_what_weighs_nothing_is_never_drawn(seed: int, weights: list[float]) -> None:
    stream, draw = Stream(seed, "a", "b"), Weights(weights)
    assert all(weights[draw.draw(stream)] > 0 for _ in range(30))


def test_weights_are_probabilities() -> None:
    weights = [0.5, 0.0, 1.5, 3.0]
    stream, draw = Stream(9, "a", "b"), Weights(weights)
    found = Counter(draw.draw(stream) for _ in range(10_000))
    expected = [weight / 5 * 10_000 for weight in weights]
    assert sum((found[i] - e) ** 2 / e for i, e in enumerate(expected) if e) < 16


def test_lua_draws_the_same_numbers_as_python(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local out = {}
        for i = 1, 600 do out[#out + 1] = kts.RandomRange(-i, i * i) end
        out[#out + 1] = kts.RandomRange(1, 1 << 32)
        out[#out + 1] = kts.RandomRange(0, 2^40)
        out[#out + 1] = kts.RandomRange(math.mininteger, math.maxinteger)
        print(table.concat(out, " "))
        """,
        load="",
        seed=12345,
    )
    stream = Stream(12345, "script", "kts.random")
    expected = [stream.between(-i, i * i) for i in range(1, 601)]
    expected += [stream.between(1, 2**32), stream.between(0, 2**40), stream.between(-(2**63), 2**63 - 1)]
    assert ran.text.split() == [str(number) for number in expected]


def test_math_random_draws_from_a_stream_of_the_mod(run_lua: RunLua) -> None:
    ran = run_lua("for i = 1, 5 do print(math.random(i, 100), math.random(9), math.random()) end", seed=99)
    stream = Stream(99, "script", "math.random")
    for i, line in enumerate(ran.lines, 1):
        low, small, real = line.split()
        assert (int(low), int(small)) == (stream.between(i, 100), stream.between(1, 9))
        assert float(real) == pytest.approx(stream.real(), rel=1e-12)


def test_names_that_are_not_utf_8_have_streams() -> None:
    draws = {name: Stream(1, "mod", name).below(2**32) for name in ("\udcff", "\udcfe", "ÿ")}
    assert len(set(draws.values())) == 3

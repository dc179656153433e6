"""Draws of weighted choices in dungeons: entries of pools and segments of lists, with how often to expect each.

What an entry is expected to do follows from its weight, and its chance may differ from draw to draw: a finite pool
loses what is drawn, and the layout of a dungeon prefers segments that it does not have yet. The number of times that
an entry is drawn is then a sum of trials with different chances p: its mean is Σ p, and its variance Σ p − Σ p².
"""

from __future__ import annotations

from typing import NamedTuple

# The name of lists of segments among the paths of pools.
SEGMENTS = ""
# Path of a pool, or SEGMENTS -> id of an entry -> [dungeons in which it was drawn, times drawn, draws, Σ p, Σ p²].
Draws = dict[str, dict[str, list[float]]]


class Draw(NamedTuple):
    """An entry of a pool, or a segment of a list, over the draws of a survey."""

    # The path of the pool; SEGMENTS for lists of segments.
    pool: str
    id: str
    # Number of dungeons in which it was drawn, of times that it was, and of draws in which it could have been.
    dungeons: int
    drawn: int
    draws: int
    # Sum of its chances, and of their squares.
    expected: float
    squares: float

    @property
    def trials(self) -> tuple[int, float]:
        """The binomial distribution with the mean and the variance of the number of times: (trials, chance of each).

        It is exact where the chance is the same in all draws. The best approximation of other sums of trials is the
        binomial distribution with their mean and variance (Ehm 1991).
        """
        # By the inequality of Cauchy, at most one for each draw; squares that were rounded may say more.
        number = self.draws
        if self.squares:
            number = max(self.drawn, round(min(number, self.expected * self.expected / self.squares)))
        return number, min(1.0, self.expected / number) if number else 0.0

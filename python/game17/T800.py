"""The T-800: sends pieces where pieces are, unless too few would arrive.

Each neighbour of a square weighs as much as the pieces on it, whoever owns
them, plus a hundredth. Neighbours that would get fewer pieces than stand there,
on average, are given up, and the rest share the pieces. If all are given up,
the pieces stay.
"""

import numpy as np

from .game17 import destination, find_owned_pieces


def weights(pieces, beside):
    """What each neighbour weighs, in hundredths of a piece; 0 if it is given up."""
    beside = [int(there) for there in beside]
    weigh = [100 * there + 1 for there in beside]
    while True:
        total = sum(weigh)
        kept = [
            0 if weight * pieces < there * total else weight
            for weight, there in zip(weigh, beside)
        ]
        if kept == weigh:
            return weigh
        weigh = kept


def make_moves(owner, rounds_left, owners, numbers):
    """The turn of a T-800."""
    size = owners.shape[0]
    moves = []
    for row, col, pieces in find_owned_pieces(owner, owners, numbers):
        square = np.array([row, col])
        beside = [numbers[tuple(destination(square, way, size))] for way in "nesw"]
        weigh = weights(int(pieces), beside)
        total = sum(weigh)
        if total == 0:
            continue
        ways = np.random.multinomial(pieces, np.array(weigh) / total)
        for direction, count in zip("nesw", ways):
            if count > 0:
                moves.append((square, direction, count))
    return moves

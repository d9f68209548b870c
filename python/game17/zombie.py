"""The zombie: every piece goes to a random neighbour, each on its own."""

import numpy as np

from .game17 import find_owned_pieces


def make_moves(owner, rounds_left, owners, numbers):
    """The turn of a zombie."""
    moves = []
    for row, col, pieces in find_owned_pieces(owner, owners, numbers):
        ways = np.random.multinomial(pieces, [0.25] * 4)
        for direction, count in zip("nesw", ways):
            if count > 0:
                moves.append((np.array([row, col]), direction, count))
    return moves

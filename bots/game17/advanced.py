"""An advanced player for Game 17: made anew for every game, it may remember things.

It joins the stacks around a square to take it, and marches inner pieces in one
direction that changes when its land stops growing.
"""

import numpy as np

from game17 import destination, find_owned_pieces


class Mover:
    def __init__(self, owner, size):
        self.owner = owner
        self.size = size
        self.squares = 0
        self.march = "n"

    def __call__(self, owners, numbers):
        mine = owners == self.owner
        if mine.sum() <= self.squares:
            self.march = "nesw"[("nesw".index(self.march) + 1) % 4]
        self.squares = mine.sum()

        free = np.where(mine, numbers, 0)
        moves = []
        # The richest targets first.
        for target in sorted(self.front(mine), key=lambda square: -numbers[square]):
            helpers = []
            for direction, back in zip("nesw", "swne"):
                square = tuple(destination(target, back, self.size))
                if free[square] > 0:
                    helpers.append((free[square], square, direction))
            needed = numbers[target] + 1
            if sum(helper[0] for helper in helpers) < needed:
                continue
            for count, square, direction in sorted(helpers, reverse=True):
                sent = min(count, needed)
                if sent > 0:
                    moves.append((square, direction, sent))
                    free[square] -= sent
                    needed -= sent
        for row, col, _ in find_owned_pieces(self.owner, owners, free):
            neighbours = (tuple(destination((row, col), way, self.size)) for way in "nesw")
            if all(mine[square] for square in neighbours):
                moves.append(((row, col), self.march, free[row, col]))
        return moves

    def front(self, mine):
        """The squares of others beside its own."""
        beside = np.zeros_like(mine)
        for axis in (0, 1):
            for step in (1, -1):
                beside |= np.roll(mine, step, axis)
        return list(zip(*np.nonzero(beside & ~mine)))


def get_mover(owner=None, owners=None, numbers=None, turn_order=None, num_rounds=None):
    return Mover(owner, len(owners))

"""A basic player for Game 17: it is asked turn by turn and remembers nothing.

    hall game17 single basic.py:red advanced.py:teal
"""

from game17 import destination, find_owned_pieces


def make_moves(owner, rounds_left, owners, numbers):
    """A list of ((row, col), direction, count). `owners` and `numbers` are numpy arrays."""
    moves = []
    for row, col, pieces in find_owned_pieces(owner, owners, numbers):
        best, target = -1, None
        for direction in "nesw":
            to = tuple(destination((row, col), direction, len(owners)))
            if owners[to] != owner and best < numbers[to] < pieces:
                best, target = numbers[to], direction
        if target:
            moves.append(((row, col), target, pieces))
    return moves

"""The board and the rules of a turn.

A board is two square arrays of whole numbers: `owners[row, col]` and
`numbers[row, col]`. Its edges are linked. A turn is a list of orders
`(square, direction, count)`; `square` is a row and a column, `direction` one of
"n", "s", "e" and "w".
"""

import operator
import sys

import numpy as np

from .colours import rgb

STEPS = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}


class IllegalTurn(ValueError):
    """Orders that break a rule. They void the whole turn."""


def create_board(board_size=14, pieces=4):
    """A fresh board: every owner from 0 on has one random square with `pieces` on it."""
    owners = np.random.permutation(board_size * board_size)
    numbers = np.full((board_size, board_size), pieces, dtype=int)
    return owners.reshape(board_size, board_size), numbers


def find_owned_pieces(owner, owners, numbers):
    """One row (row, column, pieces) for each square of `owner` that has pieces."""
    rows, cols = np.nonzero((owners == owner) & (numbers > 0))
    return np.column_stack((rows, cols, numbers[rows, cols]))


def destination(square, direction, board_size):
    """The neighbour of a square, over the edge if need be, as an array."""
    return np.add(square, STEPS[direction]) % board_size


def check_orders(owner, moves, owners, numbers):
    """The orders as whole numbers (row, col, direction, count); IllegalTurn if they break a rule."""
    size = owners.shape[0]
    sent = {}
    orders = []
    for move in moves:
        try:
            (row, col), direction, count = move
            row, col = operator.index(row), operator.index(col)
            count = operator.index(count)
        except (TypeError, ValueError):
            raise IllegalTurn(
                f"an order is ((row, col), direction, count) with whole numbers, not {move!r}"
            ) from None
        if not (0 <= row < size and 0 <= col < size):
            raise IllegalTurn(f"{row},{col} is off the board")
        if owners[row, col] != owner:
            raise IllegalTurn(f"{row},{col} belongs to owner {owners[row, col]}")
        if not isinstance(direction, str) or direction not in STEPS:
            raise IllegalTurn(f"{direction!r} is no direction: n, s, e or w")
        if count < 0:
            raise IllegalTurn(f"{count} pieces from {row},{col}: a count is not negative")
        sent[row, col] = sent.get((row, col), 0) + count
        if sent[row, col] > numbers[row, col]:
            raise IllegalTurn(
                f"{numbers[row, col]} pieces stand on {row},{col}, not {sent[row, col]}"
            )
        orders.append((row, col, direction, count))
    return orders


def update_board(owner, moves, owners, numbers, coins=None):
    """Carries out a turn on `owners` and `numbers`, in place.

    Orders that break a rule void the turn: a line on standard output says why,
    nothing moves, and the result is False. `coins` are used for tied squares,
    row by row (true: the mover takes it); without them coins are tossed.
    """
    try:
        orders = check_orders(owner, moves, owners, numbers)
    except IllegalTurn as error:
        print(f"player {owner} skipped: {error}")
        return False
    size = owners.shape[0]
    incoming = np.zeros_like(numbers)
    for row, col, direction, count in orders:
        down, right = STEPS[direction]
        numbers[row, col] -= count
        incoming[(row + down) % size, (col + right) % size] += count
    coins = None if coins is None else iter(coins)
    for row, col in zip(*np.nonzero((incoming > 0) & (owners != owner))):
        arrived, stayed = incoming[row, col], numbers[row, col]
        if arrived == stayed:
            taken = np.random.randint(2) == 1 if coins is None else next(coins)
        else:
            taken = arrived > stayed
        if taken:
            owners[row, col] = owner
    numbers += incoming
    return True


def board_diff(before, after):
    """What changed between two arrays, as rows (row, column, new value)."""
    rows, cols = np.nonzero(before != after)
    return np.column_stack((rows, cols, after[rows, cols]))


def apply_diff(before, diff):
    """Brings an array up to date with a diff, in place."""
    for row, col, after in diff:
        before[row, col] = after


def is_terminal(file):
    """Whether a file shows colours: not a pipe, and not a text in memory."""
    return hasattr(file, "isatty") and file.isatty()


def print_board(owners, numbers, colours=None, print_numbers=False, file=None):
    """Prints the board, in 24-bit colour if the file is a terminal.

    Without `colours` the owner's number stands on a shade that grows with the
    pieces, and with `print_numbers` the pieces stand below. With `colours`, a
    dict from owners to names, the number of pieces stands on the owner's colour.
    """
    file = sys.stdout if file is None else file
    coloured = is_terminal(file)
    most = max(int(numbers.max()), 1)
    paints = {owner: rgb(name) for owner, name in (colours or {}).items()}
    for owner_row, number_row in zip(owners.tolist(), numbers.tolist()):
        cells = []
        for owner, number in zip(owner_row, number_row):
            light = 60 + 195 * number // most
            if paints:
                paint, text = paints.get(owner, (light // 2,) * 3), number
            else:
                paint, text = (light * 3 // 4, light * 3 // 4, light), owner
            ink = 0 if sum(paint) > 330 else 255
            if not coloured:
                cells.append(f"{text:4d}")
                continue
            cells.append(
                f"\x1b[48;2;{paint[0]};{paint[1]};{paint[2]}m\x1b[38;2;{ink};{ink};{ink}m{text:4d}"
            )
        print("".join(cells) + ("\x1b[0m" if coloured else ""), file=file)
        if print_numbers and not paints:
            print("".join(f"{number:4d}" for number in number_row), file=file)

"""A starter bot for Automatafl: tries its moves out as if nobody else moved, and
picks one after which the automaton is closest to a corner of its own."""

import json
import random
import sys

STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def look(pieces, at, step, size):
    """The nearest piece in a direction and its distance; None and the distance to the edge."""
    distance = 1
    while True:
        x, y = at[0] + step[0] * distance, at[1] + step[1] * distance
        if not (0 <= x < size[0] and 0 <= y < size[1]):
            return None, distance
        if (x, y) in pieces:
            return pieces[x, y], distance
        distance += 1


def judge(plus, minus):
    """What one axis offers: (rule, nearest, second nearest, +1 or -1), or None."""
    for (one, near), (other, far), way in [(plus, minus, 1), (minus, plus, -1)]:
        if one == "attractor" and other == "repulsor" and near > 1:
            return 1, near, far, way
        if one == "repulsor" and other == "repulsor" and near < far:
            return 2, near, 0, -way
        if one == "repulsor" and other is None and far > 1:
            return 2, near, 0, -way
        if one == "attractor" and other == "attractor" and 1 < near < far:
            return 3, near, 0, way
        if one == "attractor" and other is None and near > 1:
            return 3, near, 0, way
    return None


def automaton_step(pieces, at, size, tie):
    right, left, up, down = (look(pieces, at, step, size) for step in STEPS)
    along_x, along_y = judge(right, left), judge(up, down)
    if along_x and along_y and along_x[:3] == along_y[:3]:
        along_x, along_y = (None, along_y) if tie == "column" else (None, None)
    if along_x and (not along_y or along_x[:3] < along_y[:3]):
        return at[0] + along_x[3], at[1]
    if along_y:
        return at[0], at[1] + along_y[3]
    return at


def legal_moves(pieces, marked, size):
    """Moves of pieces that nothing is in the way of."""
    for (x, y), piece in pieces.items():
        if piece == "automaton" or (x, y) in marked:
            continue
        for dx, dy in STEPS:
            to = (x + dx, y + dy)
            while 0 <= to[0] < size[0] and 0 <= to[1] < size[1] and to not in pieces:
                if to not in marked:
                    yield (x, y), to
                to = (to[0] + dx, to[1] + dy)


def worth(move, pieces, at, goals, size, tie):
    after = dict(pieces)
    after[move[1]] = after.pop(move[0])
    x, y = automaton_step(after, at, size, tie)
    distances = {seat: [] for seat in goals.values()}
    for corner, seat in goals.items():
        distances[seat].append(abs(corner[0] - x) + abs(corner[1] - y))
    mine = min(distances.pop(player))
    return min(map(min, distances.values())) - mine + (1000 if mine == 0 else 0)


for line in sys.stdin:
    request = json.loads(line)
    player, board = request["player"], request["board"]
    size = board["width"], board["height"]
    squares = [square for column in board["squares"] for square in column]
    pieces = {(s["x"], s["y"]): s["piece"] for s in squares if "piece" in s}
    goals = {(s["x"], s["y"]): s["goal"] for s in squares if "goal" in s}
    at = next(square for square, piece in pieces.items() if piece == "automaton")
    marked = {(square["x"], square["y"]) for square in request["marked"]}
    facts = pieces, at, goals, size, request["tie"]
    start, to = max(
        legal_moves(pieces, marked, size), key=lambda move: (worth(move, *facts), random.random())
    )
    answer = {"from": {"x": start[0], "y": start[1]}, "to": {"x": to[0], "y": to[1]}}
    print(json.dumps(answer), flush=True)

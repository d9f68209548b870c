"""A starter bot for Brandub: wins if it can, else captures, else moves at random."""

import json
import random
import sys

LAST = 6
CENTRE = (3, 3)
CORNERS = {(0, 0), (0, LAST), (LAST, 0), (LAST, LAST)}
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def side_of(piece):
    if piece is None:
        return None
    return "attackers" if piece == "attacker" else "defenders"


def legal_moves(side, pieces):
    for (x, y), piece in pieces.items():
        if side_of(piece) != side:
            continue
        for dx, dy in STEPS:
            to = (x + dx, y + dy)
            while 0 <= to[0] <= LAST and 0 <= to[1] <= LAST and to not in pieces:
                # Nobody stops on the centre, and only the king in a corner.
                if to != CENTRE and (to not in CORNERS or piece == "king"):
                    yield (x, y), to
                to = (to[0] + dx, to[1] + dy)


def captures(side, start, to, pieces):
    """What a move captures; the king is left to luck."""
    after = dict(pieces)
    after[to] = after.pop(start)
    found = []
    for dx, dy in STEPS:
        victim = (to[0] + dx, to[1] + dy)
        beyond = (to[0] + 2 * dx, to[1] + 2 * dy)
        enemy = side_of(after.get(victim)) not in (None, side)
        hostile = beyond in CORNERS or (beyond == CENTRE and CENTRE not in after)
        if enemy and after[victim] != "king" and (hostile or side_of(after.get(beyond)) == side):
            found.append(victim)
    return found


def worth(side, start, to, pieces):
    if pieces[start] == "king" and to in CORNERS:
        return 1000
    score = 10 * len(captures(side, start, to, pieces))
    king = next(square for square, piece in pieces.items() if piece == "king")
    if side == "attackers":
        # Stay close to the king.
        score -= abs(to[0] - king[0]) + abs(to[1] - king[1])
    elif pieces[start] == "king":
        score += min(abs(to[0] - x) + abs(to[1] - y) for x, y in CORNERS) < 4
    return score


for line in sys.stdin:
    request = json.loads(line)
    side = request["side"]
    pieces = {
        (square["x"], square["y"]): square["piece"]
        for column in request["board"]["squares"]
        for square in column
        if "piece" in square
    }
    start, to = max(
        legal_moves(side, pieces),
        key=lambda move: (worth(side, *move, pieces), random.random()),
    )
    answer = {"from": {"x": start[0], "y": start[1]}, "to": {"x": to[0], "y": to[1]}}
    print(json.dumps(answer), flush=True)

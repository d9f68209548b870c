"""A starter bot for Game 17: every stack takes the biggest neighbour it can beat."""

import json
import random
import sys

STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def orders(owner, owners, numbers):
    size = len(owners)
    for row in range(size):
        for col in range(size):
            pieces = numbers[row][col]
            if owners[row][col] != owner or pieces == 0:
                continue
            beatable, foreign = [], False
            for direction, (down, right) in STEPS.items():
                # The edges are linked.
                to = (row + down) % size, (col + right) % size
                if owners[to[0]][to[1]] != owner:
                    foreign = True
                    if numbers[to[0]][to[1]] < pieces:
                        beatable.append((numbers[to[0]][to[1]], random.random(), direction))
            if beatable:
                stand, _, direction = max(beatable)
                # All of it against pieces, half of it into empty land.
                yield [[row, col], direction, pieces if stand else (pieces + 1) // 2]
            elif not foreign:
                # Deep inside its own land: off to the front, wherever that is.
                yield [[row, col], random.choice("nesw"), pieces]


for line in sys.stdin:
    request = json.loads(line)
    answer = list(orders(request["owner"], request["owners"], request["numbers"]))
    print(json.dumps(answer), flush=True)

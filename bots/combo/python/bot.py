"""A starter bot for Combo: takes the biggest piece it can, else builds stacks."""

import json
import random
import sys


def legal_moves(color, board):
    """All moves (x, y, to x, to y, count) of a colour."""
    squares = board["squares"]
    for x in range(board["width"]):
        for y in range(board["height"]):
            if squares[x][y].get("piece_color") != color:
                continue
            stack = squares[x][y]["piece_count"]
            for dx, dy in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]:
                # A stack of n goes n squares at most, and not over other pieces.
                for distance in range(1, stack + 1):
                    to_x, to_y = x + dx * distance, y + dy * distance
                    if not (0 <= to_x < board["width"] and 0 <= to_y < board["height"]):
                        break
                    target = squares[to_x][to_y]
                    enemy = target["piece_count"] > 0 and target["piece_color"] != color
                    # It takes as many as the distance, and two to capture.
                    least = max(distance, 2 if enemy else 1)
                    for count in range(least, stack + 1):
                        yield x, y, to_x, to_y, count
                    if target["piece_count"] > 0:
                        break


def worth(move, color, board):
    x, y, to_x, to_y, count = move
    target = board["squares"][to_x][to_y]
    forward = to_y - y if color == "white" else y - to_y
    if target["piece_count"] == 0:
        return 0.1 * forward - (0.5 if count > 2 else 0)
    if target["piece_color"] != color:
        return 10 * target["piece_count"] - 0.1 * count
    # Stacks of two or three can capture; higher ones are only more to lose.
    return 1.0 if target["piece_count"] + count <= 3 else -1.0


for line in sys.stdin:
    request = json.loads(line)
    color, board = request["color"], request["board"]
    moves = list(legal_moves(color, board))
    x, y, to_x, to_y, count = max(
        moves, key=lambda move: (worth(move, color, board), random.random())
    )
    answer = {"from": {"x": x, "y": y}, "to": {"x": to_x, "y": to_y}, "piece_count": count}
    print(json.dumps(answer), flush=True)

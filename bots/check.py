"""Plays the starter bots of Combo, Brandub and Automatafl against each other.

    python3 bots/check.py [path of hall] [games]

The rules come from `hall referee`: the first illegal answer ends the run with an
error. Bots of Game 17 are tried with `hall game17 single`.
"""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HALL = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "hall"
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 1
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_TURNS = 120


class Program:
    """A child that answers lines with lines."""

    def __init__(self, *command):
        pipe = subprocess.PIPE
        self.child = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def ask(self, request):
        self.child.stdin.write(json.dumps(request, separators=(",", ":")) + "\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())

    def end(self):
        self.child.stdin.close()
        self.child.stdout.close()
        self.child.wait()


def name(square):
    return f"{LETTERS[square['x']]}{square['y'] + 1}"


def read(position, game):
    """What stands on every square, rows from y = 0, from a position record."""
    rows = []
    for row in position.split(" ")[0].strip("/").split("/"):
        cells, number = [], ""
        if game == "combo":
            for cell in row.split(","):
                if cell[0] == "x":
                    cells += [None] * int(cell[1:] or 1)
                else:
                    cells.append((cell[0], int(cell[1:] or 1)))
        else:
            for letter in row + ".":
                if letter.isdigit():
                    number += letter
                    continue
                cells += [None] * int(number or 0) + ([letter] if letter != "." else [])
                number = ""
        rows.append(cells)
    return rows


def board(position, game, describe):
    rows = read(position, game)
    squares = [
        [{"x": x, "y": y, **describe(x, y, rows[y][x])} for y in range(len(rows))]
        for x in range(len(rows[0]))
    ]
    return {"width": len(rows[0]), "height": len(rows), "squares": squares}


def combo_request(position, turn):
    def describe(x, y, cell):
        if cell is None:
            return {"piece_count": 0}
        return {"piece_color": {"b": "black", "w": "white"}[cell[0]], "piece_count": cell[1]}

    color = "black" if position.endswith(" b") else "white"
    return {"color": color, "board": board(position, "combo", describe)}


def brandub_request(position, turn):
    names = {"t": "attacker", "T": "defender", "K": "king"}
    return {
        "game": "brandub",
        "side": "attackers" if position.endswith(" a") else "defenders",
        "board": board(position, "brandub", lambda x, y, c: {"piece": names[c]} if c else {}),
        "position": position,
        "turn": turn,
        "clock_ms": 300000,
    }


def play_in_turns(game, start, request, bots, referee):
    position, text = start, ""
    for turn in range(MOST_TURNS):
        answer = bots[turn % 2].ask(request(position, turn))
        text = f"{name(answer['from'])}-{name(answer['to'])}"
        if game == "combo":
            text += f"={answer['piece_count']}"
        played = referee.ask({"game": game, "position": position, "do": "play", "move": text})
        if "error" in played:
            raise SystemExit(f"{game}, {position}: {text}: {played['error']}")
        position = played["position"]
        if played["winner"]:
            return f"{played['winner']} won in {turn + 1} moves"
    return f"no winner after {MOST_TURNS} moves"


def play_automatafl(bots, referee):
    position = "/r3ara3r/r3ara3r/11/1a7a1/rr7rr/rr3@3rr/rr7rr/1a7a1/11/r3ara3r/r3ara3r/"
    names = {"a": "attractor", "r": "repulsor", "@": "automaton"}
    for turn in range(MOST_TURNS):
        marked, moves, asked = [], [None, None], [0, 1]

        def describe(x, y, cell):
            goal = {"goal": 0 if y == 0 else 1} if x in (0, 10) and y in (0, 10) else {}
            return {**({"piece": names[cell]} if cell else {}), **goal}

        while True:
            for seat in asked:
                answer = bots[seat].ask({
                    "game": "automatafl", "player": seat, "players": 2, "tie": "column",
                    "board": board(position, "automatafl", describe), "position": position,
                    "marked": [{"x": LETTERS.index(m[0]), "y": int(m[1:]) - 1} for m in marked],
                    "reentry": len(asked) < 2 or bool(marked), "turn": turn, "clock_ms": 300000,
                })
                moves[seat] = f"{name(answer['from'])}-{name(answer['to'])}"
            result = referee.ask({
                "game": "automatafl", "players": 2, "position": position, "marked": marked,
                "do": "turn", "moves": moves,
            })
            if "outcomes" in result:
                break
            if "conflicts" not in result:
                raise SystemExit(f"automatafl, {position}: {moves}: {result}")
            marked, asked = sorted(set(marked + result["conflicts"])), result["reenter"]
        position = result["position"]
        if result["winner"] is not None:
            return f"seat {result['winner']} won in {turn + 1} turns"
    return f"no winner after {MOST_TURNS} turns"


def main():
    referee = Program(HALL, "referee")
    combo = "w,w,w,w,w,w,w,w/w,w,w,w,w,w,w,w/x8/x8/x8/x8/b,b,b,b,b,b,b,b/b,b,b,b,b,b,b,b b"
    brandub = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a"
    for game in ["combo", "brandub", "automatafl"]:
        folder = os.path.join(HERE, game)
        names = sorted(n for n in os.listdir(folder) if os.path.exists(f"{folder}/{n}/start"))
        for one, other in [(a, b) for a in names for b in names if a != b] * GAMES:
            bots = [Program(f"{folder}/{bot}/start") for bot in (one, other)]
            if game == "combo":
                result = play_in_turns(game, combo, combo_request, bots, referee)
            elif game == "brandub":
                result = play_in_turns(game, brandub, brandub_request, bots, referee)
            else:
                result = play_automatafl(bots, referee)
            for bot in bots:
                bot.end()
            print(f"{game}: {one} - {other}: {result}", flush=True)
    folder = os.path.join(HERE, "game17")
    names = sorted(n for n in os.listdir(folder) if os.path.exists(f"{folder}/{n}/start"))
    players = [os.path.join(folder, n) for n in names + ["basic.py", "advanced.py"]]
    done = subprocess.run(
        [HALL, "game17", "single", *players, "--json", "-p", os.devnull],
        stdout=subprocess.PIPE, text=True, check=True,
    )
    for player in json.loads(done.stdout)["players"]:
        if player["void_turns"]:
            raise SystemExit(f"game17: {player}")
        print(f"game17: {os.path.basename(player['name'])}: {player['turns']} turns")
    referee.end()


main()

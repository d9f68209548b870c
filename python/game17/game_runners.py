"""Whole games, and contests made of them.

`movers` is a dict from player numbers to `get_mover` functions (see
`basic_mover`). Owners without one are zombies. For large contests use
`hall game17`, which does the same in a fraction of the time.
"""

import json
import os
import sys
import time
from itertools import combinations

import numpy as np

from .game17 import apply_diff, board_diff, create_board, is_terminal, print_board, update_board
from .zombie import make_moves as zombie_moves


def game17(movers, board_size=14, num_rounds=50):
    """Plays a game: (squares by owner, mean seconds per turn by player, record).

    Time is wall time, for every turn of every player.
    """
    owners, numbers = create_board(board_size)
    record = {"owners": owners.tolist(), "numbers": numbers.tolist(), "diffs": []}
    turn_order = np.random.permutation(board_size * board_size).tolist()
    players = {
        owner: get_mover(
            owner=owner,
            owners=owners.copy(),
            numbers=numbers.copy(),
            turn_order=list(turn_order),
            num_rounds=num_rounds,
        )
        for owner, get_mover in movers.items()
    }
    spent = {owner: [] for owner in movers}
    for round_number, owner in ((r, o) for r in range(num_rounds) for o in turn_order):
        if len(np.unique(owners[numbers > 0])) == 1:
            break
        if not (owners == owner).any():
            continue
        before = owners.copy(), numbers.copy()
        if owner in players:
            moves = _ask(players[owner], owners, numbers, spent[owner])
        else:
            moves = zombie_moves(owner, num_rounds - round_number - 1, owners, numbers)
        update_board(owner, moves, owners, numbers)
        record["diffs"].append(
            {
                "round": round_number,
                "owner": owner,
                "owners": board_diff(before[0], owners).tolist(),
                "numbers": board_diff(before[1], numbers).tolist(),
            }
        )
    scores = {int(o): int(n) for o, n in zip(*np.unique(owners, return_counts=True))}
    times = {owner: sum(t) / len(t) if t else 0.0 for owner, t in spent.items()}
    return scores, times, record


def _ask(mover, owners, numbers, spent):
    start = time.perf_counter()
    try:
        return list(mover(owners.copy(), numbers.copy()))
    except Exception as error:
        print(f"a player failed: {error!r}", file=sys.stderr)
        return []
    finally:
        spent.append(time.perf_counter() - start)


def _winners(scores, players):
    most = max(scores.values())
    return [player for player in players if scores.get(player) == most]


def replay(game, display_counts=False, colours=None, pause=0.02):
    """Shows a recorded game, turn by turn; `pause` is in seconds."""
    owners, numbers = np.array(game["owners"]), np.array(game["numbers"])
    lines = len(owners) * (2 if display_counts and not colours else 1) + 1
    print("the deal")
    print_board(owners, numbers, colours, display_counts)
    for diff in game["diffs"]:
        apply_diff(owners, diff["owners"])
        apply_diff(numbers, diff["numbers"])
        # On a terminal every board is drawn over the one before.
        back = f"\x1b[{lines}A\x1b[2K" if is_terminal(sys.stdout) else ""
        print(f"{back}round {diff['round']}, player {diff['owner']}")
        print_board(owners, numbers, colours, display_counts)
        time.sleep(pause)
    for owner, squares in zip(*np.unique(owners, return_counts=True)):
        print(f"{owner}\t{squares}")


def single(movers, board_size=14, num_rounds=50, display_counts=False, colours=None):
    """Plays one game and shows it."""
    _, times, record = game17(movers, board_size, num_rounds)
    replay(record, display_counts, colours)
    for player, seconds in times.items():
        print(f"{player}\t{seconds:.6f}")


def vs_zombies(movers, num_games=100, board_size=14, num_rounds=50):
    """One player against zombies: (games won, highest mean time), both dicts by player."""
    if len(movers) != 1:
        raise ValueError(f"vs_zombies takes one player, not {len(movers)}")
    (player,) = movers
    wins, slowest = 0, 0.0
    for _ in range(num_games):
        scores, times, _ = game17(movers, board_size, num_rounds)
        wins += len(_winners(scores, movers))
        slowest = max(slowest, times[player])
    return {player: wins}, {player: slowest}


def battle_royale(
    movers, output_directory, num_games=100, board_size=14, num_rounds=50, time_threshold=0.01
):
    """All players in every game; writes the games and a summary.

    The result is a list of sets of equals, best first, the banned last.
    """
    contest = _Contest(movers, output_directory, board_size, num_rounds, time_threshold)
    for number in range(num_games):
        contest.play(contest.allowed(), f"battle-royale-{number}.json")
    return contest.finish("battle-royale-summary.txt")


def round_robin(
    movers, output_directory, board_size=14, num_rounds=50, time_threshold=0.01, group=0
):
    """Every pair of players once; writes the games, their winners and a summary."""
    contest = _Contest(movers, output_directory, board_size, num_rounds, time_threshold)
    for pair in combinations(movers, 2):
        if not contest.banned.intersection(pair):
            contest.play(pair, f"{pair[0]} vs {pair[1]}.json")
    # What was played against someone who was banned later does not count.
    contest.games = [game for game in contest.games if not contest.banned.intersection(game[0])]
    lines = [
        f"{' vs '.join(map(str, pair))}\t{', '.join(map(str, winners))}"
        for pair, winners in contest.games
    ]
    contest.write(f"round-robin-{group}.txt", ["game\twinner"] + lines)
    return contest.finish(f"round-robin-summary-{group}.txt")


class _Contest:
    def __init__(self, movers, folder, board_size, num_rounds, time_threshold):
        self.movers, self.folder = dict(movers), folder
        self.board_size, self.num_rounds = board_size, num_rounds
        self.time_threshold = time_threshold
        self.banned, self.games = set(), []
        self.slowest = dict.fromkeys(movers, 0.0)
        os.makedirs(folder, exist_ok=True)

    def allowed(self):
        return [player for player in self.movers if player not in self.banned]

    def play(self, players, name):
        movers = {player: self.movers[player] for player in players}
        scores, times, record = game17(movers, self.board_size, self.num_rounds)
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            json.dump(record, file)
        for player, seconds in times.items():
            self.slowest[player] = max(self.slowest[player], seconds)
            if 0 < self.time_threshold < seconds:
                self.banned.add(player)
        self.games.append((tuple(players), _winners(scores, players)))

    def write(self, name, lines):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")

    def finish(self, name):
        wins = dict.fromkeys(self.allowed(), 0)
        for _, winners in self.games:
            for winner in winners:
                if winner in wins:
                    wins[winner] += 1
        lines = ["player\tgames won\tmax time"]
        for player in self.movers:
            lines.append(f"{player}\t{wins.get(player, 'banned')}\t{self.slowest[player]:.6f}")
        self.write(name, lines)
        ranks = [
            {player for player in wins if wins[player] == games}
            for games in sorted(set(wins.values()), reverse=True)
        ]
        return ranks + [set(self.banned)] if self.banned else ranks

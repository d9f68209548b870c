"""The rules against the vectors of the referee, and the players against the rules."""

import contextlib
import io
import json
import os
import tempfile
import unittest

import numpy as np

import game17
from game17 import T800, create_board, destination, find_owned_pieces, update_board
from game17 import game_runners, zombie
from game17.colours import rgb

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VECTORS = os.path.join(ROOT, "crates", "catalog", "tests", "vectors", "game17.jsonl")


def quietly(*arguments, **named):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        return update_board(*arguments, **named), said.getvalue()


class Rules(unittest.TestCase):
    def test_turns_are_settled_as_the_referee_settles_them(self):
        checked = skipped = 0
        with open(VECTORS, encoding="utf-8") as lines:
            for line in lines:
                pair = json.loads(line)
                request, response = pair["request"], pair["response"]
                if request.get("do") != "turn" or "error" in response:
                    continue
                owners, numbers = np.array(request["owners"]), np.array(request["numbers"])
                done, _ = quietly(
                    request["owner"], request["moves"], owners, numbers, request["coins"]
                )
                self.assertEqual(done, not response["skipped"])
                self.assertEqual(owners.tolist(), response["owners"])
                self.assertEqual(numbers.tolist(), response["numbers"])
                checked += 1
                skipped += not done
        self.assertGreater(checked, 300)
        self.assertGreater(skipped, 10)

    def test_orders_that_break_a_rule_void_the_whole_turn(self):
        good = ((0, 0), "e", 1)
        for bad, why in [
            (((0, 0), "e", -1), "not negative"),
            (((0, 1), "e", 1), "belongs to owner 2"),
            (((0, 0), "e", 4), "4 pieces stand on 0,0, not 5"),
            (((0, 3), "e", 1), "off the board"),
            (((-1, 0), "e", 1), "off the board"),
            (((0, 0), "x", 1), "no direction"),
            (((0, 0), "e", 1.0), "whole numbers"),
            (((0, 0), "e"), "whole numbers"),
            ("abc", "whole numbers"),
        ]:
            owners = np.array([[1, 2, 2], [2, 2, 2], [2, 2, 2]])
            numbers = np.full((3, 3), 4)
            done, said = quietly(1, [good, bad], owners, numbers)
            self.assertFalse(done)
            self.assertIn(why, said)
            self.assertEqual(numbers.tolist(), [[4] * 3] * 3)

    def test_a_tie_goes_either_way(self):
        results = set()
        for _ in range(64):
            owners, numbers = np.array([[1, 2], [2, 2]]), np.array([[4, 2], [1, 1]])
            update_board(1, [(np.array([0, 0]), "e", np.int64(2))], owners, numbers)
            self.assertEqual(numbers.tolist(), [[2, 4], [1, 1]])
            results.add(int(owners[0, 1]))
        self.assertEqual(results, {1, 2})

    def test_helpers_speak_of_rows_and_columns(self):
        owners, numbers = create_board(3)
        self.assertEqual(sorted(owners.flatten().tolist()), list(range(9)))
        self.assertEqual(numbers.tolist(), [[4] * 3] * 3)
        owners = np.array([[1, 0], [1, 1]])
        pieces = find_owned_pieces(1, owners, np.array([[3, 9], [0, 5]]))
        self.assertEqual(pieces.tolist(), [[0, 0, 3], [1, 1, 5]])
        self.assertEqual(find_owned_pieces(7, owners, owners).shape, (0, 3))
        self.assertEqual(destination((0, 0), "n", 3).tolist(), [2, 0])
        self.assertEqual(destination(np.array([0, 2]), "e", 3).tolist(), [0, 0])
        before = np.array([[1, 2], [3, 4]])
        after = np.array([[1, 5], [3, 6]])
        diff = game17.board_diff(before, after)
        self.assertEqual(diff.tolist(), [[0, 1, 5], [1, 1, 6]])
        game17.apply_diff(before, diff)
        self.assertEqual(before.tolist(), after.tolist())


class Players(unittest.TestCase):
    def test_a_zombie_sends_every_piece(self):
        owners, numbers = create_board(5)
        moves = zombie.make_moves(3, 10, owners, numbers)
        self.assertEqual(sum(count for _, _, count in moves), 4)
        self.assertTrue(update_board(3, moves, owners, numbers))
        self.assertEqual(numbers.sum(), 100)

    def test_a_t800_gives_up_neighbours_it_could_not_take(self):
        self.assertEqual(T800.weights(5, [4, 1, 0, 0]), [0, 101, 1, 1])
        self.assertEqual(T800.weights(10, [4, 4, 0, 0]), [401, 401, 1, 1])
        self.assertEqual(T800.weights(10, [5, 5, 0, 0]), [0, 0, 1, 1])
        self.assertEqual(T800.weights(11, [3, 3, 3, 3]), [0, 0, 0, 0])
        self.assertEqual(T800.weights(6, [5, 5, 5, 0]), [0, 0, 0, 1])

    def test_colours_have_names(self):
        self.assertEqual(rgb("teal"), (0, 128, 128))
        self.assertEqual(rgb("xkcd:Dark Purple"), (0x35, 0x06, 0x3E))
        self.assertEqual(rgb("#0a0B0c"), (10, 11, 12))
        for wrong in ["reddish", "xkcd:nothing", "#12345", "#12345g", ""]:
            with self.assertRaisesRegex(ValueError, "is no colour"):
                rgb(wrong)


class Games(unittest.TestCase):
    def test_a_game_file_holds_the_whole_game(self):
        movers = {1: game17.get_mover_factory(T800.make_moves)}
        scores, times, record = game_runners.game17(movers, 6, 20)
        owners, numbers = np.array(record["owners"]), np.array(record["numbers"])
        for diff in record["diffs"]:
            game17.apply_diff(owners, diff["owners"])
            game17.apply_diff(numbers, diff["numbers"])
        self.assertEqual({int(o): int((owners == o).sum()) for o in np.unique(owners)}, scores)
        self.assertEqual(numbers.sum(), 4 * 36)
        self.assertGreater(times[1], 0)
        with contextlib.redirect_stdout(io.StringIO()) as said:
            game17.replay(record, True, {1: "red"}, pause=0)
        self.assertIn("round 0, player", said.getvalue())
        self.assertNotIn("\x1b", said.getvalue())

    def test_an_exception_is_an_empty_turn_and_counts_as_time(self):
        def fails(owner, rounds_left, owners, numbers):
            raise RuntimeError("on purpose")

        with contextlib.redirect_stderr(io.StringIO()) as said:
            _, times, record = game_runners.game17({1: game17.get_mover_factory(fails)}, 4, 3)
        self.assertIn("on purpose", said.getvalue())
        self.assertGreater(times[1], 0)
        self.assertTrue(all(not d["numbers"] for d in record["diffs"] if d["owner"] == 1))

    def test_a_contest_writes_its_files_and_bans_the_slow(self):
        import time

        def sleeps(owner, rounds_left, owners, numbers):
            time.sleep(0.03)
            return []

        factory = game17.get_mover_factory
        movers = {1: factory(T800.make_moves), 2: factory(sleeps), 3: factory(zombie.make_moves)}
        with tempfile.TemporaryDirectory() as folder:
            ranks = game17.battle_royale(movers, folder, 2, 4, 3, 0.02)
            self.assertEqual(ranks[-1], {2})
            ranks = game17.round_robin(movers, folder, 4, 3, 0.02, 0)
            self.assertEqual(ranks[-1], {2})
            self.assertEqual(
                sorted(os.listdir(folder)),
                [
                    "1 vs 2.json",
                    "1 vs 3.json",
                    "battle-royale-0.json",
                    "battle-royale-1.json",
                    "battle-royale-summary.txt",
                    "round-robin-0.txt",
                    "round-robin-summary-0.txt",
                ],
            )


if __name__ == "__main__":
    unittest.main()

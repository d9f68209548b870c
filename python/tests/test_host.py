"""The host script as the hall uses it."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HOST = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "game17", "host.py")

BASIC = """
import sys, os
from game17 import find_owned_pieces
def make_moves(owner, rounds_left, owners, numbers):
    print("noise on standard output")
    os.system("echo noise from a child")
    assert sys.stdin.read() == ""
    if rounds_left == 7:
        return None
    if rounds_left == 8:
        sys.exit(1)
    return (((i, j), "n", n) for i, j, n in find_owned_pieces(owner, owners, numbers))
"""

ADVANCED = """
import numpy as np
class Mover:
    def __init__(self, owner, num_rounds):
        self.owner, self.calls = owner, 0
    def __call__(self, owners, numbers):
        self.calls += 1
        return [[np.array([0, 0]), np.str_("e"), np.int32(self.calls)]]
def get_mover(owner=None, owners=None, numbers=None, turn_order=None, num_rounds=None):
    if num_rounds == 1:
        raise ValueError("too short")
    return Mover(owner, num_rounds)
"""


def request(turn=0, rounds_left=3, **more):
    return {
        "game": "game17", "owner": 1, "rounds_left": rounds_left, "num_rounds": 9,
        "turn_order": [1, 0, 2, 3], "owners": [[1, 0], [2, 3]],
        "numbers": [[4, 4], [4, 4]], "turn": turn, "clock_ms": 10000, **more,
    }


def run(source, *requests, name="player.py"):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        lines = "".join(json.dumps(line) + "\n" for line in requests)
        done = subprocess.run(
            [sys.executable, HOST, path], input=lines, text=True, timeout=60,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
    return done, [json.loads(line) for line in done.stdout.splitlines()]


class Host(unittest.TestCase):
    def test_a_basic_player_answers_and_its_noise_does_not_spoil_it(self):
        done, answers = run(BASIC, request())
        self.assertEqual(answers, [[[[0, 0], "n", 4]]])
        self.assertIn("noise on standard output", done.stderr)
        self.assertIn("noise from a child", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_an_exception_is_an_empty_turn(self):
        done, answers = run(BASIC, request(rounds_left=7), request(rounds_left=8), request())
        self.assertEqual(answers, [[], [], [[[0, 0], "n", 4]]])
        self.assertIn("Traceback", done.stderr)

    def test_an_advanced_player_keeps_its_state_until_a_new_game_begins(self):
        _, answers = run(ADVANCED, request(0), request(1), request(2), request(0))
        self.assertEqual([answer[0][2] for answer in answers], [1, 2, 3, 1])

    def test_the_hall_begins_games_and_hears_of_failures(self):
        begin = request(do="begin", seed=5)
        _, answers = run(
            ADVANCED, {"do": "hello"}, begin, request(5), request(6), begin, request(0),
            request(do="begin", num_rounds=1), request(0),
        )
        self.assertEqual(answers[:2], [{"kind": "advanced"}, {"ready": True}])
        self.assertEqual([answers[2][0][2], answers[3][0][2], answers[5][0][2]], [1, 2, 1])
        self.assertEqual(answers[6:], [{"ready": True}, {"exception": "get_mover failed"}])
        _, answers = run(BASIC, begin, request(rounds_left=7))
        self.assertIn("TypeError", answers[1]["exception"])

    def test_a_module_that_cannot_be_imported_has_an_exit_code_of_its_own(self):
        for source in ["import nothing_like_this", "def make_moves(:", "x = 1", "raise SystemExit(0)"]:
            done, answers = run(source, {"do": "hello"})
            self.assertEqual((done.returncode, answers), (3, []), source)
            self.assertTrue(done.stderr)

    def test_imports_find_the_package_and_files_beside_the_player(self):
        source = (
            "import zipfile\nfrom game17.zombie import make_moves\n"
            "from game17 import T800, update_board, create_board, destination\n"
            "assert T800.make_moves\n"
        )
        # The name of the file is that of a module which is loaded already.
        for name in ["zombie.py", "json.py", "game17.py"]:
            done, answers = run(source, {"do": "hello"}, request(), name=name)
            self.assertEqual(answers[:1], [{"kind": "basic"}], done.stderr)
            self.assertEqual(sum(order[2] for order in answers[1]), 4)

    def test_seeded_games_repeat(self):
        source = "from game17.zombie import make_moves"
        begin = request(do="begin", seed=3)
        _, answers = run(source, begin, request(), begin, request())
        self.assertEqual(answers[1], answers[3])


if __name__ == "__main__":
    unittest.main()

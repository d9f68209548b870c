"""Lets a Game 17 player that is a Python module play over standard input and output.

    python host.py player.py

The module has `make_moves(owner, rounds_left, owners, numbers)` (basic), or
`get_mover(owner=, owners=, numbers=, turn_order=, num_rounds=)` that gives a
function of `(owners, numbers)` (advanced). Each request is a line of JSON as for
any other program, and each answer a list of orders. A player that raises an
exception stays where it is; the traceback goes to standard error, and so does
all that a player prints.

`hall game17` plays many games with one process. It sends lines of its own, which
no other program gets, with a key "do":

    {"do":"hello"}                -> {"kind":"basic"} or {"kind":"advanced"}
    {"do":"begin", "seed":..., "owner":..., "owners":..., "numbers":...,
     "turn_order":..., "num_rounds":...}   -> {"ready":true}

A game that was begun like this has the answer {"exception":"..."} instead of an
empty list when the player fails, so that failures can be counted.

Exit codes: 3 if the module cannot be imported or is no player, 4 without numpy.
"""

import operator
import os
import random
import sys
import traceback

IMPORT_FAILED = 3
NO_NUMPY = 4


def main():
    # The player must neither read requests nor write answers by accident.
    requests = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    if len(sys.argv) != 2:
        sys.exit("usage: python host.py player.py")
    player_file = os.path.abspath(sys.argv[1])
    here = os.path.dirname(os.path.abspath(__file__))
    # The folder of this file holds modules of the package under their bare
    # names; what a player may import is the package itself.
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != here]
    # Files beside the player come last, so that none of them hides a library.
    sys.path.insert(0, os.path.dirname(here))
    sys.path.append(os.path.dirname(player_file))
    try:
        import numpy
        # Loaded late otherwise, in the time of the first game.
        import numpy.random
    except ImportError:
        print(
            f"numpy is missing, or where a sandbox cannot read it, in a home folder: "
            f"{sys.executable} -m pip install numpy",
            file=sys.stderr,
        )
        sys.exit(NO_NUMPY)
    # Loaded before the player, whose file may have the same name.
    import game17  # noqa: F401
    try:
        player = Player(load(player_file), numpy)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        traceback.print_exc()
        sys.stderr.flush()
        # Whatever a player does at exit must not hide what happened.
        os._exit(IMPORT_FAILED)
    serve(player, requests, answers)


def load(path):
    """Imports a file under its own name, or another if that is taken."""
    import importlib.util

    name = os.path.splitext(os.path.basename(path))[0]
    if name in sys.modules:
        name = "player_" + name
    loader = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(loader)
    sys.modules[name] = module
    loader.loader.exec_module(module)
    if not (hasattr(module, "make_moves") or hasattr(module, "get_mover")):
        raise AttributeError(f"{path} has neither make_moves nor get_mover")
    return module


class Player:
    """A module in one game after another."""

    def __init__(self, module, numpy):
        self.numpy = numpy
        self.make_moves = getattr(module, "make_moves", None)
        self.get_mover = getattr(module, "get_mover", None)
        self.mover = None
        self.last = None

    def kind(self):
        return "basic" if self.make_moves else "advanced"

    def arrays(self, request):
        array = self.numpy.array
        return array(request["owners"], dtype=int), array(request["numbers"], dtype=int)

    def begin(self, request):
        if "seed" in request:
            random.seed(request["seed"])
            self.numpy.random.seed(request["seed"])
        self.last = None
        self.mover = None
        if not self.make_moves:
            owners, numbers = self.arrays(request)
            self.mover = self.get_mover(
                owner=request["owner"],
                owners=owners,
                numbers=numbers,
                turn_order=request["turn_order"],
                num_rounds=request["num_rounds"],
            )

    def turn(self, request):
        owners, numbers = self.arrays(request)
        if self.make_moves:
            moves = self.make_moves(
                request["owner"], request["rounds_left"], owners, numbers
            )
        else:
            # Outside `hall game17` a game begins with its first request.
            now = request.get("turn", 0)
            if self.mover is None or (self.last is not None and now <= self.last):
                self.begin(request)
            self.last = now
            moves = self.mover(owners, numbers)
        index = operator.index
        return [
            [[index(row), index(col)], str(direction), index(count)]
            for (row, col), direction, count in moves
        ]


def serve(player, requests, answers):
    try:
        from orjson import dumps, loads
    except ImportError:
        import json

        loads = json.loads

        def dumps(value):
            return json.dumps(value, separators=(",", ":")).encode()

    begun = False
    # Set when a game could not even be begun: then all its turns are empty.
    failed = None
    for line in requests:
        request = loads(line)
        what = request.get("do")
        try:
            if what == "hello":
                answer = {"kind": player.kind()}
            elif what == "begin":
                begun, failed = True, "get_mover failed"
                answer = {"ready": True}
                player.begin(request)
                failed = None
            elif failed:
                answer = {"exception": failed}
            else:
                answer = player.turn(request)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:
            traceback.print_exc()
            if what != "begin":
                text = "".join(traceback.format_exception_only(type(error), error))
                answer = {"exception": text.strip()[:200]} if begun else []
        data = dumps(answer) + b"\n"
        while data:
            data = data[os.write(answers, data) :]


if __name__ == "__main__":
    main()

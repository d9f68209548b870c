"""Game 17: the rules, two computer players, and loops that play whole games.

Players import what they need from here:

    from game17 import find_owned_pieces, destination, update_board, create_board, T800
    from game17.zombie import make_moves
"""

from .game17 import (
    IllegalTurn,
    apply_diff,
    board_diff,
    create_board,
    destination,
    find_owned_pieces,
    print_board,
    update_board,
)
from . import T800, zombie
from .basic_mover import get_mover_factory
from .game_runners import battle_royale, replay, round_robin, single, vs_zombies

__version__ = "2.0.0"

__all__ = [
    "IllegalTurn",
    "T800",
    "apply_diff",
    "battle_royale",
    "board_diff",
    "create_board",
    "destination",
    "find_owned_pieces",
    "get_mover_factory",
    "print_board",
    "replay",
    "round_robin",
    "single",
    "update_board",
    "vs_zombies",
    "zombie",
]

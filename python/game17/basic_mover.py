"""A basic player as an advanced one."""


def get_mover_factory(make_moves):
    """A `get_mover` whose movers call `make_moves` and count the rounds for it."""

    def get_mover(owner=None, owners=None, numbers=None, turn_order=None, num_rounds=None):
        rounds_left = num_rounds

        def mover(owners, numbers):
            nonlocal rounds_left
            rounds_left -= 1
            return make_moves(owner, rounds_left, owners, numbers)

        return mover

    return get_mover

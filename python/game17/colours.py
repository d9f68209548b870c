"""Names of colours: those of CSS, some of the xkcd survey, and `#rrggbb`."""

import os

_TABLE = {}


def rgb(name):
    """Red, green and blue from 0 to 255. ValueError for a name that is not known."""
    if not _TABLE:
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "colours.txt")
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                if line.strip():
                    code, known = line.split(None, 1)
                    _TABLE[known.strip()] = code
    key = " ".join(str(name).lower().split())
    code = _TABLE.get(key, key)
    if code.startswith("#") and len(code) == 7:
        try:
            return tuple(int(code[at : at + 2], 16) for at in (1, 3, 5))
        except ValueError:
            pass
    raise ValueError(
        f"{name!r} is no colour: give a CSS name such as teal, an xkcd name such as "
        "xkcd:dark purple, or #rrggbb"
    )

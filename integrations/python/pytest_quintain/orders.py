# orders.py: what a play may be armed with, beside its scenario.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import difflib
import math
from typing import Any, Mapping, Sequence, TypedDict

__tracebackhide__ = True


class Order(TypedDict, total=False):
    """What a scenario may be armed with, beside its name; `docs/control-api.md` tells more.

    - `deadline`: after how many seconds the play is given up, 60 unless said otherwise
    - `patience`: for how many seconds each line is waited for at least
    - `body`: how many bytes of each body are kept
    - `stays`: whether the play goes on until the test ends, which it does unless this is `False`
    - `settle`: without it, for how many milliseconds a client must be silent to count as ended
    - `ports`: the ports of origins by their names, such as `{"main": 18080}`
    - `callbacks`, `style`: what a client's delegate reports, and in which style
    """

    callbacks: str | Sequence[str]
    style: str
    deadline: int
    patience: int
    settle: int
    stays: bool
    body: int
    ports: Mapping[str, int]


NUMBERS = {"deadline": "seconds", "patience": "seconds", "settle": "milliseconds", "body": "bytes"}
NAMES = ["case", *Order.__annotations__]
# What others call it.
SYNONYMS = {
    **dict.fromkeys(["timeout", "max_time", "seconds", "time", "limit"], "deadline"),
    **dict.fromkeys(["row", "param", "variant", "cases"], "case"),
    "port": "ports",
}


def checked(order: Mapping[str, Any]) -> None:
    """Refuses a name that there is not, and what is no number, before the server does, which knows nothing of Python."""
    for name, value in order.items():
        if name not in NAMES:
            nearest = SYNONYMS.get(name) or next(iter(difflib.get_close_matches(name, NAMES, 1)), None)
            instead = f"did you mean '{nearest}'?" if nearest else "there are " + ", ".join(f"'{one}'" for one in NAMES)
            raise TypeError(f"a play is not armed with '{name}': {instead}")
        if name == "ports" and not isinstance(value, Mapping):
            raise TypeError(f"'ports' has the ports of origins by their names, such as {{'main': 18080}}; {value!r:.60} has none")
        if name in NUMBERS and (not isinstance(value, int) or isinstance(value, bool)):
            kind = "a text" if isinstance(value, str) else f"of the type '{type(value).__name__}'"
            meant: Any = value if isinstance(value, str) and value.strip().isdecimal() else None
            if isinstance(value, float) and 0 < value < math.inf:
                # Whoever writes a part of a millisecond means seconds.
                meant = math.ceil(value * 1000 if name == "settle" and value < 1 else value)
            instead = "" if meant is None else f", such as {name}={meant}"
            raise TypeError(f"'{name}' is a whole number of {NUMBERS[name]}{instead}, and {value!r:.60} is {kind}")

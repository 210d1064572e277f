# __init__.py: plays of Quintain in tests of pytest.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Plays HTTP scenarios to the client under test, and fails the test if the client did anything else.

    import requests

    def test_a_redirect_is_followed(play):
        play("redirects/followed", case="302")
        assert requests.get(play.url("/old")).text == "Here it is."
"""

from typing import List

from .forms import File
from .orders import Order
from .place import QuintainWarning
from .play import Broken, Play
from .plays import Plays
from .received import Headers, Request
from .routes import Routes
from .server import NotStarted, Refused, Server, ServerEnded
from .values import as_bytes, as_json, as_text

# Under the names by which they are imported, for reports and for filters of warnings.
for _one in (Broken, NotStarted, QuintainWarning, Refused, ServerEnded):
    _one.__module__ = __name__

__all__ = [
    "Broken", "File", "Headers", "NotStarted", "Order", "Play", "Plays", "QuintainWarning", "Refused", "Request", "Routes", "Server", "ServerEnded",
    "as_bytes", "as_json", "as_text"]


def __dir__() -> List[str]:
    return __all__

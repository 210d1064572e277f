# control.py: connections to the control API, whatever a test's libraries have made of sockets.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import socket
from http.client import HTTPConnection

__tracebackhide__ = True
# As they are when pytest loads the plugin: libraries that block, record or pretend put others in their place for a test.
SOCKET = socket.socket
CONNECT = SOCKET.connect
# The sockets of these let other greenlets run, such as that of a client for which the test waits.
GREEN = ("gevent", "eventlet")


class Connection(HTTPConnection):
    """A connection to a server on this machine, whatever proxy the environment names."""

    def connect(self) -> None:
        address = self.host, self.port
        if socket.socket.__module__.partition(".")[0] in GREEN:
            self.sock = socket.create_connection(address, None)
            return
        self.sock = SOCKET(socket.AF_INET, socket.SOCK_STREAM)
        # The verdict may be waited for; a test may have set a default for all of its sockets.
        self.sock.settimeout(None)
        CONNECT(self.sock, address)

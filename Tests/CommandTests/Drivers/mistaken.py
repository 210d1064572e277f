#!/usr/bin/env python3
# mistaken.py: a load of a driver that calls its client wrongly, or whose client errs by itself.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""mistaken.py DRIVERS WAY: `driver` calls http.client with an argument that it does not know, `client` makes it fail
inside, `cancelled` errs when its load is over."""

import http.client
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "python"))
import driving

# This driver is one of the folder.
driving.DRIVERS = os.path.dirname(os.path.abspath(__file__))


class Client:
    def load(self, load):
        try:
            if sys.argv[2] == "client":
                http.client.HTTPConnection("127.0.0.1", 1).putheader(None)
            if sys.argv[2] == "cancelled":
                load.cancel()
            http.client.HTTPConnection("127.0.0.1", proxies=None)
        except Exception as error:
            if driving.is_own(error):
                raise
            raise driving.Failure("other") from error


order = {"load": 1, "method": "GET", "url": "http://127.0.0.1/"}
driving.Load(order, 1).perform(Client(), {"finish": [], "fail": []})

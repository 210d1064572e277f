#!/usr/bin/env python3
# urllib-client.py: Digest as Python's own library answers it.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""urllib-client.py URL USER PASSWORD"""

import sys
import urllib.request

url, user, password = sys.argv[1:]
passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
passwords.add_password(None, url, user, password)
opener = urllib.request.build_opener(
    urllib.request.ProxyHandler({}), urllib.request.HTTPDigestAuthHandler(passwords)
)
print(opener.open(url, timeout=20).read())

#!/usr/bin/env python3
# events-client.py: an event source in Python, which can be told to do one thing wrong.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""events-client.py URL [MISTAKE]

once        does not connect again
hurried     does not wait before it connects again
stubborn    connects again whatever the reply was
forgetful   sends no Last-Event-ID
rash        believes an id before the empty line below it has come, and one with a NUL in it
lax         takes anything that begins with digits for a time to wait
settled     stays at the URL that it was redirected to
blunt       does not say which type it wants
"""

import re
import sys
import time
import urllib.error
import urllib.request

url, mistake = sys.argv[1], (sys.argv[2:] or [""])[0]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
wait, last = 3.0, ""


def listen(place):
    """Returns whether to connect again, and where."""
    global wait, last
    headers = {} if mistake == "blunt" else {"Accept": "text/event-stream"}
    if last and mistake != "forgetful":
        headers["Last-Event-ID"] = last
    try:
        reply = opener.open(urllib.request.Request(place, headers=headers), timeout=20)
    except urllib.error.HTTPError:
        return mistake == "stubborn", place
    except OSError:
        return True, place
    place = reply.url if mistake == "settled" else place
    if reply.status != 200 or reply.headers.get_content_type() != "text/event-stream":
        return mistake == "stubborn", place
    text, found = b"", last
    try:
        while piece := reply.read1():
            text += piece
    except OSError:
        pass
    lines = re.split(rb"\r\n|\r|\n", text.removeprefix(b"\xef\xbb\xbf"))
    for line in lines[:-1]:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ").decode(errors="replace")
        if not line or (mistake == "rash" and name == b"id"):
            last = found if not line else value.replace("\0", "")
            found = last
        elif name == b"id" and "\0" not in value:
            found = value
        elif name == b"retry" and (digits := re.match("[0-9]+" if mistake == "lax" else "[0-9]+$", value)):
            wait = int(digits[0]) / 1000
    return mistake != "once", place


again = True
while again:
    again, url = listen(url)
    if again and mistake != "hurried":
        time.sleep(wait)

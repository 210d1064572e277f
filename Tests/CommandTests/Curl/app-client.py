#!/usr/bin/env python3
# app-client.py: what an app does with the replies that it gets, rightly or with one mistake.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""app-client.py URL TASK [MISTAKE]

login     stale     sends a token of its own, and not the one that it got
refresh   stale     sends the old token again
pages     first     stops behind the first page
          counting  counts the pages, and passes over the cursor
          endless   takes null for the cursor of one more page
poll      hasty     takes the first reply for the last
          guessing  makes up the URL of its report
redirect  trusting  sends the token wherever a redirect leads
"""

import json
import sys
import urllib.error
import urllib.request
from urllib.parse import urlencode

base, task, mistake = sys.argv[1], sys.argv[2], (sys.argv[3:] or [""])[0]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def load(target, token=None, body=None, kind="application/json"):
    """Returns the reply, an error's as well."""
    request = urllib.request.Request(base + target, None if body is None else body.encode())
    if body is not None:
        request.add_header("Content-Type", kind)
    if token:
        # urllib sends what is added to a request to the target of a redirect, too, but not an unredirected header.
        add = request.add_header if mistake == "trusting" else request.add_unredirected_header
        add("Authorization", f"Bearer {token}")
    try:
        return opener.open(request, timeout=20)
    except urllib.error.HTTPError as reply:
        return reply


if task == "login":
    token = json.load(load("/login", body=json.dumps({"password": "secret", "user": "alice"})))["token"]
    load("/orders", token="stale" if mistake else token)
elif task == "refresh":
    if load("/orders", token="old").status == 401:
        form = urlencode({"refresh_token": "again", "grant_type": "refresh_token"})
        token = json.load(load("/token", body=form, kind="application/x-www-form-urlencoded"))["access_token"]
        load("/orders", token="old" if mistake else token)
elif task == "pages":
    query, page = "", 1
    while query is not None:
        cursor, page = json.load(load("/orders" + query))["next"], page + 1
        if mistake == "counting":
            cursor = page
        done = mistake == "first" or cursor is None and mistake != "endless"
        query = None if done else "?" + urlencode({"cursor": cursor})
elif task == "poll":
    place = load("/reports", body="").headers["Location"]
    if mistake == "guessing":
        place = "/reports/1"
    while json.load(load(place))["status"] == "pending" and mistake != "hasty":
        pass
elif task == "redirect":
    load("/invoice", token="secret")

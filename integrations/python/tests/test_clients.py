# test_clients.py: what the guide says of requests, httpx and aiohttp.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import asyncio

import pytest

requests = pytest.importorskip("requests")
httpx = pytest.importorskip("httpx")
aiohttp = pytest.importorskip("aiohttp")

CHALLENGE = """
    > GET /a
    > Authorization: {{absent}}
    < 401
    < WWW-Authenticate: Digest realm="notes", nonce="{{nonce n}}", qop="auth", algorithm=SHA-256
    > GET /a
    > Authorization: {{digest alice:secret QUOTING}}
    < 200
    """
BODY = "at=60\n< 200\n< Transfer-Encoding: chunked\n<\n< 0123456789\n< 0123456789\n"
ALICE = "alice", "secret"


def by_requests(url, timeout=5.0, auth=None):
    return requests.get(url, timeout=timeout, auth=auth and requests.auth.HTTPDigestAuth(*auth)).status_code


def by_httpx(url, timeout=5.0, auth=None):
    return httpx.get(url, timeout=timeout, auth=auth and httpx.DigestAuth(*auth)).status_code


def by_aiohttp(url, timeout=5.0, auth=None):
    if auth and not hasattr(aiohttp, "DigestAuthMiddleware"):
        pytest.skip("aiohttp has Digest since 3.12")
    own = {"middlewares": (aiohttp.DigestAuthMiddleware(*auth),)} if auth else {}

    async def fetch():
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(timeout), **own) as client:
            async with client.get(url) as reply:
                await reply.read()
                return reply.status
    return asyncio.run(fetch())


CLIENTS = pytest.mark.parametrize("get", [by_requests, by_httpx, by_aiohttp])


@CLIENTS
def test_the_digest_of_the_guide_passes_with_each_client(play, get):
    play(CHALLENGE.replace("QUOTING", "quoting=any"))
    assert get(play.url("/a"), auth=ALICE) == 200


def test_without_quoting_the_failure_of_requests_says_what_to_write(play):
    with pytest.raises(AssertionError, match="'quoting=any' in the line lets either pass"):
        with play(CHALLENGE.replace("QUOTING", "")) as one:
            by_requests(one.url("/a"), auth=ALICE)
    play._plays.clear()


@pytest.mark.parametrize("get", [by_httpx, by_aiohttp])
def test_without_quoting_the_others_pass(play, get):
    play(CHALLENGE.replace("QUOTING", ""))
    assert get(play.url("/a"), auth=ALICE) == 200


@pytest.mark.parametrize("get, act, fault", [
    (by_requests, "await close", requests.Timeout), (by_httpx, "await close", httpx.ReadTimeout),
    (by_aiohttp, "await close", asyncio.TimeoutError),
    (by_requests, "reset", requests.ConnectionError), (by_httpx, "reset", httpx.ReadError), (by_aiohttp, "reset", aiohttp.ClientOSError),
    (by_requests, "close", requests.ConnectionError), (by_httpx, "close", httpx.RemoteProtocolError),
    (by_aiohttp, "close", aiohttp.ServerDisconnectedError),
    (by_requests, "close " + BODY, requests.exceptions.ChunkedEncodingError), (by_httpx, "close " + BODY, httpx.RemoteProtocolError),
    (by_aiohttp, "close " + BODY, aiohttp.ClientPayloadError)])
def test_a_fault_is_told_as_the_guide_says(play, get, act, fault):
    # aiohttp asks twice where the connection breaks before the reply.
    times = 2 if get is by_aiohttp and act in ("reset", "close") else 1
    play(f"> GET /a\n! {act}\n" * times)
    with pytest.raises(fault) as raised:
        get(play.url("/a"), timeout=0.5 if act == "await close" else 5)
    assert raised.type is fault or fault in raised.type.__bases__

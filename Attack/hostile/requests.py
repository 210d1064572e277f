# requests.py: malformed requests, at routes, sessions and the control port, in the clear and over TLS.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""None of them may crash the server, block it, or be answered by anything but replies. At a session, whose scenario expects
something else, none of them may pass."""

import socket
import ssl

from . import wire
from .command import Place, Server

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
KIND = "requests"
GET = b"GET /plain HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = (b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n"
           b"3;a=\"b\"\r\nhel\r\n2\r\nlo\r\n0\r\nX: y\r\n\r\n")
# Right requests, to be cut, split and damaged.
RIGHT = [GET, POST, CHUNKED, GET + POST + CHUNKED,
         b"GET /range/26?chunk=3 HTTP/1.1\r\nHost: a\r\nRange: bytes=3-9,12-\r\nAccept: */*;q=0.1, a/b\r\n\r\n",
         b"POST /anything?a=1&a=2&b=%20%zz HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=\"d\"\r\nExpect: 100-continue\r\n"
         b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 83\r\n\r\n--x\r\n"
         b"Content-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n\r\ntext of a file\r\n--x--\r\n",
         b"GET http://user:word@127.0.0.1:80/plain?x#y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"]
HUGE = [b"0", b"00000000000000000000000000000000000005", b"-1", b"+5", b"5 5", b"5,5", b"5, 6", b"0x5", b"5.0", b"5e1", b"\xd9\xa3",
        b"2147483648", b"4294967296", b"9007199254740993", b"9223372036854775807", b"9223372036854775808",
        b"18446744073709551615", b"18446744073709551616", b"9" * 400, b""]
SIZES = [b"0", b"-1", b"+1", b" 1", b"1 ", b"0x1", b"g", b"", b"7fffffffffffffff", b"8000000000000000", b"ffffffffffffffff",
         b"10000000000000000", b"f" * 300, b"0" * 300 + b"1", b"1;", b"1;=", b"1;a=\"", b"1;" + b"a" * 70000, b"1\r", b"\r\n"]


def head(line=b"GET /plain HTTP/1.1", *fields, body=b""):
    return b"\r\n".join([line, b"Host: a", *fields]) + b"\r\n\r\n" + body


def lines():
    """Request lines."""
    yield from (b"", b"\r\n", b"\n\n\n", b"\0", b" ", b"G", b"GET", b"GET \r\n\r\n", b"GET  /plain  HTTP/1.1\r\n\r\n", b"get /plain HTTP/1.1\r\n\r\n")
    yield from (b"GET /plain\r\n\r\n", b"GET\t/plain\tHTTP/1.1\r\n\r\n", b"GET /plain HTTP/1.1\r\r\n\r\n", b"GET /plain HTTP/1.1\n\n")
    for version in (b"HTTP/0.9", b"HTTP/1.0", b"HTTP/1.2", b"HTTP/2.0", b"HTTP/3", b"HTTP/1.1.1", b"HTTP/11", b"HTTP/-1.1", b"http/1.1",
                    b"HTTP/1.99999999999999999999", b"HTTP/99999999999999999999.1", b"HTTP/1.", b"HTTP/", b"HTP/1.1", b"RTSP/1.0"):
        yield head(b"GET /plain " + version)
    yield PREFACE + bytes(range(256))
    for method in (b"A" * 100000, b"\xff", b"GE(T", b"G\0T", b"CONNECT", b"TRACE", b"OPTIONS", b"PATCH", b"*", b"\x1b[31m"):
        yield head(method + b" /plain HTTP/1.1")
    for target in (b"*", b"/", b"//", b"///" * 10000, b"/../../etc/passwd", b"/%2e%2e/%2f", b"/%", b"/%0", b"/%zz", b"/%00", b"/\0", b"/\xff\xfe",
                   b"/\x1b[2J", b"?", b"#", b"http://", b"http:///plain", b"http://[::1/plain", b"http://a:99999/plain", b"http://a:-1/",
                   b"http://a:9223372036854775808/plain", b"http://\xff/", b"ftp://a/", b"a:1", b":", b"plain", b"/plain?" + b"a&" * 50000,
                   b"/path/" + b"%41" * 30000, b"/path/" + b"a" * 250000, b"/path/%ff%fe", b"/path/%e2%80%ae", b"/plain#" + b"a" * 1000,
                   b"/" + b"a/" * 60000, b"/plain?" + b"%" * 5000, b"/" + b"?" * 1000):
        yield head(b"GET " + target + b" HTTP/1.1")
        yield head(b"CONNECT " + target + b" HTTP/1.1")
    for amount in HUGE:
        for path in (b"/bytes/", b"/range/", b"/status/", b"/stream/"):
            yield head(b"GET " + path + amount + b" HTTP/1.1")
        yield head(b"GET /drip?n=" + amount + b"&duration=0 HTTP/1.1")
        yield head(b"GET /drip?n=1&duration=0&code=" + amount + b" HTTP/1.1")
        yield head(b"GET /range/26?chunk=" + amount + b" HTTP/1.1")
        yield head(b"GET /range/26 HTTP/1.1", b"Range: bytes=" + amount + b"-")
        yield head(b"GET /range/26 HTTP/1.1", b"Range: bytes=-" + amount)
        yield head(b"GET /range/26 HTTP/1.1", b"Range: bytes=1-" + amount)
    # One that can be made is waited for, up to 10 s.
    for delay in (b"0", b"-0", b"-1", b"nan", b"-inf", b"1e-400", b"-1e400", b"0x1", b"%00", b"\xff"):
        yield head(b"GET /delay/" + delay + b" HTTP/1.1")
    for query in (b"n=1e400&duration=0", b"n=1&duration=nan", b"n=1&duration=-1", b"n=1&duration=1e-400", b"n=1&n=2&duration=0", b"&=&=&duration=0", b"n=%ff&duration=0"):
        yield head(b"GET /drip?" + query + b" HTTP/1.1")
    for status in (b"200:0.5,300:0.5", b"200:nan", b"200:-1", b"200:1e999,300:1e999", b"1000", b"99", b"200,", b",", b"200:", b"101", b"100", b"204", b"304"):
        yield head(b"GET /status/" + status + b" HTTP/1.1")


def fields():
    """Field lines, and what says how long the body is."""
    for line in (b"", b":", b": a", b" : a", b"a", b"a b: c", b"a : b", b"\0: a", b"a: \0", b"a: b\0c", b"a: \x7f", b"\xff: \xff", b"a: " + b"\xff" * 300,
                 b" folded", b"\tfolded", b"a:\r\n b", b"a: b\rc: d", b"a: b\nc: d", b"a\r\n: b", b"a: " + b"b" * 300000, b"a" * 300000 + b": b",
                 b"Host: b", b"Host:", b"host: a\r\nHOST: b", b"Connection: close, keep-alive, \0", b"Connection: " + b"a," * 30000,
                 b"Expect: 100-continue", b"Expect: 200-maybe", b"Upgrade: websocket\r\nConnection: upgrade", b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk",
                 b"Cookie: " + b"a=b; " * 20000, b"Cookie: =;=;\"", b"Authorization: Basic", b"Authorization: Basic \xff", b"Authorization: Basic ====",
                 b"Authorization: Digest " + b"a=" * 3000, b"Authorization: Digest nonce=\"" + b"\\" * 1000, b"Accept-Encoding: gzip;q=9999999999999999999999",
                 b"If-None-Match: " + b"\"a\"," * 20000, b"If-Modified-Since: Thu, 99 Xxx 99999999999 99:99:99 GMT", b"Range: bytes=" + b"0-1," * 20000,
                 b"Content-Type: multipart/form-data", b"Content-Type: multipart/form-data; boundary=", b"Content-Type: multipart/form-data; boundary=" + b"a" * 70000):
        yield head(b"GET /plain HTTP/1.1", line)
        yield head(b"POST /anything HTTP/1.1", b"Content-Length: 5", line, body=b"--a\r\n")
    yield head(b"GET /plain HTTP/1.1", *[b"a: b"] * 100000)
    yield head(b"GET /plain HTTP/1.1", *[b"a%d: b" % n for n in range(5000)])
    for amount in HUGE:
        yield head(b"POST /echo HTTP/1.1", b"Content-Length: " + amount, body=b"hello")
        yield head(b"POST /echo HTTP/1.1", b"Content-Length: 5", b"Content-Length: " + amount, body=b"hello")
        yield head(b"POST /echo HTTP/1.1", b"Transfer-Encoding: chunked", b"Content-Length: " + amount, body=b"0\r\n\r\n")
    for coding in (b"chunked, chunked", b"gzip", b"gzip, chunked", b"chunked, gzip", b"identity", b"xchunked", b"chunked;a", b"\x0bchunked", b"", b",",
                   b"CHUNKED", b"chunked\r\nTransfer-Encoding: identity", b"chunked" + b"," * 10000):
        yield head(b"POST /echo HTTP/1.1", b"Transfer-Encoding: " + coding, body=b"0\r\n\r\n")
        yield head(b"POST /echo HTTP/1.0", b"Transfer-Encoding: " + coding, body=b"0\r\n\r\n")


def bodies():
    """Chunks, trailers, forms, and what is coded."""
    for size in SIZES:
        yield head(b"POST /echo HTTP/1.1", b"Transfer-Encoding: chunked", body=size + b"\r\na\r\n0\r\n\r\n")
        yield head(b"POST /echo HTTP/1.1", b"Transfer-Encoding: chunked", body=b"1\r\na\r\n" + size + b"\r\n\r\n")
    for rest in (b"1\r\nab\r\n0\r\n\r\n", b"1\na\n0\n\n", b"1\r\na0\r\n\r\n", b"1\r\na\r\n0\r\na: b", b"0\r\n" + b"a: b\r\n" * 50000 + b"\r\n", b"0\r\nContent-Length: 5\r\n\r\nhello",
                 b"0\r\n\0: \0\r\n\r\n", b"0\r\na: " + b"b" * 300000 + b"\r\n\r\n", b"1\r\na\r\n" * 20000 + b"0\r\n\r\n", b"0\r\n\r\n" * 1000, b"1;a\r\na\r\n" * 10000):
        yield head(b"POST /echo HTTP/1.1", b"Transfer-Encoding: chunked", body=rest)
    for boundary, body in ((b"a", b"--a\r\n" * 20000), (b"a", b"--a--"), (b"a", b"--a\r\nContent-Disposition: form-data\r\n\r\n--a--"),
                           (b"a", b"--a\r\n" + b"x: y\r\n" * 20000 + b"\r\n\r\n--a--"), (b"\"a b\"", b"--a b\r\n\r\n\r\n--a b--"), (b"\"", b"--")):
        yield head(b"POST /anything HTTP/1.1", b"Content-Type: multipart/form-data; boundary=" + boundary,
                   b"Content-Length: %d" % len(body), body=body)
    for kind, body in ((b"application/json", b"[" * 200000), (b"application/json", b"{\"a\":" * 50000), (b"application/json", b"\"\\ud800\""),
                       (b"application/json", b"1e999999999"), (b"application/json", b"\xff"), (b"application/json", b"[" + b"1," * 100000),
                       (b"application/x-www-form-urlencoded", b"&" * 100000), (b"application/x-www-form-urlencoded", b"%" * 1000), (b"application/x-www-form-urlencoded", b"a=b&" * 50000)):
        yield head(b"POST /anything HTTP/1.1", b"Content-Type: " + kind, b"Content-Length: %d" % len(body), body=body)
    yield GET * 2000
    yield (GET + CHUNKED + POST) * 200
    yield GET + b"\0" * 100000
    yield b"\r\n" * 100000 + GET
    yield POST + b"junk" + GET
    yield b"A" * (1 << 20)
    yield head(b"POST /echo HTTP/1.1", b"Content-Length: 6000000", body=b"a" * 6000000)


def spoilt(dice, count):
    """A right request, with a few bytes changed, left out, put in, doubled or exchanged."""
    for _ in range(count):
        data = bytearray(dice.choice(RIGHT))
        for _ in range(dice.randint(1, 4)):
            place, length = dice.randrange(len(data) + 1), dice.randint(1, 8)
            way = dice.randrange(6)
            if way == 0:
                data[place:place + 1] = bytes([dice.randrange(256)])
            elif way == 1:
                del data[place:place + length]
            elif way == 2:
                data[place:place] = dice.choice([b"\r\n", b"\n", b"\r", b" ", b"\0", b":", b"%", b";", b",", b"\"", b"9" * 20, b"\xff", b"HTTP/1.1"])
            elif way == 3:
                data[place:place] = data[place:place + 10 * length]
            elif way == 4:
                data = data[place:] + data[:place]
            else:
                data[place:place] = dice.randbytes(length)
        yield bytes(data)


def attack(ledger):
    dice = ledger.dice(KIND)
    corpus = [*lines(), *fields(), *bodies()]
    with Server(Place(ledger.folder)) as server:
        mixed = corpus + list(spoilt(dice, ledger.many(600, 6000)))
        dice.shuffle(mixed)
        for number, data in enumerate(mixed):
            port = server.control if number % 3 == 0 else server.routes
            if not try_one(ledger, server, "the control port" if port == server.control else "routes", port, data):
                break
            if number % 100 == 0 and hurt(ledger, server, data):
                break
        else:
            for data in corpus if not ledger.is_short else dice.sample(corpus, 100):
                if not secure(ledger, server, data):
                    break
        cut(ledger, server, dice)
        split(ledger, server, dice)
        garbage(ledger, server, dice)
        sessions(ledger, server, dice, corpus)
        server.finish(ledger, KIND)


def hurt(ledger, server, data):
    fault = server.fault
    if fault:
        ledger.found(KIND, "after requests", fault, data)
    return fault


def try_one(ledger, server, place, port, data):
    ledger.count(KIND)
    try:
        answer = wire.exchange(port, data)
    except wire.Silence as silence:
        ledger.found(KIND, f"at {place}", f"neither answered nor closed within 5 s; it said {silence.args[0][:200]!r}", data)
        return True
    except OSError as error:
        ledger.found(KIND, f"at {place}", f"{error}; {server.fault}", data)
        return False
    if data.startswith(PREFACE) and answer[3:5] == b"\4\0":
        # It spoke HTTP/2, and was answered by SETTINGS.
        return True
    if None in wire.statuses(answer):
        ledger.found(KIND, f"at {place}", f"answered by what is no reply: {answer[:200]!r}", data)
    return True


def secure(ledger, server, data):
    """Over TLS, ended as TLS is to be ended."""
    ledger.count(KIND)
    try:
        with wire.trusting().wrap_socket(wire.connect(server.secure)) as connection:
            if wire.send(connection, data):
                connection.unwrap()
    except TimeoutError:
        ledger.found(KIND, "over TLS", "neither answered nor closed within 5 s", data)
    except (ssl.SSLError, ConnectionError):
        # An answer was under way.
        pass
    except OSError as error:
        ledger.found(KIND, "over TLS", f"{error}; {server.fault}", data)
        return False
    return True


def cut(ledger, server, dice):
    """Each right request up to each of its bytes, and then the end of the connection or a reset."""
    for data in RIGHT:
        for length in range(len(data)):
            ledger.count(KIND)
            wire.drop(dice.choice([server.routes, server.control]), data[:length], dice.random() < 0.5)
        if hurt(ledger, server, data):
            return


def split(ledger, server, dice):
    """A request in two pieces gets the same answer as a whole one, wherever it is cut."""
    def fit(answer):
        return [line for line in answer.split(b"\r\n") if not line.startswith(b"Date:")]

    for data in RIGHT[:4]:
        whole = fit(wire.exchange(server.routes, data))
        for place in range(1, len(data)):
            if ledger.is_short and dice.random() < 0.7:
                continue
            ledger.count(KIND)
            with wire.connect(server.routes) as connection:
                wire.send(connection, data[:place])
                # The server reads this first: an answer of another connection says that its loop has gone round.
                if dice.random() < 0.2:
                    server.plain()
                wire.send(connection, data[place:])
                connection.shutdown(socket.SHUT_WR)
                answer = wire.read_all(connection, 5)
            if fit(answer) != whole:
                ledger.found(KIND, f"cut at byte {place}", f"answered {answer[:300]!r} and not as whole", data)
                return


def greeting(dice):
    """A ClientHello."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    context = wire.trusting(dice.choice([ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3]))
    connection = context.wrap_bio(incoming, outgoing, server_hostname="localhost")
    try:
        connection.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def garbage(ledger, server, dice):
    """Other bytes at a port with TLS, and TLS at ports without."""
    for number in range(ledger.many(100, 1000)):
        ledger.count(KIND)
        hello = bytearray(greeting(dice))
        way = number % 5
        if way == 0:
            data = dice.randbytes(dice.randint(0, 400))
        elif way == 1:
            data = bytes(hello[:dice.randrange(len(hello))])
        elif way == 2:
            for _ in range(dice.randint(1, 5)):
                hello[dice.randrange(len(hello))] = dice.randrange(256)
            data = bytes(hello)
        elif way == 3:
            data = bytes([dice.choice([20, 21, 22, 23, 24, 255]), 3, dice.randrange(5)]) + dice.randbytes(2) + dice.randbytes(200)
        else:
            data = dice.choice(RIGHT)
        port = server.secure if way < 4 and dice.random() < 0.8 or way == 4 else server.routes
        try:
            wire.exchange(port, data)
        except wire.Silence:
            ledger.found(KIND, "no TLS", "the connection was kept although it had ended", data)
        if number % 100 == 0 and hurt(ledger, server, data):
            return


def sessions(ledger, server, dice, corpus):
    """What is no request that the scenario expects does not pass, and does not keep the session."""
    control = wire.Control(server.control)
    for data in dice.sample(corpus, ledger.many(100, len(corpus))) + list(spoilt(dice, ledger.many(100, 500))):
        ledger.count(KIND)
        status, session = control.ask("POST", "/sessions", {"scenario": "page.scenario"})
        if status != 201:
            return ledger.found(KIND, "at a session", f"not armed: {status} {session}", data)
        authority = session["origins"]["main"].split("/")[2]
        with wire.connect(int(authority.split(":")[1])) as connection:
            wire.send(connection, data.replace(b"Host: a", b"Host: " + authority.encode()))
            status, told = control.ask("DELETE", f"/sessions/{session['id']}")
            # What is more than Quintain reads is not judged, and not green either.
            if told.get("verdict") not in ("fail", "unable"):
                ledger.found(KIND, "at a session", f"the verdict is {told.get('verdict')}", data)
            try:
                wire.read_all(connection, 5)
            except wire.Silence:
                ledger.found(KIND, "at a session", "the connection was kept although the session had ended", data)
    control.close()

# wire.py: sends bytes to a port without keeping to a protocol.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import json
import socket
import ssl
import struct
import time

LIMIT = 8 << 20


class Silence(Exception):
    """The other side has neither answered nor closed in time."""


def connect(port, timeout=5.0):
    connection = socket.create_connection(("127.0.0.1", port), timeout)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def trusting(minimum=ssl.TLSVersion.TLSv1_2):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = minimum
    return context


def read_all(connection, timeout):
    """Reads until the other side closes, or resets; Silence if it does neither in time."""
    until = time.monotonic() + timeout
    answer = b""
    while len(answer) < LIMIT:
        connection.settimeout(max(0.001, until - time.monotonic()))
        try:
            piece = connection.recv(65536)
        except TimeoutError:
            raise Silence(answer) from None
        except (ConnectionError, ssl.SSLError):
            break
        if not piece:
            break
        answer += piece
    return answer


def send(connection, data):
    """Sends as much as the other side takes, which may have closed already."""
    try:
        connection.sendall(data)
        return True
    except (ConnectionError, TimeoutError, ssl.SSLError):
        return False


def exchange(port, data, pieces=None, timeout=5.0, half_close=True):
    """Sends these bytes, or pieces of them, ends its side, and gives the whole answer."""
    with connect(port, timeout) as connection:
        for piece in pieces or [data]:
            send(connection, piece)
        if half_close:
            try:
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
        return read_all(connection, timeout)


def drop(port, data, resets):
    """Sends and closes, with a FIN or a RST, without reading an answer."""
    with connect(port) as connection:
        send(connection, data)
        if resets:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def statuses(answer):
    """The status of each reply in a row of replies; None at the end, if the rest is no reply."""
    found = []
    while answer:
        head, divider, rest = answer.partition(b"\r\n\r\n")
        words = head.split(b"\r\n")[0].split(b" ", 2)
        if not divider or not words[0].startswith(b"HTTP/1.") or len(words) < 2 or not words[1].isdigit():
            return found + [None]
        status = int(words[1])
        found.append(status)
        length = 0
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            if name.lower() == b"transfer-encoding":
                return found
        answer = rest[length:] if status >= 200 and status not in (204, 304) else rest
    return found


class Control:
    """A connection to the control API that speaks properly."""

    def __init__(self, port, timeout=10.0):
        self.port, self.timeout = port, timeout
        self.connection = None

    def ask(self, method, target, body=None):
        """The status and the value of the answer."""
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        head = f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n".encode("latin-1")
        if body is not None:
            head += b"Content-Length: %d\r\n" % len(body)
        for attempt in (1, 2):
            fresh = self.connection is None
            if fresh:
                self.connection = connect(self.port, self.timeout)
                self.file = self.connection.makefile("rb")
            try:
                self.connection.settimeout(self.timeout)
                self.connection.sendall(head + b"\r\n" + (body or b""))
                return self.answer(method)
            except TimeoutError:
                self.close()
                raise Silence(target) from None
            except (ConnectionError, ValueError, ssl.SSLError):
                # A connection that was kept may have been closed meanwhile.
                self.close()
                if fresh or attempt == 2:
                    raise
        return None

    def answer(self, method):
        line = self.file.readline(1000).split(b" ")
        if len(line) < 2:
            raise ConnectionError("closed without an answer")
        status, length, chunked, keeps = int(line[1]), 0, False, True
        while (field := self.file.readline(65536).strip()):
            name, _, value = field.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            if name.lower() == b"transfer-encoding":
                chunked = True
            if name.lower() == b"connection" and b"close" in value:
                keeps = False
        body = b"" if method == "HEAD" else self.chunks() if chunked else self.file.read(length)
        if not keeps:
            self.close()
        try:
            return status, json.loads(body) if body else None
        except ValueError:
            return status, body

    def chunks(self):
        body = b""
        while size := int(self.file.readline(100), 16):
            body += self.file.read(size)
            self.file.readline(10)
        self.file.readline(10)
        return body

    def close(self):
        if self.connection:
            self.file.close()
            self.connection.close()
            self.connection = None

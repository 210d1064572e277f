# load.py: the requests that load the servers.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import re
import resource
import shutil
import socket
import subprocess

from .servers import PREFACE, Trouble, connect

# What a browser sends, near enough: some 370 bytes.
FIELDS = [
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
    "Accept: text/html,application/xhtml+xml",
    "Accept-Language: en-US,en;q=0.5",
    "Accept-Encoding: gzip, deflate",
    "Cookie: session=0123456789abcdef; theme=dark",
    "X-Trace: 00-4bf92f3577b34da6a3ce929d0e0e4736",
]
# GET /hello on stream 1: three fields of the static table and a literal one.
HEADERS = b"\x82\x87\x04\x06/hello\x01\x09127.0.0.1"
REQUEST_TWO = PREFACE + len(HEADERS).to_bytes(3, "big") + b"\x01\x05\0\0\0\1" + HEADERS
REQUEST = "".join(line + "\r\n" for line in ["GET /hello HTTP/1.1", "Host: 127.0.0.1", *FIELDS, ""]).encode()


def wrk(port, connections, seconds, core=None, close=False, path="/hello", secure=False):
    """How many requests were answered. Over TLS each connection has a whole handshake: wrk keeps no sessions."""
    fields = FIELDS + (["Connection: close"] if close else [])
    pin = ["taskset", "-c", str(core)] if core is not None and shutil.which("taskset") else []
    command = pin + ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s"]
    for field in fields:
        command += ["-H", field]
    command.append(f"http{'s' if secure else ''}://127.0.0.1:{port}{path}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 30)
    count = re.search(r"(\d+) requests in", done.stdout)
    if not count or int(count[1]) == 0:
        raise Trouble(f"wrk got no answer from port {port}: {(done.stdout + done.stderr).strip()}")
    if "Non-2xx" in done.stdout:
        raise Trouble(f"port {port} answered otherwise than with 200")
    return int(count[1])


def h2load(port, streams, count, core=None):
    """So many requests over one connection of HTTP/2, so many of them at once. Answers how many were answered."""
    pin = ["taskset", "-c", str(core)] if core is not None and shutil.which("taskset") else []
    command = pin + ["h2load", f"-n{count}", "-c1", f"-m{streams}"]
    for field in FIELDS:
        command.append(f"--header={field}")
    done = subprocess.run(command + [f"http://127.0.0.1:{port}/hello"], capture_output=True, text=True, timeout=120)
    if f"{count} 2xx" not in done.stdout:
        raise Trouble(f"h2load did not get {count} answers from port {port}: {(done.stdout + done.stderr).strip()}")
    return count


class Connections:
    """Keep-alive connections, asked in turn: the next request goes out once the last answer is whole."""

    def __init__(self, port, count, secure=False, two=False):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < count + 100:
            if hard < count + 100:
                raise Trouble(f"{count} connections need 'ulimit -n {count + 100}', and the limit is {hard}")
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.two = two
        self.sockets = [connect(port, secure, 10, two) for _ in range(count)]

    def ask_each(self):
        """Over HTTP/2 once: the request is that of the first stream."""
        for connection in self.sockets:
            connection.sendall(REQUEST_TWO if self.two else REQUEST)
            (read_stream if self.two else read_answer)(connection)

    def forget_secrets(self):
        """Leaves the sockets only: our side of TLS would take more memory than is measured."""
        self.sockets = [socket.socket(fileno=connection.detach()) for connection in self.sockets]

    def close(self):
        for connection in self.sockets:
            connection.close()


def read_answer(connection):
    answer = b""
    length = None
    while length is None or len(answer) < length:
        piece = connection.recv(65536)
        if not piece:
            raise Trouble("a keep-alive connection was closed by the server")
        answer += piece
        if length is None and (end := answer.find(b"\r\n\r\n")) >= 0:
            if not answer.startswith(b"HTTP/1.1 200"):
                raise Trouble(f"otherwise than with 200 was answered: {answer[:40]!r}")
            size = re.search(rb"(?i)\r\ncontent-length: *(\d+)", answer[: end + 2])
            if not size:
                raise Trouble("the answer has no Content-Length")
            length = end + 4 + int(size[1])
    if len(answer) > length:
        raise Trouble("more was answered than was asked for")


def read_stream(connection):
    """Reads frames up to the end of stream 1."""
    answer = b""
    while True:
        while len(answer) >= 9 and len(answer) >= (size := 9 + int.from_bytes(answer[:3], "big")):
            kind, flags, stream = answer[3], answer[4], int.from_bytes(answer[5:9], "big")
            answer = answer[size:]
            if kind not in (0, 1, 4, 6, 8):
                raise Trouble(f"a frame of type {kind} was answered")
            if stream == 1 and kind in (0, 1) and flags & 1:
                return
        piece = connection.recv(65536)
        if not piece:
            raise Trouble("a connection of HTTP/2 was closed by the server")
        answer += piece

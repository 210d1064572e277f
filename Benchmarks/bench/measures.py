# measures.py: what is measured; servers take turns, and the turns are reversed each round.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import os
import re
import statistics
import subprocess
import time
import urllib.request
from contextlib import ExitStack, contextmanager

from .load import Connections, h2load, wrk
from .servers import Quintain, Trouble, write_large


@contextmanager
def running(servers):
    """Starts all of them, and stops all that were started, whatever happens."""
    with ExitStack() as stack:
        for server in servers:
            stack.callback(server.stop)
            server.start()
        for server in servers:
            server.wait_until_ready()
        yield servers


def turns(servers, round_number):
    return servers if round_number % 2 == 0 else list(reversed(servers))


def cpu_per_request(servers, rounds, seconds, connections, load_core, close=False, path="/hello"):
    """Microseconds on a processor for each request: by server, a list with one figure a round."""
    figures = {server.name: [] for server in servers}
    with running(servers):
        for server in servers:
            bear(server, connections, 1, load_core, close, path)
        for number in range(rounds):
            for server in turns(servers, number):
                figures[server.name].append(bear(server, connections, seconds, load_core, close, path))
    return figures


def bear(server, *how):
    """Microseconds on a processor for each request of one turn. Where others have the machine, a whole turn may pass
    with the handshakes of its connections: then it is taken again."""
    for _ in range(5):
        before = server.cpu()
        try:
            count = wrk(server.port, *how, server.is_secure)
        except Trouble as trouble:
            server.check()
            reason = trouble
            continue
        server.check()
        return (server.cpu() - before) / count / 1000
    raise Trouble(f"{server.name}: {reason}")


def cpu_per_stream(servers, rounds, streams, count, load_core):
    """The same over one connection of HTTP/2, with so many streams at once."""
    figures = {server.name: [] for server in servers}
    with running(servers):
        for number in range(rounds + 1):
            for server in turns(servers, number):
                before = server.cpu()
                h2load(server.port, streams, count, load_core)
                server.check()
                # The first round warms up.
                if number > 0:
                    figures[server.name].append((server.cpu() - before) / count / 1000)
    return figures


def start_to_first_answer(servers, rounds):
    """Milliseconds."""
    figures = {server.name: [] for server in servers}
    for number in range(rounds):
        for server in turns(servers, number):
            begin = time.monotonic_ns()
            try:
                server.start().wait_until_ready()
                figures[server.name].append((time.monotonic_ns() - begin) / 1e6)
            finally:
                server.stop()
    return figures


def idle_memory(servers, count):
    """Kilobytes for each connection that has asked once and now says nothing."""
    figures = {}
    for server in servers:
        with server:
            # The first connections pay for what is set up once.
            warm = Connections(server.port, 100, server.is_secure, server.two)
            warm.ask_each()
            before = server.private_kilobytes()
            idle = Connections(server.port, count, server.is_secure, server.two)
            try:
                idle.ask_each()
                if server.is_secure:
                    idle.forget_secrets()
                figures[server.name] = [(server.private_kilobytes() - before) / count]
            finally:
                idle.close()
                warm.close()
    return figures


def peak_of_large_play(binary, folder, way):
    """The same while 1 GiB goes through it, as a `reply` or an `upload`."""
    place = write_large(folder)
    client = ["curl", "-q", "-s", "-o", "/dev/null", "{{origin}}/big"]
    with Quintain(binary, place, folder, name="source") as source:
        if way == "upload":
            source_of_bytes = f"http://127.0.0.1:{source.port}/big"
            client = ["sh", "-c", "curl -q -s \"$1\" | curl -q -s -T - \"$2\"", "sh", source_of_bytes, "{{origin}}/big"]
        return peak_of_play(binary, os.path.join(place, f"{way}.scenario"), client)


def peak_of_play(binary, scenario, client):
    """Megabytes that `quintain play` had at most."""
    process = subprocess.Popen(
        [binary, "play", "--quiet", "--patience", "60s", scenario, "--", *client], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    peak = 0
    # It is told as long as the process is there, and does not fall.
    while process.poll() is None:
        try:
            with open(f"/proc/{process.pid}/status") as file:
                told = re.search(r"VmHWM:\s*(\d+)", file.read())
                peak = max(peak, int(told[1]) if told else 0)
        except OSError:
            pass
        time.sleep(0.01)
    if process.returncode != 0:
        raise Trouble(f"{scenario}: the play ended with status {process.returncode}")
    return peak / 1000


def has_gzip(port, path):
    """Whether the server's answer is coded; else it would be measured for something else."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        return answer.headers.get("Content-Encoding") == "gzip"


def ratio(figures, one, other):
    """The median of the ratios round by round, which a busy machine disturbs least."""
    if not figures.get(one) or not figures.get(other):
        return None
    return statistics.median(a / b for a, b in zip(figures[one], figures[other]))

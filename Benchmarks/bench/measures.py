# measures.py: what is measured; servers take turns, and the turns are reversed each round.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import statistics
import time
from contextlib import ExitStack, contextmanager

from .load import Connections, wrk


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


def cpu_per_request(servers, rounds, seconds, connections, load_core, close=False):
    """Microseconds on a processor for each request: by server, a list with one figure a round."""
    figures = {server.name: [] for server in servers}
    with running(servers):
        for server in servers:
            wrk(server.port, connections, 1, load_core, close)
        for number in range(rounds):
            for server in turns(servers, number):
                before = server.cpu()
                count = wrk(server.port, connections, seconds, load_core, close)
                figures[server.name].append((server.cpu() - before) / count / 1000)
                server.check()
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
            warm = Connections(server.port, 100)
            warm.ask_each()
            before = server.private_kilobytes()
            idle = Connections(server.port, count)
            try:
                idle.ask_each()
                figures[server.name] = [(server.private_kilobytes() - before) / count]
            finally:
                idle.close()
                warm.close()
    return figures


def ratio(figures, one, other):
    """The median of the ratios round by round, which a busy machine disturbs least."""
    if not figures.get(one) or not figures.get(other):
        return None
    return statistics.median(a / b for a, b in zip(figures[one], figures[other]))

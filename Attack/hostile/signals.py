# signals.py: ended at random moments, once and twice, while there is much to do.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A command that is asked to end does so within seconds, with the status that is promised, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import threading
import time

from . import command, wire
from .command import Place

KIND = "signals"
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]
# For how long they are busy; an end at any moment of it.
BUSY = "> GET /page\n" + "".join(f"< 200 OK\n<\n< {{{{bytes 2000}}}}\n! wait {pause}\n> GET /page\n" for pause in ["10ms"] * 100)


class Play:
    """What is ended: its words, and what its end must be."""

    def __init__(self, name, words, status, until=0.6):
        self.name, self.words, self.status, self.until = name, words, status, until


def plays():
    driver = os.path.join(os.path.dirname(os.path.abspath(__file__)), "driver.py")
    client = ["sh", "-c", "sleep 300 & while :; do curl -s -o /dev/null $QUINTAIN_ORIGIN/page || sleep 0.01; done"]
    return [
        Play("play with a client", ["play", "busy.scenario", "--", *client], 130),
        Play("play with a client over TLS", ["play", "--json", "fixtures/secure.scenario", "--", "sleep", "300"], 130),
        Play("play that waits", ["play", "fixtures/page.scenario"], 130),
        Play("check of the reference client", ["check", "--client", "reference", "--json", "report.json", "many"], 130),
        Play("check of a driver", ["check", "--jobs", "8", "--json", "report.json", "many", "--", sys.executable, "-B", driver, "leaves_a_child"], 130),
        Play("check of a deaf driver", ["check", "--jobs", "4", "many", "--", sys.executable, "-B", driver, "is_deaf"], 130),
        Play("check of a silent driver", ["check", "many", "--", sys.executable, "-B", driver, "says_nothing"], 130),
        Play("driver-test", ["driver-test", "--", sys.executable, "-B", driver, "says_no_more"], None),
        Play("serve", ["serve", "fixtures", "--port", "0", "--control-port", "0", "--https-port", "0", "--log", "json", "--log-level", "debug"], 0, until=0.2),
    ]


def prepare(folder):
    place = Place(folder)
    place.write("busy.scenario", "# Busy\n" + BUSY.rsplit("> GET", 1)[0])
    place.write("fixtures/secure.scenario", "# Secure\norigin shop https\n> GET //shop/page\n< 200 OK\n")
    rows = "".join(f"       r{number} | {number}\n" for number in range(500))
    place.write("many/rows.scenario", f"# Rows\ncases  name | n\n{rows}client GET /{{{{n}}}}\n> GET /{{{{n}}}}\n! wait 20ms\n< 200 OK\n<\n< first\n* response 200\n* data \"first\"\n* finish\n")
    return place


def attack(ledger):
    dice = ledger.dice(KIND)
    place = prepare(ledger.folder)
    for play in plays():
        for number in range(ledger.many(4, 16)):
            # Each at least once, early and late, alone and twice.
            sent = [SIGNALS[number % 4]] + ([dice.choice(SIGNALS)] if number // 4 % 2 or ledger.is_short and dice.random() < 0.3 else [])
            end(ledger, place, play, sent, dice.uniform(0, play.until), dice.uniform(0, 0.3))
    crowded(ledger, dice)
    by_end_of_input(ledger, place)


def end(ledger, place, play, sent, first, second):
    ledger.count(KIND)
    process = command.start(place, play.words)
    time.sleep(first)
    began = time.monotonic()
    signals = list(sent)
    process.send_signal(signals.pop(0))
    if signals:
        time.sleep(second)
        if process.poll() is None:
            process.send_signal(signals.pop(0))
    ended = command.end(process, 10, began)
    names = " and ".join(number.name for number in sent)
    said = f"quintain {' '.join(play.words)}: {names}, after {first:.3f} s" + (f" and {second:.3f} s" if len(sent) > 1 else "")
    judge(ledger, place, play, sent, ended, said)


def judge(ledger, place, play, sent, ended, said):
    # Before it listens for signals the system ends it, and nothing has been begun.
    unheard = ended.status is not None and -ended.status in sent and not ended.output and not ended.errors
    if ended.fault and not unheard:
        ledger.found(KIND, play.name, ended.fault, said)
    elif play.status is not None and ended.status != play.status and not unheard:
        ledger.found(KIND, play.name, f"{ended.told}, and not {play.status}", said)
    elif play.status is None and ended.status == 0:
        ledger.found(KIND, play.name, f"green where it is not: {ended.told}", said)
    for left in place.left():
        ledger.found(KIND, play.name, f"{left}; {ended.told}", said)


def crowded(ledger, dice):
    """A server with all kinds of connections."""
    for number in SIGNALS if not ledger.is_short else dice.sample(SIGNALS, 2):
        ledger.count(KIND)
        place = prepare(ledger.folder)
        with command.Server(place) as server:
            kept = [wire.connect(port) for port in [server.routes, server.secure, server.control] * 30]
            for connection, data in zip(kept, [b"GET /drip?n=100&duration=10 HTTP/1.1\r\nHost: a\r\n\r\n", b"\x16\x03\x01", b"GET /changes HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"] * 30):
                wire.send(connection, data)
            for _ in range(20):
                server.arm(scenario="page.scenario")
            verdict = threading.Thread(target=waits, args=(server,), daemon=True)
            verdict.start()
            time.sleep(dice.uniform(0, 0.1))
            server.process.send_signal(number)
            ended = command.end(server.process, 5)
            judge(ledger, place, Play("serve with many connections", [], 0), [], ended, f"{number.name} to a server with 90 connections and 20 sessions")
            for connection in kept:
                connection.close()


def waits(server):
    try:
        server.ask("GET", "/sessions/1/verdict?wait=600")
    except (OSError, ValueError, wire.Silence):
        pass


def by_end_of_input(ledger, place):
    """When the holder of its standard input ends, it ends, too."""
    ledger.count(KIND)
    process = command.start(place, ["serve", "fixtures", "--port", "0", "--control-port", "0", "--until-eof"], stdin=subprocess.PIPE)
    time.sleep(0.1)
    process.stdin.close()
    process.stdin = None
    judge(ledger, place, Play("serve --until-eof", [], 0), [], command.end(process, 5), "the end of standard input")

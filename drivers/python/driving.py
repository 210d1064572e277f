# driving.py: the driver's side of the protocol, for clients that Python can call.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A driver in Python is a greeting and a class; `drive(GREETING, Client)` does the talking.

    class Client:
        def __init__(self, case): …     a fresh client for {"case": …}
        def load(self, load): …         in a thread of its own: returns when all is well, raises Failure if not; any
                                        other exception is a mistake of the driver, and ends it
        def act(self, act): …           whatever is no cancel, suspend or continue
        def honours(self, decision): …  can it be brought about without asking anybody?
        def close(self): …              the case is over
"""

import contextlib
import itertools
import json
import os
import queue
import socket
import sys
import threading
import traceback

UNAVAILABLE = 69
MISTAKEN = 70
MISTAKES = (TypeError, AttributeError, NameError, LookupError, AssertionError)
DRIVERS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
writing = threading.Lock()
questions = itertools.count(1)


class Failure(Exception):
    """The load has failed; its text is one of the kinds of failures."""


class Unable(Exception):
    """This client cannot do what was ordered; its text says why."""


def say(**message):
    with writing:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def needs(sentence):
    """Ends a driver whose client is not installed."""
    print(sentence, file=sys.stderr)
    sys.exit(UNAVAILABLE)


def is_own(error):
    """Whether a line of a driver is mistaken, such as a call with an argument that its client does not know."""
    if not isinstance(error, MISTAKES):
        return False
    place = traceback.extract_tb(error.__traceback__)[-1].filename
    return os.path.abspath(place).startswith(DRIVERS + os.sep)


def octets(value):
    """The bytes of a text, of a body, or of {"hex": …}."""
    if isinstance(value, str):
        return value.encode()
    if "file" in value:
        with open(value["file"], "rb") as file:
            return file.read()
    return bytes.fromhex(value["hex"]) if "hex" in value else value["text"].encode()


def text(value):
    """The other way round. Python's clients hand out header fields as ISO-8859-1."""
    octets = value.encode("latin-1", "surrogateescape") if isinstance(value, str) else bytes(value)
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return {"hex": octets.hex()}


def piece(octets):
    """The member for bytes of `data` and `file`."""
    value = text(octets)
    return value if isinstance(value, dict) else {"data": value}


def resolve(names):
    """From here on these host names resolve to the given addresses."""
    known = getattr(socket, "unresolved", socket.getaddrinfo)
    socket.unresolved = known
    socket.getaddrinfo = lambda host, *rest, **more: known(names.get(host, host), *rest, **more)


class Load:
    """A load: its order, and the reports about it."""

    def __init__(self, order, case):
        self.order, self.number, self.case = order, order["load"], case
        self.method, self.url, self.kind = order["method"], order["url"], order.get("as", "data")
        self.fields = [(text(octets(name)), octets(value)) for name, value in order.get("fields", [])]
        self.body = octets(order["body"]) if "body" in order else None
        self.decisions = order.get("decisions", [])
        self.collected = bytearray() if self.kind in ("handler", "async", "sync") else None
        self.going = threading.Event()
        self.going.set()
        self.answers, self.waiting = queue.Queue(), None
        self.ended = False
        # Makes the client's blocking call return.
        self.interrupt = lambda: None

    def seconds(self, option, otherwise=60):
        return self.order[option] / 1000 if option in self.order else otherwise

    def report(self, callback, *subject, **members):
        if self.ended:
            raise Failure("cancelled")
        say(callback=callback, case=self.case, load=self.number, subject=[str(each) for each in subject], **members)

    def ask(self, callback, *subject, **members):
        """Reports, and waits for the decision."""
        self.waiting = next(questions)
        self.report(callback, *subject, **members, question=self.waiting)
        answer = self.answers.get()
        if answer["decision"] == "cancel":
            raise Failure("cancelled")
        return answer

    def data(self, octets):
        """Reports the bytes that have come; for kinds that deliver all at once, at the end."""
        if self.collected is not None:
            self.collected += octets
        elif octets:
            self.going.wait()
            self.report("data", **piece(octets))

    def answer(self, answer):
        # An answer to a question that is settled comes too late.
        if answer["answer"] == self.waiting:
            self.answers.put(answer)

    def cancel(self):
        # First of all, or else the client's call returns as if all were well.
        interrupt = self.interrupt
        self.end("fail", "cancelled")
        with contextlib.suppress(OSError):
            interrupt()
        self.answers.put({"decision": "cancel"})
        self.going.set()

    def end(self, callback, *subject):
        """Every load ends once."""
        with ending:
            if not self.ended:
                self.report(callback, *subject)
            self.ended = True
        self.interrupt = lambda: None

    def perform(self, client, callbacks):
        try:
            for each in self.decisions:
                name, decision = each["callback"], each["decision"]
                asked = decision in callbacks.get(name, []) or decision == "cancel" and name in callbacks
                if not asked and decision != "default" and not client.honours(each):
                    raise Unable(f"nobody is asked, so that '{name} -> {decision}' cannot be decided")
            client.load(self)
            if self.collected:
                self.report("data", **piece(self.collected))
            self.end("finish")
        except Unable as reason:
            self.ended = True
            say(unable=str(reason), load=self.number)
        except Failure as failure:
            self.end("fail", failure)
        except Exception:
            # A load that was cancelled is over, whatever becomes of the client's call. Otherwise this is a mistake of the
            # driver, which must not be told as the client's.
            if self.ended:
                return
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(MISTAKEN)


ending = threading.Lock()


def drive(greeting, Client):
    say(driver=1, **greeting)
    client, case, loads, threads = None, 0, {}, []
    for line in sys.stdin.buffer:
        order = json.loads(line)
        try:
            if "case" in order:
                resolve(order.get("resolve", {}))
                client, case, loads, threads = Client(order), order["case"], {}, []
            elif "answer" in order:
                for load in loads.values():
                    load.answer(order)
            elif "end" in order:
                for load in loads.values():
                    load.cancel()
                for thread in threads:
                    thread.join(1)
                client.close()
                say(ended=order["end"])
            elif "act" not in order:
                load = loads[order["load"]] = Load(order, case)
                threads.append(threading.Thread(target=load.perform, args=(client, greeting["callbacks"]), daemon=True))
                threads[-1].start()
            elif order["act"] == "cancel":
                loads[order["load"]].cancel()
            elif order["act"] == "suspend":
                loads[order["load"]].going.clear()
            elif order["act"] == "continue":
                loads[order["load"]].going.set()
            else:
                client.act(order)
        except Unable as reason:
            say(unable=str(reason))
    # Threads that hang in a call are left behind.
    os._exit(0)

#!/usr/bin/env python3
# driver.py: a driver that is right except for one mistake.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""driver.py MODE [VICTIM]: the modes are the methods of `Hostile`; VICTIM is a folder that is none of its business."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time

GREETING = {"driver": 1, "name": "hostile", "version": "1", "loads": ["data"], "again": True,
            "callbacks": {"response": [], "data": [], "finish": [], "fail": []}}


def say(**message):
    raw((json.dumps(message) + "\n").encode())


def raw(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


class Driver:
    """A driver without a mistake."""

    def greet(self):
        say(**GREETING)

    def case(self, order):
        self.folder = order["folder"]

    def load(self, order):
        place = order["url"].split("/", 3)
        connection = http.client.HTTPConnection(place[2], timeout=20)
        connection.request(order["method"], "/" + place[3])
        reply = connection.getresponse()
        body = reply.read()
        connection.close()
        say(callback="response", load=order["load"], subject=[str(reply.status)])
        say(callback="data", load=order["load"], data=body.decode("latin-1"))
        say(callback="finish", load=order["load"])

    def end(self, order):
        say(ended=order["end"])

    def closed(self):
        pass

    def drive(self):
        self.greet()
        for line in sys.stdin:
            order = json.loads(line)
            for name in ("case", "load", "end"):
                if name in order:
                    getattr(self, name)(order)
                    break
        self.closed()


def sleep():
    """Sleeps longer than any limit."""
    time.sleep(300)


class Hostile(Driver):
    """Each method makes one mistake."""

    def __init__(self, victim):
        self.victim = victim

    # What it says.

    def says(self, *lines, stays=False):
        def greet():
            for line in lines:
                raw(line)
            if stays:
                sleep()
        self.greet = greet

    def greets_as(self, **more):
        self.greet = lambda: say(**GREETING | more)

    def reports(self, *messages):
        """These, instead of the callbacks of a load."""
        self.load = lambda _: [raw(m) if isinstance(m, bytes) else say(**m) for m in messages]

    def right(self):
        pass

    def ends_at_once(self):
        self.says()
        self.drive = lambda: None

    def is_not_there(self):
        self.drive = lambda: (print("this client is not installed", file=sys.stderr), sys.exit(69))

    def ends_greeted(self):
        self.says(json.dumps(GREETING).encode() + b"\n")
        self.case = lambda _: sys.exit(0)

    def ends_loading(self):
        self.load = lambda _: sys.exit(3)

    def says_nothing(self):
        self.says(stays=True)

    def says_no_more(self):
        self.load = lambda _: sleep()

    def never_says_ended(self):
        self.end = lambda _: sleep()

    def no_json(self):
        self.says(b"hello\n")

    def half_a_line(self):
        self.says(b'{"driver": 1')
        self.drive = lambda: self.greet()

    def half_a_line_and_stays(self):
        self.says(b'{"driver": 1', stays=True)

    def no_end_of_line(self):
        def greet():
            while True:
                raw(b"a" * (1 << 20))
        self.greet = greet

    def a_gigabyte(self):
        def load(_):
            raw(b'{"note": "')
            for _ in range(1024):
                raw(b"a" * (1 << 20))
            raw(b'"}\n')
        self.load = load

    def floods(self, line=b'{"note": "again"}\n'):
        def load(_):
            while True:
                raw(line * 1000)
        self.load = load

    def floods_callbacks(self):
        self.floods(b'{"callback": "data", "load": 1, "data": "a"}\n')

    def floods_questions(self):
        self.floods(b'{"callback": "response", "load": 1, "subject": ["200"], "question": 1}\n')

    def floods_empty_lines(self):
        self.floods(b"\n")

    def floods_errors(self):
        def load(_):
            # The load ends; all of it is read meanwhile, or it would wait for ever.
            for _ in range(64):
                os.write(2, b"\x1b[2Jerror\r" * 100000)
            sys.exit(1)
        self.load = load

    def deep(self):
        self.says(b"[" * 900000 + b"\n")

    def no_text(self):
        self.says(b'{"driver": 1, "name": "\xff\xfe", "version": "1"}\n')

    def zeros(self):
        self.says(b"\0" * 500000 + b"\n")

    def other_version(self):
        self.greets_as(driver=9223372036854775807)

    def version_too_large(self):
        self.says(json.dumps(GREETING).replace('"driver": 1', '"driver": 1e400').encode() + b"\n")

    def wrong_types(self):
        self.greets_as(loads={"data": None}, callbacks=[1], can=7, again="yes", styles=[[]])

    def greets_twice(self):
        self.says(*[json.dumps(GREETING).encode() + b"\n"] * 2)

    def name_of_escapes(self):
        self.greets_as(name="\x1b[2J\x1b]0;x\x07\u202e" * 1000, version="\r\n\0" * 1000)

    def name_too_long(self):
        self.greets_as(name="a" * 900000)

    def unknown_callback(self):
        self.reports({"callback": "explode", "load": 1})

    def unknown_load(self):
        self.reports({"callback": "finish", "load": 9223372036854775807})

    def negative_load(self):
        self.reports({"callback": "finish", "load": -9223372036854775808})

    def load_too_large(self):
        self.reports(b'{"callback": "finish", "load": 18446744073709551616}\n')

    def question_too_large(self):
        self.reports(b'{"callback": "response", "load": 1, "subject": ["200"], "question": 1e400}\n')

    def question_twice(self):
        question = {"callback": "response", "load": 1, "subject": ["200"], "question": 9223372036854775807}
        self.reports(question, question)

    def numbers_in_subject(self):
        self.reports({"callback": "response", "load": 1, "subject": ["99999999999999999999"], "fields": {"length": "-9223372036854775809"}})

    def ended_early(self):
        self.reports({"ended": 1})

    def ended_otherwise(self):
        self.end = lambda _: say(ended=9223372036854775807)

    def talks_on(self):
        def end(order):
            say(ended=order["end"])
            say(callback="data", load=1, data="more")
            say(callback="finish", load=1)
        self.end = end

    def finishes_without_a_request(self):
        self.reports({"callback": "response", "load": 1, "subject": ["200"]}, {"callback": "data", "load": 1, "data": "first"}, {"callback": "finish", "load": 1})

    def is_unable(self):
        self.load = lambda order: say(unable="\x1b[31mno", load=order["load"])

    def data_in(self, path):
        self.reports({"callback": "response", "load": 1, "subject": ["200"]}, {"callback": "data", "load": 1, "file": path}, {"callback": "finish", "load": 1})

    def data_in_zero(self):
        self.data_in("/dev/zero")

    def data_in_a_folder(self):
        self.data_in("/proc/self")

    def data_in_a_pipe(self):
        def load(order):
            path = self.folder + "/pipe"
            os.mkfifo(path)
            say(callback="response", load=1, subject=["200"])
            say(callback="data", load=1, file=path)
            say(callback="finish", load=1)
        self.load = load

    def data_in_memory(self):
        self.data_in("/proc/self/mem")

    # Damage to its folder. The case goes on as it should.

    def with_folder(self, act):
        def case(order):
            self.folder = order["folder"]
            act(self.folder)
        self.case = case

    def removes_its_folder(self):
        self.with_folder(shutil.rmtree)

    def removes_all_its_folders(self):
        self.with_folder(lambda folder: shutil.rmtree(os.path.dirname(folder)))

    def links_its_folder(self):
        self.with_folder(lambda folder: (os.rmdir(folder), os.symlink(self.victim, folder)))

    def links_all_its_folders(self):
        def act(folder):
            above = os.path.dirname(folder)
            shutil.rmtree(above)
            os.symlink(self.victim, above)
        self.with_folder(act)

    def links_its_home(self):
        def act(_):
            home = os.environ["HOME"]
            shutil.rmtree(home)
            os.symlink(self.victim, home)
        self.with_folder(act)

    def links_within(self):
        self.with_folder(lambda folder: [os.symlink(self.victim, f"{folder}/{name}") for name in ("a", "b", ".c")])

    def file_for_folder(self):
        self.with_folder(lambda folder: (os.rmdir(folder), open(folder, "w").close()))

    def digs(self):
        """Deeper than a path may be long."""
        def act(folder):
            os.chdir(folder)
            for _ in range(2000):
                os.mkdir("deeper")
                os.chdir("deeper")
            os.chdir("/")
        self.with_folder(act)

    def forbids(self):
        def act(folder):
            os.mkdir(f"{folder}/closed")
            open(f"{folder}/closed/file", "w").close()
            os.chmod(f"{folder}/closed", 0)
            os.chmod(folder, 0)
        self.with_folder(act)

    def swarms(self):
        def act(folder):
            for number in range(5000):
                open(f"{folder}/{number}\x1b\n", "w").close()
            os.mkfifo(f"{folder}/pipe")
        self.with_folder(act)

    # How it ends, and what it leaves.

    def child(self, **how):
        return subprocess.Popen(["sleep", "300"], **how)

    def leaves_a_child(self):
        self.with_folder(lambda _: self.child())

    def leaves_a_deaf_child(self):
        self.with_folder(lambda _: subprocess.Popen(["sh", "-c", "trap '' TERM INT HUP; sleep 300; sleep 300"]))

    def leaves_many_children(self):
        self.with_folder(lambda _: [self.child() for _ in range(50)])

    def leaves_a_child_and_crashes(self):
        self.load = lambda _: (self.child(), os.kill(os.getpid(), signal.SIGSEGV))

    def does_not_end(self):
        self.closed = sleep

    def is_deaf(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        self.closed = sleep

    def stops_itself(self):
        self.end = lambda _: os.kill(os.getpid(), signal.SIGSTOP)

    def is_killed(self):
        self.load = lambda _: os.kill(os.getpid(), signal.SIGKILL)

    def crashes(self):
        self.load = lambda _: os.kill(os.getpid(), signal.SIGSEGV)

    def closes_its_output(self):
        self.load = lambda _: (os.close(1), sleep())

    def closes_its_input(self):
        self.case = lambda _: (os.close(0), sleep())

    def rushes(self):
        """Connects, sends half a request, and leaves, over and over."""
        def load(order):
            place = order["url"].split("/", 3)[2].split(":")
            import socket
            for number in range(2000):
                with socket.create_connection((place[0], int(place[1])), 5) as connection:
                    connection.sendall(b"GET /page HTTP/1.1\r\nHost: a\r\n\r\n"[:number % 30])
            say(callback="finish", load=1)
        self.load = load


if __name__ == "__main__":
    driver = Hostile(sys.argv[2] if len(sys.argv) > 2 else None)
    getattr(driver, sys.argv[1])()
    driver.drive()

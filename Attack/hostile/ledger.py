# ledger.py: the number of attempts, and the findings.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import collections
import random
import sys
import threading
import time


class Trouble(Exception):
    """A problem that the user can mend."""


class Ledger:
    """The state of a run. A finding is printed at once: the attack, its result, and how to repeat it."""

    def __init__(self, seed, is_short, again=None):
        """`again`: the command that does all of it again, if it is not the attack."""
        self.again = again
        self.seed = seed
        self.is_short = is_short
        self.tried = collections.Counter()
        self.findings = collections.Counter()
        self.seconds = collections.Counter()
        self.not_run = []
        self.lock = threading.Lock()

    def dice(self, kind):
        """Each kind has its own random numbers, so that it can be repeated alone."""
        return random.Random(f"{self.seed}/{kind}")

    def many(self, short, whole):
        return short if self.is_short else whole

    def count(self, kind, number=1):
        with self.lock:
            self.tried[kind] += number

    def found(self, kind, name, what, sent=None):
        with self.lock:
            self.findings[kind] += 1
            print(f"\nFOUND ({kind}) {name}: {what}", file=sys.stderr)
            if sent is not None:
                print(f"  what was done: {shown(sent)}", file=sys.stderr)
            attack = f"Attack/run{' --short' if self.is_short else ''} --seed {self.seed} --only {kind}"
            print(f"  again: {self.again or attack}", file=sys.stderr, flush=True)

    def leave_out(self, what, why):
        with self.lock:
            self.not_run.append(f"NOT RUN: {what}: {why}")

    def run(self, kind, attack):
        """An attack that breaks off shows nothing, so that is a finding, too."""
        began = time.monotonic()
        try:
            attack(self)
        except Trouble as trouble:
            self.found(kind, "the attack broke off", trouble)
        except OSError as error:
            self.found(kind, "the attack broke off", repr(error))
        self.seconds[kind] += time.monotonic() - began

    def table(self, kinds):
        print(f"\n{'kind':12} {'tried':>7} {'found':>6} {'seconds':>8}")
        for kind in kinds:
            if not self.tried[kind]:
                self.found(kind, "nothing was tried", "so nothing was shown")
            print(f"{kind:12} {self.tried[kind]:7} {self.findings[kind]:6} {self.seconds[kind]:8.1f}")
        for line in self.not_run:
            print(line)
        found = sum(self.findings.values())
        print(f"{sum(self.tried.values())} tried, {found or 'nothing'} found (seed {self.seed})", flush=True)
        return found


def shown(sent):
    """Bytes as a literal that can be pasted, words as they are; the middle of long ones is left out."""
    text = sent if isinstance(sent, str) else repr(sent)
    return text if len(text) < 1200 else f"{text[:600]} … {len(text) - 1200} more … {text[-600:]}"

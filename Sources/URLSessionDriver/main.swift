// main.swift: URLSession behind standard input and output, as docs/driver-protocol.md has it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

Surroundings.openClosedStreams()
Surroundings.clear()
let output = Output()
output.say(Greeting.ofThisClient)
let conversation = Conversation(output)
// All other work happens on queues: this thread only reads.
while let line = readLine() { conversation.take(line) }
// Loads under way may hold on to anything, so nothing is torn down.
fflush(nil)
_exit(0)

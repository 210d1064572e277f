// main.swift: the program `quintain-client`: the reference client behind standard input and output.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

Signals.ignoreBrokenPipes()
DescriptorLimit.raise()
if CommandLine.arguments.dropFirst().contains(where: { $0 == "--help" || $0 == "-h" }) {
    print(Conversation.help)
    exit(0)
}
exit(OnLoop.runBlocking { await Conversation().run() })

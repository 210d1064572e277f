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
let words = Array(CommandLine.arguments.dropFirst())
let asksHelp = words.contains { $0 == "--help" || $0 == "-h" }
if words.first == "get" {
    if asksHelp {
        print(GetOptions.help)
        exit(0)
    }
    do throws(WrongUse) {
        let options = try GetOptions(Array(words.dropFirst()))
        exit(OnLoop.runBlocking { await Get(options).run() })
    } catch {
        _ = StandardError.offer(Array("quintain-client get: \(error.message)\n  help: \(error.help)\n".utf8))
        exit(2)
    }
}
if asksHelp {
    print(Conversation.help)
    exit(0)
}
guard words.isEmpty else {
    let sentence =
        "quintain-client: there is no command '\(words[0])'\n  help: write 'get', or nothing for the driver\n"
    _ = StandardError.offer(Array(sentence.utf8))
    exit(2)
}
exit(OnLoop.runBlocking { await Conversation().run() })

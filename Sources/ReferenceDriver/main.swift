// main.swift: the program `quintain-client`: the reference client behind standard input and output.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainSaboteur

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

if let refusal = ProgramStart.refusal() {
    _ = StandardStream.errors.offer(Array("quintain-client: \(refusal)\n".utf8))
    exit(2)
}
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
        _ = StandardStream.errors.offer(Array("quintain-client get: \(error.message)\n  help: \(error.help)\n".utf8))
        exit(2)
    }
}
if asksHelp {
    print(Conversation.help)
    exit(0)
}
if words.first == "--list-errors" {
    for mutant in Mutant.all { print("\(mutant.name): \(mutant.wrong)") }
    exit(0)
}
var erring: Mutant?
var lateness: Int64?
if let word = words.first {
    erring = words.count == 2 && word == "--err" ? Mutant.named(words.last!) : nil
    lateness =
        words.count == 2 && word == "--late" ? Int64(words.last!).flatMap { (0...10_000).contains($0) ? $0 : nil } : nil
    guard erring != nil || lateness != nil else {
        _ = StandardStream.errors.offer(
            Array("quintain-client: '\(words.joined(separator: " "))' is nothing it knows; see --help\n".utf8))
        exit(2)
    }
}
exit(OnLoop.runBlocking { [erring, lateness] in await Conversation(erring: erring, late: lateness).run() })

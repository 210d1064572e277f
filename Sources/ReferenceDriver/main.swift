// main.swift: the program `quintain-client`: the reference client behind standard input and output.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReference

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

let help = """
    quintain-client: Quintain's reference client.

    Alone it is a driver: it speaks the driver protocol, one JSON object a line, on standard input and output, for
    'quintain check -- quintain-client'. ('quintain check --client reference' has the same client in itself.)

    quintain-client get URL …   loads by hand, and prints the callbacks; 'get --help' tells more

    For tests of scenarios and contracts only:
      --late MS      tells what it tells so many milliseconds later, as a client with a queue for its callbacks does
    """
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
    print(help)
    exit(0)
}
var lateness: Int64?
if let word = words.first {
    lateness =
        words.count == 2 && word == "--late" ? Int64(words.last!).flatMap { (0...10_000).contains($0) ? $0 : nil } : nil
    guard lateness != nil else {
        _ = StandardStream.errors.offer(
            Array("quintain-client: '\(words.joined(separator: " "))' is nothing it knows; see --help\n".utf8))
        exit(2)
    }
}
exit(OnLoop.runBlocking { [lateness] in await DriverConversation(late: lateness).run() })

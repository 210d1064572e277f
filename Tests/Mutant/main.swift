// main.swift: the program `quintain-mutant`: the reference client, made to err in one way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReference
import QuintainSaboteur

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

guard let name = CommandLine.arguments.dropFirst().first, let mutant = Mutant.named(name) else {
    for mutant in Mutant.all { print("\(mutant.name): \(mutant.wrong)") }
    exit(2)
}
exit(OnLoop.runBlocking { [mutant] in await DriverConversation { Saboteur(mutant) }.run() })

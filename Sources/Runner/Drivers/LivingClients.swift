// LivingClients.swift: the processes of clients that have not ended.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@OnLoop
enum LivingClients {
    private static var processes: [ObjectIdentifier: ChildProcess] = [:]

    static func add(_ process: ChildProcess) { processes[ObjectIdentifier(process)] = process }
    static func remove(_ process: ChildProcess) { processes[ObjectIdentifier(process)] = nil }

    /// Kills all of them at once, each with its whole process group.
    static func kill() {
        for process in processes.values { process.send(signal: SIGKILL) }
    }
}

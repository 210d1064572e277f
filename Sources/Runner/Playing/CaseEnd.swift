// CaseEnd.swift: how the play of a case ended.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
package import QuintainLoop

enum CaseEnd {
    /// The driver said `ended`: it can play another case.
    case played
    /// The driver said `ended`, and that the client cannot play this case.
    case unable(String)
    /// The case as a whole took too long; the driver said `ended`.
    case tooLong
    case crashed(String)
    case hung(String)
    /// Its name, if the driver has broken the protocol.
    case fault(String, DriverFault.Slug? = nil)
    /// A fault of this machine, neither of the client nor of the driver.
    case obstacle(String)
    /// The run was halted.
    case halted

    /// Whether the case was played to its end.
    var isWhole: Bool { leavesDriverWell }

    /// Whether the driver can play another case.
    var leavesDriverWell: Bool {
        switch self {
        case .played, .unable, .tooLong: true
        case .crashed, .hung, .fault, .obstacle, .halted: false
        }
    }
}

extension ChildProcess.Exit {
    /// In a sentence: `exit status 1`, `SIGILL`.
    package var sentence: String {
        switch self {
        case .code(let code): "exit status \(code)"
        case .signal(let number): Self.names[number].map { "signal \(number), \($0)" } ?? "signal \(number)"
        case .unknown: "an unknown status"
        }
    }

    private static let names: [Int32: String] = [
        1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL",
        11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", bus: "SIGBUS", systemCall: "SIGSYS",
    ]

    #if canImport(Darwin)
        private static let bus: Int32 = 10
        private static let systemCall: Int32 = 12
    #else
        private static let bus: Int32 = 7
        private static let systemCall: Int32 = 31
    #endif
}

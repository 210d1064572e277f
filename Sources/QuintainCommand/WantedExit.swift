// WantedExit.swift: how the command of `quintain play` must end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner

/// The value of `--exit`: a status, or any that reports a failure.
enum WantedExit: CustomStringConvertible {
    case status(Int32)
    case nonzero

    init(_ text: String) throws(WrongUse) {
        if text == Self.failure {
            self = .nonzero
        } else if let status = Int32(text), 0...255 ~= status {
            self = .status(status)
        } else {
            throw WrongUse(
                "'\(text)' is no exit status for '--exit'",
                help: "write a number from 0 to 255, or '\(Self.failure)' for any but 0")
        }
    }

    /// How plain commands must end; nil: as they like.
    static func asked(by arguments: Arguments, of clients: [ClientUnderTest]) throws(WrongUse) -> WantedExit? {
        guard let text = arguments.value("--exit") else { return nil }
        let exit = try WantedExit(text)
        guard clients.contains(where: \.isCommand) else {
            throw WrongUse(
                "'--exit' is about a plain command, and there is none",
                help: "write one with '{{url}}' or '{{origin}}' among its words behind '--'")
        }
        return exit
    }

    func takes(_ exit: ChildProcess.Exit) -> Bool {
        switch (self, exit) {
        case (.status(let wanted), .code(let code)): wanted == code
        case (.nonzero, .code(let code)): code != 0
        case (_, .signal), (_, .unknown): false
        }
    }

    var description: String {
        switch self {
        case .status(let status): "\(status)"
        case .nonzero: Self.failure
        }
    }

    private static let failure = "nonzero"
}

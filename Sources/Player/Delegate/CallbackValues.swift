// CallbackValues.swift: how the values of each kind of callback are read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainWords

extension Callback {
    /// The amount, `N/TOTAL`, where the kind has one; `N/{{any}}` leaves the total open.
    func amount(_ values: Values, _ scope: Scope) -> (Int, total: Int?)? {
        guard kind.hasAmount, let template = subject.first else { return nil }
        if let done = template.amountOfAnyTotal { return Amount.read(done) }
        guard template.canProduce else { return nil }
        var copy = values
        return Amount.read(copy.bytes(template, scope))
    }
}

extension ReportedCallback {
    var amount: (Int, total: Int?)? {
        guard kind.hasAmount, let subject = subject.first else { return nil }
        return Amount.read(subject)
    }
}

extension Template {
    /// The amount with an open total: `400` of `400/{{any}}`.
    fileprivate var amountOfAnyTotal: [UInt8]? {
        guard pieces.count == 2, case .literal(let bytes) = pieces[0], case .value(let total) = pieces[1],
            total.function == .any, bytes.last == UInt8(ascii: "/")
        else { return nil }
        return Array(bytes.dropLast())
    }
}

private enum Amount {
    /// Reads an amount. nil: the bytes are neither `N` nor `N/TOTAL`.
    static func read(_ bytes: [UInt8]) -> (Int, total: Int?)? {
        let parts = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let amount = number(parts[0]) else { return nil }
        guard parts.count == 2 else { return (amount, nil) }
        return number(parts[1]).map { (amount, $0) }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        let isNumber = digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return isNumber ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }
}

extension Player {
    func text(of callback: ReportedCallback) -> String { callback.notation }
}

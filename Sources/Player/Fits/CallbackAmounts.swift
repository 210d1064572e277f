// CallbackAmounts.swift: the amounts of `sent`, `progress` and `resumed`, as lines write and clients report them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainWords

/// So many bytes, `N` or `N/TOTAL`.
struct Amount {
    let done: Int
    let total: Int?

    private init(_ done: Int, of total: Int?) { (self.done, self.total) = (done, total) }

    /// nil: the bytes are neither `N` nor `N/TOTAL`.
    fileprivate init?(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let done = Self.number(parts[0]) else { return nil }
        guard parts.count == 2 else {
            self.init(done, of: nil)
            return
        }
        guard let total = Self.number(parts[1]) else { return nil }
        self.init(done, of: total)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        let isNumber = digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return isNumber ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }
}

extension Callback {
    /// The amount where the kind has one; `N/{{any}}` leaves the total open.
    func amount(_ values: Values, _ scope: Scope) -> Amount? {
        guard kind.hasAmount, let template = subject.first else { return nil }
        if let done = template.amountOfAnyTotal { return Amount(done) }
        guard template.canProduce else { return nil }
        var copy = values
        return Amount(copy.bytes(template, scope))
    }
}

extension ReportedCallback {
    var amount: Amount? {
        guard kind.hasAmount, let subject = subject.first else { return nil }
        return Amount(subject)
    }

    /// A report of progress below the amount of the line is part of that line.
    func isPart(of line: Callback, _ values: Values, _ scope: Scope) -> Bool {
        guard line.kind == kind, kind != .resumed, let wanted = line.amount(values, scope), let amount else {
            return false
        }
        return amount.done < wanted.done && (wanted.total == nil || wanted.total == amount.total)
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

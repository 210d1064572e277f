// CallbackValues.swift: how the values of each kind of callback are read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

extension CallbackKind {
    /// Its subject is a run of bytes.
    var hasBytes: Bool { self == .data || self == .file }

    /// Its subject is `N/TOTAL`.
    var hasAmount: Bool { self == .sent || self == .progress || self == .resumed }

    func subjectIsURL(at index: Int) -> Bool {
        switch self {
        case .canonical: index == 0
        case .redirect: index == 1
        case .challenge, .challengeCancelled, .needBody, .sent, .waiting, .informational, .response, .data, .willCache,
            .resumed, .decode, .destination, .created, .progress, .file, .metrics, .finish, .fail:
            false
        }
    }
}

extension Callback {
    /// `N/TOTAL`, where the kind has one; `N` alone leaves the total open.
    func amount(_ values: Values, _ scope: Scope) -> (Int, total: Int?)? {
        guard kind.hasAmount, let template = subject.first, template.canProduce else { return nil }
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

private enum Amount {
    /// Nil: it is neither `N` nor `N/TOTAL`.
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

extension ReportedCallback {
    /// As the notation writes it, values shortened: `redirect 302 /done method=GET`.
    package var notation: String {
        var words = [kind.rawValue]
        words += subject.map { Quoting.escaped($0.prefix(200)) }
        if kind.hasBytes, !bytes.isEmpty {
            let shown = Quoting.quoted(bytes.prefix(64))
            words.append(bytes.count > 64 ? "\(shown) and \(bytes.count - 64) bytes more" : shown)
        }
        words += fields.sorted { $0.key < $1.key }.map { "\($0)=\(Self.word($1))" }
        return words.joined(separator: " ")
    }

    private static func word(_ bytes: [UInt8]) -> String {
        let isWord = !bytes.isEmpty && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
        return isWord ? String(decoding: bytes, as: UTF8.self) : Quoting.quoted(bytes)
    }
}

// ToldCallback.swift: a callback as transcripts and findings keep it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainWords

/// What was told of a callback, long values shortened.
package struct ToldCallback: Sendable, Equatable {
    package let kind: CallbackKind
    /// The values behind the name.
    package private(set) var subject: [[UInt8]]
    package private(set) var fields: [String: [UInt8]]
    /// The first bytes of `data` and `file`, and how many there were.
    package let bytes: [UInt8]
    package let count: Int
    package let question: Int?

    package init(_ callback: ReportedCallback) {
        kind = callback.kind
        subject = callback.subject.map { Array($0.prefix(Self.subjectAtMost)) }
        fields = callback.fields
        bytes = kind.hasBytes ? Array(callback.bytes.prefix(Self.bytesAtMost)) : []
        count = kind.hasBytes ? callback.bytes.count : 0
        question = callback.question
        shorten(to: Self.atMost)
    }

    /// The first value behind the name: `302`.
    package var first: String? { subject.first.map { String(decoding: $0, as: UTF8.self) } }

    /// How many bytes are kept of it.
    package var size: Int {
        bytes.count + subject.reduce(0) { $0 + $1.count } + fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.count }
    }

    /// Keeps no more than so many bytes of all values.
    package mutating func shorten(to most: Int) {
        guard size > most else { return }
        var room = most
        func kept(_ value: [UInt8], _ name: String = "") -> [UInt8]? {
            guard room > name.utf8.count else { return nil }
            let kept = value.prefix(room - name.utf8.count)
            room -= name.utf8.count + kept.count
            return Array(kept)
        }
        subject = subject.compactMap { kept($0) }
        fields = Dictionary(
            uniqueKeysWithValues: fields.sorted { $0.key < $1.key }.compactMap { name, value in
                kept(value, name).map { (name, $0) }
            })
    }

    /// `redirect 302 /done method=GET`
    package var notation: String {
        var words = [kind.rawValue]
        words += subject.map { Quoting.escaped($0) }
        if !bytes.isEmpty {
            let shown = Quoting.quoted(bytes)
            words.append(count > bytes.count ? "\(shown) and \(count - bytes.count) bytes more" : shown)
        }
        words += fields.sorted { $0.key < $1.key }.map { "\($0)=\(Self.word($1))" }
        return words.joined(separator: " ")
    }

    private static func word(_ bytes: [UInt8]) -> String {
        let isWord = !bytes.isEmpty && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
        return isWord ? String(decoding: bytes, as: UTF8.self) : Quoting.quoted(bytes)
    }

    private static let atMost = 4_096
    private static let subjectAtMost = 200
    private static let bytesAtMost = 64
}

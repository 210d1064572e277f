// LoadBook.swift: the loads of a case, and how each ended.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTalk
import QuintainWords

/// Keeps the outcome of each load as the client reports it.
struct LoadBook {
    private struct Entry {
        var answer: LoadOutcome
        var body = BodyDigest()
        var url: [UInt8]?
        var hasEnded = false
        var isCancelled = false
        var hasEndedWithUs = false
    }

    private var entries: [Int: Entry] = [:]
    private var underWay = 0
    private let origins: [(authority: [UInt8], name: [UInt8])]

    init(_ endpoints: [Endpoint]) {
        // The longest authority comes first, because one may begin with another.
        origins = endpoints.map { (Array($0.authority.utf8), Array("{{\($0.origin)}}".utf8)) }
            .sorted { $0.0.count > $1.0.count }
    }

    /// Whether loads are under way. If the client does not report ends, all loads that have begun are under way.
    var areUnderWay: Bool { underWay > 0 }

    /// Whether all loads have ended, and there was one. Always false for a client that does not report the ends of
    /// loads.
    var haveEnded: Bool { !entries.isEmpty && underWay == 0 }

    /// Whether the scenario has cancelled all loads that are under way, and there is one.
    var areOnlyCancelled: Bool { underWay > 0 && entries.values.allSatisfy { $0.hasEnded || $0.isCancelled } }

    mutating func cancelled(_ load: Int) { entries[load]?.isCancelled = true }

    var numbers: [Int] { entries.keys.sorted() }

    mutating func began(_ load: Int) {
        underWay += 1
        entries[load] = Entry(answer: LoadOutcome(load: load))
    }

    mutating func reported(_ callback: ReportedCallback, load: Int) {
        guard var entry = entries[load], !entry.hasEnded else { return }
        // The entry is taken out of the dictionary, so that its bytes are not copied.
        entries[load] = nil
        switch callback.kind {
        case .response:
            let words = callback.subject.map { String(decoding: $0, as: UTF8.self) }
            entry.answer.status = words.first
            entry.answer.type = words.count > 1 ? words[1] : nil
            entry.answer.length = callback.fields["length"].map { String(decoding: $0, as: UTF8.self) }
            entry.url = callback.fields["url"]
            entry.body = BodyDigest()
        case .data, .file: entry.body.add(callback.bytes)
        case .finish: entry.answer.end = "finish"
        case .fail:
            let code = callback.fields["code"].map { [Array("code=".utf8) + $0] } ?? []
            let words = ([Array("fail".utf8)] + callback.subject + code).joined(separator: [32])
            entry.answer.end = String(decoding: Array(words), as: UTF8.self)
        default: break
        }
        if callback.kind.endsLoad {
            entry.hasEnded = true
            underWay -= 1
        }
        entries[load] = entry
    }

    /// Whether the load fails because the client was told to end while it was under way. True once for each load.
    mutating func endsWithUs(_ load: Int) -> Bool {
        guard let entry = entries[load], !entry.hasEnded, !entry.hasEndedWithUs else { return false }
        entries[load]?.hasEndedWithUs = true
        return true
    }

    /// The outcomes of all loads, ordered by load number.
    var answers: [LoadOutcome] {
        entries.values.map { entry in
            var answer = entry.answer
            answer.url = entry.url.map { String(decoding: withoutPorts($0), as: UTF8.self) }
            answer.bytes = entry.body.count
            answer.digest = entry.body.count > 0 ? entry.body.digest(withoutPorts) : nil
            return answer
        }.sorted { $0.load < $1.load }
    }

    private func withoutPorts(_ bytes: [UInt8]) -> [UInt8] {
        origins.reduce(bytes) { $0.withReplaced($1.authority, by: $1.name) }
    }
}

/// The digest of a body that comes in pieces.
struct BodyDigest {
    private(set) var count = 0
    /// The whole body, as long as it is short enough to be searched for addresses.
    private var kept: [UInt8]? = []
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: [UInt8]) {
        count += bytes.count
        if kept != nil {
            kept! += bytes
            guard count > Self.keptAtMost else { return }
            update(kept!)
            kept = nil
        } else {
            update(bytes)
        }
    }

    static func of(_ lines: some Sequence<String>) -> String {
        var digest = BodyDigest()
        for line in lines { digest.add(Array(line.utf8) + [10]) }
        return digest.digest { $0 }
    }

    /// The hash in hexadecimal digits, after a change to the kept bytes.
    func digest(_ change: ([UInt8]) -> [UInt8]) -> String {
        var whole = self
        if let kept { whole.update(change(kept)) }
        let digits = String(whole.hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private mutating func update(_ bytes: [UInt8]) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    private static let keptAtMost = 64 << 10
}

extension [UInt8] {
    /// The standard library's `replacing` takes as long for a body of some kilobytes as a whole case.
    fileprivate func withReplaced(_ old: [UInt8], by new: [UInt8]) -> [UInt8] {
        guard let first = old.first, count >= old.count else { return self }
        var result: [UInt8] = []
        var copied = 0
        withUnsafeBufferPointer { bytes in
            var index = 0
            while index <= bytes.count - old.count {
                if bytes[index] == first, bytes[index..<index + old.count].elementsEqual(old) {
                    result += bytes[copied..<index]
                    result += new
                    index += old.count
                    copied = index
                } else {
                    index += 1
                }
            }
        }
        return copied == 0 ? self : result + self[copied...]
    }
}

// Journal.swift: the requests to routes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
import QuintainWire

/// Keeps the newest requests, answered or not, up to a number and a size.
@OnLoop
package final class Journal {
    package struct Entry: Sendable {
        package let number: Int
        /// The time since 1970, in nanoseconds.
        package let nanoseconds: Int64
        /// The URL of the port that was asked: `http://127.0.0.1:8080`.
        package let port: String
        package let method: String
        package let target: String
        package let fields: [(name: String, value: String)]
        /// The beginning of the body.
        package let body: [UInt8]
        package let isCut: Bool
        /// `notes.routes:4`; nil: no route has answered.
        package let route: String?
        /// Why none has, or what is wrong with a request that one has answered; nil: all is well.
        package let refusal: String?
        /// The rule of HTTP that it breaks; nil: it breaks none that counts.
        package let malformed: String?
        /// The request was not whole when its client ended, or was silent for too long.
        package let isIncomplete: Bool

        /// The target without its query.
        package var path: Substring { target.prefix { $0 != "?" } }

        fileprivate var size: Int {
            fields.reduce(target.utf8.count + body.count + (refusal?.utf8.count ?? 0)) {
                $0 + $1.name.utf8.count + $1.value.utf8.count
            }
        }
    }

    /// How many requests are kept.
    package let limit: Int
    /// How many bytes of each body are kept.
    package let bodyLimit: Int
    /// How many requests have come.
    package private(set) var count = 0
    /// Rings with each request, and when nothing more is kept.
    private let bell = Bell()
    private var hasEnded = false
    private var kept: [Entry] = []
    /// The index of the oldest entry that counts; the array is cut only now and then, because cutting it takes time.
    private var first = 0
    private var size = 0

    package init(keeping limit: Int, bodies bodyLimit: Int = Journal.bodyAtMost) {
        self.limit = limit
        self.bodyLimit = bodyLimit
    }

    /// The requests, the oldest first.
    package var entries: ArraySlice<Entry> { kept[first...] }

    func take(
        _ request: RequestView, by route: String?, refusal: String? = nil, malformed: String? = nil,
        isIncomplete: Bool = false, at port: String
    ) {
        keep(
            Self.entry(
                count + 1, of: request, bodies: bodyLimit, by: route, refusal: refusal, malformed: malformed,
                isIncomplete: isIncomplete, at: port))
    }

    /// A request as it is kept, with so many bytes of its body.
    static func entry(
        _ number: Int, of request: RequestView, bodies bodyLimit: Int, by route: String? = nil, refusal: String? = nil,
        malformed: String? = nil, isIncomplete: Bool = false, at port: String
    ) -> Entry {
        var fields: [(name: String, value: String)] = []
        var room = fieldsAtMost
        request.forEachField { name, value in
            room -= name.count + value.count
            if room >= 0 { fields.append((text(name), text(value))) }
        }
        let body = request.body.map { [UInt8]($0.prefix(bodyLimit)) } ?? []
        return Entry(
            number: number, nanoseconds: WallClock.nanoseconds, port: port, method: text(request.method),
            target: text(request.target.prefix(targetAtMost)), fields: fields, body: body,
            isCut: room < 0 || request.target.count > targetAtMost
                || request.body.map { $0.count > bodyLimit } ?? false,
            route: route, refusal: refusal, malformed: malformed, isIncomplete: isIncomplete)
    }

    /// Takes what is no request.
    func take(malformed rule: String, _ bytes: some Collection<UInt8>, refusal: String, at port: String) {
        keep(bytes, malformed: rule, refusal: refusal, at: port)
    }

    /// Takes the beginning of a request whose head does not end.
    func take(incomplete bytes: some Collection<UInt8>, refusal: String, at port: String) {
        keep(bytes, malformed: nil, refusal: refusal, at: port)
    }

    /// Keeps bytes without a whole head, with the words of their first line that could be those of a request.
    private func keep(_ bytes: some Collection<UInt8>, malformed rule: String?, refusal: String, at port: String) {
        let line = bytes.drop { $0 == 13 || $0 == 10 }.prefix(Self.targetAtMost).prefix { $0 != 13 && $0 != 10 }
        let words = line.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
        let isLine = words.count > 1 && !words[0].isEmpty && words[0].allSatisfy { Octet.isToken($0) }
        keep(
            Entry(
                number: count + 1, nanoseconds: WallClock.nanoseconds, port: port,
                method: isLine ? Self.text(words[0]) : "", target: isLine ? Self.text(words[1]) : "", fields: [],
                body: [], isCut: false, route: nil, refusal: refusal, malformed: rule, isIncomplete: rule == nil))
    }

    /// Waits until another request has come; false: this moment came first, or the journal has ended.
    package func another(before moment: Moment) async -> Bool {
        let before = count
        while count == before, !hasEnded, .now < moment { _ = await bell.wait(before: moment) }
        return count > before
    }

    /// Nobody waits for its requests any longer.
    package func end() {
        hasEnded = true
        bell.ring()
    }

    private func keep(_ entry: Entry) {
        defer { bell.ring() }
        count += 1
        kept.append(entry)
        size += entry.size
        while kept.count - first > limit || size > sizeLimit {
            size -= kept[first].size
            first += 1
        }
        if first > limit {
            kept.removeFirst(first)
            first = 0
        }
    }

    /// How many bytes are kept in all: of the longest bodies that may come at least some.
    private var sizeLimit: Int { max(Self.sizeAtMost, Self.bodiesAtLeast * bodyLimit) }

    private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// How many bytes of a body are kept, if nobody asks for more.
    nonisolated package static let bodyAtMost = 4_096
    private static let bodiesAtLeast = 32
    private static let fieldsAtMost = 16_384
    private static let targetAtMost = 8_192
    nonisolated static let sizeAtMost = 16 << 20
}

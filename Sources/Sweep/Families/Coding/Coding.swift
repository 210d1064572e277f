// Coding.swift: the same content, coded as the client has asked for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario

extension Family {
    /// RFC 9110 sections 8.4 and 12.5.3.
    package static let coding = Family("coding", "a body is coded as Accept-Encoding asks for") {
        (varied, changes) throws(LeftOut) in
        let reply = try CodedReply(varied)
        for coding in reply.codings { changes.append(reply.change(to: coding)) }
        if reply.codings.count > 1 || reply.codings.contains("deflate") {
            let refused = try RefusedCoding(varied, reply)
            for (first, second) in zip(reply.codings, reply.codings.dropFirst()) {
                changes.append(refused.change(to: first, then: second))
            }
            if reply.codings.contains("deflate") { changes.append(refused.cutDeflate) }
        }
    }
}

/// A reply that may be coded, and in what.
struct CodedReply {
    private let varied: VariedReply
    /// The content, as it stands between the braces of a value.
    let content: String
    private let lines: [BodyLine]
    /// The codings that the requests name, in the order of ``known``.
    let codings: [String]

    init(_ varied: VariedReply) throws(LeftOut) {
        if varied.isHead { throw LeftOut("HEAD") }
        if varied.status == 206 { throw LeftOut("206") }
        if !varied.mayHaveBody { throw LeftOut("no body") }
        if varied.subject.resumes { throw LeftOut("a resumed download") }
        if varied.concernsParts { throw LeftOut("Range and If-Range") }
        if varied.hasDigest { throw LeftOut("a digest") }
        if !varied.reply.fields("content-encoding").isEmpty { throw LeftOut("a coding of its own") }
        if varied.decodes || varied.isArchive { throw LeftOut("an archive") }
        if varied.appAsks { throw LeftOut("an Accept-Encoding of the app's") }
        self.varied = varied
        let body = try ReplyBody(varied)
        guard let run = body.runs.first, body.byteCount != 0 else { throw LeftOut("no body") }
        guard body.runs.count == 1 else { throw LeftOut("a body in parts") }
        lines = run
        guard let content = run.joinedCall else { throw LeftOut("a body of several values") }
        self.content = content
        let arrivals = varied.subject.baseline?.arrivals(at: varied.exchange.start) ?? []
        codings = Self.known.filter { coding in
            !arrivals.isEmpty && arrivals.allSatisfy { Preferences($0.field("accept-encoding") ?? "").take(coding) }
        }
        if codings.isEmpty { throw LeftOut("no coding that the client asks for") }
    }

    func change(to coding: String) -> Change {
        let needs = varied.subject.scenario.needs.contains("decoding") ? [] : ["needs  decoding"]
        let edits: [Edit] =
            [.insert(needs, above: varied.subject.titleEnd)]
            + coded([coding], as: "\(content) | \(coding)", tag: coding) + ToldLengths(varied).edits
        return Change(
            varied.value(coding), place: coding, edits: edits)
    }

    /// The edits of the reply by which its body is this value, and has these codings.
    func coded(_ codings: [String], as value: String, tag: String) -> [Edit] {
        let lengths = varied.reply.fields("content-length").filter { $0.value != "{{length}}" }
        let field = "Content-Encoding: \(codings.joined(separator: ", "))"
        return [
            .insert(varied.lane.sends(field), above: varied.reply.start + 1),
            .replace(lines[0].index, with: varied.lane.sends("{{\(value)}}")),
        ]
            + lengths.map { .replace($0.line, with: varied.lane.sends("Content-Length: {{length}}")) }
            + lines.dropFirst().map { .remove($0.index) } + RenamedTag(varied, tag).edits
    }

    private static let known = ["gzip", "deflate", "br", "zstd"]
}

extension [BodyLine] {
    /// One call for all lines: text, or the value of a single line.
    fileprivate var joinedCall: String? {
        if count == 1 { return self[0].call }
        var bytes: [UInt8] = []
        for (place, line) in enumerated() {
            guard line.call != nil, let literal = line.template.literal else { return nil }
            bytes += (place == 0 ? [] : line.newline.bytes) + literal
        }
        return Quoting.quoted(bytes)
    }
}

/// `Accept-Encoding`, RFC 9110 section 12.5.3, as far as it names codings.
private struct Preferences {
    private let taken: Set<String>

    init(_ value: String) {
        let members = value.split(separator: ",").compactMap { member -> String? in
            let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { return nil }
            let isRefused = parts.dropFirst().contains { part in
                part.hasPrefix("q=") && part.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
            }
            return isRefused ? nil : name
        }
        taken = Set(members)
    }

    func take(_ coding: String) -> Bool { taken.contains(coding) }
}

// RefusedCoding.swift: codings that a client need not undo, or cannot.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// A reply in two codings, or in one that breaks off.
struct RefusedCoding {
    private let varied: VariedReply
    private let reply: CodedReply
    private let refusal: RefusedLoad

    init(_ varied: VariedReply, _ reply: CodedReply) throws(LeftOut) {
        self.varied = varied
        self.reply = reply
        refusal = try RefusedLoad(varied)
        if refusal.leadsOn { throw LeftOut("a body that may stay unread") }
        // Counts and files depend on which codings a client has undone.
        if !refusal.kinds.isSubset(of: [.response, .data, .finish]) { throw LeftOut("more than data is told") }
        if !refusal.kinds.contains(.data) { throw LeftOut("no data are told") }
    }

    /// RFC 9110 section 8.4: the second coding is undone first. A client that undoes one of the two hands on neither
    /// the content nor the bytes that came.
    func change(to first: String, then second: String) -> Change {
        let value = "\(reply.content) | \(first) | \(second)"
        return Change(
            varied.value("\(first)-\(second)"), place: "two codings",
            rule: "RFC 9110 section 8.4",
            edits: reply.coded([first, second], as: value, tag: "\(first)-\(second)")
                + refusal.either(
                    "undoes both", toldBefore: true,
                    or: [
                        ("undoes neither", ["* data {{\(value)}}", "* finish"]), ("fails", ["* fail {{any}}"]),
                    ]))
    }

    /// RFC 1950 section 2.3: a client verifies the checksum of a body in deflate, which is cut off here. A gzip body
    /// may be taken without one (RFC 1952 section 2.3.1.2).
    var cutDeflate: Change {
        let content = reply.content.hasPrefix("\"") ? reply.content : "{{\(reply.content)}}"
        return Change(
            varied.value("deflate-cut"), place: "a cut deflate",
            rule: "RFC 1950 section 2.3",
            edits: reply.coded(["deflate"], as: "\(reply.content) | deflate | truncate \(Self.kept)", tag: "deflate")
                + refusal.failing([
                    "*? response \(varied.status)", "*? data {{up-to}} \(content)", "* fail {{any}}",
                ]))
    }

    /// The header and the first bits of the first block: fewer bytes than the shortest body has before its checksum.
    private static let kept = 4
}

// FindingText+Messages.swift: sentences about heads, bodies and their connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

extension FindingText {
    // MARK: Heads

    static func sentence(_ field: FieldDifference, of name: String) -> String {
        switch field {
        case .missing: "\(name) is missing"
        case .unexpected(let value): "\(name) must be absent, but is \(Quoting.excerpt(value))"
        case .tooFew(let count, let hint): "\(name) is there only \(count.times)\(hint.map(text) ?? "")"
        case .tooMany(let count, let wanted):
            "\(name) is there \(count.times)" + (wanted.map { ", not \($0.times)" } ?? "")
        case .spelling(let came): "\(name) is spelled \(Quoting.quoted(came.utf8))"
        case .value(let unlike): "\(name) is \(self.unlike(unlike))\(unlike.hint.map(text) ?? "")"
        case .objection(let objection): "\(name): \(objection)"
        case .unlikeBody: "\(name): it does not fit the body"
        case .bodyNotWhole: "\(name) covers the body, which never came to its end"
        case .host(let host, let wanted):
            "\(name) is \"\(host)\", not \"\(wanted)\"; '> \(name): {{any}}' below the request takes any"
        }
    }

    static func sentence(_ head: RawHeadDifference) -> String {
        switch head {
        case .overHTTP2: "raw bytes are of HTTP/1.1, and the request came over HTTP/2"
        case .goesOn(let more, let behind):
            "behind \(Quoting.quoted(behind.suffix(40))) the line goes on: \(Quoting.quoted(more))"
        case .noBeginning(let wanted): "the request does not begin with \(Quoting.quoted(wanted.bytes.prefix(80)))"
        case .noLine(let wanted): "no line of the head at this place is \(Quoting.quoted(wanted.bytes.prefix(80)))"
        }
    }

    static func sentence(_ target: TargetDifference) -> String {
        switch target {
        case .absoluteForm(let target): "the target is in absolute form, which is for proxies: \(target)"
        case .way(let proxy, let origin, let wanted):
            "the request came \(proxy.map { "through the proxy '\($0)'" } ?? "straight to '\(origin)'"), not "
                + (wanted.map { "through the proxy '\($0)'" } ?? "straight")
        }
    }

    static func sentence(_ connection: ConnectionDifference, on number: ConnectionNumber) -> String {
        let came = "the request came on connection \(number)"
        return switch connection {
        case .other: "it came on connection \(number)"
        case .used: "\(came), which had been used before"
        case .notTheOneBefore: "\(came), not on the one before"
        case .hasAnotherName: "\(came), which has another name already"
        case .named(let name, let known): "\(came); '\(name)' is connection \(known)"
        case .behindLast(let reply): "\(came), \(text(reply))"
        case .behindClose(let fault): sentence(fault, on: number)
        }
    }

    private static func text(_ reply: LastReply) -> String {
        switch reply {
        case .saidClose: "on which a reply had said that it is the last (RFC 9112 section 9.6)"
        case .isOld(saysOtherwise: true):
            "on which a reply of HTTP/1.0 had said 'keep-alive' by Proxy-Connection alone (RFC 9112 appendix C.2.2)"
        case .isOld: "on which a reply of HTTP/1.0 had not said 'keep-alive' (RFC 9112 section 9.3)"
        }
    }

    static func sentence(_ fault: FormFault, on number: ConnectionNumber) -> String {
        let connection = "connection \(number)"
        return switch fault {
        case .rule(_, let byte, let sentence, let citation):
            "\(connection)\(byte.map { ", byte \($0)" } ?? ""): \(sentence) (\(citation))"
        case .host(let host, let origin, let citation):
            "\(connection): Host is \"\(host)\", and it leads to '\(origin)' (\(citation))"
        case .emptyLine(let citation): "\(connection): \(emptyLine) (\(citation))"
        }
    }

    static let emptyLine = "an empty line came behind the last request"

    // MARK: Bodies

    static func sentence(_ body: BodyDifference) -> String {
        switch body {
        case .byte(let place, let unlike):
            "the body differs at byte \(place): \(beginnings(unlike))\(unlike.hint.map(text) ?? "")"
        case .more(let bytes, let place):
            (place.map { "the body must end after \($0) bytes" } ?? "no body must come")
                + ", but there is more: \(beginning(bytes))"
        case .short(let count, let total, let lacksNewline):
            "the body ended after \(amount(count, of: total)) bytes"
                + (lacksNewline ? ": a bare mark behind it asks for a newline" : "")
        case .coding(let coding): sentence(coding, of: "the body")
        case .objection(let objection): "the body: \(objection)"
        case .lines(let start, let unlike):
            "the body does not fit\(start == 0 ? "" : " from byte \(start) on"): \(self.unlike(unlike, " came"))"
                + (unlike.hint.map(text) ?? "")
        case .goesOn(let bytes):
            "no more of the body must come, but there is \(beginning(bytes)); without this line it may"
        case .chunk(let chunk): sentence(chunk)
        }
    }

    static func hintOfCoding(_ name: String) -> String {
        "; its Content-Encoding is \(name): '{{\"…\" | \(name)}}' compares what it says"
    }

    static func sentence(_ coding: CodingDifference, of subject: String) -> String {
        let names = "'\(coding.codings.joined(separator: ", then "))'"
        let undone = "\(subject), undone from \(names),"
        return switch coding.found {
        case .notWhole: "\(subject) ends before its \(names) does"
        case .short(let count, let total): "\(undone) ended after \(amount(count, of: total)) bytes"
        case .otherFile: "\(undone) is a file of another name, type or creator, or with other resources"
        case .more(let bytes, let place):
            "\(undone) must end after \(place) bytes, but there is more: \(beginning(bytes))"
        case .byte(let place, let unlike): "\(undone) differs at byte \(place): \(beginnings(unlike))"
        case .fault(let fault): "\(subject) cannot be undone from \(names): it is \(fault)"
        }
    }

    private static func sentence(_ chunk: ChunkDifference) -> String {
        func named(_ text: String) -> String { text.isEmpty ? "no extensions" : Quoting.quoted(text.utf8) }
        return switch chunk {
        case .size(let size, let number, let wanted): "chunk \(number) has \(size) bytes, not \(wanted)"
        case .extensions(let came, let number, let wanted):
            "\(number.map { "chunk \($0)" } ?? "the last chunk") has \(named(came)), not "
                + (wanted.isEmpty ? "none" : named(wanted))
        case .oneMore(let number): "chunk \(number) came, and what is left over is one chunk"
        }
    }
}

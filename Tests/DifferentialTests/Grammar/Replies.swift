// Replies.swift: replies, and what a client reports about them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords

/// A reply as a client receives it.
struct DrawnReply {
    var status: Int
    var type: String?
    var body: [UInt8] = []
    /// The length that its head gives.
    var length: Int?
}

extension Draft {
    /// A whole reply with a body or without.
    @discardableResult
    mutating func reply(
        _ status: Int = 200, lane: String = "", on connection: String, fields: [String] = [], body: Bool? = nil,
        toHead: Bool = false
    ) -> DrawnReply {
        let mark = "<\(lane)"
        var reply = DrawnReply(status: status)
        ours("\(mark) \(status)")
        for field in fields { line("\(mark) \(field)") }
        if chance.happens(40) {
            reply.type = chance.one(of: ["text/plain", "application/json"])
            line("\(mark) Content-Type: \(reply.type!)")
        }
        drawReplyFields(mark, connection, &reply)
        let hasBody = body ?? chance.happens(60) && ![204, 304].contains(status)
        guard hasBody, !toHead else {
            if !toHead, ![204, 304].contains(status) { reply.length = 0 }
            return reply
        }
        if chance.happens(30) { drawChunks(mark, lane, &reply) } else { drawReplyBody(mark, &reply) }
        return reply
    }

    private mutating func drawReplyFields(_ mark: String, _ connection: String, _ reply: inout DrawnReply) {
        switch chance.roll(8) {
        case 0:
            producing("nonce")
            let name = "n\(number())"
            line("\(mark) X-Nonce-\(name): {{nonce \(name)}}")
            nonceShown = (name, connection)
        case 1:
            producing("now")
            line("\(mark) Expires: {{now+1h}}")
        case 2:
            producing("request.header")
            transform("else")
            line("\(mark) X-Asked: {{request.header X-Never | else \"nothing\"}}")
            program.replies.append((connection, Worth("X-Asked: nothing\r\n")))
        case 3:
            if let (name, value) = captured {
                line("\(mark) X-Taken: {{\(name)}}")
                program.replies.append((connection, Worth("X-Taken: \(value)\r\n")))
                captured = nil
            }
        case 4:
            producing("authority")
            line("\(mark) X-Where: {{authority main}}")
        case 5:
            producing("ca")
            line("\(mark) X-CA: {{ca pem}}")
            program.replies.append((connection, Worth("X-CA: PEM\r\n")))
        default: break
        }
    }

    private mutating func drawReplyBody(_ mark: String, _ reply: inout DrawnReply) {
        if chance.happens(15) {
            producing("length")
            line("\(mark) Content-Length: {{length}}")
        }
        line(mark)
        let word = word()
        switch chance.roll(5) {
        case 0:
            producing("bytes")
            let count = chance.roll(1...600)
            line("\(mark) {{bytes \(count)}}")
            reply.body = KnownStream.bytes(count)
        case 1:
            producing("request.body")
            transform("else")
            line("\(mark) {{request.body | else \"\(word)\"}}.")
            reply.body = []
            return
        case 2:
            line("\(mark) one \(word)")
            line(mark)
            line("\(mark) three")
            reply.body = Array("one \(word)\n\nthree".utf8)
        case 3:
            let coding = chance.one(of: ["gzip", "deflate", "br", "zstd", "macbinary", "binhex"])
            transform(coding)
            line("\(mark) {{\"\(word)\" | \(coding)}}")
            // The app gets the body after the client has decoded it.
            reply.body = Array(word.utf8)
            return
        default:
            line("\(mark) hello \(word)")
            reply.body = Array("hello \(word)".utf8)
        }
        reply.length = reply.body.count
    }

    private mutating func drawChunks(_ mark: String, _ lane: String, _ reply: inout DrawnReply) {
        line("\(mark) Transfer-Encoding: chunked")
        line(mark)
        for index in 0..<chance.roll(1...3) {
            let word = word()
            if index > 0 {
                switch chance.roll(3) {
                case 0: act("flush", lane)
                case 1:
                    covers("acts", "wait")
                    let time = chance.roll(1...30)
                    ours("!\(lane) wait \(time)ms", .time(time))
                default: break
                }
                if program.lines.last?.hasPrefix("<") == true { reply.body += [10] }
            }
            line("\(mark) piece \(word)")
            reply.body += Array("piece \(word)".utf8)
        }
        if chance.happens(30) {
            act("trailers", lane)
            line("\(mark) X-Sum: \(word())")
        }
    }

    // MARK: What is told of it

    /// `response`, `data` and `finish`, of which some lines may be left out.
    mutating func tellReply(_ reply: DrawnReply, lane: String = "", path: String? = nil, decision: String? = nil) {
        tellResponse(reply, lane: lane, path: path)
        if !reply.body.isEmpty { tellData(reply.body, lane: lane) }
        told("", CallbackPlan(kind: .finish, lane: lane))
    }

    mutating func tellResponse(_ reply: DrawnReply, lane: String = "", path: String? = nil, decision: String? = nil) {
        var text = "\(reply.status)"
        var plan = CallbackPlan(kind: .response, lane: lane, subject: [Worth("\(reply.status)")])
        plan.wrongSubject = ["\(reply.status == 299 ? 298 : 299)"]
        if let type = reply.type {
            plan.subject.append(Worth(type))
            if chance.happens(60) {
                text += " \(type)"
                plan.wrongSubject!.append(type)
            }
        }
        if let length = reply.length {
            plan.fields.append(("length", Worth("\(length)")))
            if chance.happens(30) {
                text += " length=\(length)"
                plan.wrongFields.append(("length", "\(length + 1)"))
            }
        }
        if let path {
            plan.fields.append(("url", Worth(url(path))))
            if chance.happens(30) {
                text += " url=\(path)"
                plan.wrongFields.append(("url", url(path + "x")))
            }
        }
        if chance.happens(15) {
            plan.fields.append(("encoding", Worth(chance.one(of: ["utf-8", "UTF-8"]))))
            text += " encoding=utf-8"
            plan.wrongFields.append(("encoding", "latin1"))
        }
        if chance.happens(15) {
            plan.fields.append(("filename", Worth("a.txt")))
            text += " filename=a.txt"
            plan.wrongFields.append(("filename", "b.txt"))
        }
        plan.answer = "default"
        if let decision {
            text += " -> \(decision)"
            covers("decisions", decision)
            plan.answer = decision
        }
        told(text, plan)
    }

    /// The bytes, on one line or on two, or a function that compares them.
    mutating func tellData(_ body: [UInt8], lane: String = "", kind: CallbackKind = .data) {
        var plan = CallbackPlan(kind: kind, lane: lane, bytes: .bytes(body))
        plan.wrongBytes = []
        let text = String(validating: body, as: UTF8.self)
        switch (text, chance.roll(9)) {
        case (_, 0) where kind == .data:
            plan.wrongBytes = nil
            told("", plan)
        case (let text?, 1) where text.isPlain:
            plan.wrongBytes = Array("zzz".utf8)
            told("{{/.*\(text.suffix(3)).*/}}", plan)
        case (let text?, 2) where text.isPlain:
            plan.wrongBytes = Array("zzz".utf8)
            told("{{/\(text.prefix(2)).*\(text.suffix(2))/}}", plan)
        case (let text?, 3) where text.isPlain && text.split(separator: " ").count < 3 && text.last!.isNumber:
            plan.wrongBytes = Array("zzz9".utf8)
            told("{{/[a-y]+ ?[a-z0-9]*[0-9]+/}}", plan)
        case (let text?, 4) where text.isPlain && body.count > 4 && kind == .data:
            // Two lines in a row; a client need not cut its data there.
            let cut = chance.roll(1...(body.count - 1))
            var (first, second) = (plan, plan)
            first.bytes = .bytes(Array(body[..<cut]))
            second.bytes = .bytes(Array(body[cut...]))
            told("\"\(text.prefix(cut))\"", first)
            told("\"\(text.dropFirst(cut))\"", second)
        case (_, _) where body == Files.content:
            producing("file")
            told("{{file \"a.txt\"}}", plan)
        case (_, _) where body == KnownStream.bytes(body.count):
            producing("bytes")
            told("{{bytes \(body.count)}}", plan)
        case (let text?, _): told(Self.quoted(text), plan)
        case (nil, _): told("{{hex \"\(body.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined())\"}}", plan)
        }
    }

    static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\n", with: "\\n").replacing("\r", with: "\\r"))\""
    }
}

extension String {
    /// One line of letters, digits and blanks.
    var isPlain: Bool { count > 3 && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " ") } }
}

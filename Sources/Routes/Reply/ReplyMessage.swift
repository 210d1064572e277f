// ReplyMessage.swift: which lines of a reply make up one message, and where its parts end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

/// One message of a reply with the acts that stand in it, and before its first line those that stand there.
struct ReplyMessage {
    let steps: [ReplyStep]
    /// The author has taken the bytes into his own hands: nothing is added.
    private(set) var isRaw = false
    /// The status of the start line, as far as it was written as one.
    private(set) var status: Template?
    /// The status comes of a value and nothing stands behind it: its phrase could not be written out.
    private(set) var lacksPhrase = false
    private(set) var hasFraming = false
    private(set) var isChunked = false
    /// The step behind which the head ends, where no bare mark was written.
    private(set) var impliedHeadEnd: Int?
    /// The step behind which the last chunk goes: the last body line, or the end of the head.
    private(set) var bodyEnd: Int?
    private(set) var trailersEnd: Int?
    /// `! close` directly under the body: the end of the connection is the end of the body.
    private(set) var closesBehindBody = false

    private init(_ steps: [ReplyStep]) {
        self.steps = steps
        var headEnd: Int?
        var lastHeadLine: Int?
        var lastBody: Int?
        for (index, step) in steps.enumerated() {
            guard case .send(let line, _) = step else { continue }
            switch line {
            case .start(let template):
                status = ReplyStatus.template(in: template)
                if case .value = template.pieces.last { lacksPhrase = template.pieces.count == 2 }
                lastHeadLine = index
            case .field(let template, let name):
                lastHeadLine = index
                note(template, name: name?.lowercased())
            case .headEnd: headEnd = index
            case .body: lastBody = index
            case .raw: isRaw = true
            case .trailer: trailersEnd = index
            }
        }
        if !isRaw, headEnd == nil { impliedHeadEnd = lastHeadLine }
        bodyEnd = lastBody ?? headEnd ?? impliedHeadEnd
        if trailersEnd == nil { trailersEnd = bodyEnd }
        if let lastBody, lastBody + 1 < steps.count, case .act(.close, _) = steps[lastBody + 1] {
            closesBehindBody = true
        }
    }

    /// A message begins with each start line; acts before the first belong to the first.
    static func split(_ steps: [ReplyStep]) -> [ReplyMessage] {
        var messages: [ReplyMessage] = []
        var current: [ReplyStep] = []
        var hasStart = false
        for step in steps {
            if case .send(let line, _) = step, line.startsMessage {
                if hasStart {
                    messages.append(ReplyMessage(current))
                    current = []
                }
                hasStart = true
            }
            current.append(step)
        }
        messages.append(ReplyMessage(current))
        return messages
    }

    /// A body line with one directly above.
    func isJoined(_ index: Int) -> Bool { index > 0 && isBody(index) && isBody(index - 1) }

    private func isBody(_ index: Int) -> Bool {
        if case .send(.body, _) = steps[index] { true } else { false }
    }

    private mutating func note(_ field: Template, name: String?) {
        if name == "content-length" { hasFraming = true }
        guard name == "transfer-encoding" else { return }
        hasFraming = true
        guard case .literal(let bytes) = field.pieces.last else { return }
        let value = [UInt8](bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst())
        if CommaList.has(Array("chunked".utf8), in: value) { isChunked = true }
    }
}

extension SendLine {
    fileprivate var startsMessage: Bool {
        switch self {
        case .start: true
        case .raw(_, let startsMessage): startsMessage
        case .field, .headEnd, .body, .trailer: false
        }
    }
}

/// The status code of a start line.
enum ReplyStatus {
    /// What stands between the first blank and the next.
    static func template(in start: Template) -> Template? {
        var result = Template()
        var isInside = false
        for piece in start.pieces {
            switch piece {
            case .value(let value): if isInside { result.append(value) }
            case .literal(var bytes):
                if !isInside {
                    guard let blank = bytes.firstIndex(of: Octet.space) else { continue }
                    bytes.removeFirst(blank + 1)
                    isInside = true
                }
                if let blank = bytes.firstIndex(of: Octet.space) {
                    result.append(Array(bytes[..<blank]))
                    return result
                }
                result.append(bytes)
            }
        }
        return isInside ? result : nil
    }

    /// Nil if they are not three digits.
    static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard digits.count == 3, digits.allSatisfy({ Octet.isDigit($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// RFC 9112 section 6.3. What is no status at all gets the benefit of the doubt.
    static func canHaveBody(_ status: Int?, _ request: ReplyCompiler.Request) -> Bool {
        guard let status else { return true }
        if status < 200 || status == 204 || status == 304 { return false }
        return request != .connect || status >= 300
    }
}

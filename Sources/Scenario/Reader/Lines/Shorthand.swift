// Shorthand.swift: `* ok` and `>>`, which stand for other lines; `>json` is in `SourceLine`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// What the last message of a voice says, as far as shorthand repeats it.
struct WrittenMessage {
    let start: Text
    /// The body's lines, as they are written. Few messages are asked for them, so they are no strings yet.
    var body: [Text] = []

    init(_ start: Text) { self.start = start }

    /// `200`, or `GET`.
    var word: String { String(start.string.split(separator: " ").first { !$0.hasPrefix("HTTP/") } ?? "") }

    /// The text of a `data` callback or of a load's `body`: values and strings; empty: there is no body. nil: it
    /// cannot be written so.
    var text: String? {
        guard !word.hasPrefix("{{") else { return nil }
        let whole = body.map(\.string).joined(separator: "\n")
        let line = SourceLine(number: 0, bytes: Array(whole.utf8))
        let values = Scanner.values(in: line.whole)
        guard !values.contains(where: { line.bytes[$0].contains(UInt8(ascii: "|")) }) else { return nil }
        if whole.isEmpty { return whole }
        var pieces: [String] = []
        var start = 0
        for value in values + [line.bytes.count..<line.bytes.count] {
            if start < value.lowerBound {
                pieces.append(Self.quoted(line.whole.from(start).upTo(value.lowerBound).string))
            }
            if !value.isEmpty { pieces.append(Text(line, value).string) }
            start = value.upperBound
        }
        return pieces.joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped.replacing("\n", with: "\\n"))\""
    }
}

extension ScenarioBuilder {
    /// `* ok`: the reply above is delivered as it is written, and the load finishes.
    mutating func ok(_ mark: Mark, _ line: SourceLine) {
        guard let lane = lane(mark.lane), !scope.isRoutes else { return }
        guard let reply = speech.written(Speech.Speaker(voice: .server, lane: lane)), let text = reply.text else {
            faults.add(
                .notHere, line.whole.place,
                "'ok' is about a reply, and none that is delivered as it is written stands above",
                help: "write what is told: '* response 200', '* data \"…\"', '* finish'")
            return
        }
        let isHead = speech.written(Speech.Speaker(voice: .client, lane: lane))?.word == "HEAD"
        let told = ["response \(reply.word)"] + (text.isEmpty || isHead ? [] : ["data \(text)"]) + ["finish"]
        let marked = String(line.whole.upTo(line.bytes.count - "ok".utf8.count).string)
        for callback in told {
            let row = SourceLine(line, standingFor: marked + callback)
            guard case .callback(let mark) = LineForm.of(row, &reader.faults) else { continue }
            self.callback(mark, row, [])
        }
        draft.writtenOut[line.number] = told.map { marked + $0 }
    }

    /// `>>`: the app asks for this, and this request must come. The lines of one request stand together.
    mutating func asked(_ mark: Mark, _ line: SourceLine, below: ArraySlice<SourceLine>) {
        let content = mark.text(in: line)
        let goesOn =
            draft.asked.map {
                (line.number - 1...line.number).contains($0.line) && $0.lane == mark.lane.string
                    && ($0.isInBody || !content.isRequestStart)
            } ?? false
        var rows: [String] = []
        if !goesOn {
            var head: [Text] = []
            var body: WrittenMessage?
            for line in below {
                var ignored = Faults(file: "")
                guard case .message(.client, let next) = LineForm.of(line, &ignored), next.asks,
                    next.lane.string == mark.lane.string, body != nil || next.content?.isRequestStart != true
                else { break }
                if body != nil {
                    body?.body.append(next.text(in: line))
                } else if let field = next.content {
                    head.append(field)
                } else {
                    body = WrittenMessage(content)
                }
            }
            let lane = mark.lane.isEmpty ? "" : " lane=\(mark.lane.string)"
            let order = SourceLine(line, standingFor: "client \(content.string)\(lane)")
            rows = [order.whole.string] + head.map { "       \($0.string)" }
            if let body {
                guard let text = body.text else {
                    faults.add(
                        .notHere, line.whole.place, "'>>' cannot say what body is to be sent",
                        help:
                            "write the load and its request apart: 'client POST /a' with 'body …' below it, and '> POST /a'"
                    )
                    return
                }
                let row = SourceLine(line, standingFor: "body \(text.isEmpty ? "\"\"" : text)")
                head.append(row.whole)
                rows.append("       \(row.whole.string)")
            }
            if case .word(let word, let rest) = LineForm.of(order, &reader.faults) {
                self.word(word, rest, order, head)
            }
        }
        let isInBody = goesOn && draft.asked?.isInBody == true || mark.content == nil
        draft.asked = (line.numbers.upperBound, mark.lane.string, isInBody)
        let (level, rest) = line.whole.string.strength
        let row = SourceLine(
            line, standingFor: "\(level)\(rest.dropFirst())", (level.utf8.count + 1, level.utf8.count + 2))
        draft.writtenOut[line.number, default: []] += rows + [row.inOneLine]
        if case .message(_, let mark) = LineForm.of(row, &reader.faults) { message(.client, mark, row) }
    }
}

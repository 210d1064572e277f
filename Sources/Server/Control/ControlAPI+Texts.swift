// ControlAPI+Texts.swift: the texts of fixtures and runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainLoop
import QuintainNotation
import QuintainScenario
import QuintainSessions
import QuintainWords

extension ControlAPI {
    /// The text of a file of the library only: the name is looked up, and never used as a path.
    func fixture(_ name: String, _ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let after = try request.number("after", in: ControlRequest.positions) ?? 0
        await library.bring(name)
        guard let book = library.all.first(where: { $0.name == name }) else {
            throw ControlFault(
                404, "no-fixture", "there is no fixture '\(name)'",
                help: NearestWord.suggestion(for: name, among: library.all.map(\.name)) ?? "GET /fixtures lists them")
        }
        let members = Self.members(of: book) + (book.isBroken ? [("broken", .bool(true))] : [])
        return ControlReply(
            json: await Aside.run {
                let diagnostics = LintReport.list(book.diagnostics, source: book.source)
                return .object(members + [("diagnostics", diagnostics)] + Self.lines(of: book.source, after: after))
            })
    }

    /// The lines of a run, with the cells of its row inserted.
    func scenario(
        of entry: SessionDesk.Entry, _ request: ControlRequest
    ) async throws(ControlFault) -> ControlReply {
        let scenario = entry.session.scenario
        // The lines of the client's file that stand above a posted text are empty here.
        let above = scenario.source.prefix { $0.isEmpty }.count
        let after = max(above, try request.number("after", in: ControlRequest.positions) ?? 0)
        return ControlReply(
            json: await Aside.run {
                let source = Array(scenario.source.map { $0 + "\n" }.joined().utf8)
                return .object(
                    [("scenario", .text(scenario.name)), ("title", .text(scenario.title))]
                        + Self.lines(of: source, after: after))
            })
    }

    /// The diagnostics of a text, as `quintain lint --json` prints them.
    func lint(_ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let order = try request.order(["text"])
        guard let text = try order.text("text") else {
            throw ControlFault(400, "no-text", "there is no text to read", help: "{\"text\": \"> GET /\"}")
        }
        guard text.utf8.count <= Self.lintedAtMost else {
            throw ControlFault(
                413, "text-too-large", "the text has more than \(Self.lintedAtMost) bytes",
                help: "save it in a file, and use 'quintain lint'")
        }
        let program = "quintain \(version)"
        let texts = texts
        return ControlReply(
            json: await Aside.run {
                let source = Array(text.utf8)
                let reading = texts.read(source, name: Self.postedName)
                var more: [(String, JSONText)] = [
                    ("kind", .text((reading.routes == nil ? Library.Book.Kind.scenario : .routes).rawValue))
                ]
                let rows = reading.scenarios.choices
                if !rows.isEmpty { more.append(("cases", .list(rows.map(JSONText.text)))) }
                var report = LintReport(program: program)
                report.add(Self.postedName, reading.advised, source: source, more: more)
                return report.json
            })
    }

    // MARK: Lines

    /// The lines of one answer, and the number of all lines.
    nonisolated static func lines(of source: [UInt8], after: Int) -> [(String, JSONText)] {
        let lines = Lines.split(source)
        return [
            ("first", .number(after + 1)), ("count", .number(lines.count)),
            (
                "lines",
                .list(
                    lines.dropFirst(after).prefix(linesAtOnce).map { .text(cut(String(decoding: $0, as: UTF8.self))) })
            ),
        ]
    }

    /// The beginning of a line that is too long to be shown.
    nonisolated private static func cut(_ line: String) -> String {
        let count = line.utf8.count
        return count > lineAtMost ? "\(line.prefix(lineAtMost))… \(count - lineAtMost) more bytes" : line
    }

    nonisolated static let lintedAtMost = 256 << 10
    nonisolated static let linesAtOnce = 2_000
    nonisolated static let lineAtMost = 4_096
}

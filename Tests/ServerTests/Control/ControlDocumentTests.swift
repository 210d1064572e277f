// ControlDocumentTests.swift: docs/control-api.md describes what the code does.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import Testing

@testable import QuintainServer

@Suite struct `docs/control-api.md` {
    private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Files.read("\(root)/\(path)"), as: UTF8.self)
    }

    /// The lines of the table under this heading, cell by cell.
    private static func rows(under heading: String) throws -> [[String]] {
        let document = try text("docs/control-api.md")
        let start = try #require(document.firstRange(of: "\n## \(heading)\n")).upperBound
        let section = document[start...].prefix(
            upTo: document[start...].firstRange(of: "\n## ")?.lowerBound ?? document.endIndex)
        return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.drop { $0 == " " } }.map { cell in
                String(cell.reversed().drop { $0 == " " }.reversed())
            }
        }
    }

    private static func names(in cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.1) } }

    @Test func `lists every resource with its methods and parameters`() async throws {
        let documented = try Self.rows(under: "Resources").map { cells in
            "\(Self.names(in: cells[0])[0]) \(Self.names(in: cells[1])) \(cells.count > 3 ? Self.names(in: cells[3]) : [])"
        }
        let resources = await ControlAPI.resources.map { "\($0.path) \($0.methods) \($0.parameters)" }
        #expect(documented == resources)
    }

    @Test func `lists every slug with its status`() throws {
        var thrown: Set<String> = ["too-many-sessions 503"]
        let folder = "Sources/Server/Control"
        for file in try Files.walk("\(Self.root)/\(folder)") {
            for fault in try Self.text("\(folder)/\(file)").matches(of: /ControlFault\(\s*(\d{3}), "([a-z-]+)"/) {
                thrown.insert("\(fault.2) \(fault.1)")
            }
        }
        // Callbacks are read like those of drivers.
        let shared = try Self.text("Sources/Driver/Messages/CallbackMessage.swift")
        for fault in shared.matches(of: /MessageFault\(\s*"([a-z-]+)"/) { thrown.insert("\(fault.1) 400") }
        let documented = try Self.rows(under: "Errors").flatMap { cells in
            cells[1].split(separator: ", ").map { "\(Self.names(in: cells[0])[0]) \($0)" }
        }
        #expect(thrown.count > 25)
        #expect(Set(documented) == thrown)
        #expect(documented.count == thrown.count)
    }

    @Test func `names every member that can be sent`() throws {
        let document = try Self.text("docs/control-api.md")
        for file in ["ControlAPI+Acts.swift", "ControlAPI+Callbacks.swift", "ControlAPI+Texts.swift"] {
            let source = try Self.text("Sources/Server/Control/\(file)")
            let list = try #require(source.firstMatch(of: /request\.order\(\[([^\]]+)\]/)?.1)
            for name in list.matches(of: /"([a-z]+)"/) { #expect(document.contains("`\(name.1)`")) }
        }
    }

    @Test func `tells the limits that hold`() async throws {
        let rows = try Self.rows(under: "Limits").isEmpty ? Self.text("docs/control-api.md") : ""
        #expect(ControlServer.bodyAtMost == 4 << 20)
        #expect(SessionDesk.runningAtMost == 10_000 && rows.contains("| running sessions | 10,000 |"))
        #expect(SessionDesk.endedAtMost == 1_000 && rows.contains("remembered | 1,000,"))
        #expect(ControlAPI.lintedAtMost == 256 << 10 && rows.contains("| a text that `/lint` reads | 256 KiB |"))
        #expect(ControlAPI.linesAtOnce == 2_000 && ControlAPI.lineAtMost == 4_096)
        #expect(rows.contains("| lines that are told at once | 2,000, of 4,096 bytes |"))
        #expect(ChangeFeed.atOnce == 200 && rows.contains("tells at once | 200,"))
        #expect(CallbackInbox.heldAtMost == 256 && rows.contains("| 255 ahead |"))
        #expect(CallbackInbox.answersKept == 1_024 && rows.contains("| 1,024 a session |"))
    }
}

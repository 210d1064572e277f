// LintReportTests.swift: diagnostics as editors read them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainNotation
import Testing

@testable import QuintainScenario

@Suite struct `The lint report` {
    private func report(_ text: String, _ columns: LintReport.Columns = .utf16) -> JSONText {
        var report = LintReport(program: "quintain 1", columns: columns)
        report.add("test.scenario", read(text).advised, source: Array(text.utf8))
        return report.json
    }

    private func place(_ text: String, _ columns: LintReport.Columns = .utf16) throws -> [Int?] {
        let diagnostic = try #require(report(text, columns)["files"]?.list?.first?["diagnostics"]?.list?.first)
        return ["line", "column", "endLine", "endColumn"].map { diagnostic[$0]?.number }
    }

    @Test func `is one JSON object`() {
        #expect(
            report("# T\n> GET /\n* data \"a\u{1}\" -> \"x\\q\"\n").description == """
                {"lint":1,"program":"quintain 1","columns":"utf-16","files":[{"path":"test.scenario","diagnostics":[\
                {"slug":"unknown-decision","severity":"error","line":3,"column":16,"endLine":3,"endColumn":21,\
                "message":"no decision of 'data' is called '\\"x\\\\q\\"'","help":"write 'cancel'"}]}],\
                "counts":{"errors":1,"warnings":0}}
                """)
    }

    @Test func `names a file in which nothing is wrong`() {
        #expect(
            report("# T\n> GET /\n< 200\n").description == """
                {"lint":1,"program":"quintain 1","columns":"utf-16",\
                "files":[{"path":"test.scenario","diagnostics":[]}],"counts":{"errors":0,"warnings":0}}
                """)
    }

    @Test(arguments: [
        // The word `x` behind "日本🎯é": 3, 3, 4 and 2 bytes; 1, 1, 2 and 1 units of UTF-16; four characters.
        (LintReport.Columns.utf8, 26), (.utf16, 19), (.utf32, 18),
    ])
    func `counts columns in what was asked for`(columns: LintReport.Columns, column: Int) throws {
        let text = "# T\n> GET /\n* data \"日本🎯é\" -> x\n"
        #expect(try place(text, columns) == [3, column, 3, column + 1])
        #expect(report(text, columns)["columns"]?.text == columns.rawValue)
    }

    @Test func `counts what a fault covers as well`() throws {
        #expect(try place("# T\n> GET /\n* réponse🎯 200\n", .utf8) == [3, 3, 3, 15])
        #expect(try place("# T\n> GET /\n* réponse🎯 200\n", .utf16) == [3, 3, 3, 12])
        #expect(try place("# T\n> GET /\n* réponse🎯 200\n", .utf32) == [3, 3, 3, 11])
    }

    @Test func `passes over a byte order mark and carriage returns, as editors do`() throws {
        #expect(try place("\u{FEFF}* redirct\r\n") == [1, 3, 1, 10])
        #expect(try place("# T\r\n> GET /\r\n* redirct\r\n") == [3, 3, 3, 10])
    }

    @Test func `ends no place behind its line`() throws {
        let diagnostic = Diagnostic(
            .missingValue, file: "x", place: Place(line: 1, column: 5, length: 9), message: "there is no value",
            help: "write one")
        for (source, end) in [("* fail", 7), ("* f", 4), ("", 1)] {
            var report = LintReport(program: "quintain 1")
            report.add("x", [diagnostic], source: Array(source.utf8))
            let found = try #require(report.json["files"]?.list?.first?["diagnostics"]?.list?.first)
            #expect(found["column"]?.number == min(5, end))
            #expect(found["endColumn"]?.number == end)
        }
    }

    @Test func `survives bytes that are no UTF-8`() throws {
        var report = LintReport(program: "quintain 1")
        let source: [UInt8] = [0x80, 0x80, 0xFF, 0x2A, 0xF0, 0x9F]
        let diagnostics = ScenarioReader.read(source, file: "x") { _ in .failure(.missing) }.advised
        report.add("x", diagnostics, source: source)
        #expect(report.errors > 0)
        #expect(try JSONText(parsing: report.json.description)["lint"]?.number == 1)
    }
}

// CheckPageTests.swift: the data from which the page of a run is drawn.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainReport
import QuintainRunner
import QuintainSides
import QuintainTranscript
import Testing

@Suite struct `Pages of check` {
    private func one(
        _ client: String, _ scenario: String, _ verdict: CaseResult.Verdict = .pass, way: String = "",
        findings: [CaseResult.Finding] = [], events: [JSONText] = [], rows: [SideRow] = []
    ) -> ReportedCase {
        var result = CaseResult(
            client: client, version: "\(client) 1", scenario: scenario, way: way, title: "A title", verdict: verdict,
            findings: findings)
        result.milliseconds = 7
        var one = ReportedCase(result)
        (one.events, one.rows) = (events, rows)
        return one
    }

    private func page(_ cases: [ReportedCase], _ change: (inout CheckReport) -> Void = { _ in }) -> PageText {
        var report = CheckReport(program: "quintain 0")
        report.cases = cases
        change(&report)
        return PageText(CheckPage(report).html)
    }

    @Test func `have each case in its row and its column`() throws {
        let index = try page([
            one("curl", "a/x.scenario"), one("curl", "b.scenario", .fail),
            one("other", "a/x.scenario", .crashed, way: "sync"), one("other", "a/x.scenario", way: "async"),
        ]).value("report")
        #expect(index["columns"]?.list?.map { $0["client"]?.text } == ["curl", "other", "other"])
        #expect(index["columns"]?.list?.map { $0["way"]?.text } == ["", "sync", "async"])
        #expect(index["groups"]?.list?.map(\.text) == ["a", ""])
        #expect(index["scenarios"]?.list?.map { $0.list?.first?.text } == ["a/x.scenario", "b.scenario"])
        let verdicts = try #require(index["verdicts"]?.list)
        let cases = (index["cases"]?.list ?? []).map { one -> String in
            let numbers = (one.list ?? []).prefix(3).compactMap(\.number)
            return "\(numbers[0]) \(numbers[1]) \(verdicts[numbers[2]].text ?? "")"
        }
        #expect(cases == ["0 0 pass", "0 1 crashed", "0 2 pass", "1 0 fail"])
    }

    @Test func `have what happened in a case where its number says`() throws {
        let many = (0..<250).map { number in
            one(
                "curl", "\(number).scenario",
                events: [.object([("n", .number(1)), ("text", .text("event \(number)"))])])
        }
        let page = page(many)
        let size = try #require(page.value("report")["casesInBlock"]?.number)
        for number in [0, 99, 100, 249] {
            let block = try page.unpacked("cases-\(number / size)")
            let detail = try #require(block.list?.dropFirst(number % size).first)
            #expect(detail["events"]?.list?.first?["text"]?.text == "event \(number)")
        }
    }

    @Test func `tell the worst level of a case, and explain its rules`() throws {
        let findings = [
            CaseResult.Finding(rule: "too-soon", severity: .warning, sentence: "one"),
            CaseResult.Finding(rule: "U10", severity: .failure, sentence: "two", citation: "a header", event: 4),
            CaseResult.Finding(rule: "of-another-version", severity: .noted, sentence: "three"),
        ]
        let page = page([one("curl", "a.scenario", .fail, findings: findings)])
        let index = try page.value("report")
        let entry = try #require(index["cases"]?.list?.first?.list)
        #expect(index["levels"]?.list?[entry[3].number ?? 9].text == "failure")
        let rules = try #require(index["rules"]?.list)
        #expect(rules.map { $0["name"]?.text } == ["too-soon", "U10", "of-another-version"])
        #expect(rules[0]["text"]?.list?.first?.text?.contains("Something fits a line") == true)
        #expect(rules[1]["sources"]?.list?.isEmpty == false && rules[1]["title"]?.text?.isEmpty == false)
        #expect(rules[2]["text"] == nil)
        let detail = try #require(page.unpacked("cases-0").list?.first)
        #expect(detail["findings"]?.list?[1]["event"]?.number == 4)
        #expect(detail["findings"]?.list?[1]["citation"]?.text == "a header")
    }

    @Test func `say of a run what it says of itself`() throws {
        let index = try page([one("curl", "a.scenario")]) { report in
            report.isGivenUp = true
            report.complaints = ["the run was given up"]
            report.date = "2026-11-22T09:08:14Z"
            report.systems = [ReportedSystem(name: "Linux", release: "6.1.0", architecture: "x86_64")]
        }.value("report")
        #expect(index["givenUp"]?.bool == true && index["asExpected"]?.bool == false)
        #expect(index["complaints"]?.list?.map(\.text) == ["the run was given up"])
        #expect(index["date"]?.text == "2026-11-22T09:08:14Z")
        #expect(index["systems"]?.list?.map(\.text) == ["Linux 6.1.0, x86_64"])
    }

    @Test func `are made of no case, too`() throws {
        let page = page([])
        #expect(try page.value("report")["cases"]?.list?.isEmpty == true)
        #expect(page.text.contains("<title>Quintain: no cases</title>"))
    }

    @Test func `keep the beginning and the end of what is long`() throws {
        let events = (1...900).map { JSONText.object([("n", .number($0)), ("us", .number($0)), ("text", "x")]) }
        let rows = (1...900).map { SideRow.loose("\($0)") }
        let long = JSONText.object([("n", 1), ("text", .text(String(repeating: "é", count: 5_000)))])
        let page = page([
            one("curl", "a.scenario", .fail, events: events, rows: rows), one("curl", "b.scenario", events: [long]),
        ])
        let details = try #require(page.unpacked("cases-0").list)
        let shown = try #require(details[0]["events"]?.list)
        #expect(shown.count == 401 && shown.first?["n"]?.number == 1 && shown.last?["n"]?.number == 900)
        #expect(shown[300]["event"]?.text == "left-out")
        #expect(shown[300]["n"]?.number == 301 && shown[300]["to"]?.number == 800)
        #expect(details[0]["rows"]?.list?[300]["leftOut"]?.number == 500)
        #expect(details[1]["events"]?.list?.first?["text"]?.text?.count == 401)
    }

    /// 400 scenarios and 12 clients must stay below 10 MB; this test makes a tenth of them,
    /// since a page grows with its cases.
    @Test func `of many cases stay small`() throws {
        var cases: [ReportedCase] = []
        for client in 0..<12 {
            for scenario in 0..<40 {
                let number = client * 40 + scenario
                cases.append(
                    one(
                        "client-\(client)", "group-\(scenario / 8)/\(scenario).scenario", events: events(number),
                        rows: rows(number)))
            }
        }
        #expect(page(cases).text.utf8.count < 1_000_000)
    }

    /// Two requests and their replies, with a port, times and a nonce of their own.
    private func events(_ number: Int) -> [JSONText] {
        (0..<40).map { index in
            .object([
                ("n", .number(index + 1)), ("us", .number(index * 731 + number * 17 % 1009)), ("event", "received"),
                ("connection", 1), ("line", .number(index)), ("part", "field"), ("bytes", 40),
                ("text", .text("X-Field-\(index): 127.0.0.1:\(30_000 + number) \(number &* 2_654_435_761 % 999_983)")),
            ])
        }
    }

    private func rows(_ number: Int) -> [SideRow] {
        (0..<40).map {
            .line(
                .done, number: $0, expected: "> X-Field-\($0): {{any}}", happened: "> X-Field-\($0): \(30_000 + number)"
            )
        }
    }
}

/// A page that was read back.
private struct PageText {
    let text: String

    init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    func value(_ id: String) throws -> JSONText {
        let begin = try #require(text.firstRange(of: "<script type=\"application/json\" id=\"\(id)\">"))
        let end = try #require(text[begin.upperBound...].firstRange(of: "</script>"))
        return try JSONText(parsing: String(text[begin.upperBound..<end.lowerBound]))
    }

    func unpacked(_ id: String) throws -> JSONText {
        let packed = try #require(Base64.decoded(Array(try value(id).text?.utf8 ?? "".utf8)))
        return try JSONText(parsing: Coding.rawDeflate().decoded(packed, limit: 1 << 24))
    }
}

// DriverPartTests.swift: findings that may be the driver's, and say so.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
@testable import QuintainRunner
import Testing

@Suite struct `A finding that may be the driver's` {
    private static let greeting = """
        {"driver": 1, "name": "x", "version": "1", "again": true, "callbacks": {"challenge": ["default"], \
        "response": ["default"], "data": [], "finish": [], "fail": []}}
        """

    /// Orders are read, and answered by these lines, until the case ends.
    private static func client(_ lines: String...) -> ClientUnderTest {
        let said = lines.map { "echo '\($0)'" }.joined(separator: "; ")
        return Running.script(
            "echo '\(greeting)'; read case; read load; \(said); read end; echo '{\"ended\": 1}'; read x")
    }

    private func findings(_ text: String, _ client: ClientUnderTest) async throws -> [CaseResult.Finding] {
        var deadlines = Running.quick
        deadlines.patience = 200
        return try await Running.play(text, client, deadlines: deadlines).findings
    }

    @Test func `is one about a value that it left out, and names null as the way out`() async throws {
        let text = "# T\nneeds challenge\nclient GET /\n* challenge Basic realm=\"v\"\n* fail other\n"
        let told = Self.client(
            #"{"callback": "challenge", "subject": ["Basic"]}"#, #"{"callback": "fail", "subject": ["other"]}"#)
        let all = try await findings(text, told)
        #expect(all.map(\.sentence) == ["realm was not reported"])
        #expect(
            all.map(\.ofDriver) == [
                "the driver left it out; if its client never tells it, the driver reports null: "
                    + "docs/driver-protocol.md#values-that-are-not-known"
            ])
        #expect(all.map(\.isOfTelling) == [true])
        let null = Self.client(
            #"{"callback": "challenge", "subject": ["Basic"], "fields": {"realm": null}}"#,
            #"{"callback": "fail", "subject": ["other"]}"#)
        #expect(try await findings(text, null) == [])
    }

    @Test func `is one about the name of a failure`() async throws {
        let text = "# T\norigin gone http refused\nclient GET //gone/\n* fail cannot-connect\n"
        let all = try await findings(text, Self.client(#"{"callback": "fail", "subject": ["other"]}"#))
        #expect(all.map(\.sentence) == [#""other" was reported, not "cannot-connect""#])
        #expect(all.first?.ofDriver?.hasSuffix("docs/driver-protocol.md#names-of-failures") == true)
    }

    @Test func `is a failure without a name that no line takes, and none of which more is said`() async throws {
        let text = "# T\norigin gone http refused\nclient GET //gone/\n* finish\n"
        let all = try await findings(text, Self.client(#"{"callback": "fail", "subject": ["other"]}"#))
        #expect(all.first?.rule == "unexpected-callback")
        #expect(
            all.first?.ofDriver
                == "the driver knew no name for the client's error: docs/driver-protocol.md#names-of-failures")
        let told = try await findings(
            text, Self.client(#"{"callback": "fail", "subject": ["other"], "fields": {"code": "-1"}}"#))
        #expect(told.first?.rule == "unexpected-callback" && told.first?.ofDriver == nil)
    }

    /// Every load ends once: what comes behind that was told too late, and no RFC speaks of it.
    @Test func `is a callback behind the end of its load`() async throws {
        let text = "# T\norigin gone http refused\nclient GET //gone/\n* fail cannot-connect\n"
        let failed = #"{"callback": "fail", "subject": ["cannot-connect"]}"#
        let late = try await findings(text, Self.client(failed, #"{"callback": "data", "data": "x"}"#))
        #expect(late.map(\.rule) == ["after-end"])
        #expect(late.first?.ofDriver?.hasSuffix("docs/driver-protocol.md#what-the-driver-says") == true)
        #expect(late.map(\.isOfTelling) == [true])
        #expect(try await findings(text, Self.client(failed)) == [])
    }

    @Test(arguments: [("other", true), ("tls", false)])
    func `is a failure that no line takes and that has no name`(kind: String, isOfDriver: Bool) async throws {
        let text = "# T\norigin gone http refused\nclient GET //gone/\n* finish\n"
        let all = try await findings(text, Self.client(#"{"callback": "fail", "subject": ["\#(kind)"]}"#))
        #expect(all.map(\.rule) == ["unexpected-callback"])
        #expect(all.first?.ofDriver?.hasSuffix("docs/driver-protocol.md#names-of-failures") ?? false == isOfDriver)
    }

    @Test func `is a line that a load never reached which has no end`() async throws {
        let text = "# T\norigin gone http refused\nclient GET //gone/\n* fail cannot-connect\n"
        let endless = try await findings(text, Self.client(#"{"note": "nothing"}"#))
        #expect(endless.map(\.rule) == ["never-came"])
        #expect(endless.first?.ofDriver?.hasPrefix("the driver told no end of load 1, not even when the case") == true)
        let cancelled = Running.script(
            "echo '\(Self.greeting)'; read case; read load; read end; "
                + #"echo '{"callback": "fail", "subject": ["cancelled"]}'; echo '{"ended": 1}'; read x"#)
        #expect(try await findings(text, cancelled).map(\.ofDriver) == [nil])
    }

    /// The end of the first case's load is told when the second has begun.
    @Test(arguments: [false, true])
    func `is a callback of which nobody says to which case it belongs`(isNamed: Bool) async throws {
        let name = isNamed ? #""case": 1, "# : ""
        let script = Running.script(
            """
            echo '\(Self.greeting)'; read case; read load; echo '{"callback": "fail", "subject": ["other"]}'
            read end; echo '{"ended": 1}'
            read case; read load; echo '{"callback": "finish", \(name)"load": 1}'; read end; echo '{"ended": 2}'; read x
            """)
        let scenario = try Running.scenario("# T\norigin gone http refused\nclient GET //gone/\n* fail other\n")
        let results = try await Running.play([1, 2].map { _ in Case(scenario, client: script) })
        #expect(results.first?.verdict == .pass)
        let second = try #require(results.last)
        if isNamed {
            #expect(second.verdict == .driverFault)
            #expect(second.reason?.contains("'finish' is of case 1, and case 2 was under way") == true)
        } else {
            #expect(second.findings.first?.rule == "unexpected-callback")
            #expect(second.findings.first?.ofDriver?.contains("do not name their 'case'") == true)
            #expect(second.findings.first?.isOfTelling == false)
        }
    }

    /// Behind a load without an end it may come at any time.
    @Test func `is one that comes when a load of an earlier case had no end`() async throws {
        let script = Running.script(
            """
            echo '\(Self.greeting)'; read case; read load; read end; echo '{"ended": 1}'
            read case; read load; curl -s $(echo "$load" | sed 's/.*"url": *"\\([^"]*\\)".*/\\1/') > /dev/null
            echo '{"callback": "fail", "subject": ["connection-lost"]}'; read end; echo '{"ended": 2}'; read x
            """)
        var deadlines = Running.quick
        deadlines.patience = 200
        let scenario = try Running.scenario("# T\nclient GET /\n> GET /\n< 200\n* response 200\n* finish\n")
        let results = try await Running.play([1, 2].map { _ in Case(scenario, client: script) }, deadlines: deadlines)
        let second = try #require(results.last)
        #expect(second.findings.first?.rule == "unexpected-callback", "\(second.story)")
        #expect(second.findings.first?.ofDriver?.contains("do not name their 'case'") == true)
    }
}

// AbsentClientTests.swift: clients that open no connection, and files that ask for little.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner
import Testing

@Suite struct `A client that opens no connection` {
    /// It says that each load has failed.
    private static let absent = Running.greeted(
        #"echo '{"callback":"fail","load":1,"subject":["cannot-connect"]}'; read end; echo '{"ended":1}'; read x"#)

    @Test(arguments: [
        "client GET /a", "client GET /a\nrepeat 0..1\n> GET /a\n< 200\nend",
        "level should\n> GET /a\n< 200", "level convention\nclient GET /a\n> GET /a\n< 200",
    ])
    func `fails, however little the lines ask for`(text: String) async throws {
        let result = try await Running.play("# A\n" + text, Self.absent)
        #expect(result.verdict == .fail && !result.hasConnected, "\(result.story)")
        #expect(result.findings.map(\.rule) == ["never-came"], "\(result.story)")
        #expect(result.findings.map(\.sentence) == ["the client opened no connection"], "\(result.story)")
        #expect(result.findings.first?.nearestLine != nil)
    }

    @Test(arguments: [
        "client GET /a\n* fail cannot-connect", "client GET /a\n! quiet 10ms", "client GET /a\n*? fail cannot-connect",
        "origin gone http refused\nclient GET //gone/",
        "client GET /a\neither\n> GET /a\n< 200\nor\n* fail cannot-connect\nend",
    ])
    func `passes where it may fail the load`(text: String) async throws {
        let result = try await Running.play("# A\n" + text, Self.absent)
        #expect(result.verdict == .pass, "\(result.story)")
    }

    /// It opens a connection, says nothing on it, and then that each load has failed.
    private static let silent = Running.greeted(
        #"""
        port=$(echo "$load" | sed 's/.*127.0.0.1:\([0-9]*\).*/\1/'); \
        bash -c "exec 3<>/dev/tcp/127.0.0.1/$port; read -t 0.05 x <&3"; \
        echo '{"callback":"fail","load":1,"subject":["connection-lost"]}'; read end; echo '{"ended":1}'; read x
        """#)

    @Test(arguments: [
        "client GET /a", "client GET /a\nrepeat 0..1\n> GET /a\n< 200\nend",
        "level should\n> GET /a\n< 200", "level may\nclient GET /a\n> GET /a\n< 200\n! close",
    ])
    func `fails as well if it only connects`(text: String) async throws {
        let result = try await Running.play("# A\n" + text, Self.silent)
        #expect(result.verdict == .fail && result.hasConnected, "\(result.story)")
        #expect(
            result.findings.map(\.sentence) == ["the client sent nothing on its connection"], "\(result.story)")
    }

    @Test(arguments: [
        "client GET /a\n* fail connection-lost", "client GET /a\n! close\nrepeat 0..1\n> GET /a\n< 200\nend",
        "client GET /a\neither\n> GET /a\n< 200\nor\n! quiet 10ms\nend", "client GET /a\n! quiet 10ms",
    ])
    func `passes as one that only connects where that may be all`(text: String) async throws {
        let result = try await Running.play("# A\n" + text, Self.silent)
        #expect(result.verdict == .pass, "\(result.story)")
    }
}

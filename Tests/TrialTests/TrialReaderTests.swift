// TrialReaderTests.swift: faults of a trial, and their places.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainScenario
import Testing

@Suite struct `A wrong trial` {
    private static let scenario = "# t\nscenario\n  > GET /a\n  < 200\n  > GET /a\n  < 200\n"

    /// A file, and what is wrong with it.
    private static let parts: [(String, String)] = [
        ("", "t:1: the first line must be '# ' and a title"),
        ("# t\n> GET /\n", "t:2: 'scenario' must stand here, with the scenario indented below it"),
        ("# t\nscenario\n  > GET /\n  < 200\n  * finsh\n", "t:5: no callback is called 'finsh'"),
        ("# t\nscenario\n  # own\n  > GET /\n  * finsh\n", "t:5: no callback is called 'finsh'"),
        ("SCENARIO", "t:7: there is no 'client' and no 'command'"),
        ("SCENARIOclinet a\n", "t:7: 'client' or 'command' and a name must stand here"),
        ("SCENARIOclient\n", "t:7: the client has no name"),
        ("SCENARIOclient a\nverdict pass\n", "t:8: the client does nothing"),
        ("SCENARIOclient a\n  connect\n", "t:9: the client's 'verdict' must stand here"),
        (
            "SCENARIOclient a\n  connect\nverdict right\n",
            "t:9: 'verdict' takes one of pass, noted, warning, unable, fail"
        ),
        ("SCENARIOclient a\n  connect\nverdict fail\n", "t:9: the findings must be indented below the verdict"),
        ("SCENARIOclient a\n  connect\nverdict pass\n  too-soon\n", "t:9: a pass has no findings"),
        (
            "SCENARIOclient a\n  connect\nverdict fail\n  to-soon\n",
            "t:10: 'to-soon' does not begin with the slug of a breach"
        ),
        (
            "SCENARIOclient a\n  connect\nverdict fail\n  too-soon > GET /b\n",
            "t:10: the scenario has no line '> GET /b'"
        ),
        (
            "SCENARIOclient a\n  connect\nverdict fail\n  too-soon > GET /a\n",
            "t:10: '> GET /a' stands 2 times in the scenario: write 'line 3' or 'line 5'"
        ),
        (
            "SCENARIOclient a\n  connect\nverdict fail\n  too-soon line 9\n",
            "t:10: line 9 is not one of the scenario's"
        ),
    ]

    private func fault(_ text: String) -> String? {
        do throws(TrialFault) {
            _ = try TrialReader.read(text, name: "t")
            return nil
        } catch { return error.description }
    }

    @Test(arguments: parts)
    func `is told what is wrong, and where`(text: String, message: String) {
        #expect(fault(text.replacing("SCENARIO", with: Self.scenario)) == message)
    }

    @Test(arguments: [
        ("conect", "'conect' needs a 'connect' above it"),
        ("connect web", "the scenario has no origin 'web'"),
        ("connect\n  connect", "a connection is called 'main' already: give this one a name, 'connect main as two'"),
        ("connect\n  on two", "'on' takes the name of a connection"),
        ("connect\n  wait 5s", "there is no step 'wait'"),
        ("connect\n  close now", "'now' is too much"),
        ("connect\n  close\n    A: b", "'close' takes no indented line"),
        ("connect\n  request GET", "'request' takes a method and a target"),
        ("connect\n  request GET /\n    Host x", "'Host x' is no field, NAME: VALUE"),
        ("connect\n  request GET /\n    body \"x\"\n    A: b", "nothing may stand below the body"),
        ("connect\n  send", "'send' takes one string or more"),
        ("connect\n  send \"a", "the string does not end"),
        ("connect\n  send \"\\q\"", "a string has no such escape: \\n \\r \\t \\0 \\\" \\\\ \\xHH"),
        ("connect\n  send \"{{url web}}\"", "the scenario has no origin 'web'"),
        (
            "connect\n  send \"{{nonce}}\"",
            "'{{nonce}}' is neither an origin's authority or url, nor bytes, nor taken above"
        ),
        ("connect\n  read", "'read' takes a status, 'head' and a status, a string, 'end', 'fin' or 'reset'"),
        ("connect\n  read 1000", "'read' takes a status, 'head' and a status, a string, 'end', 'fin' or 'reset'"),
        ("connect\n  tls version", "'version' is no NAME=VALUE"),
        (
            "connect\n  tls tickets=2",
            "a greeting has no 'tickets=2': it has version=, sni=, alpn= and trusts=yes or no"
        ),
        ("connect\n  at once\n    close", "below 'at once' stands what happens before the server looks"),
        ("connect\n  report respnse 200", "'report' takes a callback"),
        ("connect\n  report finish -> default", "'finish' asks nothing"),
        ("connect\n  report redirect 302 /b ->", "behind '->' stands the decision that must be the answer"),
    ])
    func `has no step that is not understood`(steps: String, message: String) {
        let text = Self.scenario + "client a\n  \(steps)\nverdict pass\n"
        #expect(fault(text)?.hasSuffix(": \(message)") == true, "\(fault(text) ?? "no fault")")
    }

    @Test func `is a command that reports`() {
        let text = Self.scenario + "command a\n  connect\n  report finish\nverdict pass\n"
        #expect(fault(text) == "t:9: a command reports nothing: write 'client' instead of 'command'")
    }

    /// The trial in the folder's README is legal, and so is each of its steps.
    @Test func `does not stand in the README`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Trials/README.md")
        let parts = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "```")
        let example = try #require(parts.first { $0.hasPrefix("trial\n") }).dropFirst("trial\n".count)
        let trial = try TrialReader.read(String(example), name: "README.md")
        #expect(trial.clients.count == 2)
    }
}

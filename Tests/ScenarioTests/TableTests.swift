// TableTests.swift: `cases`, and the runs that a table makes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainNotation
import Testing

@testable import QuintainScenario

@Suite struct `Tables` {
    private func bodies(_ text: String, files: [String: [UInt8]] = [:]) -> [String] {
        let reading = read(text, files: files)
        #expect(reading.advised == [])
        return reading.scenarios.map { "\($0.row ?? "-"): \(sketch($0.nodes).last ?? "")" }
    }

    @Test func `are one run a row, and multiply`() {
        let text = "cases  a | b\n       1 | x\n       2 | y\ncases  c\n       3\n       4\n> GET /{{a}}{{b}}{{c}}\n"
        #expect(
            bodies(text) == [
                #"1,3: 7: request "GET" main:"/1x3""#, #"1,4: 7: request "GET" main:"/1x4""#,
                #"2,3: 7: request "GET" main:"/2y3""#, #"2,4: 7: request "GET" main:"/2y4""#,
            ])
    }

    @Test(arguments: [
        (#"a{{" "}}"#, "< {{c}}b", #""a b""#), ("{{\"|\"}}", "< {{c}}", #""|""#),
        (#"\r\n"#, "< x{{raw \"\"}}", nil), (#"\r"#, "< {{\"{{c}}{{c}}\"}}", #""\r\r""#),
        (#"a{{" b"}}"#, "< {{\"{{c}}\"}}", #""a b""#), (#"{{bytes 3}}"#, "< {{c}}", "{bytes(count: 3, from: 0)}"),
        ("x", "< {{ c }}", #""x""#), ("x", #"< {{"{{"}}c}}"#, #""{{c}}""#),
    ])
    func `put their cells in as if typed there`(cell: String, line: String, body: String?) {
        let reading = read("cases n | c\n      1 | \(cell)\n> GET /{{c}}\n< 200\n<\n\(line)\n")
        guard let body else {
            #expect(reading.advised.filter { $0.severity == .error }.map(\.slug) == [.mustStandAlone])
            return
        }
        #expect(reading.advised.filter { $0.severity == .error && $0.slug != .unknownFunction } == [])
        #expect(reading.scenarios.first.map { sketch($0.nodes).last } == "6: body \(body) lf")
    }

    @Test func `multiply with the versions of HTTP`() {
        let text = "over 1.1, 2\ncases a\n      1\n      2\norigin b http\norigin c http http=1.1\nproxy p http\n"
        let scenarios = read(text + "client GET //b/{{a}} via p\n> GET //b/{{a}}\n> GET //c/\n").scenarios
        #expect(
            scenarios.map(\.name) == ["test.scenario#1", "test.scenario#1,h2", "test.scenario#2", "test.scenario#2,h2"])
        for scenario in scenarios {
            let isTwo = scenario.name.hasSuffix("h2")
            #expect(scenario.origins.first { $0.name == "b" }?.versions == (isTwo ? .two : .one))
            #expect(scenario.origins.first { $0.name == "c" }?.versions == .one)
            #expect(scenario.origins.first { $0.name == "p" }?.versions == .one)
            #expect(scenario.demands.contains(.http2) == isTwo)
        }
    }

    /// The runs of a file, the names by which they are chosen, and what each has of the runs.
    @Test(arguments: [
        ("over 1.1, 2\n", ["1.1": "test.scenario", "h2": "test.scenario#h2"]),
        ("over 2, 1.1\n", ["1.1": "test.scenario", "h2": "test.scenario#h2"]),
        ("over 1.1, 2\ncases a\n      x\n", ["x": "test.scenario#x", "x,h2": "test.scenario#x,h2"]),
        ("over 2\n", [:]), ("", [:]), ("cases a\n      x\n", ["x": "test.scenario#x"]),
    ])
    func `are chosen by their names, and by the version where they have none`(head: String, runs: [String: String]) {
        let scenarios = read("\(head)> GET /a\n< 200\n").scenarios
        #expect(scenarios.choices.sorted() == runs.keys.sorted())
        for (name, run) in runs { #expect(scenarios.chosen(by: name).map(\.name) == [run]) }
        if runs["1.1"] == nil { #expect(scenarios.chosen(by: "1.1").isEmpty) }
    }

    /// RFC 9113 section 9.1; nothing in section 5 has a client reset a stream.
    @Test(arguments: [
        ("over 1.1, 2", [Level.must, .should]), ("over 2", [.must]), ("over 1.1, 2\nlevel may", [.may, .may]),
    ])
    func `ask no client to close over HTTP/2 as they do over HTTP/1.1`(head: String, levels: [Level]) {
        let scenarios = read("\(head)\n> GET /\n< 200\nrepeat 1\n! await close\nend\n").scenarios
        let awaited = scenarios.compactMap { scenario -> Level? in
            var level: Level?
            _ = scenario.nodes.map { node in
                node.mapLines { line in
                    if case .await(.close) = line.deed { level = line.level }
                    return line
                }
            }
            return level
        }
        #expect(awaited == levels)
    }

    @Test(arguments: [
        ("over 2", ["test.scenario"]), ("over 1.1", ["test.scenario"]),
        ("over 2,1.1", ["test.scenario#h2", "test.scenario"]),
    ])
    func `are named for HTTP/2 where a file goes over both`(line: String, names: [String]) {
        let scenarios = read("\(line)\n> GET /\n").scenarios
        #expect(scenarios.map(\.name) == names)
        #expect(scenarios.first?.origins.first?.versions == (line == "over 1.1" ? .one : .two))
    }

    @Test func `show in the source of each run what was put in`() {
        let scenario = read("cases a\n      1\n      2\n> GET /{{a}}\n").scenarios.last
        #expect(scenario.map { Array($0.source) } == ["cases a", "      1", "      2", "> GET /2"])
    }

    /// A run copies only what its row changes, however long the file is: rows are lines of the file, too.
    @Test func `share all lines that name no column`() throws {
        let rows = (0..<10_000).map { "       r\($0) | v\($0)\n" }.joined()
        let reading = read("# t\ncases  n | v\n\(rows)> GET /{{v}}\n> A: b\n< 200\n<\n< body\n")
        #expect(reading.advised == [])
        #expect(reading.scenarios.count == 10_000)
        #expect(reading.scenarios.allSatisfy { $0.source.ownCount == 1 && $0.source.count == 10_007 })
        let lines = try reading.scenarios.map { scenario in
            try scenario.nodes.map { node in
                guard case .line(let line) = node else { throw Unlike() }
                return line
            }
        }
        for (run, own) in lines.enumerated() where run > 0 {
            #expect(own[0] !== lines[0][0] && own.count == 5)
            for (one, first) in zip(own, lines[0]).dropFirst() { #expect(one === first) }
        }
    }

    @Test func `share no line that means something else in another row`() {
        let scenarios = read("cases n\n      must\n      may\nlevel {{n}}\n> GET /\n> GET /b\n").scenarios
        let levels = scenarios.map { $0.nodes.compactMap { if case .line(let line) = $0 { line.level } else { nil } } }
        #expect(levels == [[.must, .must], [.may, .may]])
    }

    private struct Unlike: Error {}

    @Test func `are answered for at the columns that the author typed`() throws {
        let reading = read("cases n | v\n      a | {{byts 3}}\n> GET /\n< 200\n<\n< é{{v}} {{v}} {{wrong}}\n")
        #expect(
            reading.advised.map(\.place).map { [$0.line, $0.column, $0.length] } == [
                [2, 11, 10], [6, 18, 5],
            ])
    }

    @Test func `are blamed once for what every row finds`() {
        let reading = read("cases n\n      a\n      b\n      c\n> GET /{{n}}\n* finsh\n")
        #expect(reading.advised.map(\.slug) == [.unknownCallback])
        #expect(reading.scenarios.isEmpty)
    }
}

@Suite struct `Settings` {
    @Test func `are in force from their line down, in a block to its end`() {
        let text = """
            > GET /
            may
            within 1s
            either
            should * created
            or
            * metrics
            within 2s
            * data
            end
            end
            * finish

            """
        var found: [String] = []
        func collect(_ nodes: [Node]) {
            for node in nodes {
                switch node {
                case .line(let line): found.append("\(line.place.line) \(line.level) \(line.within)")
                case .either(let either): for branch in either.branches { collect(branch.nodes) }
                case .anyOrder(let block): for part in block.parts { collect(part.nodes) }
                case .repeated(let block): collect(block.nodes)
                }
            }
        }
        collect(read(text).scenarios[0].nodes)
        #expect(found == ["1 must 5000", "5 should 1000", "7 may 1000", "9 may 2000", "12 must 1000"])
    }

    @Test(arguments: [
        ("", ["RFC 9112 section 8", "RFC 9110"]), ("over 2\n", ["RFC 9113 section 8.1", "RFC 9110"]),
        ("origin main http http=2\n", ["RFC 9113 section 8.1", "RFC 9110"]),
    ])
    func `cite the version of HTTP that is spoken`(setting: String, specs: [String]) {
        let sources = "spec RFC 9112 section 8\nspec RFC 9113 section 8.1\nspec RFC 9110\n"
        #expect(read("# t\n\(sources)\(setting)> GET /\n").scenarios[0].specs == specs)
        let alone = "spec RFC 9112 section 8\n"
        #expect(read("# t\n\(alone)\(setting)> GET /\n").scenarios[0].specs == ["RFC 9112 section 8"])
    }

    @Test func `go on below`() {
        let scenario = read("# t\nspec RFC 1\n     section 2\nspec RFC 3\ntags a b\n     c\nneeds cache\n> GET /\n")
            .scenarios[0]
        #expect(scenario.title == "t")
        #expect(scenario.specs == ["RFC 1 section 2", "RFC 3"])
        #expect(scenario.tags == ["a", "b", "c"])
        #expect(scenario.needs == ["cache"])
    }

    @Test func `name origins, main first`() throws {
        let text = """
            origin a https host=a.test certificate=./x.pem http=2
                   tls=1.3
            proxy gate http
            origin main http refused
            client GET //a/ via gate
            > GET //a/

            """
        let scenario = try #require(read(text, files: TestFiles.certificate).scenarios.first)
        let pem = Quoting.quoted(try #require(TestFiles.certificate["./x.pem"]))
        #expect(
            scenario.origins.map { sketch($0) } == [
                "main server http refused -",
                #"a server https open a.test certificate={file ./x.pem \#(pem)} http="2" tls="1.3""#,
                "gate proxy http open -",
            ])
        #expect(scenario.demands == [.tls, .http2])
    }

    @Test(arguments: [
        ("> X: {{ca}}", [Demand.tls]),
        ("> Authorization: {{basic a:b}}", []), ("* data {{\"x\" | br}}", []), ("* challenge Basic", []),
    ])
    func `and lines say what they demand`(line: String, demands: [Demand]) {
        #expect(read("> GET /\n\(line)\n").scenarios.first?.demands == Set(demands))
    }
}

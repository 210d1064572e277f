// DifferenceTests.swift: differences as JSON, as docs/reports.md describes them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTalk
import QuintainTranscript
import QuintainWords
import Testing
import QuintainScenario

@Suite struct `A difference in JSON` {
    private typealias Cases = [String: [(name: String, type: String, isOptional: Bool)]?]

    @Test(
        arguments: [
            (.field("Cookie", .missing), #"{"field":{"name":"Cookie","difference":"missing"}}"#),
            (
                .field("X", .value(Unlike([0x31], [0xFF]))),
                #"{"field":{"name":"X","difference":{"value":{"got":"1","wanted":{"bytes":"\\xff"}}}}}"#
            ),
            (.body(.short(after: 3, of: nil, lacksNewline: false)), #"{"body":{"difference":{"short":{"after":3}}}}"#),
            (
                .missing(.line(line, .within(300), instead: .left(1, nil))),
                #"{"missing":{"line":{"line":{"number":4,"text":"> GET /a"},"late":{"within":{"milliseconds":300}},"#
                    + #""instead":{"left":{"on":{"connection":1}}}}}}"#
            ),
            (.missing(.connection), #"{"missing":"connection"}"#),
            (.time(7, wanted: 1...5, isOwnLimit: false), #"{"time":{"milliseconds":7,"wanted":[1,5]}}"#),
        ] as [(Difference, String)])
    func `is what its case is called, with what belongs to it`(difference: Difference, json: String) {
        #expect(difference.json.description == json)
    }

    /// The schema has every case that is here, and here is every case that the schema has.
    @Test func `is as the document describes it`() throws {
        let types = try Self.schema()
        var used: Set<String> = []
        for difference in Self.specimens { try check(difference.json, "difference", types, &used) }
        let all = types.flatMap { type, cases in cases.keys.map { "\(type) \($0)" } }
        #expect(Set(all).subtracting(used).sorted() == [])
    }

    /// A case that somebody adds stands in the document, too.
    @Test(arguments: ["Difference", "Missing", "Strange"])
    func `has a name in the document for each case that there is`(file: String) throws {
        let documented = Set(try Self.schema().values.flatMap(\.keys))
        // A limit of ours is no difference.
        let lines = try `The document on transcripts`.lines(of: "../Sources/Transcript/Findings/\(file).swift")
            .prefix { !$0.hasPrefix("package enum Limit") }
        let cases = lines.filter { $0.contains(/^ +case [a-z]/) }.flatMap { line in
            line.drop { $0 == " " }.dropFirst(5).replacing(/\([^()]*(\([^()]*\)[^()]*)*\)/, with: "")
                .split(separator: ",").map { String($0.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber }) }
        }
        .filter { !$0.isEmpty }
        #expect(cases.count > 10)
        // Whole texts are JSON's own.
        #expect(Set(cases).subtracting(documented).subtracting(Self.texts).sorted() == [])
    }

    private func check(_ json: JSONText, _ type: String, _ types: [String: Cases], _ used: inout Set<String>) throws {
        let cases = try #require(types[type], "no type '\(type)'")
        let (name, inner) =
            json.text.map { ($0, JSONText?.none) } ?? json.members.map { ($0[0].0, $0[0].1) } ?? ("", nil)
        // A type with one case without a name is an object by itself.
        if let members = cases["="] ?? nil {
            used.insert("\(type) =")
            return try check(json, members, types, &used)
        }
        let members = try #require(cases[name], "\(type): \(json.description)")
        used.insert("\(type) \(name)")
        guard let inner else { return }
        guard let members else { return }
        if members.count == 1, members[0].name.isEmpty { return try checkValue(inner, members[0].type, types, &used) }
        try check(inner, members, types, &used)
    }

    private func check(
        _ json: JSONText, _ members: [(name: String, type: String, isOptional: Bool)], _ types: [String: Cases],
        _ used: inout Set<String>
    ) throws {
        let told = json.members ?? []
        #expect(told.map(\.0).filter { name in !members.contains { $0.name == name } } == [], "\(json.description)")
        for member in members {
            if let value = told.first(where: { $0.0 == member.name })?.1 {
                try checkValue(value, member.type, types, &used)
            } else {
                #expect(member.isOptional, "\(member.name) in \(json.description)")
            }
        }
    }

    private func checkValue(_ json: JSONText, _ type: String, _ types: [String: Cases], _ used: inout Set<String>)
        throws
    {
        switch type {
        case "text": #expect(json.text != nil, "\(json.description)")
        case "number": #expect(json.number != nil, "\(json.description)")
        case "true": #expect(json == .bool(true))
        case _ where type.hasPrefix("["):
            for one in try #require(json.list) {
                try checkValue(one, String(type.dropFirst().dropLast()), types, &used)
            }
        default: try check(json, type, types, &used)
        }
    }

    /// `name  case  case:type  case{member:type member?:type}  {member:type}`
    private static func schema() throws -> [String: Cases] {
        var types: [String: Cases] = [:]
        let text = try `The document on transcripts`.lines(of: "reports.md").drop { $0 != "```schema" }.dropFirst()
        for line in text.prefix(while: { $0 != "```" }) {
            let words = line.split(separator: " ", maxSplits: 1)
            var cases: Cases = types[String(words[0])] ?? [:]
            var rest = words[1].drop { $0 == " " }
            while !rest.isEmpty {
                let name = String(rest.prefix { !" :{".contains($0) })
                rest = rest.dropFirst(name.count)
                switch rest.first {
                case ":":
                    let type = rest.dropFirst().prefix { $0 != " " }
                    rest = rest.dropFirst(type.count + 1)
                    cases[name] = [("", String(type), false)]
                case "{":
                    let members = rest.dropFirst().prefix { $0 != "}" }
                    rest = rest.dropFirst(members.count + 2)
                    cases[name.isEmpty ? "=" : name] = members.split(separator: " ").map { member in
                        let parts = member.split(separator: ":").map(String.init)
                        let isOptional = parts[0].hasSuffix("?")
                        return (isOptional ? String(parts[0].dropLast()) : parts[0], parts[1], isOptional)
                    }
                default: cases[name] = .some(nil)
                }
                rest = rest.drop { $0 == " " }
            }
            types[String(words[0])] = cases
        }
        return types
    }

    /// Cases that are told as a text, whose words are no types of the schema.
    private static let texts: Set = [
        "surplusReply", "leaves", "endedWell", "toldResponse", "failed", "untold", "must", "may", "broken",
        "unobserved",
        "notHappened", "quoted",
    ]
    private static let line = QuotedLine(4, "> GET /a")
    private static let words = RequestWords("GET", "/b")
    private static let told = ToldCallback(ReportedCallback(.finish))
    private static let unlike = Unlike([1], demand: "a number", hint: .slash)
    private static let bytes = Snippet([1, 2])
    private static let get = Snippet("GET".utf8)

    private static let fields: [FieldDifference] = [
        .missing, .unexpected(bytes), .tooFew(1), .tooFew(1, hint: .list(first: [1])), .tooMany(2, of: nil),
        .tooMany(2, of: 1),
        .spelling("x"), .value(unlike), .objection("o"), .unlikeBody, .bodyNotWhole, .host("a", wanted: "b"),
    ]
    private static let codings: [CodingDifference.Found] = [
        .notWhole, .short(after: 1, of: 2), .otherFile, .more([1], behind: 2), .byte(1, unlike), .fault("f"),
    ]
    private static let bodies: [BodyDifference] =
        [
            .byte(1, unlike), .more([1], behind: nil), .more([1], behind: 2),
            .short(after: 1, of: 2, lacksNewline: true), .objection("o"), .lines(from: 2, unlike), .goesOn([1]),
            .chunk(.size(1, ofChunk: 2, wanted: 3)), .chunk(.extensions("a", ofChunk: nil, wanted: "b")),
            .chunk(.oneMore(3)),
        ] + codings.map { .coding(CodingDifference(["gzip"], $0)) }
    private static let values: [ValueDifference] = [
        .untold(.demand("a number")), .url(bytes, wanted: "u"), .subject(unlike), .noAmount, .amount(1, wanted: 2),
        .amountAbove(3, total: 2), .total(nil, wanted: 1), .total(2, wanted: 1),
        .lessThanBefore(1, .sent, before: 2), .memberUntold("m"), .member("m", unlike), .field("f", .missing),
        .byte(1, unlike), .more([1], behind: 2), .coding(CodingDifference(["br"], .notWhole)),
        .short(.data, after: 1, of: nil), .misfit(.data, [1]),
    ]
    private static let insteads: [Instead] = [
        .noConnection, .tlsFailed(SecureFailure("s", alert: "unknown_ca"), lacksAlert: true), .left(1, .fin),
        .left(1, nil), .alerts(["a"]), .accepted("c", alerts: []), .requestUnderWay(nil),
        .requestUnderWay(.init(came: 1, of: 2, awaitsContinue: true)), .refusedBehindGoAway(1), .allClosed,
        .waitsForPart(words), .waitsForEnd(1), .waitsForReply(ConnectionNumber(1, stream: 3)),
    ]
    private static let lates: [Late] =
        [.within(1), .within(1, ofDisorder: true), .loadsEnded(), .loadsEnded(silence: 5)]
        + [.client, .deadline, .dropped, .cancelled].map { .before($0) }
    private static let missing: [Missing] =
        insteads.map { .line(line, .within(5), instead: $0) } + lates.map { .line(line, $0, instead: nil) } + [
            .lineTaken(QuotedLine(4, "> GET /a", round: 1, of: 3), .within(1), instead: nil, by: line, round: 2),
            .branch(block: 1, .within(1), heads: [line], bodyEnded: true),
            .part(block: 1, .within(1), heads: [line], more: 1), .branchAtEnd(block: 1, .client),
            .restOfRequest(.reset, 1, after: 3, awaitsContinue: true), .connection, .bytes,
        ]
    private static let earlies: [Early] = [
        .request(words), .callback(told), .rawBytes, .restOfBody, .bytesBeforeAnswer(1), .connection(1), .bodyBytes(1),
        .leaving(1, .fin), .frame("PING"),
    ]
    private static let holds: [Hold] = [
        .silence(line, 1), .theirs(line), .ours(line), .ours(line, .surplusReply), .behindBlock(line, 1),
        .branches(block: 1, heads: [line]), .linesAbove, .oursAbove, .oursFurtherUp,
    ]
    private static let starts: [StartDifference] = [
        .method("POST", .bytes(get)), .target("/", .demand("d"), hint: .anyQuery), .objection("o", toTarget: "/"),
        .origin(.host("a", wanted: "b")), .origin(.origin("a", wanted: "b")), .origin(.hostAtProxy("a", wanted: "b")),
        .origin(.tunnel(proxy: "p")), .origin(.form(proxy: "p")), .none,
    ]
    private static func taker(_ rounds: Taker.Rounds?) -> Taker {
        Taker(line, HeadDifference(lacks: ["a"], has: [], hasOther: ["b"]), rounds)
    }
    private static let reasons: [StrangeRequest.Reason?] =
        [
            nil, .accepted("c", instead: line), .wrongBranch(line, .missing(.bytes)),
            .repeated(taker(nil), instead: nil, nil),
            .repeated(taker(.all(2)), instead: line, .lastLine),
            .repeated(taker(.ended(1, by: line, isSilence: true)), instead: nil, .silence(line, 4)),
            .repeated(taker(.some), instead: nil, nil), .past(.lastLine),
        ] + starts.map { .nearest(line, [$0]) } + [
            .nearest(line, [.method("POST", .bytes(get)), .target("/b", .bytes(Snippet("/a".utf8)))]),
            .nearest(QuotedLine(4, "> GET /{{count}}"), [.target("/1", .bytes(Snippet("/2".utf8)))]),
        ]
    private static let callbacks: [StrangeCallback] = {
        var all = [StrangeCallback(told)]
        for course in [StrangeCallback.Course.endedWell, .toldResponse, .failed] {
            for (demand, next) in [
                (StrangeCallback.Demand.must, StrangeCallback.Next.line(line)),
                (.may, .branches(block: 1, heads: [line])),
                (.untold, .lastLine),
            ] {
                var one = StrangeCallback(told)
                (one.course, one.demand, one.next, one.isOfUnwrittenKind) = (course, demand, next, true)
                all.append(one)
            }
        }
        return all
    }()
    private static let faults: [FormFault] = [
        .rule("bare-lf", byte: 1, sentence: "s", citation: "c"),
        .rule("bare-lf", byte: nil, sentence: "s", citation: "c"),
        .host("h", origin: "o", citation: "c"), .emptyLine(citation: "c"),
    ]
    private static let notSent: [NotSent] = [
        .noConnection(line, .within(1)), .notLeft(line, .client, .leaves), .notLeft(line, .client, nil),
        .notRead(line, .surplusReply), .notDone(line, .deadline, nil), .branch(block: 1, .client),
        .heldBack(line, by: line), .resetUnread(line, 1), .cut(1, of: 2, 1, .fin, .leaves), .cut(1, of: 2, 1, nil, nil),
        .noRoom(line, 1, within: 5), .onlyHTTP1(line, 1, isRaw: true), .beyondReply(line, length: 1, byte: 2),
        .noReply(line, 1), .bodyTooLong(1), .nulInHead("n", bytes), .lineEndInHead("n", bytes, isCaptured: true),
        .unescaped("n", bytes),
    ]
    private static let remedies: [Remedy] = [
        .cookies, .cookieLines, .form(isOrder: true), .query(isOrder: true), .unwrittenQuery(path: "/", names: "a"),
        .anyQuery, .slash, .percent(["a"]), .list(first: [1]), .type("text/html"), .partFits, .jsonBlanks, .jsonOrder,
        .lineEnds(crlf: true), .bypass(proxy: "p", origin: "o"), .anyOrder, .lanes, .rounds(2), .answeredByClient,
    ]

    static let specimens: [Difference] =
        fields.map { .field("Cookie", $0) } + bodies.map { .body($0) } + values.map { .value($0) }
        + missing.map { .missing($0) } + earlies.map { .tooSoon($0, .linesAbove) }
        + holds.map { .tooSoon(.rawBytes, $0) }
        + remedies.map { .tooSoon(.rawBytes, .linesAbove, hint: $0) }
        + reasons.map { .request(StrangeRequest(words, on: 1, $0)) } + [.request(StrangeRequest(words, on: 2))]
        + callbacks.map { .callback($0) }
        + faults.map { .malformed(1, $0) } + notSent.map { .notSent($0) } + [
            .version(got: "1.1", wanted: "2"), .versionOfOrigin("o", got: "1.1", on: 1), .otherFields(["a"], more: 1),
            .fieldOrder("a", before: "b"), .rawHead(.overHTTP2), .rawHead(.goesOn([1], behind: [2])),
            .rawHead(.noBeginning(bytes)), .rawHead(.noLine(bytes)), .terms(.alpn, got: "h2", wanted: .demand("x")),
            .body(.objection("o"), coding: "gzip"), .target(.absoluteForm("u")),
            .target(.way(proxy: nil, origin: "o", wanted: nil)), .target(.way(proxy: "a", origin: "o", wanted: "b")),
            .connection(1, .other), .connection(1, .used), .connection(1, .notTheOneBefore),
            .connection(1, .hasAnotherName), .connection(1, .named("a", 2)), .connection(1, .behindLast(.saidClose)),
            .connection(1, .behindLast(.isOld(saysOtherwise: true))), .connection(1, .behindClose(faults[0])),
            .time(1, wanted: 2...3, isOwnLimit: true), .noSilence(1, within: 2), .wrongBranch("w"),
            .decision(.again(.redirect, .plain(.byDefault), first: .go)), .decision(.none(told)),
            .decision(.other(.redirect, .plain(.byDefault), wanted: .go)),
            .requestBehindEnd(words, on: 1, isTold: true),
            .requestBehindGoAway(on: 1), .callbackOfRefusal(told), .afterEnd(told), .unreadable(1, faults[0]),
            .bytes(1, .noRequest([1], count: 2)), .bytes(1, .inTheClear([1], count: 2)), .bytes(1, .noTLS("s")),
            .bytes(1, .raw([1])), .frame("PING", on: 1), .greeting(on: 1), .handshakes(1, first: 1, last: 1),
        ]
}

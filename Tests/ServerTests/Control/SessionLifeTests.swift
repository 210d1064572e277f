// SessionLifeTests.swift: sessions from their arming to the day they are forgotten.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainServer
import QuintainSessions
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `An armed session` {
    @Test func `stands still at a hold until it is told to go on`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"held.scenario"}"#)
            let visitor = try await rig.visit(id)
            await visitor.say("GET / HTTP/1.1\r\nHost: \(visitor.channel.peer!)\r\n\r\n")
            #expect(await eventually { rig.desk[id]?.session.player.isHeld != nil })
            #expect(try await rig.ask("GET", "/sessions/\(id)").json["state"]?.text == "held")
            #expect(try await rig.ask("POST", "/sessions/\(id)/go").status == 200)
            #expect(try await visitor.reply().status == 200)
            visitor.channel.close()
            #expect(try await rig.ask("GET", "/sessions/\(id)/verdict?wait=20").json["verdict"]?.text == "pass")
            #expect(try await rig.ask("POST", "/sessions/\(id)/go").slug == "not-held")
        }
    }

    @Test func `has no verdict before it has ended`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let began = Moment.now
            let reply = try await rig.ask("GET", "/sessions/\(id)/verdict?wait=0")
            #expect(reply.status == 202)
            #expect(reply.json["verdict"] == nil)
            #expect(Moment.now - began < .seconds(5))
        }
    }

    /// By its status `curl --fail` fails.
    @Test func `is refused to those who expect another verdict`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            #expect(try await rig.ask("GET", "/sessions/\(id)/verdict?expect=fail").status == 409, "there is none yet")
            _ = try await rig.ask("POST", "/sessions/\(id)/end")
            for (expected, status) in [("pass", 409), ("fail", 200), ("pass,fail", 200), ("pass,noted,warning", 409)] {
                let reply = try await rig.ask("GET", "/sessions/\(id)/verdict?expect=\(expected)")
                #expect(reply.status == status && reply.json["verdict"]?.text == "fail", "\(expected)")
                let text = try await rig.ask("GET", "/sessions/\(id)/verdict?expect=\(expected)&format=text")
                #expect(text.status == status && text.text.contains("fail  plain.scenario"))
            }
        }
    }

    @Test(arguments: ["! quiet 300ms", "! wait 300ms", "either b\nor quiet\n! quiet 300ms"])
    func `listens to the end of its silence before it is judged`(pause: String) async throws {
        let tail = pause.replacing("either b\n", with: "either b\n> GET /b\n< 204\n").replacing("\n", with: "\\n")
        try await withControl { (rig) async throws in
            let end = pause.hasPrefix("either") ? "\\nend" : ""
            let id = try await rig.arm(##"{"text":"> GET /\n< 204\n\##(tail)\##(end)","stays":true}"##)
            let visitor = try await rig.visit(id)
            let began = Moment.now
            #expect(try await visitor.get("/").status == 204)
            let verdict = try await rig.ask("POST", "/sessions/\(id)/end").json
            #expect(verdict["verdict"]?.text == "pass", "\(verdict)")
            #expect(Moment.now - began >= .milliseconds(300))
            visitor.channel.close()
        }
    }

    /// A client may say that a load is cancelled before it closes the connection.
    @Test func `waits for a close that comes next, as long as the line may take`() async throws {
        try await withControl { (rig) async throws in
            for closes in [true, false] {
                let id = try await rig.arm(
                    ##"{"text":"within \##(closes ? 60 : 1)s\n> GET /\n< 204\n! await close","stays":true}"##)
                let visitor = try await rig.visit(id)
                #expect(try await visitor.get("/").status == 204)
                OnLoop.spawn {
                    await EventLoop.shared.sleep(for: .milliseconds(60))
                    if closes { visitor.channel.close() }
                }
                let verdict = try await rig.ask("POST", "/sessions/\(id)/end").json
                #expect(verdict["verdict"]?.text == (closes ? "pass" : "fail"), "\(verdict)")
                visitor.channel.close()
            }
        }
    }

    @Test func `does not pause for a client that has left`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(##"{"text":"> GET /\n! wait 600s\n< 204","stays":true}"##)
            let visitor = try await rig.visit(id)
            await visitor.say("GET / HTTP/1.1\r\nHost: \(visitor.channel.peer!)\r\n\r\n")
            #expect(await eventually { rig.desk[id]?.session.player.isPausing == true })
            visitor.channel.close()
            let verdict = try await rig.ask("POST", "/sessions/\(id)/end").json
            #expect(verdict["verdict"]?.text == "fail", "\(verdict)")
        }
    }

    @Test(arguments: [
        ("first.scenario", "body.txt", String?.none), ("tests/own.scenario", "data/deep.txt", nil),
        ("tests/own.scenario", "../body.txt", nil), ("the text", "body.txt", nil),
        ("first.scenario", "none.txt", "there is no such file"),
        ("tests/own.scenario", "../../../../../etc/passwd", "it lies outside the folder"),
        ("../own.scenario", "passwd", "it lies outside the folder"),
        ("/etc/own.scenario", "passwd", "it lies outside the folder"),
        ("first.scenario", "/etc/passwd", "it lies outside the folder"),
        ("first.scenario", "link", "it lies outside the folder"),
    ])
    func `of a text may name files beside its name, where the server gives them`(
        name: String, file: String, fault: String?
    ) async throws {
        let order = ##"{"text":"> GET /\n< 200\n<\n< {{file \"\##(file)\"}}","name":"\##(name)"}"##
        let files = ["body.txt": "one", "tests/data/deep.txt": "one"]
        try await withControl(files, givesFiles: true) { (rig) async throws in
            #expect(symlink("/etc/passwd", rig.folder.path + "/link") == 0)
            let reply = try await rig.ask("POST", "/sessions", order)
            guard let fault else {
                let visitor = try await rig.visit(try #require(reply.json["id"]?.number))
                #expect(try await visitor.get("/").text == "one")
                return visitor.channel.close()
            }
            #expect(reply.slug == "wrong-scenario" && reply.text.contains(fault), "\(reply.text)")
        }
        try await withControl(files) { (rig) async throws in
            let reply = try await rig.ask("POST", "/sessions", order)
            #expect(reply.slug == "wrong-scenario" && reply.text.contains("--files-from FOLDER"), "\(reply.text)")
        }
    }

    /// As that of a test in a folder of its own: `folder` stands for one that the server was given beside the first.
    @Test(arguments: [
        ("folder/own.scenario", "data.bin", String?.none), ("folder/sub/own.scenario", "../data.bin", nil),
        ("first.scenario", "folder/data.bin", nil),
        ("folder/own.scenario", "none.bin", "there is no such file"),
        ("first.scenario", "folder/none.bin", "there is no such file"),
        ("folder/own.scenario", "/etc/passwd", "it lies outside the folder"),
        ("folder/../own.scenario", "data.bin", "it lies outside the folder"),
        ("folder-beside/own.scenario", "data.bin", "it lies outside the folder"),
    ])
    func `of a text may name files of each folder that the server was given`(
        name: String, file: String, fault: String?
    ) async throws {
        let other = try TestFolder()
        try other.write("data.bin", "one")
        other.run("mkdir sub")
        let order = ##"{"text":"> GET /\n< 200\n<\n< {{file \"\##(file)\"}}","name":"\##(name)"}"##
            .replacing("folder", with: other.path)
        try await withControl(givesFiles: true, otherFolders: [other.path]) { (rig) async throws in
            let reply = try await rig.ask("POST", "/sessions", order)
            guard let fault else {
                let visitor = try await rig.visit(try #require(reply.json["id"]?.number, "\(reply.text)"))
                #expect(try await visitor.get("/").text == "one")
                return visitor.channel.close()
            }
            #expect(reply.slug == "wrong-scenario" && reply.text.contains(fault), "\(reply.text)")
        }
    }

    /// The whole of the system's files has no outside.
    @Test func `of a text says of a file that is missing that it is, where all files may be named`() async throws {
        try await withControl(givesFiles: true, otherFolders: ["/"]) { (rig) async throws in
            for file in ["/none/data.bin", "../../../none/data.bin"] {
                let order = ##"{"text":"> GET /\n< 200\n<\n< {{file \"\##(file)\"}}","name":"/tmp/own.scenario"}"##
                let reply = try await rig.ask("POST", "/sessions", order)
                #expect(reply.text.contains("there is no such file"), "\(reply.text)")
            }
        }
    }

    @Test(arguments: [
        ("", "/certificates/web", ""), ("", "/certificates/web", "\\\""), ("certificates/", "./web", ""),
        ("tests/", "../certificates/web", ""), ("tests/", "../two words/web", "\\\""),
    ])
    func `shows a certificate that its text names, by its whole path or from where the text lies`(
        folder: String, path: String, quote: String
    ) async throws {
        let repository = #filePath.dropLast("Tests/ServerTests/Control/SessionLifeTests.swift".count)
        let files = try ["web.pem"].map { name in
            let path = "\(repository)fixtures/invalid/certificates/\(name)"
            return (name, String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self))
        }
        var all = ["tests/empty.txt": ""]
        for (name, text) in files { (all["certificates/\(name)"], all["two words/\(name)"]) = (text, text) }
        try await withControl(all, givesFiles: true) { (rig) async throws in
            let path = path.hasPrefix("/") ? rig.folder.path + path : path
            let line = "origin main https certificate=\(quote)\(path).pem\(quote)"
            let order = ##"{"text":"\##(line)\n> GET /\n< 200","name":"\##(folder)own.scenario"}"##
            let id = try await rig.arm(order)
            #expect(rig.desk[id]?.session.scenario.origins.first?.options.count == 1)
        }
    }

    @Test(arguments: ["/etc/x", "../../../../etc/x"])
    func `shows no certificate from outside of the folders that the server was given`(path: String) async throws {
        try await withControl(givesFiles: true) { (rig) async throws in
            let line = "origin main https certificate=\(path).pem"
            let reply = try await rig.ask("POST", "/sessions", ##"{"text":"\##(line)\n> GET /\n< 200"}"##)
            #expect(reply.text.contains("'\(path).pem': it lies outside the folder"), "\(reply.text)")
        }
    }

    @Test func `waits for a line as long as its order says, whatever the file says`() async throws {
        let text = #""text":"> GET /a\n< 204\nwithin 20ms\n> GET /b\n< 204","stays":true"#
        try await withControl { (rig) async throws in
            let patient = try await rig.arm("{\(text),\"patience\":60}")
            let other = try await rig.arm("{\(text)}")
            for id in [patient, other] {
                let visitor = try await rig.visit(id)
                #expect(try await visitor.get("/a").status == 204)
                visitor.channel.close()
            }
            // What is too late for the one is so for the other, whose line was due before.
            #expect(await eventually { rig.desk[other]?.session.player.outcome.breaches.isEmpty == false })
            let visitor = try await rig.visit(patient)
            #expect(try await visitor.get("/b").status == 204)
            visitor.channel.close()
            #expect(try await rig.ask("POST", "/sessions/\(patient)/end").json["verdict"]?.text == "pass")
        }
    }

    @Test func `is given up no sooner than its lines`() async throws {
        let order = #"{"text":"> GET /a\n! stall","stays":true,"deadline":1"#
        try await withControl { (rig) async throws in
            let (patient, other) = (try await rig.arm(order + #","patience":60}"#), try await rig.arm(order + "}"))
            #expect(await eventually { rig.desk[other]?.session.player.isOver == true })
            #expect(rig.desk[patient]?.session.player.isOver == false)
        }
    }

    @Test(arguments: [-1, 86_401])
    func `cannot be patient for ever`(patience: Int) async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/sessions", #"{"text":"> GET /\n< 200","patience":\#(patience)}"#)
            #expect(reply.status == 400 && reply.slug == "bad-patience")
        }
    }

    @Test func `tells what is to be said of its text`() async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/sessions", ##"{"text":"> GET /{{a = any}}\n< 200\n"}"##)
            #expect(reply.status == 201)
            let said = try #require(reply.json["warnings"]?.text)
            #expect(said.hasPrefix("the text:1:8: warning: ") && said.contains("\n  help: "), "\(said)")
            let right = try await rig.ask("POST", "/sessions", ##"{"text":"> GET /a\n< 200\n"}"##)
            #expect(right.json["warnings"] == nil)
        }
    }

    @Test func `of a text is called what its sender calls it`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(##"{"text":"# Own\n> GET /\n< 204\n","name":"tests/own.scenario"}"##)
            let state = try await rig.ask("POST", "/sessions/\(id)/end").json
            #expect(state["scenario"]?.text == "tests/own.scenario" && state["posted"]?.bool == true)
            let text = try await rig.ask("GET", "/sessions/\(id)/verdict?format=text").text
            #expect(text.contains("\ntests/own.scenario:2: failure: "), "\(text)")
            let wrong = try await rig.ask("POST", "/sessions", ##"{"text":"> GET /\n* redirct","name":"a.scenario"}"##)
            #expect(
                wrong.json["error"]?["message"]?.text?.hasPrefix("a.scenario:2:3: error: ") == true, "\(wrong.text)")
        }
    }

    @Test(arguments: [
        ##"{"text":"> GET /","name":""}"##, ##"{"text":"> GET /","name":"a#b"}"##,
        ##"{"text":"> GET /","name":"a\nb"}"##,
        ##"{"scenario":"plain.scenario","name":"a"}"##,
    ])
    func `is refused where its name is none`(order: String) async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/sessions", order)
            #expect(reply.status == 400 && reply.slug == "bad-name", "\(reply.text)")
        }
    }

    @Test func `is armed again, on the same terms`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"asks.scenario","callbacks":["redirect"],"deadline":30}"#)
            let again = try await rig.ask("POST", "/sessions/\(id)/again")
            #expect(again.status == 201)
            #expect(again["Location"] == "/sessions/\(id + 1)")
            #expect(again.json["scenario"]?.text == "asks.scenario")
            let visitor = try await rig.visit(id + 1)
            #expect(try await visitor.get("/a").status == 302)
            // A client reports redirects here, so it is asked about this one.
            let url = "http://\(visitor.channel.peer!)/b"
            let reply = try await rig.report(id + 1, #"{"n":1,"callback":"redirect","subject":["302","\#(url)"]}"#)
            #expect(reply.json["decision"]?.text == "default", "\(reply.text)")
            visitor.channel.close()
        }
    }

    @Test func `is armed again as its file is now, and a text as it was posted`() async throws {
        try await withControl { (rig) async throws in
            let filed = try await rig.arm(#"{"scenario":"rows.scenario","case":"two"}"#)
            let posted = try await rig.arm(##"{"text":"# Own\n> GET /\n< 204\n","name":"rows.scenario"}"##)
            try rig.folder.write("rows.scenario", "# New\ncases  name | s\n       two  | 410\n> GET /a\n< {{s}}\n")
            await rig.library.reload()
            #expect(try await rig.ask("POST", "/sessions/\(filed)/again").json["title"]?.text == "New")
            _ = try await rig.ask("POST", "/sessions/\(posted)/end")
            #expect(try await rig.ask("POST", "/sessions/\(posted)/again").json["title"]?.text == "Own")
            try rig.folder.write("rows.scenario", "# New\ncases  name | s\n       one  | 410\n> GET /a\n< {{s}}\n")
            await rig.library.reload()
            let gone = try await rig.ask("POST", "/sessions/\(filed)/again")
            #expect(gone.status == 404 && gone.slug == "no-scenario", "\(gone.text)")
            #expect(try await rig.ask("POST", "/sessions/\(filed)/again", #"{"case":"one"}"#).slug == "no-member")
        }
    }

    @Test func `is given up at its deadline`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario","deadline":3}"#)
            let visitor = try await rig.visit(id)
            let reply = try await rig.ask("GET", "/sessions/\(id)/verdict?wait=20")
            #expect(reply.status == 200)
            #expect(reply.json["verdict"]?.text == "fail")
            #expect(rig.desk.runningCount == 0)
            // Another test may have the port by now: a new connection would reach that test.
            await #expect(throws: (any Error).self) { _ = try await visitor.get("/") }
            visitor.channel.close()
        }
    }

    @Test func `tells what happened, as lines of JSON and as text, from any event on`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let visitor = try await rig.visit(id)
            _ = try await visitor.get("/")
            visitor.channel.close()
            _ = try await rig.ask("GET", "/sessions/\(id)/verdict?wait=20")
            let whole = try await rig.ask("GET", "/sessions/\(id)/transcript")
            #expect(whole["Content-Type"] == "application/jsonl")
            let lines = whole.text.split(separator: "\n").map { try? JSONText(parsing: String($0)) }
            #expect(lines.first??["scenario"]?.text == "plain.scenario")
            #expect(lines.dropFirst().map { $0?["n"]?.number } == (1..<lines.count).map { $0 })
            let some = try await rig.ask("GET", "/sessions/\(id)/transcript?after=2&format=jsonl").text
            #expect(some.split(separator: "\n").count == lines.count - 2)
            let text = try await rig.ask("GET", "/sessions/\(id)/transcript?format=text")
            #expect(text["Content-Type"] == "text/plain; charset=utf-8")
            #expect(text.text.contains("> GET /\n"))
        }
    }

    @Test func `tells in text what was expected and what happened`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let early = try await rig.ask("GET", "/sessions/\(id)/verdict?format=text")
            #expect(early.status == 202)
            let visitor = try await rig.visit(id)
            _ = try await visitor.get("/other")
            visitor.channel.close()
            let narrow = try await rig.ask("GET", "/sessions/\(id)/verdict?format=text&width=60").text
            #expect(narrow.split(separator: "\n").contains { $0.hasSuffix("│ happened") && $0.count < 60 }, "\(narrow)")
            #expect(try await rig.ask("GET", "/sessions/\(id)/verdict?format=text&width=9").slug == "bad-number")
            let told = try await rig.ask("GET", "/sessions/\(id)/verdict?wait=20&format=text")
            #expect(told.status == 200)
            #expect(told["Content-Type"] == "text/plain; charset=utf-8")
            let lines = told.text.split(separator: "\n")
            #expect(lines.first?.hasPrefix("  expected" + String(repeating: " ", count: 50) + "│ happened") == true)
            #expect(lines.contains { $0.hasSuffix("│ > GET /other") })
            #expect(lines.contains { $0.hasPrefix("fail  plain.scenario") })
            let breach = try await rig.ask("GET", "/sessions/\(id)/verdict").json["breaches"]?.list?.first
            #expect(breach?["difference"]?["request"]?["request"]?["target"]?.text == "/other")
            let sentence = try #require(breach?["text"]?.text)
            #expect(lines.contains { $0.hasSuffix("\(sentence) [unexpected-request]") })
        }
    }

    @Test func `lays each line of a body beside what came for it, behind the one that differs, too`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(##"{"text":"# t\n> POST /\n>\n> one\n> two\n> three\n> four\n< 200\n"}"##)
            let visitor = try await rig.visit(id)
            _ = try await visitor.ask("POST", "/", body: "one\ntwo\ntree\nfour")
            visitor.channel.close()
            let text = try await rig.ask("GET", "/sessions/\(id)/verdict?wait=20&format=text&width=60").text
            let rows = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
            let first = try #require(rows.firstIndex(of: "✓ > one │ > one"), "\(text)")
            #expect(rows[first + 1] == "✓ > two │ > two")
            #expect(rows[first + 2] == "✗ > three │ > tree")
            #expect(rows[first + 3].hasPrefix("└─ the body differs at byte 9"))
            #expect(rows[first + 4] == "> four │ > four")
        }
    }

    @Test func `tells of an added length at the reply that has it, whichever request came meanwhile`() async throws {
        let part = { (name: String) in #"> GET /\#(name)\n< 200\n<\n< \#(name)\n"# }
        try await withControl { (rig) async throws in
            let text = #"# t\nany-order\n\#(part("one"))or\n\#(part("two"))end\n"#
            let id = try await rig.arm(##"{"text":"\##(text)"}"##)
            let (first, second) = (try await rig.visit(id), try await rig.visit(id))
            async let two = first.get("/two")
            async let one = second.get("/one")
            _ = try await (one, two)
            for visitor in [first, second] { visitor.channel.close() }
            let told = try await rig.ask("GET", "/sessions/\(id)/verdict?wait=20&format=text&width=60").text
            let rows = told.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
            let added = rows.indices.filter { rows[$0] == "│ < Content-Length: 3" }
            #expect(added.count == 2, "\(told)")
            for index in added { #expect(rows[index - 2] == "✓ < 200 │ < 200 OK", "\(told)") }
        }
    }

    @Test func `is remembered once it has ended, and forgotten when there are too many`() async throws {
        try await withControl { (rig) async throws in
            let scenario = try #require(rig.library.scenarios(named: "plain.scenario").first)
            let count = SessionDesk.endedAtMost + 5
            for _ in 0..<count {
                rig.desk.end(try rig.desk.arm(scenario, on: .init(deadline: 1000), name: nil))
            }
            #expect(rig.desk.all.map(\.id) == Array(6...count))
            #expect(rig.desk.runningCount == 0)
            #expect(try await rig.ask("GET", "/sessions/1").slug == "no-session")
            #expect(try await rig.ask("GET", "/sessions/6").status == 200)
        }
    }

    @Test func `is forgotten sooner where it takes up much`() async throws {
        try await withControl { (rig) async throws in
            var scenario = try #require(rig.library.scenarios(named: "plain.scenario").first)
            scenario.source = [String(repeating: "x", count: 6 << 20)]
            for _ in 0..<5 {
                rig.desk.end(try rig.desk.arm(scenario, on: .init(deadline: 1000, isPosted: true), name: nil))
            }
            #expect(rig.desk.all.map(\.id) == [4, 5])
        }
    }
}

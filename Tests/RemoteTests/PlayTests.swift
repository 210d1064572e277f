// PlayTests.swift: plays at a remote server, as tests on a device use them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoop
@testable import QuintainRemote
import Testing

@Suite struct `A play at a server elsewhere` {
    private static let note = "> GET /notes/1\n< 404\n<\n< nothing"

    @Test func `passes where the client does what the scenario says`() async throws {
        try await withServer { place in
            let play = try await Play(of: Self.note, at: place.server)
            let reply = await load(play.url("/notes/1"))
            #expect(reply?.status == 404 && reply?.text == "nothing")
            try await play.verify()
        }
    }

    @Test func `throws both sides where it does something else`() async throws {
        try await withServer { place in
            let play = try await Play(of: Self.note, at: place.server)
            _ = await load(play.url("/notes/2"))
            // A task of its own knows of no test, as where none of Swift Testing runs; the failure counts for the whole run.
            let line = #line + 4
            let mismatch = await Task.detached {
                var mismatch: Mismatch?
                await withKnownIssue {
                    mismatch = await #expect(throws: Mismatch.self) { try await play.verify() }
                } matching: { issue in
                    issue.comments.contains { "\($0)".contains("no test is known in this task") }
                }
                return mismatch
            }.value
            let text = try #require(mismatch?.description)
            let place = "QuintainRemoteTests/PlayTests.swift:\(line): "
            let finding = try #require(mismatch?.findings.first)
            #expect(finding.rule == "unexpected-request")
            let told = "the text:1: failure: \(finding.sentence) [unexpected-request]\n"
            #expect(text.hasPrefix("\(place)the scenario was not played as it is written\n  \(told)"), "\(text)")
            // Once, above the columns.
            #expect(text.components(separatedBy: "[unexpected-request]").count == 2, "\(text)")
            #expect(text.contains("> GET /notes/1") && text.contains("> GET /notes/2"), "\(text)")
            #expect(mismatch?.localizedDescription == text)
        }
    }

    @Test func `that goes otherwise fails at the line of its verdict`() async throws {
        let line = #line + 5
        try await withServer { place in
            let play = try await Play(of: Self.note, at: place.server)
            _ = await load(play.url("/notes/2"))
            try await withKnownIssue {
                try await play.verify()
            } matching: { issue in
                issue.sourceLocation?.line == line
                    && issue.comments.contains { "\($0)".contains("was not played as it is written") }
            }
        }
    }

    @Test func `that has had its verdict has no second one`() async throws {
        let line = #line + 6
        try await withServer { place in
            let play = try await Play(of: Self.note, at: place.server)
            _ = await load(play.url("/notes/1"))
            try await play.verify()
            try await withKnownIssue {
                try await play.verify()
            } matching: { issue in
                issue.sourceLocation?.line == line
                    && issue.comments.contains { "\($0)".contains("has had its verdict") }
            }
            // No verdict is wanted any more.
            try await play.close()
        }
    }

    @Test func `that was closed gets no verdict`() async throws {
        try await withServer { place in
            let play = try await Play(of: Self.note, at: place.server)
            try await play.close()
            try await withKnownIssue {
                try await play.verify()
            } matching: { issue in
                issue.comments.contains { "\($0)".contains("was closed before it had a verdict") }
            }
        }
    }

    @Test func `counts the lines of callbacks, which nobody observes`() async throws {
        try await withServer { place in
            let play = try await Play(of: Self.note + "\n* response 404\n* data \"zzz\"\n* finish", at: place.server)
            _ = await load(play.url("/notes/1"))
            #if compiler(>=6.3)
                // A warning of the test.
                try await withKnownIssue {
                    try await play.verify()
                } matching: { issue in
                    issue.comments.contains { "\($0)".contains("3 lines not checked: ") }
                }
            #else
                try await play.verify()
            #endif
        }
        #expect(Ending.remark(0) == nil)
        #expect(Ending.remark(1)?.hasPrefix("1 line not checked: ") == true)
        #expect(Ending.remark(3)?.hasPrefix("3 lines not checked: ") == true)
    }

    @Test func `that was given up at its deadline is no success`() async throws {
        try await withServer { place in
            // Soon enough for the test, and late enough for a connection on a busy machine.
            let play = try await Play(of: "> GET /a\n! stall", at: place.server, deadline: 5)
            _ = await load(play.url("/a"))
            try await withKnownIssue {
                try await play.verify()
            } matching: { issue in
                issue.comments.contains { "\($0)".contains("was given up at its deadline, and the test went on: ") }
            }
        }
    }

    @Test func `that is dropped without a verdict is an issue`() async throws {
        let line = #line + 3
        try await withServer { place in
            try await withKnownIssue {
                let play = try await Play(of: Self.note, at: place.server)
                _ = await load(play.url("/notes/2"))
            } matching: { issue in
                issue.sourceLocation?.line == line
                    && issue.comments.contains {
                        let text = "\($0)"
                        return text.contains("dropped without a verdict")
                            && text.contains("\n  the text:1: failure: ") && text.contains("[unexpected-request]")
                            && text.contains("│ > GET /notes/2\n")
                            && text.contains("✗ > GET /notes/1 ")
                    }
            }
        }
    }

    @Test func `that a cancelled task has made is dropped without an issue`() async throws {
        try await withServer { place in
            let cancelled = Task {
                let play = try await Play(of: Self.note, at: place.server)
                _ = await load(play.url("/notes/1"))
                withUnsafeCurrentTask { $0?.cancel() }
            }
            try await cancelled.value
        }
    }

    @Test func `is not looked for where a variable names no server`() async throws {
        for text in ["localhost:8081", "not a URL", "http://"] {
            let server = Server(named: ["QUINTAIN_URL": text])
            let error = await thrown(ServerError.self) { try await Play(of: Self.note, at: server) }
            #expect(error?.message == "QUINTAIN_URL is '\(text)', which is no address of a server")
        }
        #expect(Server(named: ["QUINTAIN_URL": ""]).url.port == 8081)
        #expect(Server(named: ["QUINTAIN_URL": "http://10.0.0.1:9/"]).url.absoluteString == "http://10.0.0.1:9/")
    }

    @Test func `has the fixtures of the server, and their cases`() async throws {
        try await withServer { place in
            let play = try await Play(bundled: "followed#303", at: place.server, deadline: 30)
            #expect(play.name == "followed#303")
            #expect(await load(play.url("/old"))?.status == 200)
            try await play.verify()
            let unknown = await thrown(ServerError.self) {
                try await Play(bundled: "folowed", at: place.server)
            }
            #expect(unknown?.slug == "no-scenario")
        }
    }

    @Test func `has the files beside the test`() async throws {
        try await withServer { place in
            let play = try await Play(file: "Scenarios/table.scenario#gone", at: place.server)
            #expect(await load(play.url("/"))?.status == 410)
            try await play.verify()
            let missing = await thrown(ServerError.self) {
                try await Play(file: "Scenarios/none.scenario", at: place.server)
            }
            #expect(missing?.description.contains("Tests/RemoteTests/Scenarios/none.scenario cannot be read") == true)
            #expect(missing?.help?.hasPrefix("on a device there are no files of this machine") == true)
        }
    }

    @Test func `shows what lint warns of`() async throws {
        try await withServer { place in
            let line = #line + 2
            try await withKnownIssue {
                let play = try await Play(of: "> GET /a\n> Acept: x/y\n< 200", at: place.server)
                try await play.close()
            } matching: { issue in
                issue.sourceLocation?.line == line && issue.severity == .warning
                    && issue.comments.contains { "\($0)".contains("'Accept' is") }
            }
        }
    }

    @Test func `that does not come to a hold is a failure where it is waited for`() async throws {
        try await withServer { place in
            let play = try await Play(of: "> GET /\n! hold\n< 200", at: place.server)
            let line = #line + 2
            try await withKnownIssue {
                try await play.held(within: 0)
            } matching: { issue in
                issue.sourceLocation?.line == line
                    && issue.comments.contains { "\($0)".contains("did not come to a '! hold' in 0.0 seconds") }
            }
            try await play.close()
        }
    }

    @Test func `goes on behind a hold, and shows what has happened`() async throws {
        try await withServer { place in
            let play = try await Play(of: "> GET /\n! hold\n< 200\n<\n< late", at: place.server)
            async let reply = load(play.url("/"))
            try await play.held(within: 60)
            #expect(try await play.text().contains("> GET /"))
            try await play.go(within: 60)
            #expect(await reply?.text == "late")
            let over = await thrown(ServerError.self) { try await play.go(within: 0) }
            #expect(over?.slug == "not-held")
            let text = try await play.text()
            #expect(text.contains("< late"), "\(text)")
            try await play.verify()
        }
    }

    @Test func `has the authority of origins with TLS`() async throws {
        try await withServer { place in
            let play = try await Play(of: "origin main https\n> GET /\n< 200", at: place.server)
            #expect(play.url().scheme == "https")
            let pem = String(decoding: try await play.authority(), as: UTF8.self)
            #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----"))
            let plain = try await Play(of: Self.note, at: place.server)
            let refusal = await thrown(ServerError.self) { try await plain.authority() }
            #expect(refusal?.slug == "no-authority")
            try await play.close()
            try await plain.close()
        }
    }

    @Test func `names the origins that there are`() async throws {
        try await withServer { place in
            let play = try await Play(of: "origin shop http\n> GET //shop/\n< 200", at: place.server)
            #expect(try play.url("/a", on: "shop").path == "/a")
            let unknown = #expect(throws: ServerError.self) { try play.url("/", on: "shp") }
            #expect(unknown?.message == "the scenario has no origin 'shp'")
            #expect(unknown?.help?.contains("shop") == true)
            try await play.close()
        }
    }

    @Test func `is refused with the place of a fault`() async throws {
        try await withServer { place in
            let line = #line + 2
            let refusal = await thrown(ServerError.self) {
                try await Play(of: "> GET /\n* redirct\n", at: place.server)
            }
            #expect(refusal?.slug == "wrong-scenario")
            #expect(refusal?.description.hasPrefix("the text:2:3: ") == true, "\(refusal?.description ?? "")")
            #expect(
                refusal?.message.hasSuffix("\nthe text is played at PlayTests.swift:\(line)") == true,
                "\(refusal?.message ?? "")")
            #expect(refusal?.description.contains("did you mean 'redirect'?") == true)
        }
    }

    @Test func `needs the token of the server`() async throws {
        try await withServer(token: "open sesame") { place in
            let play = try await Play(of: Self.note, at: place.server)
            _ = await load(play.url("/notes/1"))
            try await play.verify()
            let refusal = await thrown(ServerError.self) {
                try await Play(of: Self.note, at: Server(place.server.url))
            }
            #expect(refusal?.slug == "no-token")
        }
    }

    @Test func `says that no server is there, or none of ours`() async throws {
        try await withServer { place in
            let other = await thrown(ServerError.self) {
                try await Play(of: Self.note, at: Server(place.routes))
            }
            #expect(other?.message.contains("is no control port of Quintain") == true, "\(other?.message ?? "")")
        }
        // No other program can have the port as long as it is held.
        let nobody = try await OnLoop.run { try RefusingPort() }
        let server = Server(URL(string: "http://127.0.0.1:\(nobody.address.port)")!)
        let silence = await thrown(ServerError.self) { try await Play(of: Self.note, at: server) }
        #expect(silence?.message.hasPrefix("no server answers at \(server.url.absoluteString): ") == true)
        #expect(silence?.help == "'quintain serve' starts one, and QUINTAIN_URL names one that is elsewhere")
        withExtendedLifetime(nobody) {}
    }
}

// LoadTests.swift: loads as a delegate hears them, over real connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainTLS
import QuintainTransport
import Testing

@testable import QuintainClient

@Suite struct `A load` {
    static let reply = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage"

    @OnLoop
    static func start(
        _ client: Client, _ peer: Peer, _ target: String = "/", method: String = "GET", body: RequestBody = .none,
        isSecure: Bool = false, to audience: Audience = Audience(), _ change: (inout LoadSettings) -> Void = { _ in }
    ) -> (load: LoadTask, audience: Audience) {
        var settings = LoadSettings()
        change(&settings)
        let url = "\(isSecure ? "https" : "http")://localhost:\(peer.port)\(target)"
        let load = client.start(LoadRequest(method, url, body: body), settings, audience)
        return (load, audience)
    }

    /// Closes the client. Whether no connection and no load is left.
    @OnLoop
    static func isClean(_ client: Client) async -> Bool {
        client.close()
        return await client.pool.settles(at: 0) && client.loadCount == 0
    }

    @Test func `tells its delegate, and leaves its connection to the next one`() async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            let (load, audience) = Self.start(client, peer)
            #expect(audience.words.isEmpty)
            let server = try await peer.accept()
            try await server.hear()
            await server.say(Self.reply)
            #expect(try await audience.hearsTheEnd() == ["response? 200", "data", "finished"])
            #expect(String(decoding: audience.body, as: UTF8.self) == "page")
            #expect(load.hasEnded && client.loadCount == 0 && client.pool.idleCount == 1)

            let (_, second) = Self.start(client, peer, "/two")
            #expect(try await server.hear().hasPrefix("GET /two HTTP/1.1\r\n"))
            await server.say(Self.reply)
            #expect(try await second.hearsTheEnd() == ["response? 200", "data", "finished"])
            #expect(await Self.isClean(client))
        }
    }

    @Test func `asks again on a fresh connection where a kept one is dead`() async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            let (_, first) = Self.start(client, peer)
            let server = try await peer.accept()
            try await server.hear()
            await server.say(Self.reply)
            try await first.hearsTheEnd()
            let (_, second) = Self.start(client, peer)
            try await server.hear()
            server.reset()
            let fresh = try await peer.accept()
            try await fresh.hear()
            await fresh.say(Self.reply)
            #expect(try await second.hearsTheEnd() == ["response? 200", "data", "finished"])
            #expect(await Self.isClean(client))
        }
    }

    @Test(arguments: [true, false])
    func `waits for answers, now or later`(isLater: Bool) async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            let audience = Audience()
            if isLater { audience.answers = ["redirect": nil, "response": nil] }
            let (load, _) = Self.start(client, peer, to: audience)
            let server = try await peer.accept()
            try await server.hear()
            await server.say("HTTP/1.1 302 Over\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")
            if isLater {
                try await audience.hears("redirect?")
                audience.answer(load)
            }
            #expect(try await server.hear().hasPrefix("GET /there"))
            await server.say(Self.reply)
            if isLater {
                try await audience.hears("response?")
                await Turns.pass()
                #expect(audience.words.count == 2)
                audience.answer(load)
            }
            #expect(try await audience.hearsTheEnd() == ["redirect? GET", "response? 200", "data", "finished"])
            #expect(await Self.isClean(client))
        }
    }

    @Test(arguments: ["", "sent", "informational", "redirect?", "response?", "data"])
    func `can be cancelled wherever it stands`(word: String) async throws {
        for isAtOnce in [true, false] {
            try await OnLoop.run {
                let (client, peer) = (Client(), try Peer())
                weak var gone: Audience?
                let audience = Audience()
                gone = audience
                audience.answers = [
                    "redirect": word == "redirect?" ? nil : .byDefault,
                    "response": word == "response?" ? nil : .byDefault,
                ]
                if isAtOnce, !word.isEmpty {
                    audience.onHearing = { heard, load in if heard.hasPrefix(word) { load.cancel() } }
                }
                let (load, _) = Self.start(client, peer, method: "POST", body: .bytes(Array("dog".utf8)), to: audience)
                if word.isEmpty {
                    if !isAtOnce { await Task.yield() }
                    load.cancel()
                } else {
                    let server = try await peer.accept()
                    try await server.hear("dog")
                    await server.say("HTTP/1.1 102 Wait\r\n\r\n")
                    if word == "redirect?" { await server.say("HTTP/1.1 303 Over\r\nLocation: /there\r\n\r\n") }
                    await server.say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\npage")
                    try await audience.hears(word)
                    load.cancel()
                    #expect(await server.hearEnd() != .nothing)
                }
                #expect(try await audience.hearsTheEnd().last == "failed cancelled")
                load.cancel()
                load.answer(1, .byDefault)
                load.proceed()
                #expect(audience.words.count(where: { $0.hasPrefix("failed") }) == 1)
                #expect(client.pool.count == 0 && client.loadCount == 0)
                #expect(gone != nil)
            }
        }
    }

    @Test func `lets go of its delegate when it ends`() async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            weak var gone: Audience?
            var load: LoadTask?
            do {
                let audience = Audience()
                gone = audience
                load = Self.start(client, peer, to: audience).load
                load?.cancel()
                try await audience.hearsTheEnd()
            }
            #expect(gone == nil && load?.hasEnded == true)
        }
    }

    @Test func `stands still while it is suspended`() async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            let (load, audience) = Self.start(client, peer)
            let server = try await peer.accept()
            try await server.hear()
            load.suspend()
            await server.say(Self.reply)
            server.close()
            await Turns.pass()
            #expect(audience.words.isEmpty)
            load.proceed()
            #expect(try await audience.hearsTheEnd() == ["response? 200", "data", "finished"])
            #expect(await Self.isClean(client))
        }
    }

    @Test func `loses patience`() async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            let (_, silent) = Self.start(client, peer) { $0.patience = 30 }
            #expect(try await silent.hearsTheEnd() == ["failed timed-out"])
            let blackhole = try Blackhole()
            let audience = Audience()
            var settings = LoadSettings()
            settings.total = 30
            client.start(LoadRequest("GET", "http://\(blackhole.address)/"), settings, audience)
            #expect(try await audience.hearsTheEnd() == ["failed timed-out"])
            #expect(client.pool.count == 0)
        }
    }

    @Test func `says why there is no connection`() async throws {
        try await OnLoop.run {
            let client = Client()
            let refusing = try RefusingPort()
            // No resolver takes a label as long as this to its servers: RFC 1035 section 2.3.4.
            let nowhere = String(repeating: "a", count: 64) + ".invalid"
            for (url, kind) in [
                ("http://\(refusing.address)/", "cannot-connect"), ("http://\(nowhere)/", "cannot-connect"),
                ("http://[::/", "other"),
            ] {
                let audience = Audience()
                client.start(LoadRequest("GET", url), LoadSettings(), audience)
                #expect(try await audience.hearsTheEnd() == ["failed \(kind)"])
            }
            #expect(await Self.isClean(client))
        }
    }

    // MARK: Files

    private func path() -> String {
        TemporaryFolder.path + "/quintain-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    }

    @Test func `becomes a file`() async throws {
        let path = path()
        defer { Files.remove(path) }
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            let (_, audience) = Self.start(client, peer) { $0.purpose = .download(to: path) }
            let server = try await peer.accept()
            try await server.hear()
            await server.say("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npa")
            try await audience.hears("progress 2")
            await server.say("ge")
            #expect(try await audience.hearsTheEnd().suffix(3) == ["progress 4", "file", "finished"])
            #expect(try Files.read(path) == Array("page".utf8))
            #expect(await Self.isClean(client))
        }
    }

    @Test func `fails where the file cannot be`() async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            let (_, audience) = Self.start(client, peer) { $0.purpose = .download(to: "/no such folder/file") }
            let server = try await peer.accept()
            try await server.hear()
            await server.say(Self.reply)
            #expect(try await audience.hearsTheEnd().last == "failed file")
            #expect(client.pool.count == 0 || client.pool.idleCount == 1)
            #expect(await Self.isClean(client))
        }
    }

    // MARK: TLS

    @Test(arguments: [true, false])
    func `asks about the server's certificate`(isTrusted: Bool) async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            let context = try TestCertificates.server(try TestCertificates.mint(), .selfSigned)
            let audience = Audience()
            audience.answers["challenge"] = isTrusted ? .trust : .byDefault
            let (_, _) = Self.start(client, peer, isSecure: true, to: audience) { $0.voice.serverTrust = true }
            let server = try await peer.accept(context)
            server.shakeHandsMeanwhile()
            if isTrusted {
                try await server.hear()
                await server.say(Self.reply)
            }
            #expect(
                try await audience.hearsTheEnd()
                    == ["challenge? ServerTrust"]
                    + (isTrusted ? ["response? 200", "data", "finished"] : ["failed tls"]))
            #expect(await Self.isClean(client))
        }
    }

    @Test func `trusts whom its client trusts`() async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            let mint = try TestCertificates.mint()
            #expect(client.trust("/no such file")?.slug == "no-such-file")
            client.trust(mint.anchors)
            let (_, audience) = Self.start(client, peer, isSecure: true)
            let server = try await peer.accept(try TestCertificates.server(mint))
            try await server.hear()
            await server.say(Self.reply)
            #expect(try await audience.hearsTheEnd() == ["response? 200", "data", "finished"])
            #expect(await Self.isClean(client))
        }
    }

    // MARK: Clients

    @Test func `goes on beside hundreds of others`() async throws {
        try await OnLoop.run {
            let (client, peer) = (Client(), try Peer())
            OnLoop.spawn {
                while let server = try? await peer.accept() {
                    OnLoop.spawn {
                        while (try? await server.hear()) != nil { await server.say(Self.reply) }
                        server.close()
                    }
                }
            }
            for _ in 0..<3 {
                let audiences = (0..<200).map { Self.start(client, peer, "/\($0)").audience }
                for audience in audiences {
                    #expect(try await audience.hearsTheEnd() == ["response? 200", "data", "finished"])
                }
                #expect(client.pool.idleCount <= 6)
            }
            #expect(await Self.isClean(client))
            peer.close()
        }
    }
}

// AlertTests.swift: alerts that are ordered, at any moment.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTLS
import Testing

@Suite struct `An alert` {
    static let ciphers: [(TLSVersion, String)] = [
        (.one3, "TLS_AES_128_GCM_SHA256"), (.one3, "TLS_AES_256_GCM_SHA384"),
        (.one3, "TLS_CHACHA20_POLY1305_SHA256"),
        (.one2, "ECDHE-ECDSA-AES128-GCM-SHA256"), (.one2, "ECDHE-ECDSA-AES256-GCM-SHA384"),
        (.one2, "ECDHE-ECDSA-CHACHA20-POLY1305"), (.one2, "ECDHE-ECDSA-AES256-SHA384"),
        (.one2, "ECDHE-ECDSA-AES128-SHA256"), (.one2, "ECDHE-ECDSA-AES256-SHA"), (.one1, "ECDHE-ECDSA-AES256-SHA"),
        (.one1, "ECDHE-ECDSA-AES128-SHA"), (.one0, "ECDHE-ECDSA-AES256-SHA"), (.one0, "ECDHE-ECDSA-AES128-SHA"),
    ]

    private func pair(_ version: TLSVersion, _ cipher: String) throws -> Pair {
        try Pair(
            server: { $0.versions = [version] },
            client: {
                $0.versions = [version]
                $0.ciphers = [cipher]
            })
    }

    @Test(arguments: ciphers)
    func `arrives by its name under every cipher`(version: TLSVersion, cipher: String) throws {
        for alert in [TLSAlert("bad_record_mac")!, TLSAlert("access_denied")!, TLSAlert(number: 200)] {
            for sender in [Pair.End.server, .client] {
                let pair = try pair(version, cipher).carry()
                // The records before the alert count.
                pair.server.write("one")
                pair.client.write("two")
                pair.carry()
                pair.server.write("three")
                pair.client.write("four")
                let one = sender == .server ? pair.server : pair.client
                #expect(one.sendAlert(alert))
                #expect(one.phase == .ended)
                #expect(one.failure?.kind == .gaveUp(alert))
                #expect(!one.sendAlert(alert))
                #expect(one.write("five") == 0)
                pair.carry()
                let other = sender == .server ? pair.client : pair.server
                #expect(other.failure?.kind == .refused(alert))
                let read = sender == .server ? pair.read.client : pair.read.server
                #expect(read == Array((sender == .server ? "onethree" : "twofour").utf8))
                let events = sender == .server ? pair.clientEvents : pair.serverEvents
                #expect(events.contains(.alert(alert, .fatal, .received)))
            }
        }
    }

    @Test(arguments: ciphers)
    func `that ends nothing is followed by what is written`(version: TLSVersion, cipher: String) throws {
        let pair = try pair(version, cipher).carry()
        // In TLS 1.3, OpenSSL's reader takes only close_notify and user_canceled as warnings.
        let alert = TLSAlert(version == .one3 ? "user_canceled" : "unrecognized_name")!
        #expect(pair.server.sendAlert(alert, .warning))
        #expect(pair.server.write("and on") == 6)
        pair.carry()
        #expect(pair.server.write("again") == 5)
        pair.carry()
        #expect(pair.read.client == Array("and onagain".utf8))
        #expect(Pair.messages(pair.clientEvents).last == "> alert warning \(alert.name)")
        pair.server.closeNotify()
        pair.carry()
        #expect(pair.last.client == .closeNotify)
    }

    @Test func `counts the keys' changes`() throws {
        let pair = try pair(.one3, "TLS_AES_128_GCM_SHA256").carry()
        #expect(pair.server.updateKeys())
        pair.carry()
        #expect(pair.server.updateKeys())
        pair.server.write("x")
        pair.carry()
        // OpenSSL's client decides when it answers them.
        #expect(Pair.messages(pair.clientEvents).filter { $0 == "> KeyUpdate" }.count == 2)
        #expect(pair.read.client == Array("x".utf8))
        #expect(pair.server.sendAlert(TLSAlert("internal_error")!))
        pair.carry()
        #expect(pair.client.failure?.kind == .refused(TLSAlert("internal_error")!))
    }

    @Test(arguments: TLSAlert.names.filter { $0 != "close_notify" })
    func `can be the answer to a ClientHello`(name: String) throws {
        let alert = try #require(TLSAlert(name))
        let pair = try Pair(holds: true)
        pair.carry()
        #expect(pair.server.phase == .held)
        #expect(pair.server.sendAlert(alert, .fatal))
        #expect(Array(pair.server.outgoing) == [21, 3, 3, 0, 2, 2, alert.number])
        pair.carry()
        #expect(pair.client.failure?.kind == .refused(alert))
        #expect(pair.messagesOfServer == ["> ClientHello", "< alert fatal \(name)"])
    }

    @Test func `that only warns lets the handshake go on`() throws {
        let pair = try Pair(holds: true, client: { $0.versions = [.one2] })
        pair.carry()
        #expect(pair.server.sendAlert(TLSAlert("unrecognized_name")!, .warning))
        pair.server.proceed()
        pair.carry()
        #expect(pair.client.phase == .open)
        #expect(Pair.messages(pair.clientEvents).contains("> alert warning unrecognized_name"))
    }

    @Test(arguments: [TLSVersion.one2, .one3])
    func `can fall between the server's flight and the client's`(version: TLSVersion) throws {
        let pair = try Pair(server: { $0.versions = [version] })
        _ = Pair.move(from: pair.client, to: pair.server, .max)
        // In TLS 1.3 the server has finished here, and writes under the traffic keys.
        #expect(pair.server.sendAlert(TLSAlert("access_denied")!))
        pair.carry()
        #expect(pair.client.failure?.kind == .refused(TLSAlert("access_denied")!))
    }

    @Test func `is not sent where a context does without, but in the clear`() throws {
        let pair = try Pair(holds: true, server: { $0.sendsAlerts = false })
        pair.carry()
        #expect(pair.server.sendAlert(TLSAlert("unrecognized_name")!, .warning))
        pair.server.sent(pair.server.outgoing.count)
        pair.server.proceed()
        pair.carry()
        #expect(pair.server.phase == .open)
        #expect(!pair.server.sendAlert(TLSAlert("access_denied")!))
        #expect(pair.server.phase == .open)
        #expect(pair.server.outgoing.isEmpty)
        pair.server.closeNotify()
        pair.carry()
        #expect(pair.last.client == .closeNotify)
    }

    @Test func `can be sent before anything has come`() throws {
        let pair = try Pair()
        #expect(pair.server.sendAlert(TLSAlert("internal_error")!))
        pair.carry()
        #expect(pair.client.failure?.kind == .refused(TLSAlert("internal_error")!))
    }

    @Test func `has a name for every number that is registered, and no two the same`() {
        #expect(Set(TLSAlert.names).count == TLSAlert.names.count)
        for name in TLSAlert.names { #expect(TLSAlert(name)?.name == name) }
        #expect(TLSAlert("no_such_alert") == nil)
        #expect(TLSAlert(number: 200).name == "alert_200")
        #expect(TLSAlert("user_canceled")?.usualLevel == .warning)
        #expect(TLSAlert("unknown_ca")?.usualLevel == .fatal)
    }
}

@Suite struct `The end of a connection` {
    @Test(arguments: TLSVersion.allCases)
    func `by close_notify is told apart from a truncation`(version: TLSVersion) throws {
        func pair() throws -> Pair {
            let pair = try Pair(server: { $0.versions = [version] }, client: { $0.versions = [version] }).carry()
            pair.server.write("body")
            return pair
        }
        let proper = try pair()
        proper.server.closeNotify()
        proper.carry()
        proper.end(.server)
        #expect(proper.last.client == .closeNotify)
        #expect(!proper.clientEvents.contains(.truncated))
        #expect(proper.clientEvents.last == .alert(.closeNotify, .warning, .received))

        let cut = try pair().carry()
        cut.end(.server)
        #expect(cut.last.client == .truncated)
        #expect(cut.clientEvents.filter { $0 == .truncated }.count == 1)
        #expect(cut.read.client == Array("body".utf8))
    }

    @Test func `is the end: what follows a close_notify is not kept`() throws {
        let pair = try Pair().carry()
        pair.client.closeNotify()
        pair.carry()
        for _ in 0..<100 { [UInt8](repeating: 23, count: 1_000).withUnsafeBytes { pair.server.received($0) } }
        #expect(pair.server.unreadCiphertext == 0)
        #expect(Pair.readAll(pair.server).1 == .closeNotify)
    }

    @Test func `leaves the other direction open`() throws {
        let pair = try Pair().carry()
        pair.server.closeNotify()
        #expect(pair.server.write("late") == 0)
        pair.carry()
        #expect(pair.client.write("still here") == 10)
        pair.carry()
        #expect(pair.read.server == Array("still here".utf8))
        pair.client.closeNotify()
        pair.carry()
        #expect(pair.last.server == .closeNotify)
    }

    @Test func `within the handshake is a failure`() throws {
        let pair = try Pair()
        _ = Pair.move(from: pair.client, to: pair.server, .max)
        pair.end(.client)
        #expect(pair.server.failure == TLSFailure(.cutOff, "the client closed the connection within the handshake"))
        let silent = try Pair()
        silent.end(.client)
        #expect(silent.server.failure?.kind == .cutOff)
    }

    @Test func `by close_notify within the handshake is sent in the clear`() throws {
        let pair = try Pair(holds: true)
        pair.carry()
        pair.server.closeNotify()
        #expect(Array(pair.server.outgoing) == [21, 3, 3, 0, 2, 1, 0])
    }

    @Test func `is not announced unasked`() throws {
        let pair = try Pair().carry()
        pair.end(.client)
        #expect(pair.server.outgoing.isEmpty)
    }
}

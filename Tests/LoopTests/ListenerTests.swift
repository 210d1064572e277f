// ListenerTests.swift: ports, addresses, and their errors.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

@Suite struct `A listener` {
    @Test func `port 0 gives a real port on loopback`() async throws {
        let address = try await OnLoop.run {
            let listener = try Listener(loop: .shared)
            defer { listener.close() }
            return listener.address
        }
        #expect(address.host == "127.0.0.1")
        #expect(address.port != 0)
    }

    /// If the system chose the ports, one in ten would come twice.
    @Test func `a port comes again only when thousands of others have had their turn`() async throws {
        let ports = try await OnLoop.run {
            try (0..<2_000).map { _ in
                let listener = try Listener(loop: .shared)
                defer { listener.close() }
                return listener.address.port
            }
        }
        #expect(Set(ports).count == ports.count)
    }

    @Test func `the port that has rested for longest is the next that may come again`() {
        let ports = RestingPorts(count: 3)
        #expect([1, 2, 3].allSatisfy(ports.take))
        #expect(![1, 2, 3].contains(where: ports.take))
        #expect(ports.take(4))
        #expect(ports.take(1))
        #expect(![1, 3, 4].contains(where: ports.take))
        #expect(ports.take(2))
    }

    @Test func `a port in use is named`() async throws {
        let (port, error) = try await OnLoop.run {
            let first = try Listener(loop: .shared)
            defer { first.close() }
            let error = #expect(throws: LoopError.self) { _ = try Listener(on: first.address, loop: .shared) }
            return (first.address.port, error)
        }
        #expect(error?.slug == "port-in-use")
        #expect(error?.message == "port \(port) on 127.0.0.1 is in use")
    }

    @Test func `an address of another machine is named`() async throws {
        let error = await #expect(throws: LoopError.self) {
            try await OnLoop.run { _ = try Listener(on: try SocketAddress("192.0.2.7"), loop: .shared) }
        }
        #expect(error?.message == "this machine has no address 192.0.2.7")
    }

    @Test func `a port that was closed can be taken again at once`() async throws {
        let (first, second) = try await OnLoop.run {
            let first = try Listener(on: try SocketAddress(Self.ownAddress), loop: .shared)
            let client = try await Channel.connect(to: first.address, loop: .shared)
            let server = await first.accept()
            server?.close()
            first.close()
            let second = try Listener(on: first.address, loop: .shared)
            defer { second.close() }
            client.close()
            return (first.address, second.address)
        }
        #expect(first == second)
    }

    @Test func `no connection is missed, whether they come one by one or many at once`() async throws {
        let groups = [1, 1, 3, 1, 2, 2, 1, 5]
        let accepted = try await OnLoop.run {
            let listener = try Listener(on: try SocketAddress(Self.ownAddress), loop: .shared)
            var accepted: [Int] = []
            for count in groups {
                var clients: [Channel] = []
                for _ in 0..<count { clients.append(try await Channel.connect(to: listener.address, loop: .shared)) }
                var servers: [Channel] = []
                for _ in 0..<count {
                    if let server = await listener.accept() { servers.append(server) }
                }
                accepted.append(servers.count)
                // The listener waits while nothing comes, and a connection wakes it.
                let address = listener.address
                OnLoop.spawn { (try? await Channel.connect(to: address, loop: .shared))?.close() }
                if let server = await listener.accept() { servers.append(server) }
                #expect(servers.count == count + 1)
                for channel in clients + servers { channel.close() }
            }
            listener.close()
            return accepted
        }
        #expect(accepted == groups)
    }

    @Test func `closing ends an accept, and later connections are refused`() async throws {
        let (accepted, error) = try await OnLoop.run {
            let listener = try Listener(on: try SocketAddress(Self.ownAddress), loop: .shared)
            OnLoop.spawn { listener.close() }
            let accepted = await listener.accept()
            let port = try RefusingPort(on: listener.address)
            let error = await #expect(throws: LoopError.self) {
                _ = try await Channel.connect(to: port.address, loop: .shared)
            }
            return (accepted == nil, error?.slug)
        }
        #expect(accepted)
        #expect(error == "refused")
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:80"), ("localhost", "127.0.0.1:80"), ("::1", "[::1]:80"), ("[::1]", "[::1]:80"),
        ("0.0.0.0", "0.0.0.0:80"), ("::", "[::]:80"), ("2001:DB8::0:5", "[2001:db8::5]:80"),
    ])
    func `an address is read as people write it`(text: String, written: String) throws {
        let address = try SocketAddress(text, port: 80)
        #expect(address.description == written)
        #expect(address.isAny == (text == "::" || text == "0.0.0.0"))
    }

    @Test(arguments: ["", "example.com", "127.0.0.1:80", "1.2.3", "[::1", ":::"])
    func `what is no address is answered with how to write one`(text: String) throws {
        let error = #expect(throws: LoopError.self) { _ = try SocketAddress(text) }
        #expect(error?.slug == "bad-address")
        #expect(error?.message == "'\(text)' is no IP address")
    }

    /// No other test takes a port of this address while this one does not hold it.
    #if os(Linux)
        private static let ownAddress = "127.0.0.77"
    #else
        private static let ownAddress = "127.0.0.1"
    #endif
}

// RemoteRig.swift: a server with a control port, called through URLSession.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoop
import QuintainRemote
import QuintainRouteHost
import QuintainServer
import QuintainSessions

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The bundled scenarios of redirects, behind a control port.
@OnLoop
private final class Rig {
    private let desk: SessionDesk
    private let routes: RouteHost
    private let control: ControlServer

    static let root = String(#filePath.dropLast("/Tests/RemoteTests/RemoteRig.swift".count))

    init(token: String?) async throws {
        let library = try Library(["\(Self.root)/fixtures/redirects"])
        await library.reload()
        desk = SessionDesk(address: .loopback(), authority: TestAuthority(folder: "\(Self.root)/certs"))
        routes = try RouteHost(on: .loopback(), table: await library.table(), patience: nil)
        routes.start()
        let api = ControlAPI(library: library, desk: desk, version: "0.0.0", routes: RouteDesk(library, on: [routes]))
        control = try ControlServer(on: .loopback(), token: token, allowedHosts: [], api: api, patience: nil)
        control.start()
    }

    var ports: (control: UInt16, routes: UInt16) { (control.address.port, routes.address.port) }

    func close() {
        control.close()
        routes.close()
        desk.close()
    }
}

/// What a test gets: the server, and the address of its routes, which is no control port.
struct Place {
    let server: Server
    let routes: URL
    /// Ends the server before the test does.
    let close: @Sendable () async -> Void
}

func withServer(token: String? = nil, _ body: (Place) async throws -> Void) async throws {
    let rig = try await OnLoop.run { try await Rig(token: token) }
    let ports = try await OnLoop.run { rig.ports }
    func address(_ port: UInt16) -> URL { URL(string: "http://127.0.0.1:\(port)")! }
    let place = Place(server: Server(address(ports.control), token: token), routes: address(ports.routes)) {
        try? await OnLoop.run { rig.close() }
    }
    let result: Result<Void, any Error>
    do {
        result = .success(try await body(place))
    } catch {
        result = .failure(error)
    }
    try await OnLoop.run { rig.close() }
    try result.get()
}

/// The client under test: one load, whatever its outcome.
func load(_ url: URL) async -> (status: Int, text: String)? { await load(URLRequest(url: url)) }

func load(
    _ request: URLRequest, method: String = "GET", body: Data? = nil
) async -> (status: Int, text: String)? {
    var request = request
    request.httpMethod = method
    request.httpBody = body
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    guard let reply = try? await session.data(for: request) else { return nil }
    return ((reply.1 as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: reply.0, as: UTF8.self))
}

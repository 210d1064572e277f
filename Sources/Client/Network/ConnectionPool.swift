// ConnectionPool.swift: the connections of a client: those in use, and those that wait for their next request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop

/// Belongs to one client: what was trusted by hand, or called by a name of its table, is for nobody else.
@OnLoop
package final class ConnectionPool {
    let security: ClientSecurity
    let hosts: HostTable
    private let interception: (any Interception)?
    private let idleLimit: Int64
    /// Equal keys can stand for each other; the newest last.
    private var idle: [Route: [ClientConnection]] = [:]
    /// Those of HTTP/2 that take more requests, in use or not.
    private var offered: [Route: [ClientConnection]] = [:]
    private var open: [ObjectIdentifier: ClientConnection] = [:]
    private var isClosed = false

    /// An idle connection is closed after so many milliseconds.
    package init(
        _ security: ClientSecurity, _ hosts: HostTable, idleLimit: Int64 = 30_000,
        interception: (any Interception)? = nil
    ) {
        self.interception = interception
        self.security = security
        self.hosts = hosts
        self.idleLimit = idleLimit
    }

    /// Those in use and the idle ones.
    package var count: Int { open.count }
    package var idleCount: Int {
        idle.values.reduce(0) { $0 + $1.count } + offered.values.joined().count { $0.carried.isEmpty }
    }

    /// What is ready for a request on this route, the newest first: an older connection is more likely to be dead by
    /// now. What is known to be dead is not given.
    package func readyCarrier(for route: Route, user: any ConnectionUser) -> (any MessageCarrier)? {
        if let stream = stream(for: route, user: user) { return stream }
        let key = route.key
        while let connection = idle[key]?.popLast() {
            if idle[key]?.isEmpty == true { idle[key] = nil }
            if connection.wakeUp(for: user) { return connection }
            connection.close()
        }
        return nil
    }

    /// A new connection; its user will hear whether it could be made.
    ///
    /// - Parameter reuse: whether it may have a stream of another connection instead, if that comes to stand meanwhile.
    package func connect(_ route: Route, user: any ConnectionUser, reuse: Bool = true) -> ClientConnection {
        let connection = ClientConnection(route, self, user, sharesOthers: reuse)
        open[ObjectIdentifier(connection)] = connection
        OnLoop.spawn { await connection.run() }
        return connection
    }

    /// Nobody uses it for now. When it is to be closed; nil: at once.
    func rested(_ connection: ClientConnection) -> Moment? {
        guard !isClosed else { return nil }
        idle[connection.key, default: []].append(connection)
        if let count = idle[connection.key]?.count, count > Self.idleAtMost {
            idle[connection.key]?.first?.close()
        }
        return idleEnd
    }

    /// When a connection is closed that is idle from now on.
    var idleEnd: Moment { .now.advanced(milliseconds: idleLimit) }

    // MARK: HTTP/2

    /// What stands between a new connection's frames and the wire.
    func sieve() -> FrameSieve? { interception.map { FrameSieve($0.beginFrames()) } }

    /// A stream of a connection that is shared.
    func stream(for route: Route, user: any ConnectionUser) -> ClientStream? {
        while let connection = offered[route.key]?.last {
            if let stream = connection.freshStream(for: user) { return stream }
            withdraw(connection)
        }
        return nil
    }

    /// It takes requests of any user from now on.
    func offer(_ connection: ClientConnection) {
        if !isClosed { offered[connection.key, default: []].append(connection) }
    }

    func offers(_ connection: ClientConnection) -> Bool {
        offered[connection.key]?.contains { $0 === connection } == true
    }

    /// It takes no more of them.
    func withdraw(_ connection: ClientConnection) {
        guard var others = offered[connection.key] else { return }
        others.removeAll { $0 === connection }
        offered[connection.key] = others.isEmpty ? nil : others
    }

    /// It is closed.
    func forget(_ connection: ClientConnection) {
        open[ObjectIdentifier(connection)] = nil
        withdraw(connection)
        guard var others = idle[connection.key] else { return }
        others.removeAll { $0 === connection }
        idle[connection.key] = others.isEmpty ? nil : others
    }

    /// Nothing rests here any more; what is in use is left to its users.
    package func close() {
        isClosed = true
        let resting = idle.values.joined() + offered.values.joined().filter { $0.carried.isEmpty }
        (idle, offered) = ([:], [:])
        for connection in resting { connection.close() }
    }

    private static let idleAtMost = 6
}

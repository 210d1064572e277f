// ConnectionPool.swift: the connections of a client, in use and idle.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop

/// A pool belongs to one client, because only that client trusted by hand and has these host names.
@OnLoop
package final class ConnectionPool {
    let security: ClientSecurity
    let hosts: HostTable
    private let interception: (any Interception)?
    private let idleLimit: Int64
    /// Idle connections by key, the newest last; those of one key are interchangeable.
    private var idle: [Route: [ClientConnection]] = [:]
    /// Connections of HTTP/2 that accept more requests, in use or not.
    private var offered: [Route: [ClientConnection]] = [:]
    private var open: [ObjectIdentifier: ClientConnection] = [:]
    private var isClosed = false

    /// `idleLimit`: the milliseconds after which an idle connection is closed.
    package init(
        _ security: ClientSecurity, _ hosts: HostTable, idleLimit: Int64 = 30_000,
        interception: (any Interception)? = nil
    ) {
        self.interception = interception
        self.security = security
        self.hosts = hosts
        self.idleLimit = idleLimit
    }

    /// The number of all connections, in use and idle.
    package var count: Int { open.count }
    package var idleCount: Int {
        idle.values.reduce(0) { $0 + $1.count } + offered.values.joined().count { $0.carried.isEmpty }
    }

    /// A carrier that is ready for a request on this route. The newest comes first, because an older connection is more
    /// likely to be dead by now; one that is known to be dead is closed instead.
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

    /// Makes a new connection; its user hears whether that worked.
    ///
    /// - Parameter reuse: whether the user may get a stream of another connection instead, if one comes up meanwhile.
    package func connect(_ route: Route, user: any ConnectionUser, reuse: Bool = true) -> ClientConnection {
        let connection = ClientConnection(route, self, user, sharesOthers: reuse)
        open[ObjectIdentifier(connection)] = connection
        OnLoop.spawn { await connection.run() }
        return connection
    }

    /// Takes a connection that became idle; the time at which it must close, or nil: at once.
    func rested(_ connection: ClientConnection) -> Moment? {
        guard !isClosed else { return nil }
        idle[connection.key, default: []].append(connection)
        if let count = idle[connection.key]?.count, count > Self.idleAtMost {
            idle[connection.key]?.first?.close()
        }
        return idleEnd
    }

    /// The time at which a connection closes that is idle from now on.
    var idleEnd: Moment { .now.advanced(milliseconds: idleLimit) }

    // MARK: HTTP/2

    /// The sieve between a new connection's frames and the wire; nil except in tests.
    func sieve() -> FrameSieve? { interception.map { FrameSieve($0.beginFrames()) } }

    /// A stream of a shared connection; nil: none has room.
    func stream(for route: Route, user: any ConnectionUser) -> ClientStream? {
        while let connection = offered[route.key]?.last {
            if let stream = connection.freshStream(for: user) { return stream }
            withdraw(connection)
        }
        return nil
    }

    /// Offers the connection for the requests of all users.
    func offer(_ connection: ClientConnection) {
        if !isClosed { offered[connection.key, default: []].append(connection) }
    }

    func offers(_ connection: ClientConnection) -> Bool {
        offered[connection.key]?.contains { $0 === connection } == true
    }

    /// Stops offering the connection.
    func withdraw(_ connection: ClientConnection) {
        guard var others = offered[connection.key] else { return }
        others.removeAll { $0 === connection }
        offered[connection.key] = others.isEmpty ? nil : others
    }

    /// Removes a connection that is closed.
    func forget(_ connection: ClientConnection) {
        open[ObjectIdentifier(connection)] = nil
        withdraw(connection)
        guard var others = idle[connection.key] else { return }
        others.removeAll { $0 === connection }
        idle[connection.key] = others.isEmpty ? nil : others
    }

    /// Closes the idle connections and keeps no more; those in use are left to their users.
    package func close() {
        isClosed = true
        let resting = idle.values.joined() + offered.values.joined().filter { $0.carried.isEmpty }
        (idle, offered) = ([:], [:])
        for connection in resting { connection.close() }
    }

    private static let idleAtMost = 6
}

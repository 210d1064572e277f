// ConnectionPool.swift: the connections of a client: those in use, and those that wait for their next request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop

/// Belongs to one client: what was trusted by hand, or called by a name of its table, is for nobody else.
@OnLoop
package final class ConnectionPool {
    let security: ClientSecurity
    let hosts: HostTable
    private let idleLimit: Int64
    /// Equal keys can stand for each other; the newest last.
    private var idle: [Route: [ClientConnection]] = [:]
    private var open: [ObjectIdentifier: ClientConnection] = [:]
    private var isClosed = false

    /// An idle connection is closed after so many milliseconds.
    package init(_ security: ClientSecurity, _ hosts: HostTable, idleLimit: Int64 = 30_000) {
        self.security = security
        self.hosts = hosts
        self.idleLimit = idleLimit
    }

    /// Those in use and the idle ones.
    package var count: Int { open.count }
    package var idleCount: Int { idle.values.reduce(0) { $0 + $1.count } }

    /// A connection that is ready for a request on this route, the newest first: an older one is more likely to be
    /// dead by now. What is known to be dead is not given.
    package func idleConnection(for route: Route, user: any ConnectionUser) -> ClientConnection? {
        let key = route.key
        while let connection = idle[key]?.popLast() {
            if idle[key]?.isEmpty == true { idle[key] = nil }
            if connection.wakeUp(for: user) { return connection }
            connection.close()
        }
        return nil
    }

    /// A new connection; its user will hear whether it could be made.
    package func connect(_ route: Route, user: any ConnectionUser) -> ClientConnection {
        let connection = ClientConnection(route, self, user)
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
        return .now.advanced(milliseconds: idleLimit)
    }

    /// It is closed.
    func forget(_ connection: ClientConnection) {
        open[ObjectIdentifier(connection)] = nil
        guard var others = idle[connection.key] else { return }
        others.removeAll { $0 === connection }
        idle[connection.key] = others.isEmpty ? nil : others
    }

    /// Nothing rests here any more; what is in use is left to its users.
    package func close() {
        isClosed = true
        let resting = idle.values.joined()
        idle = [:]
        for connection in resting { connection.close() }
    }

    private static let idleAtMost = 6
}

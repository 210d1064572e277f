// Client.swift: the reference client, with the state that its loads share.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop
package import QuintainTLS

/// Runs any number of loads at once, each on a connection of its own, which a later load may reuse.
///
/// ```swift
/// let client = Client(resolve: ["web.test": "127.0.0.1"])
/// let load = client.start(LoadRequest("GET", "http://web.test:8080/"), LoadSettings(), delegate)
/// ```
@OnLoop
package final class Client {
    /// Cookies, stored responses and passwords.
    package let memory = ClientMemory()
    package let pool: ConnectionPool
    /// The folder for downloads with a relative path.
    package let folder: String
    /// Why a file could not be written, where the system had too little room or too few descriptors for it.
    package internal(set) var shortage: LoopError?
    let interception: (any Interception)?
    private let security = ClientSecurity()
    private let hosts: HostTable
    /// The connections of loads that trust the authorities of one file alone, by its path. What one load trusts no other
    /// has to: it never gets a connection that the first has made.
    private var poolsOfAnchors: [String: ConnectionPool] = [:]
    private var loads: [ObjectIdentifier: LoadTask] = [:]
    /// The refreshes of stored copies that are under way, by URL.
    private var refreshes: [String: Refresh] = [:]
    private var isInvalid = false

    /// `resolve`: host names with their addresses, which take precedence over the system's.
    package init(
        resolve: [String: String] = [:], folder: String = "", interception: (any Interception)? = nil
    ) {
        self.interception = interception
        self.folder = folder
        hosts = HostTable(resolve)
        pool = ConnectionPool(security, hosts, interception: interception)
    }

    /// The number of loads that have not ended.
    package var loadCount: Int { loads.count }

    /// The load begins in a later turn of the loop, so that its delegate hears nothing before it knows the load. After
    /// `close` the load is cancelled.
    @discardableResult
    package func start(
        _ request: LoadRequest, _ settings: LoadSettings, _ delegate: any LoadDelegate
    ) -> LoadTask {
        let load = LoadTask(request, settings, delegate, self)
        loads[ObjectIdentifier(load)] = load
        let isInvalid = isInvalid
        OnLoop.spawn { if isInvalid { load.cancel() } else { load.start() } }
        return load
    }

    /// Refreshes a stale copy that was just delivered, RFC 5861 section 3.
    func refresh(_ request: LoadRequest, _ settings: LoadSettings) {
        guard !isInvalid, refreshes[request.url] == nil else { return }
        let refresh = Refresh { [weak self] in self?.refreshes[request.url] = nil }
        refreshes[request.url] = refresh
        start(request, settings, refresh)
    }

    /// The connections of loads that trust these authorities.
    ///
    /// - Parameter anchor: the file with the only authorities; nil: those that the client trusts. One that cannot be
    ///   read has none.
    func pool(trusting anchor: String?) -> ConnectionPool {
        guard let anchor else { return pool }
        if let known = poolsOfAnchors[anchor] { return known }
        let security = ClientSecurity()
        if let certificates = try? ClientSecurity.certificates(anchor) { security.trust(certificates) }
        let pool = ConnectionPool(security, hosts, interception: interception)
        poolsOfAnchors[anchor] = pool
        return pool
    }

    /// Makes later handshakes trust these authorities, too.
    package func trust(_ certificates: [Certificate]) { security.trust(certificates) }

    /// Trusts the certificates of a PEM file; the error, or nil.
    @discardableResult
    package func trust(_ path: String) -> LoopError? {
        do throws(LoopError) {
            trust(try ClientSecurity.certificates(path))
            return nil
        } catch { return error }
    }

    /// Cancels all running loads, and closes all connections.
    package func close() {
        isInvalid = true
        for load in loads.values { load.cancel() }
        closeIfDone()
    }

    func ended(_ load: LoadTask) {
        loads[ObjectIdentifier(load)] = nil
        if isInvalid { closeIfDone() }
    }

    private func closeIfDone() {
        guard loads.isEmpty else { return }
        pool.close()
        for pool in poolsOfAnchors.values { pool.close() }
    }
}

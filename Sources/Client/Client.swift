// Client.swift: the reference client: what its loads have in common.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop
package import QuintainTLS

/// Loads at once, as many as are started: each with a connection of its own, which the next one may use.
///
/// ```swift
/// let client = Client(resolve: ["web.test": "127.0.0.1"])
/// let load = client.start(LoadRequest("GET", "http://web.test:8080/"), LoadSettings(), delegate)
/// ```
@OnLoop
package final class Client {
    /// Cookies, copies and passwords.
    package let memory = ClientMemory()
    package let pool: ConnectionPool
    /// Where downloads with a relative path go.
    package let folder: String
    let interception: (any Interception)?
    private let security = ClientSecurity()
    private var loads: [ObjectIdentifier: LoadTask] = [:]
    /// By URL: what is asked for again although nobody waits for it.
    private var refreshes: [String: Refresh] = [:]
    private var isInvalid = false
    private var closed: (() -> Void)?

    /// `resolve`: host names and their addresses, before what the system knows.
    package init(
        resolve: [String: String] = [:], folder: String = "", interception: (any Interception)? = nil
    ) {
        self.interception = interception
        self.folder = folder
        pool = ConnectionPool(security, HostTable(resolve), interception: interception)
    }

    /// The loads that have not ended.
    package var loadCount: Int { loads.count }

    /// Begins as soon as the loop is free: the delegate hears nothing before it can know the load. A client that is
    /// invalid cancels it.
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

    /// Asks for what a load has just been given an older copy of: RFC 5861 section 3.
    func refresh(_ request: LoadRequest, _ settings: LoadSettings) {
        guard !isInvalid, refreshes[request.url] == nil else { return }
        let refresh = Refresh { [weak self] in self?.refreshes[request.url] = nil }
        refreshes[request.url] = refresh
        start(request, settings, refresh)
    }

    /// Handshakes from now on trust these, too.
    package func trust(_ certificates: [Certificate]) { security.trust(certificates) }

    /// The same, from a PEM file. nil: all is well.
    @discardableResult
    package func trust(_ path: String) -> LoopError? {
        do throws(LoopError) {
            trust(try ClientSecurity.certificates(path))
            return nil
        } catch { return error }
    }

    /// What has begun goes on to its end, nothing more begins, and then all connections are closed.
    package func invalidate(_ closed: (() -> Void)? = nil) {
        isInvalid = true
        self.closed = closed ?? self.closed
        closeIfDone()
    }

    /// Cancels everything that has not ended, and closes all connections.
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
        let closed = closed
        self.closed = nil
        closed?()
    }
}

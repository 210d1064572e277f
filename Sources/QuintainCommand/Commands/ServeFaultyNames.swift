// ServeFaultyNames.swift: `quintain serve badssl`, names whose TLS is faulty, until a signal.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainReport
import QuintainRouteHost
import QuintainServer
import QuintainSessions
import QuintainSides

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One port and no control API: the fault that is shown depends on the host name that a client uses.
@OnLoop
final class ServedFaultyNames {
    /// The word on the command line in place of a path.
    static let word = "badssl"

    private let arguments: Arguments
    private let style: Style
    private let host: RouteHost
    private var readyFile: ReadyFile

    init(_ arguments: Arguments) throws(WrongUse) {
        self.arguments = arguments
        readyFile = ReadyFile(arguments)
        for option in Self.idleOptions where arguments.has(option) {
            throw WrongUse("'\(option)' has no effect on '\(Self.word)'", help: "leave it out")
        }
        guard arguments.words == [Self.word] else {
            throw WrongUse("'\(Self.word)' is served alone", help: "start another 'quintain serve' for the rest")
        }
        style = try arguments.style()
        let port = try arguments.port("--port", default: 8443)
        let idle = Int64(try arguments.milliseconds("--idle", default: Int(RouteHost.patience)))
        guard let authority = try TestAuthority.bundledForServing() else {
            throw WrongUse(
                "there is no test authority to sign the certificates",
                help: "set QUINTAIN_CERTS to the folder that holds \(TestAuthority.certificateName)")
        }
        do throws(LoopError) {
            let address = try SocketAddress(arguments.value("--host") ?? "127.0.0.1", port: port)
            host = try FaultyNames(authority).host(on: address, patience: idle > 0 ? idle : nil)
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
        host.start()
    }

    func close() {
        readyFile.remove()
        host.close()
    }

    func announce() throws(WrongUse) {
        let ready = ReadyFile.object([
            ("port", .number(Int(host.address.port))), ("ca", .text(authority)), ("curl", .text(curl)),
            ("hosts", .text(hosts)), ("names", .list(names)),
        ])
        try readyFile.write(ready)
        if arguments.has("--json") {
            Output.write(ready)
        } else {
            for line in table { Output.write(line) }
        }
    }

    private var names: [JSONText] {
        FaultyName.allCases.map { name in
            .object([
                ("host", .text(name.host)), ("shows", .text(name.shows)), ("client", .text(name.verdict.rawValue)),
            ])
        }
    }

    private var table: [String] {
        let width = FaultyName.allCases.map(\.host.utf8.count).max() ?? 0
        return [style("Quintain \(Invocation.version)", .strong) + " is ready", "  authority  \(authority)"]
            + FaultyName.allCases.map { name in
                let gap = String(repeating: " ", count: width - name.host.utf8.count)
                return "  https://\(name.host):\(host.address.port)/  \(gap)\(name.shows)"
            } + [
                "  curl       \(curl)", "  /etc/hosts \(hosts)", style("Ctrl-C ends it", .faint),
            ]
    }

    private var authority: String { host.authorityCertificate ?? "" }
    private var address: String { host.address.host }

    private var curl: String {
        "curl --cacert \(authority) --resolve '*:\(host.address.port):\(address)' "
            + "https://\(FaultyName.expired.host):\(host.address.port)/"
    }

    private var hosts: String { ([address] + FaultyName.allCases.map(\.host)).joined(separator: " ") }

    private static let idleOptions = [
        "--control-port", "--https-port", "--http", "--token", "--token-file", "--allow-host", "--files-from", "--log",
        "--log-level",
    ]
}

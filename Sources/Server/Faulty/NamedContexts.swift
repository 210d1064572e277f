// NamedContexts.swift: one port that shows something else for each name that it is called by.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainTLS
import QuintainTransport

/// What a port shows of itself, by the name in the client's greeting.
@OnLoop
package protocol NamedContexts: AnyObject {
    /// nil: nothing particular.
    func context(for name: String) -> TLSContext?
}

extension Transport {
    /// Reads the greeting, and answers it with the context of the name that it asks for. All that OpenSSL decides while it
    /// reads a greeting, such as versions and ciphers, is then that context's own. false: there was no greeting.
    func secure(for names: any NamedContexts, otherwise context: TLSContext) async -> Bool {
        let listener = TLSConnection(context, holds: true, at: WallClock.seconds)
        var buffer = ReadBuffer(loop: .shared)
        var greeting: [UInt8] = []
        while true {
            switch channel.read(into: &buffer) {
            case .bytes:
                let bytes = buffer.drain()
                greeting += bytes
                bytes.withUnsafeBytes { listener.received($0) }
            case .nothing:
                switch await wait(for: .readable, until: patienceEnd) {
                case .closed, .broken, .deadline: return false
                case .message, .readable, .writable: break
                }
            case .full, .finished, .reset, .failed, .closed: return false
            }
            // What is no greeting is refused by a layer of its own.
            guard listener.phase == .handshake else { break }
        }
        var name: String?
        for case .clientHello(let hello) in listener.takeEvents() { name = hello.serverName }
        secure(name.flatMap { names.context(for: $0.lowercased()) } ?? context, holds: false, having: greeting)
        return true
    }
}

// NamedContexts.swift: one port with a different TLS context for each server name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainTLS
import QuintainTransport

/// The TLS contexts of a port, by the server name in the ClientHello.
@OnLoop
package protocol NamedContexts: AnyObject {
    /// nil: the name has no context of its own.
    func context(for name: String) -> TLSContext?
}

extension Transport {
    /// Reads the ClientHello, and answers it with the context of the server name in it. OpenSSL decides some things
    /// while it reads a ClientHello, such as versions and ciphers, so the name is read first. false: there was no
    /// ClientHello.
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
            // Bytes that are no ClientHello are refused by a layer of their own.
            guard listener.phase == .handshake else { break }
        }
        var name: String?
        for case .clientHello(let hello) in listener.takeEvents() { name = hello.serverName }
        secure(name.flatMap { names.context(for: $0.lowercased()) } ?? context, holds: false, having: greeting)
        return true
    }
}

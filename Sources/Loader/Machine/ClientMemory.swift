// ClientMemory.swift: the state that the loads of one client share.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainStores
import QuintainWire

/// Cookies, copies and passwords. It belongs to one thread, as its client does.
package final class ClientMemory {
    package var cookies = CookieStore()
    package var cache = ResponseCache()
    package var credentials = CredentialStore()
    private var random = SystemRandomNumberGenerator()

    package init() {}

    /// RFC 7616 section 3.4: a value that a server cannot foresee.
    func clientNonce() -> [UInt8] {
        let numbers = [random.next() as UInt64, random.next()]
        return numbers.flatMap { number in Array(String(number, radix: 16).utf8) }
    }
}

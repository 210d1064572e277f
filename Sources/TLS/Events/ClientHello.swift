// ClientHello.swift: what a client asks for when it says hello.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct ClientHello: Sendable, Equatable {
    /// The host name of the extension server_name, RFC 6066 section 3; nil: there is none.
    package var serverName: String?
    /// What the extension supported_versions names, else the one version of the message. Unknown ones are left out.
    package var versions: [TLSVersion] = []
    /// The application protocols offered, RFC 7301.
    package var protocols: [String] = []
    package var cipherCount = 0
    /// A session or a ticket is shown for resumption.
    package var resumes = false
}

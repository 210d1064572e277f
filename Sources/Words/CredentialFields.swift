// CredentialFields.swift: the fields of requests whose values are credentials, by their names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum CredentialFields {
    /// - Parameter name: in lower case.
    package static func contains(_ name: some StringProtocol) -> Bool {
        names.contains(String(name)) || parts.contains { name.contains($0) }
    }

    private static let names: Set<String> = ["authorization", "proxy-authorization", "cookie"]
    private static let parts = ["token", "secret", "password", "api-key", "apikey"]
    package static let mask = "***"
}

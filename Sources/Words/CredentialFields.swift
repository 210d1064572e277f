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

    /// The words of a command without the credentials among them: `-H 'Authorization: ***'`, `-u name:***`.
    package static func masked(_ words: [String]) -> [String] {
        words.indices.map { index in
            let isUser = index > 0 && userOptions.contains(words[index - 1])
            guard isUser, let colon = words[index].firstIndex(of: ":") else { return masked(words[index]) }
            return words[index][...colon] + mask
        }
    }

    /// curl's, which others have as well.
    private static let userOptions: Set<String> = ["-u", "--user", "-U", "--proxy-user"]

    /// A word may be a script with several fields, each within quotes.
    private static func masked(_ word: String) -> String {
        var told = ""
        var rest = word[...]
        while let colon = rest.firstIndex(of: ":") {
            let name = rest[..<colon].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
                .reversed()
            told += rest[...colon]
            rest = rest[rest.index(after: colon)...]
            guard contains(String(name).lowercased()) else { continue }
            told += " " + mask
            rest = rest.drop { !"'\"\n".contains($0) }
        }
        return told + rest
    }
}

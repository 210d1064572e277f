// BasicAnswer.swift: the Authorization value that a user's name and password make.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 7617 section 2: the scheme in any case, one or more spaces, `base64(user:password)`.
package struct BasicAnswer {
    private let token: [UInt8]

    /// A half that is written `path.name` stands for what that part of the path is, if there is one.
    package init(_ credentials: Credentials, in environment: some TemplateEnvironment) {
        func half(_ text: String) -> [UInt8] {
            let prefix = "path."
            guard text.hasPrefix(prefix) else { return Array(text.utf8) }
            return environment.bytes(of: .pathPart(String(text.dropFirst(prefix.count)))) ?? Array(text.utf8)
        }
        token = Base64.encoded(half(credentials.user) + [UInt8(ascii: ":")] + half(credentials.password))
    }

    package func isIn(_ value: [UInt8]) -> Bool {
        guard value.count > scheme.count, zip(value, scheme).allSatisfy({ $0 | 0x20 == $1 }) else { return false }
        let rest = value.dropFirst(scheme.count)
        let answer = rest.drop { $0 == UInt8(ascii: " ") }
        return answer.count < rest.count && answer.elementsEqual(token)
    }
}

private let scheme = Array("basic".utf8)

// Answer.swift: the answer that the delegate of a URLSession has to give.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The answer of a delegate; decoded from a message of the driver protocol.
package struct Answer: Decodable, Sendable {
    package enum Decision: String, Decodable, Sendable {
        case `default`, no, to, body, download, use, none, trust, cancel
    }

    package var answer: Int
    package var decision: Decision
    package var values: [Bytes]?
    package var certificate: String?
    package var header: [[String]]?

    package init(_ decision: Decision, _ values: [Data] = [], header: [[String]] = []) {
        answer = 0
        self.decision = decision
        self.values = values.map(Bytes.init)
        self.header = header
    }

    /// A word of the decision: a URL, a user, a password.
    package func text(_ index: Int) -> String? {
        guard let values, index < values.count else { return nil }
        return String(decoding: values[index].content, as: UTF8.self)
    }
}

/// `"text"`, `{"text": …}`, `{"hex": …}` or `{"file": "/path"}`.
package struct Bytes: Decodable, Sendable {
    package var content: Data

    package init(_ content: Data) { self.content = content }

    private enum CodingKeys: CodingKey {
        case text, hex, file
    }

    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            content = Data(text.utf8)
            return
        }
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if let path = try members.decodeIfPresent(String.self, forKey: .file) {
            content = try Data(contentsOf: URL(fileURLWithPath: path))
        } else if let hex = try members.decodeIfPresent(String.self, forKey: .hex) {
            let digits = hex.compactMap(\.hexDigitValue)
            content = Data(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
        } else {
            content = Data(try members.decode(String.self, forKey: .text).utf8)
        }
    }
}

// Report.swift: a callback of URLSession, in the words of the scenario language.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A callback as it happens; encoded as a message of the driver protocol.
package struct Report: Encodable, Sendable {
    package var callback: CallbackWord
    package var load = 1
    package var subject: [String]?
    package var fields: [String: String]?
    package var header: [[String]]?
    package var text: String?
    package var hex: String?
    package var file: String?
    package var question: Int?

    package init(_ callback: CallbackWord, _ subject: String...) {
        self.callback = callback
        self.subject = subject.isEmpty ? nil : subject
    }

    private enum CodingKeys: String, CodingKey {
        case callback, load, subject, fields, header, hex, file, question
        case text = "data"
    }

    /// Reports of the bytes in pieces that fit on a line in any notation: as text if they are text.
    package static func pieces(_ callback: CallbackWord, _ bytes: Data) -> [Report] {
        var left = bytes
        var reports: [Report] = []
        while !left.isEmpty {
            let piece = Array(left.prefix(pieceAtMost))
            left = left.dropFirst(pieceAtMost)
            var report = Report(callback)
            if let text = String(validating: piece, as: UTF8.self) {
                report.text = text
            } else {
                report.hex = digits(piece)
            }
            reports.append(report)
        }
        return reports
    }

    /// `N/TOTAL`; `N` if the total is not known.
    package static func amount(_ callback: CallbackWord, _ count: Int64, of total: Int64) -> Report {
        Report(callback, total == NSURLSessionTransferSizeUnknown ? "\(count)" : "\(count)/\(total)")
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let pieceAtMost = 128 << 10
}

// Order.swift: what the runner says.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

enum Order: Decodable, Sendable {
    case begin(Beginning)
    case load(LoadOrder)
    case act(Act)
    case answer(Answer)
    case end(Int)
    /// Of a later version of the protocol.
    case unknown

    private enum CodingKeys: CodingKey {
        case `case`, load, act, answer, end
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        // Acts and loads both have a member `load`.
        if members.contains(.act) {
            self = .act(try Act(from: decoder))
        } else if members.contains(.answer) {
            self = .answer(try Answer(from: decoder))
        } else if members.contains(.load) {
            self = .load(try LoadOrder(from: decoder))
        } else if members.contains(.case) {
            self = .begin(try Beginning(from: decoder))
        } else if members.contains(.end) {
            self = .end(try members.decode(Int.self, forKey: .end))
        } else {
            self = .unknown
        }
    }
}

struct Beginning: Decodable, Sendable {
    var `case`: Int
    var folder: String?
}

struct LoadOrder: Decodable, Sendable {
    enum Kind: String, CaseIterable, Codable, Sendable {
        case data, upload, stream, download, handler, async, sync
    }

    var load: Int
    var method: String
    var url: String
    var fields: [[String]]?
    var `as`: Kind?
    var body: Bytes?
    /// Milliseconds.
    var timeout: Double?
    var total: Double?
    var policy: Policy?
    var cookies: Bool?
    var anchor: String?
    var proxy: String?

    enum Policy: String, Decodable, Sendable {
        case reload, revalidate
        case cacheElseLoad = "cache-else-load"
        case cacheOnly = "cache-only"
    }
}

struct Act: Decodable, Sendable {
    enum Word: String, Decodable {
        case cancel, suspend, `continue`, resume, trust
        case addCookie = "add-cookie"
        case forget, invalidate
    }

    var act: String
    var load: Int?
    var of: Int?
    var anchor: String?
    var cookie: String?
    var url: String?
    var what: String?
    var name: String?
}

struct Answer: Decodable, Sendable {
    enum Decision: String, Decodable, Sendable {
        case follow, refuse, to, `default`, use, trust, none, reject, same, body, allow, download, store, skip, cancel
    }

    var answer: Int
    var decision: Decision
    var values: [Bytes]?
    var certificate: String?
    var header: [[String]]?

    /// A word of the decision: a URL, a user, a password.
    func text(_ index: Int) -> String? {
        guard let values, index < values.count else { return nil }
        return String(decoding: values[index].content, as: UTF8.self)
    }
}

/// `"text"`, `{"text": …}`, `{"hex": …}` or `{"file": "/path"}`.
struct Bytes: Decodable, Sendable {
    var content: Data

    private enum CodingKeys: CodingKey {
        case text, hex, file
    }

    init(from decoder: any Decoder) throws {
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

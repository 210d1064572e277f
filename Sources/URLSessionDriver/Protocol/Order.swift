// Order.swift: the messages of the runner.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainURLSessionWords

enum Order: Decodable, Sendable {
    case begin(Beginning)
    case load(LoadOrder)
    case act(Act)
    case answer(Answer)
    case end(Int)
    /// An order of a later version of the protocol.
    case unknown

    private enum CodingKeys: CodingKey {
        case `case`, load, act, answer, end
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        // Acts and loads both have a member `load`, so acts are looked for first.
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
    /// The decisions of the scenario's further lines; a load with one that cannot be made here is refused.
    var decisions: [PlannedDecision]?

    enum Policy: String, Decodable, Sendable {
        case reload
        case cacheOnly = "cache-only"
    }
}

struct PlannedDecision: Decodable, Sendable {
    var callback: String
    var decision: String
    /// The kind of a challenge.
    var kind: String?

    /// The delegate is not asked about this challenge here, and no option sets the decision: only the default can
    /// happen.
    var cannotBeMade: Bool {
        guard callback == "challenge", let kind, let challenges = Abilities.challenges else { return false }
        return !challenges.contains(kind) && decision != "default" && decision != "none"
    }
}

struct Act: Decodable, Sendable {
    enum Word: String, Decodable {
        case cancel, suspend, `continue`, resume, trust
    }

    var act: String
    var load: Int?
    var of: Int?
    var anchor: String?
}

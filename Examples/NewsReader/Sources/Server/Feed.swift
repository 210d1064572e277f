// Feed.swift: what the news service answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// One line for each headline, the newest first.
public struct Feed: Sendable {
    public var headlines: [String]

    public init(_ headlines: [String]) { self.headlines = headlines }

    public var text: String { headlines.joined(separator: "\n") }
}

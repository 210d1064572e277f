// CallbackKind.swift: what a client's delegate can report, and what is known of each.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The name of a callback, which stands first on a `*` line.
package enum CallbackKind: String, WordSet {
    case canonical
    case redirect
    case challenge
    case challengeCancelled = "challenge-cancelled"
    case needBody = "need-body"
    case sent
    case waiting
    case informational
    case response
    case data
    case event
    case willCache = "will-cache"
    case resumed
    case decode
    case destination
    case created
    case progress
    case file
    case metrics
    case finish
    case fail

    /// Those that a scenario has: no server makes a client wait for a network.
    package static let words = allCases.filter { $0 != .waiting }.map(\.rawValue)

    private static let table: WordTable<CallbackKind, CallbackTraits> = [
        .canonical: CallbackTraits(
            values: [.url], fields: ["method"], decisions: [.byDefault, .to, .no],
            styles: [.nsurlconnection, .nsurldownload], [.hasHeader, .isPlanned, .steersLoad]),
        .redirect: CallbackTraits(
            values: [.status, .url], fields: ["method"], decisions: [.byDefault, .no, .to, .body],
            [.isAlwaysCounted, .hasHeader, .isPlanned, .steersLoad, .canBeginLoad]),
        .challenge: CallbackTraits(
            values: [.challenge], fields: ["realm", "failures", "proxy", "host"],
            decisions: [.byDefault, .use, .trust, .none, .no],
            [.isAlwaysCounted, .isPlanned, .steersLoad, .canBeginLoad]),
        .challengeCancelled: CallbackTraits(
            fields: ["realm", "failures", "proxy", "host"], styles: [.nsurlconnection, .nsurldownload, .urlprotocol],
            [.isAlwaysCounted]),
        .needBody: CallbackTraits(
            decisions: [.byDefault, .body, .no], styles: [.urlsession, .nsurlconnection], [.steersLoad]),
        .sent: CallbackTraits(
            values: [.amount], styles: [.urlsession, .nsurlconnection], [.isOptionalOnCompletion]),
        .waiting: CallbackTraits(styles: [.urlsession]),
        .informational: CallbackTraits(
            values: [.status], styles: [.urlsession], [.hasHeader, .followsBytes, .isOptionalOnCompletion]),
        .response: CallbackTraits(
            values: [.status], optional: .mediaType, fields: ["length", "encoding", "filename", "url"],
            decisions: [.byDefault, .download], [.isAlwaysCounted, .hasHeader, .followsBytes, .canBeginLoad]),
        .data: CallbackTraits(
            values: [.bytes], styles: [.urlsession, .nsurlconnection, .urlprotocol],
            [.isAlwaysCounted, .followsBytes]),
        // URLSession has no streams of events, but an app's event source may be built on it.
        .event: CallbackTraits(
            optional: .text, fields: ["type", "id"], styles: [.urlsession], [.isAlwaysCounted, .followsBytes]),
        .willCache: CallbackTraits(
            fields: ["storage"], decisions: [.byDefault, .no], styles: [.urlsession, .nsurlconnection],
            [.isOptionalOnCompletion]),
        // NSURLDownload has no callback for a file: it is looked at as the download finishes.
        .resumed: CallbackTraits(
            values: [.amount], styles: [.urlsession, .nsurlconnection, .nsurldownload], [.isAlwaysCounted]),
        .decode: CallbackTraits(values: [.mediaType], decisions: [.byDefault, .no], styles: [.nsurldownload]),
        // The suggested name is taken unless another one is given.
        .destination: CallbackTraits(
            values: [.name], decisions: [.byDefault, .to], styles: [.nsurldownload]),
        .created: CallbackTraits(styles: [.nsurldownload]),
        .progress: CallbackTraits(
            values: [.amount], styles: [.urlsession, .nsurlconnection, .nsurldownload],
            [.followsBytes, .isOptionalOnCompletion]),
        .file: CallbackTraits(
            values: [.bytes], styles: [.urlsession, .nsurlconnection, .nsurldownload], [.isAlwaysCounted]),
        .metrics: CallbackTraits(styles: [.urlsession]),
        .finish: CallbackTraits([.isAlwaysCounted, .endsLoad]),
        .fail: CallbackTraits(values: [.failure], [.isAlwaysCounted, .endsLoad]),
    ]

    private static let marks = table.column { $0.marks }

    package var traits: CallbackTraits { Self.table[self] }

    package func has(_ mark: CallbackMarks) -> Bool { Self.marks[self].contains(mark) }

    /// Hashes the number of the case, not its word: sets of callbacks are looked into for every line.
    package func hash(into hasher: inout Hasher) { hasher.combine(UInt8(truncatingIfNeeded: number)) }
}

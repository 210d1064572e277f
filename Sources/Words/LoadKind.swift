// LoadKind.swift: the ways in which an app can load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// How an app loads. Scenarios write the kinds that report on the way; `check --way` chooses the others.
package enum LoadKind: String, WordSet {
    case data, upload, stream, download, handler, async, sync, events

    private struct Traits {
        /// The load reports its result only at its end.
        var completes = false
        var styles: [APIStyle]
    }

    private static let table: WordTable<LoadKind, Traits> = [
        .data: Traits(styles: APIStyle.allCases),
        .upload: Traits(styles: [.urlsession, .nsurlconnection, .urlprotocol]),
        .stream: Traits(styles: [.urlsession, .nsurlconnection, .urlprotocol]),
        .download: Traits(styles: [.urlsession, .nsurlconnection, .nsurldownload]),
        // NSURLConnection's loads without a delegate report no callbacks in an order, but they are loads all the same.
        .handler: Traits(completes: true, styles: [.urlsession, .nsurlconnection]),
        .async: Traits(completes: true, styles: [.urlsession, .nsurlconnection]),
        .sync: Traits(completes: true, styles: [.urlsession, .nsurlconnection]),
        // No API has such loads. A client of URLSession's may have an event source that makes them.
        .events: Traits(styles: [.urlsession]),
    ]

    /// Whether the load reports its result only at its end.
    package var completes: Bool { Self.table[self].completes }

    /// The words behind `as` in `client GET / as download`.
    package static let written = allCases.filter { !$0.completes }

    /// The APIs that have such loads.
    package var styles: [APIStyle] { Self.table[self].styles }
}

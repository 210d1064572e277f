// TextsOfCallers.swift: functions that play texts of tests in other files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

func check(_ text: String, loading path: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let play = try await Play(of: text, sourceLocation: sourceLocation)
    _ = try await play.session().data(from: play.url(path))
    try await play.verify(sourceLocation: sourceLocation)
}

func check(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: (Play) async throws -> Void
) async throws {
    try await withPlay(of: text, sourceLocation: sourceLocation) { play in try await body(play) }
}

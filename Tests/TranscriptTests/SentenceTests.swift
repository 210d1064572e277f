// SentenceTests.swift: what people read of each difference, compared with reviewed sentences.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// This is the one test of their words: others compare the differences. `QUINTAIN_GOLDEN=rewrite` writes them.
@Suite struct `The sentences of differences` {
    private static let path = "\(#filePath.dropLast("SentenceTests.swift".count))sentences.txt"

    @Test func `are those that were reviewed`() throws {
        let sentences = `A difference in JSON`.specimens.map { "\($0.slug.rawValue): \(FindingText.sentence($0))" }
        if getenv("QUINTAIN_GOLDEN").map({ String(cString: $0) }) == "rewrite" {
            try #require(getenv("CI") == nil, "expectations are rewritten by hand, and reviewed, never in CI")
            let file = try #require(fopen(Self.path, "w"))
            defer { fclose(file) }
            for sentence in sentences { fputs(sentence + "\n", file) }
            return
        }
        let expected = try `The document on transcripts`.lines(of: "../Tests/TranscriptTests/sentences.txt")
        #expect(sentences == Array(expected.dropLast()))
    }
}

// VariantTests.swift: settings of a file that stay in its variants.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainSweep
import Testing

@Suite struct `A variant` {
    /// A level holds in the branches below it, and after them.
    @Test(
        arguments: [
            "level  should\neither a\n* response 200\nor     b\n*? response 200\nend\n* finish",
            "level  should\neither a\n* response 200\nor     b\nlevel  may\n*? response 200\nend\nlevel  must\n* finish",
        ])
    func `keeps a level above branches`(lines: String) throws {
        let head = "> GET /\n< 200\n< X-A: b\n"
        #expect(
            try Varying(head + lines + "\n").variant(.dressing, "lower")
                == head.replacing("X-A", with: "x-a") + lines)
    }

    @Test func `loses a level that holds for no line any more`() throws {
        let two = try Varying(
            "> GET /\n< 200\n* response 200\n* finish\nlevel  should\nclient GET /b\n> GET /b\n< 200\n* response 200\n* finish\n"
        )
        #expect(
            try two.variant(.framing, "wrong-length-listed")
                == "> GET /\n< 200\n< Content-Length: 0, 1\n* fail bad-response\n! await close")
    }
}

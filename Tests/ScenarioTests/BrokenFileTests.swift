// BrokenFileTests.swift: files that stand as JSON, and are none.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainScenario
import Testing

@Suite struct `A file within JSON` {
    @Test(arguments: [
        (#"{{json {{file "b.json"}}}}"#, true), (#"{{json {"a": {{file "b.json"}}}}}"#, true),
        (#"{{json {{file "b.txt"}}}}"#, true), (#"{{json {"a": {{file "b.txt"}}}}}"#, false),
        (#"{{json "{{file "b.json"}}"}}"#, false), (#"{{file "b.json"}}"#, false),
    ])
    func `that is none is told, unless its text is meant`(value: String, isTold: Bool) {
        for lines in ["> POST /\n>\n> \(value)\n< 200\n", "> GET /\n< 200\n<\n< \(value)\n"] {
            let bytes = Array("{\"a\": 1,\n \"b\": [2,}".utf8)
            let reading = ScenarioReader.read(Array("# t\n\(lines)".utf8), file: "t.scenario") { _ in .success(bytes) }
            let told = reading.advised.filter { $0.slug == .badArgument }
            #expect(told.count == (isTold ? 1 : 0), "\(reading.advised.map(\.message))")
            #expect(told.allSatisfy { $0.message.hasSuffix(", in its line 2") }, "\(told.map(\.message))")
        }
    }

    @Test func `that is one is told nowhere`() {
        let text = "# t\n> GET /\n< 200\n<\n< {{json {{file \"b.json\"}}}}\n"
        let reading = ScenarioReader.read(Array(text.utf8), file: "t.scenario") { _ in .success(Array("[1.5e3]\n".utf8))
        }
        #expect(reading.advised.isEmpty)
    }
}

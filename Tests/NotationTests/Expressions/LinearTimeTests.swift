// LinearTimeTests.swift: no template and no input make a match slow; its steps are counted, not timed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainNotation

@Suite struct `The work of a match` {
    /// Steps for an input that does not match.
    private func steps(_ template: Template, _ input: [UInt8]) -> Int {
        input.withUnsafeBytes { bytes in
            var attempt = TemplateMatcher(template).attempt(bytes, in: EmptyEnvironment())
            let fits = attempt.run()
            #expect(!fits)
            return attempt.steps
        }
    }

    /// Each template with what its input is made of; no input matches. The first five are well known.
    private static let hostile: [(Template, String)] = [
        (Template(.regex("(\\w+\\s?)*!")), "a"),
        (Template(.regex("(a*)*b")), "a"),
        (Template(.regex("(a|a)*b")), "a"),
        (Template(.regex("(a|aa)+b")), "a"),
        (Template(.regex("(.*)*x")), "y"),
        (Template(.regex("(.*)(.*)(.*)(.*)x")), "y"),
        (Template(.regex("(.{1,50})*x")), "é"),
        (Template(.of(.any), .regex("[a-z]+"), .of(.any), "!"), "a"),
        (Template(.regex("a*"), .regex("a*"), .regex("a*"), "b"), "a"),
        (Template(.of(.capture("x")), .regex("(a|b)+"), "-", .of(.capture("y")), "-!"), "ab-"),
        (Template(.of(.pathSegment("x")), "a", .of(.pathSegment("y")), "a", .of(.pathSegment("z")), "b"), "a"),
        (Template(.regex(".*a.*a.*a.*b")), "a"),
        (Template(.of(.any), "a", .of(.any), "a", .of(.any), "a", .of(.any), "a", .of(.any), "b"), "a"),
        (Template(.of(.any), "aaaaaaab", .of(.any)), "a"),
        (Template(.of(.any), "aaaaaaab", .of(.any), "aaaaaaab"), "a"),
    ]

    @Test(arguments: hostile.indices)
    func `grows as the input does`(index: Int) {
        let (template, unit) = Self.hostile[index]
        let input = Array(String(repeating: unit, count: (index < 5 ? 100_000 : 10_000) / unit.utf8.count).utf8)
        let (few, many) = (steps(template, Array(input.prefix(input.count / 10))), steps(template, input))
        #expect(many <= few * 11 + 1000)
        #expect(many <= input.count * 55)
    }

    @Test func `is bounded by the product of the lengths where elements overlap`() {
        var template = Template()
        for _ in 0..<100 { template.append(Template(.regex("a*"))) }
        template.append(Array("b".utf8))
        #expect(steps(template, Array(repeating: UInt8(ascii: "a"), count: 1000)) <= 1000 * 500)
    }

    @Test func `is given up, and it is said, where hundreds of ways are open all along`() {
        var template = Template()
        for _ in 0..<400 { template.append(Template(.regex("(?s).*"))) }
        template.append(Array("b".utf8))
        let match = template.matches(Array(repeating: UInt8(ascii: "a"), count: 1000), in: EmptyEnvironment())
        #expect(!match.fits)
        #expect(match.objection == "there are too many ways to read it")
    }

    @Test func `does not nest as deep as a template is long`() {
        var gaps = Template()
        for _ in 0..<20_000 {
            gaps.append(Array("a".utf8))
            gaps.append(Value(.any, at: Place(line: 1)))
        }
        #expect(!gaps.matches(Array("abc".utf8), in: EmptyEnvironment()).fits)
        var captures = Template()
        for index in 0..<20_000 { captures.append(Value(.capture("x\(index)"), at: Place(line: 1))) }
        #expect(captures.matches(Array("abc".utf8), in: EmptyEnvironment()).captures["x19999"] == Array("abc".utf8))
    }
}

// ExpressionFaultTests.swift: broken regular expressions, and where they are broken.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@Suite struct `What is no regular expression` {
    /// The wrong part stands between « and ».
    @Test(arguments: [
        "«(»", "a«(»b", "a«)»", "(a)«)»", "«(»a|b", "«(»a(b)", "«(?»", "«(?i»", "«(?)»", "«(»?:a",
        "«*»a", "«+»", "«?»", "a*«*»", "a+?«?»", "a|«*»", "(«*»)", "^«*»", "(?i)«+»",
        "«{»2}", "a«{»", "a«{2»", "a«{x»}", "a«{2,x»}", "a«{,2}»", "a«{3,1}»", "a«{501}»", "a«{1000000}»",
        "a«{99999999999999999999}»", "a{2}«{»2}", "a*«+»", "a{2}«+»",
        "«[»", "«[»a", "«[»^", "«[]»a]", "«[^]»a]", "[«z-a»]", "[«a-\\d»]", "[a«[»b]", "[«[»:alpha:]]", "[a«&&»b]",
        "[«a--»b]", "[«--»b]",
        "«\\»", "[«\\»", "«\\q»", "«\\0»", "«\\1»", "(a)«\\1»", "«\\k»<a>", "«\\b»", "«\\B»", "«\\A»", "«\\z»",
        "«\\p»{L}",
        "[«\\b»]", "«\\x»", "«\\x4»", "«\\x»g0", "«\\x{»}", "«\\x{110000»}", "«\\x{41»",
        "«(?<»", "«(?<»a>b)", "«(?P»<a>b)", "«(?=»a)", "«(?!»a)", "«(?<=»a)", "«(?<!»a)", "«(?>»a)", "«(?#»a)",
        "«(?m»)",
        "«a{400}b{400}»", "«((a{50}){50}){50}»", "«(((){0,500}){0,500}){0,500}»",
    ])
    func `is told of with its place`(marked: String) throws {
        let parts = marked.split(omittingEmptySubsequences: false) { $0 == "«" || $0 == "»" }.map { Array($0.utf8) }
        let fault = try #require(throws: ExpressionFault.self) { try BytePattern(parts.flatMap(\.self)) }
        #expect(fault.range == parts[0].count..<(parts[0].count + parts[1].count), "\(fault.message)")
        #expect(!fault.message.isEmpty)
    }

    @Test func `is refused within bounds, whatever it is`() {
        for hostile in ["(", "[", "\\", "a", "(a", "[a", "(?i", "x{500}", "()", "(a|", "a?", ".*", "é", "[^"] {
            let long = Array(String(repeating: hostile, count: 65536 / hostile.utf8.count).utf8)
            #expect(throws: ExpressionFault.self) { try BytePattern(long) }
            _ = try? BytePattern(Array(long.prefix(4096)))
        }
        let nested = String(repeating: "(", count: 2000) + String(repeating: ")", count: 2000)
        #expect(throws: ExpressionFault.self) { try BytePattern(Array(nested.utf8)) }
        let repeated = String(repeating: "(", count: 50) + "a" + String(repeating: "{0,500})", count: 50)
        #expect(throws: ExpressionFault.self) { try BytePattern(Array(repeated.utf8)) }
        let empty = String(repeating: "(", count: 50) + String(repeating: "){0,500}", count: 50)
        #expect(throws: ExpressionFault.self) { try BytePattern(Array(empty.utf8)) }
    }

    @Test func `says what to write instead of what looks around or refers back`() throws {
        for expression in [
            "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(?<n>a)", "(?>a)", "(a)\\1", "\\bgzip\\b", "\\Aa", "a*+",
        ] {
            let fault = try #require(throws: ExpressionFault.self) { try BytePattern(Array(expression.utf8)) }
            #expect(fault.help != nil, "\(expression)")
        }
    }
}

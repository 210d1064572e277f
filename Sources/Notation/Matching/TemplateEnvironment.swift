// TemplateEnvironment.swift: what a template's values stand for at some moment of a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Answers for the values that only a run, or another part of the program, can know.
///
/// Each method may answer nil for what it does not know; the extension below does so for everything.
package protocol TemplateEnvironment {
    /// What a function stands for: `nonce`, `now`, `length`, `url`, `authority`, `requestHeader`,
    /// `requestBody`, `pathPart`, `count`, `authorityCertificate`, `captured`.
    func bytes(of function: Function) -> [UInt8]?

    /// The bytes under a transform that the notation itself cannot do: codings and hashes.
    func transformed(_ bytes: [UInt8], by transform: Transform) -> [UInt8]?

    /// How many of the first bytes are the content under these codings, the last of them outermost; nil: none are.
    func extent(of bytes: UnsafeRawBufferPointer, coding content: [UInt8], by codings: [Coding]) -> Int?

    /// Whether a field value is what a function asks for that only matches: `digest`.
    func accepts(_ bytes: [UInt8], as function: Function) -> Bool?
}

extension TemplateEnvironment {
    package func bytes(of function: Function) -> [UInt8]? { nil }
    package func transformed(_ bytes: [UInt8], by transform: Transform) -> [UInt8]? { nil }
    package func extent(of bytes: UnsafeRawBufferPointer, coding content: [UInt8], by codings: [Coding]) -> Int? { nil }
    package func accepts(_ bytes: [UInt8], as function: Function) -> Bool? { nil }
}

/// Nothing is known beyond what the template says itself.
package struct EmptyEnvironment: TemplateEnvironment {
    package init() {}
}

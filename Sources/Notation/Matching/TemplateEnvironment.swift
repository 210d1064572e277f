// TemplateEnvironment.swift: the values of a template at one moment of a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Answers for the values that only a run, or another part of the program, can know.
///
/// Each method may answer nil for what it does not know; the extension below does so for everything.
package protocol TemplateEnvironment {
    /// The bytes of a function whose ``Function/source`` is the environment.
    func bytes(of function: Function) -> [UInt8]?

    /// The bytes under a transform that the notation itself cannot do: codings and hashes.
    func transformed(_ bytes: [UInt8], by transform: Transform) -> [UInt8]?

    /// How many of the first bytes are the content under these codings, the last of them outermost; nil: none are.
    func extent(of bytes: UnsafeRawBufferPointer, coding content: [UInt8], by codings: [Coding]) -> Int?

    /// Whether a field value is what a function asks for that only matches: `basic`, `digest`.
    func accepts(_ bytes: [UInt8], as function: Function) -> Acceptance?

    /// The `Content-Type` of the request whose body is compared.
    var contentType: [UInt8]? { get }

    /// What comparisons may take together; nil: each is bounded by itself.
    var effort: MatchEffort? { get }
}

extension TemplateEnvironment {
    package func bytes(of function: Function) -> [UInt8]? { nil }
    package func transformed(_ bytes: [UInt8], by transform: Transform) -> [UInt8]? { nil }
    package func extent(of bytes: UnsafeRawBufferPointer, coding content: [UInt8], by codings: [Coding]) -> Int? { nil }
    package func accepts(_ bytes: [UInt8], as function: Function) -> Acceptance? { nil }
    package var contentType: [UInt8]? { nil }
    package var effort: MatchEffort? { nil }
}

/// An environment's judgement of bytes that only it can judge.
package enum Acceptance: Hashable, Sendable {
    case whole
    /// The bytes are right so far; the rest of the request decides.
    case soFar
    /// Why the bytes differ, if that is known.
    case differs(String?)

    var fits: Bool {
        switch self {
        case .whole, .soFar: true
        case .differs: false
        }
    }
}

/// An environment that knows no values.
package struct EmptyEnvironment: TemplateEnvironment {
    package init() {}
}

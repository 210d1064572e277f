// Callback.swift: what the client's delegate must report, and what it then decides.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// One `*` line.
package struct Callback: Hashable, Sendable {
    package var kind: CallbackKind
    package var occurrence: Occurrence
    /// What stands behind the name: `302 /done`; the values of `data` and `file` in one template.
    package var subject: [Template]
    /// `method=GET`, `failures=0`.
    package var fields: [NamedValue]
    /// Indented below the line. Below `-> to URL` they belong to the decision instead.
    package var header: [NamedValue]
    package var decision: Decision?
    /// Milliseconds since the line above was done.
    package var after: ClosedRange<Int>?
    /// The API styles to which the line is limited; empty: all.
    package var styles: [String]

    package init(
        kind: CallbackKind,
        occurrence: Occurrence = .once,
        subject: [Template] = [],
        fields: [NamedValue] = [],
        header: [NamedValue] = [],
        decision: Decision? = nil,
        after: ClosedRange<Int>? = nil,
        styles: [String] = []
    ) {
        self.kind = kind
        self.occurrence = occurrence
        self.subject = subject
        self.fields = fields
        self.header = header
        self.decision = decision
        self.after = after
        self.styles = styles
    }
}

extension Callback {
    /// Whether a client that is asked about these kinds can be asked what the line says. A kind that is not written out
    /// may be any.
    package func isChallenge(among kinds: Set<ChallengeKind>) -> Bool {
        guard kind == .challenge, let literal = subject.first?.literal else { return true }
        guard let challenge = ChallengeKind(rawValue: String(decoding: literal, as: UTF8.self)) else { return true }
        return kinds.contains(challenge)
    }
}

package struct NamedValue: Hashable, Sendable {
    package var name: String
    package var value: Template

    package init(_ name: String, _ value: Template) {
        self.name = name
        self.value = value
    }
}

package enum Occurrence: Hashable, Sendable {
    case once
    /// `*?`
    case optional
    /// `*+`
    case oneOrMore
    /// `*&`: a run of these may come in any order.
    case anyOrder
}

package enum CallbackKind: String, CaseIterable, Sendable {
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

    /// Must never come unwritten; the other kinds pass by in a file that does not name them.
    package var isAlwaysCounted: Bool {
        switch self {
        case .challenge, .challengeCancelled, .redirect, .response, .data, .resumed, .file, .finish, .fail: true
        case .canonical, .needBody, .sent, .waiting, .informational, .willCache, .decode, .destination, .created,
            .progress, .metrics:
            false
        }
    }

    /// The delegate is asked, and answers with a decision.
    package var isQuestion: Bool {
        switch self {
        case .canonical, .redirect, .challenge, .needBody, .response, .willCache, .decode, .destination: true
        case .challengeCancelled, .sent, .waiting, .informational, .data, .resumed, .created, .progress, .file,
            .metrics, .finish, .fail:
            false
        }
    }

    /// Of the case itself: that of a raw value would be of its text, for each look into a set.
    package func hash(into hasher: inout Hasher) {
        withUnsafeBytes(of: self) { hasher.combine(bytes: $0) }
    }

    /// The load's last callback.
    package var endsLoad: Bool { self == .finish || self == .fail }
}

package enum Decision: Hashable, Sendable {
    case follow
    case refuse
    /// `to URL`, with the header fields of the new request.
    case toURL(Template, header: [NamedValue])
    case byDefault
    case use(user: Template, password: Template)
    case useCertificate(Template)
    case trust
    case none
    case reject
    case same
    case body(Template)
    case allow
    case download
    case store
    case skip
    case yes
    case no
    /// `to NAME`, for a destination.
    case toName(Template)
    /// For any callback: the question's own cancel answer, or a cancel from within the callback.
    case cancel
    /// For any question: left open until `client answer`.
    case hold
}

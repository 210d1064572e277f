// ProtocolSentence.swift: the sentences of the protocol that a driver is held to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A sentence of `docs/driver-protocol.md`, or a part of one, word for word, and its section.
struct ProtocolSentence: Sendable, Equatable {
    let section: String
    let text: String

    /// `read docs/driver-protocol.md#lines: "…"`
    var hint: String { "read \(DriverDocument.path)#\(section): \"\(text)\"" }

    private init(_ section: String, _ text: String) {
        self.section = section
        self.text = text
    }

    static let unknown = Self("lines", "Members that a driver or the runner does not know are ignored")
    static let atEnd = Self("lines", "When its input ends, a driver ends, with exit status 0.")
    static let request = Self("what-the-runner-says", "the request: `fields` in this order, names may repeat")
    static let body = Self(
        "what-the-runner-says", "`{\"text\": …}`, `{\"hex\": …}`, or for a long one `{\"file\": \"/path\"}`")
    static let decisions = Self(
        "what-the-runner-says", "The others become options of the client, before the load begins")
    static let twice = Self(
        "what-the-runner-says", "The list has all decisions of the file, with its branches one after another")
    static let proxy = Self("what-the-runner-says", "the URL of the proxy to go through")
    static let challengeOfProxy = Self(
        "what-the-runner-says", "Each decision has `callback`, `decision`, and for a challenge `kind`, `proxy` (`true`)"
    )
    static let anchor = Self(
        "what-the-runner-says", "the only authorities that the client trusts, at the server and at an `https` proxy")
    static let trust = Self("what-the-runner-says", "trusts this PEM file's authority from here on")
    static let ended = Self("what-the-runner-says", "and then writes `{\"ended\": 7}`")
    static let faults = Self("what-is-a-drivers-fault", "These are faults of a driver")
    static let acts = Self("what-the-runner-says", "the load is cancelled, suspended, continued")
    static let end = Self("what-the-runner-says", "The driver cancels loads that are still running, drops its client")
    static let bytes = Self("what-the-driver-says", "as text or by their digits, in pieces of any size")
    static let subject = Self("what-the-driver-says", "the words after the name in a scenario")
    static let parameters = Self("what-the-driver-says", "the parameters there, `name=value`")
    static let header = Self("what-the-driver-says", "the fields of the new request, or of the response")
    static let question = Self("what-the-driver-says", "the driver then waits for the answer with this number")
    static let everyEnd = Self(
        "what-the-driver-says", "Every load ends with exactly one of `finish` and `fail`, which is its last callback.")
    static let cases = Self("what-the-driver-says", "the case's number, as the load knows it")
    static let lanes = Self("the-greeting", "`lanes`, that several loads can run at once")
    static let serial = Self("the-greeting", "it begins a load when the one before it has ended")
    static let values = Self("values-that-are-not-known", "A value of `fields` is in one of three states")
    static let failures = Self("names-of-failures", "a driver maps every error of its client")

    static let all: [Self] = [
        unknown, atEnd, request, body, decisions, twice, proxy, challengeOfProxy, anchor, trust, acts, end, bytes,
        subject,
        parameters, header, question, everyEnd, cases, lanes, serial, values, failures, ended, faults,
    ]
}

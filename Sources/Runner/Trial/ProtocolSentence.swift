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
    static let listed = Self(
        "the-greeting", "A callback that is listed is reported each time that the client comes to it.")
    static let request = Self("a-load", "the request: `fields` in this order, names may repeat")
    static let body = Self("a-load", "`{\"text\": …}`, `{\"hex\": …}`, or for a long one `{\"file\": \"/path\"}`")
    static let decisions = Self("decisions", "The others become options of the client, before the load begins")
    static let twice = Self("decisions", "The list has all decisions of the file, with its branches one after another")
    static let elsewhere = Self("an-answer", "with `to`: the fields of the new request, as pairs")
    static let cancelling = Self(
        "an-answer", "`cancel` ends the load, which reports `fail cancelled` as its last callback.")
    static let ownLoad = Self("decisions", "An option counts for its own load alone.")
    static let kindOfChallenge = Self(
        "decisions", "of a `kind` that the client has no option for, if only in one branch | reports `unable`")
    static let proxy = Self("a-load", "the URL of the proxy to go through")
    static let challengeOfProxy = Self(
        "decisions", "Each decision has `callback`, `decision`, and for a challenge `kind`, `proxy` (`true`)"
    )
    static let anchor = Self(
        "a-load", "the only authorities that the client trusts, at the server and at an `https` proxy")
    static let trust = Self("an-act", "trusts this PEM file's authority from here on")
    static let ended = Self("the-end", "and then writes `{\"ended\": 7}`")
    static let faults = Self("what-is-a-drivers-fault", "These are faults of a driver")
    static let acts = Self("an-act", "the load is cancelled, suspended, continued")
    static let end = Self("the-end", "The driver cancels loads that are still running, drops its client")
    static let bytes = Self("a-callback", "as text or by their digits, in pieces of any size")
    static let asTheyCome = Self(
        "kinds-of-loads",
        "A driver whose client collects a body before it hands it on greets with `\"loads\": [\"sync\"]`")
    static let subject = Self("a-callback", "the words after the name in a scenario")
    static let parameters = Self("a-callback", "the parameters there, `name=value`")
    static let header = Self("a-callback", "the fields of the new request, or of the response")
    static let question = Self("a-callback", "the driver then waits for the answer with this number")
    static let download = Self("a-download", "A load of the kind `download` writes a body into a file.")
    static let resumed = Self("a-download", "all that comes of it is reported as load 2")
    static let noFailure = Self("unable", "An error of the client is a `fail`, whatever it is, and never `unable`")
    static let everyEnd = Self(
        "the-end-of-a-load", "Every load ends with exactly one of `finish` and `fail`, which is its last callback.")
    static let cases = Self("a-callback", "the case's number, as the load knows it")
    static let lanes = Self("other-abilities", "several loads can run at once")
    static let serial = Self("loads-one-after-the-other", "it begins a load when the one before it has ended")
    static let values = Self("values-that-are-not-known", "A value of `fields` is in one of three states")
    static let failures = Self("names-of-failures", "a driver maps every error of its client")

    static let all: [Self] = [
        unknown, atEnd, listed, request, body, decisions, twice, elsewhere, cancelling, ownLoad, kindOfChallenge, proxy,
        challengeOfProxy, anchor, trust, acts, end, bytes,
        asTheyCome, download, resumed, noFailure, subject, parameters, header, question, everyEnd, cases, lanes, serial,
        values,
        failures, ended,
        faults,
    ]
}

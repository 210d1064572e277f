// FindingText+Hints.swift: ends of sentences that say what to write instead.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

extension FindingText {
    static func text(_ hint: Remedy) -> String {
        switch hint {
        case .cookies: "; '{{cookies …}}' takes these in any order"
        case .cookieLines: "; a client sends one field, and '{{cookies …}}' takes all of it in any order"
        case .form(let isOrder): "; '{{form …}}' takes these fields in any \(isOrder ? "order" : "spelling")"
        case .query(let isOrder): "; '?{{query …}}' takes these parameters in any \(isOrder ? "order" : "spelling")"
        case .unwrittenQuery(let path, let names): "; '\(path)?{{query \(names)}}' takes that query"
        case .anyQuery: "; behind it '?{{any}}' takes any query"
        case .slash: "; the URL in front of the path ends in '/' already"
        case .percent(let names):
            "; \(names.map { "'{{\($0) | percent}}'" }.joined(separator: " and ")) \(names.count == 1 ? "takes" : "take") it"
        case .list(let first):
            "; it is the same list: '{{list has \(Quoting.quoted(first))}}' takes a member, in however many fields it comes"
        case .type(let type): "; '{{/\(type).*/}}' takes the type with any parameters"
        case .partFits: Template.hintOfPart
        case .jsonBlanks: "; '{{json …}}' takes any blanks"
        case .jsonOrder: "; '{{json …}}' takes members in any order"
        case .lineEnds(crlf: true): "; the lines of a body end in LF: CRLF is written in a string, '\\r\\n'"
        case .lineEnds(crlf: false): "; below 'lines lf' a line ends in LF"
        case .bypass(let proxy, let origin): "; it came straight to '\(origin)', not through the proxy '\(proxy)'"
        case .anyOrder: "; 'any-order' is for requests that come at once"
        case .lanes:
            "; lines below 'end' wait for all parts of 'any-order': what comes while another part waits has a lane, which a "
                + "'client' line names, 'client GET /a lane=b' and '>b GET /a'"
        case .rounds(let count): "; 'any-order \(count)' is for rounds that come at once"
        case .answeredByClient:
            ", and the load has asked for nothing: the client has answered by itself, as from what it has stored"
        }
    }

    static let hintOfContinue =
        "; it expects '100-continue': '< 100' above the lines of the body answers it"
    static let untoldEnd =
        "; '< Connection: close' in a reply tells its client that the server ends the connection"

    /// Why a value that a line uses is not there.
    package static func text(_ untaken: Untaken) -> String {
        let line = FindingText.numbered(untaken.line)
        return switch untaken.why {
        case .quoted:
            "; '\(untaken.name)' was taken with its quotes: line \(untaken.line.number) takes a string without them as "
                + "\"{{\(untaken.name) = any}}\""
        case .broken: "; '\(untaken.name)' was never taken: \(line), was not kept"
        case .unobserved: "; '\(untaken.name)' was never taken: \(line), was not observed"
        case .notHappened: "; '\(untaken.name)' was never taken: \(line), has not happened"
        }
    }
}

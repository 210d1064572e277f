// DigestLedger.swift: the challenges that a run has sent, and the use of each.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainWire

/// The fields of an origin and those of a proxy, RFC 9110 sections 11.6 and 11.7.
package enum AuthSide: Hashable, Sendable {
    case origin, proxy

    package var challengeField: String { self == .origin ? "WWW-Authenticate" : "Proxy-Authenticate" }
    package var credentialsField: String { self == .origin ? "Authorization" : "Proxy-Authorization" }
    package var confirmationField: String { self == .origin ? "Authentication-Info" : "Proxy-Authentication-Info" }

    package static let all = [AuthSide.origin, .proxy]
}

/// The question whether Digest credentials are those that a line asks for.
package struct DigestInquiry: Sendable {
    package var user: String
    package var password: String
    package var demands: DigestDemands
    package var request: DigestRequest
    package var side: AuthSide
    /// The name of the origin that was asked; nil: the challenge's origin is not checked.
    package var place: String?

    package init(
        user: String, password: String, _ demands: DigestDemands, _ request: DigestRequest, _ side: AuthSide,
        at place: String? = nil
    ) {
        self.user = user
        self.password = password
        self.demands = demands
        self.request = request
        self.side = side
        self.place = place
    }
}

/// Finds the challenge of an answer by its nonce, and makes sure that `nc` grows.
///
/// ```
/// sent(challenge) ──▶ verdict(on: answer)      any number of times: nothing changes
///                     heard(answer)            once for each request: its count is used up
/// promised(…)     ──▶ a nextnonce, as good as a challenge
/// ```
package struct DigestLedger: Sendable {
    private struct Entry: Sendable {
        var challenge: DigestChallenge
        var side: AuthSide
        var place: String?
        /// The highest count that has come.
        var highest = 0
        var session: DigestSession?
        /// The nonce of the challenge with which an answer to this one was refused.
        var successor: [UInt8]?

        func isLike(_ other: Entry) -> Bool {
            challenge.algorithm == other.challenge.algorithm && challenge.realm == other.challenge.realm
                && side == other.side && place == other.place
        }
    }

    private var entries: [[UInt8]: [Entry]] = [:]
    /// The nonces, the oldest first.
    private var nonces: [[UInt8]] = []
    /// Sides on which a Basic challenge has said `charset="UTF-8"`.
    private var inUTF8: Set<AuthSide> = []

    package init() {}

    // MARK: What was sent

    /// A field with challenges was sent; `credentials` are those of the request that it replies to.
    package mutating func sent(
        _ value: [UInt8], _ side: AuthSide, at place: String? = nil, answering credentials: [UInt8]? = nil
    ) {
        let refused = credentials.flatMap { try? DigestAnswer(reading: $0, anyQuoting: true) }?.nonce
        for clause in AuthClause.challenges(in: value).clauses {
            if clause.isScheme("Basic"), clause["charset"]?.says("UTF-8") == true { inUTF8.insert(side) }
            guard let challenge = DigestChallenge(clause) else { continue }
            // A `domain` with absolute URLs permits answers at other origins, too.
            let isElsewhere = challenge.domain.map { String(decoding: $0, as: UTF8.self).contains("://") } ?? false
            let entry = Entry(challenge: challenge, side: side, place: isElsewhere ? nil : place)
            add(entry)
            if let refused { refuse(refused, for: entry) }
        }
    }

    /// Refuses a nonce: an answer with it got a challenge with another nonce.
    private mutating func refuse(_ nonce: [UInt8], for successor: Entry) {
        guard nonce != successor.challenge.nonce,
            let index = entries[nonce]?.firstIndex(where: { $0.isLike(successor) })
        else { return }
        entries[nonce]?[index].successor = successor.challenge.nonce
    }

    /// A field that confirms this answer was sent; it may name the next nonce.
    package mutating func promised(_ value: [UInt8], to credentials: [UInt8]) {
        guard let parameters = try? AuthParameter.list(in: value),
            let next = parameters.first(where: { $0.isNamed("nextnonce") })?.value,
            let answer = try? DigestAnswer(reading: credentials, anyQuoting: true),
            var entry = entry(for: answer, in: entries[answer.nonce] ?? [])
        else { return }
        entry.challenge.nonce = next
        entry.challenge.isStale = false
        entry.highest = 0
        entry.successor = nil
        add(entry)
    }

    /// Whether user and password must be in UTF-8.
    package func saysUTF8(_ side: AuthSide) -> Bool { inUTF8.contains(side) }

    private mutating func add(_ entry: Entry) {
        var entry = entry
        let nonce = entry.challenge.nonce
        var there = entries[nonce] ?? []
        if there.isEmpty {
            nonces.append(nonce)
            if nonces.count > Self.noncesAtMost {
                // Half of them are removed at once, which costs little on average.
                for nonce in nonces.prefix(Self.noncesAtMost / 2) { entries[nonce] = nil }
                nonces.removeFirst(Self.noncesAtMost / 2)
            }
        }
        if let index = there.firstIndex(where: { $0.isLike(entry) }) {
            // The same challenge was sent again with its nonce: the count goes on.
            entry.highest = there[index].highest
            entry.session = entry.session ?? there[index].session
            there.remove(at: index)
        }
        there.append(entry)
        entries[nonce] = there.suffix(Self.likeAtMost)
    }

    // MARK: What came

    /// Whether credentials are what a line asks for.
    package func verdict(on value: [UInt8], _ inquiry: DigestInquiry) -> DigestVerdict {
        let demands = inquiry.demands
        do throws(AuthObjection) {
            let answer = try DigestAnswer(reading: value, anyQuoting: demands.anyQuoting)
            let entry = try entry(for: answer, inquiry)
            let verdict = check(entry, inquiry).verdict(on: answer)
            if case .wrong = verdict { return verdict }
            if let successor = entry.successor {
                let sentence =
                    "the nonce \(Quoting.quoted(answer.nonce.prefix(80))) was refused, and the challenge since has "
                    + Quoting.quoted(successor.prefix(80))
                return .wrong(AuthObjection(.stale, sentence))
            }
            if let objection = demands.objection(to: answer, isStale: entry.challenge.isStale) {
                return .wrong(objection)
            }
            if let number = answer.number, number <= entry.highest {
                let sentence = "nc is \(number), and this nonce has been used up to \(entry.highest) already"
                return .wrong(AuthObjection(.replayed, sentence))
            }
            return verdict
        } catch {
            return .wrong(error)
        }
    }

    /// All values of an answer, for its confirmation; nil: there is no such challenge.
    package func input(for value: [UInt8], _ inquiry: DigestInquiry) -> DigestInput? {
        guard let answer = try? DigestAnswer(reading: value, anyQuoting: true),
            let entry = entry(for: answer, in: entries[answer.nonce] ?? [])
        else { return nil }
        return check(entry, inquiry).input(for: answer)
    }

    /// A request has brought these credentials: their count is used up, whatever the verdict.
    package mutating func heard(_ value: [UInt8]) {
        guard let answer = try? DigestAnswer(reading: value, anyQuoting: true), let there = entries[answer.nonce],
            let found = entry(for: answer, in: there), let index = there.firstIndex(where: { $0.isLike(found) })
        else { return }
        entries[answer.nonce]?[index].highest = max(found.highest, answer.number ?? 0)
        if found.session == nil, found.challenge.algorithm.isSession, let clientNonce = answer.clientNonce {
            entries[answer.nonce]?[index].session = DigestSession(nonce: answer.nonce, clientNonce: clientNonce)
        }
    }

    private func check(_ entry: Entry, _ inquiry: DigestInquiry) -> DigestCheck {
        var check = DigestCheck(
            entry.challenge, user: inquiry.user, password: inquiry.password, request: inquiry.request)
        check.session = entry.session
        check.otherNonces = nonces.suffix(Self.suspectedAtMost)
        return check
    }

    private func entry(for answer: DigestAnswer, _ inquiry: DigestInquiry) throws(AuthObjection) -> Entry {
        let shown = Quoting.quoted(answer.nonce.prefix(80))
        guard let there = entries[answer.nonce] else {
            let sentence =
                nonces.isEmpty
                ? "no Digest challenge has been sent that it could answer"
                : "no challenge of this run has the nonce \(shown)"
            throw AuthObjection(.unknownNonce, sentence)
        }
        let here = there.filter { $0.side == inquiry.side }
        guard let found = entry(for: answer, in: here) else {
            throw AuthObjection(
                .otherPlace,
                "the nonce \(shown) came in \(there[0].side.challengeField), which is not answered in "
                    + inquiry.side.credentialsField)
        }
        if let place = inquiry.place, let asked = found.place, asked != place {
            throw AuthObjection(
                .otherPlace, "the nonce \(shown) is of the origin '\(asked)', and was sent to the origin '\(place)'")
        }
        return found
    }

    /// The challenge of an answer; of several with one nonce, that with the answer's algorithm and realm.
    private func entry(for answer: DigestAnswer, in there: [Entry]) -> Entry? {
        let algorithm = answer.algorithm ?? .md5
        return there.last { $0.challenge.algorithm == algorithm && $0.challenge.realm == answer.realm }
            ?? there.last { $0.challenge.algorithm == algorithm } ?? there.last
    }

    private static let noncesAtMost = 4096
    private static let likeAtMost = 16
    private static let suspectedAtMost = 16
}

extension DigestDemands {
    /// The objection of a line's demands to a right answer. An answer that names no algorithm means MD5.
    package func objection(to answer: DigestAnswer, isStale: Bool) -> AuthObjection? {
        let there = (answer.algorithm ?? .md5).rawValue
        if let algorithm, algorithm != there {
            return AuthObjection(.wrongAlgorithm, "the algorithm is \(there), not \(algorithm)")
        }
        if let qop, qop != answer.protection?.rawValue {
            let there = answer.protection.map { "is \($0.rawValue)" } ?? "is missing"
            return AuthObjection(.wrongProtection, "qop \(there), not \(qop)")
        }
        if userHash {
            guard case .hashed = answer.name else {
                return AuthObjection(.userHashMissing, "the user is not hashed: userhash=true is missing")
            }
        }
        if let count, count != answer.number {
            let there = answer.number.map { "is \($0)" } ?? "is missing"
            return AuthObjection(.wrongCount, "nc \(there), not \(count)")
        }
        if self.isStale, !isStale {
            return AuthObjection(.notStale, "it answers a challenge that did not say stale=true")
        }
        return nil
    }
}

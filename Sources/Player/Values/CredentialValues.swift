// CredentialValues.swift: `{{basic …}}`, `{{digest …}}` and `{{digest-info}}` in a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainWire

/// A request whose fields are compared with lines.
struct JudgedRequest {
    var method: String
    var target: [UInt8]
    /// nil: the body is still to come.
    var body: [UInt8]?
    /// The origin that the request is for, wherever it came; nil: unknown.
    var origin: String?
    var proxy: String?
    /// The name of the field that is being compared.
    var field = ""

    var side: AuthSide { AuthSide(ofField: field) }

    func inquiry(_ credentials: Credentials, _ demands: DigestDemands) -> DigestInquiry {
        DigestInquiry(
            user: credentials.user, password: credentials.password, demands,
            DigestRequest(method: method.utf8, target: target, body: body), side,
            at: side == .proxy ? proxy : origin)
    }
}

extension AuthSide {
    init(ofField name: String) { self = name.lowercased().hasPrefix("proxy-") ? .proxy : .origin }
}

extension RunEnvironment {
    func accepts(_ bytes: [UInt8], as function: Function) -> Acceptance? {
        guard let judged = scope.judged else { return .differs(nil) }
        switch function {
        case .basic(let credentials):
            if let objection = objectionToList(bytes) { return objection }
            let objection = BasicAnswer.objection(
                to: bytes, user: credentials.user, password: credentials.password,
                saysUTF8: ledger.saysUTF8(judged.side))
            return objection.map { .differs($0.sentence) } ?? .whole
        case .digest(let credentials, let demands):
            if let objection = objectionToList(bytes) { return objection }
            switch ledger.verdict(on: bytes, judged.inquiry(credentials, demands)) {
            case .right: return .whole
            case .awaitsBody: return .soFar
            case .wrong(let objection): return .differs(objection.sentence)
            }
        default: return nil
        }
    }

    /// Clients are held to the list as it is sent; a route reads over empty members and blanks, as recipients must.
    private func objectionToList(_ bytes: [UInt8]) -> Acceptance? {
        AuthClause.unsendable(in: bytes).map { .differs("byte \($0.offset): \($0.sentence)") }
    }

    /// Confirms the credentials of the request; those for an origin come before those for a proxy.
    func confirmation(nextNonce: [UInt8]?) -> [UInt8]? {
        guard let answers = scope.request?.answers, let input = answers[scope.confirmedSide] else { return nil }
        return DigestConfirmation(of: input, body: scope.replyBody, nextNonce: nextNonce).bytes
    }
}

extension Values {
    /// A field of a reply has left: a challenge is remembered, and so is the next nonce.
    mutating func sent(_ field: [UInt8], named name: String, answering request: Scope.Request?, by hop: String?) {
        for side in AuthSide.all {
            let value = Array(field.drop { $0 != UInt8(ascii: ":") }.dropFirst())
            if CaseInsensitive.equals(name, side.challengeField) {
                let credentials = request?.fields.first { CaseInsensitive.equals($0.name, side.credentialsField) }?
                    .value
                ledger.sent(
                    value, side, at: side == .proxy ? hop : request?.destination, answering: credentials)
            }
            guard CaseInsensitive.equals(name, side.confirmationField) else { continue }
            for field in request?.fields ?? [] where CaseInsensitive.equals(field.name, side.credentialsField) {
                ledger.promised(value, to: field.value)
            }
        }
    }

    /// Raw bytes of a reply have left: their fields are read as those of any reply.
    mutating func sentRaw(_ elements: [Batch.Element], answering request: Scope.Request?, by hop: String?) {
        for case .bytes(let bytes) in elements {
            for line in bytes.prefix(Self.rawAtMost).split(whereSeparator: { $0 == Octet.cr || $0 == Octet.lf }) {
                let name = line.prefix { $0 != UInt8(ascii: ":") }
                guard name.count < Self.namesAtMost else { continue }
                sent(Array(line), named: String(decoding: name, as: UTF8.self), answering: request, by: hop)
            }
        }
    }

    /// Longer names are not read, nor lines further behind than `rawAtMost`.
    private static let namesAtMost = 40
    private static let rawAtMost = 64 * 1024

    /// A line takes a request: what it captures is kept, and the nonce counts of its credentials are used up. Returns the
    /// request as later lines may quote it.
    mutating func took(_ fit: HeadFit) -> Scope.Request {
        self = fit.values
        let head = fit.request.head
        let answers = fit.scope.judged.map { self.answers(to: fit.expected.fields, head.fields, $0) } ?? [:]
        for side in AuthSide.all {
            for value in head.fields.values(of: side.credentialsField) { ledger.heard(value) }
        }
        return Scope.Request(
            method: head.method, target: head.target, fields: head.fields.map { ($0.name, $0.value) }, body: [],
            destination: fit.request.destination, answers: answers)
    }

    /// The inputs to the request's credentials, for lines with `{{digest …}}`.
    private func answers(
        to lines: [ExpectedField], _ fields: [Field], _ judged: JudgedRequest
    ) -> [AuthSide: DigestInput] {
        var answers: [AuthSide: DigestInput] = [:]
        for line in lines {
            guard case .digest(let credentials, let demands)? = line.value.soleValue?.function,
                let value = fields.first(line.name)
            else { continue }
            let inquiry = judged.inquiry(credentials, demands)
            let side = AuthSide(ofField: line.name)
            answers[side] = ledger.input(for: value, inquiry) ?? answers[side]
        }
        return answers
    }
}

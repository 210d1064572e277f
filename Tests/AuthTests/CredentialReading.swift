// CredentialReading.swift: laws that hold for any credential field, however hostile.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation

/// The fuzz harness and the tests check the same laws.
enum CredentialReading {
    /// The law that the input breaks; nil: none.
    static func fault(in input: [UInt8]) -> String? {
        faultInClauses(input) ?? faultInBasic(input) ?? faultInDigest(input) ?? faultInJudging(input)
    }

    /// A clause that was read can be written, and reads back the same.
    private static func faultInClauses(_ input: [UInt8]) -> String? {
        let reading = AuthClause.challenges(in: input)
        for fault in reading.faults where !(0...input.count).contains(fault.offset) { return "offset \(fault.offset)" }
        let written = Array(reading.clauses.map(\.bytes).joined(separator: Array(", ".utf8)))
        let again = AuthClause.challenges(in: written)
        if reading.faults.isEmpty, again != reading { return "read \(reading), and then \(again)" }
        let clause = try? AuthClause.credentials(in: input)
        if let clause, reading.clauses != [clause] { return "credentials are \(clause), not \(reading.clauses)" }
        return nil
    }

    private static func faultInBasic(_ input: [UInt8]) -> String? {
        guard let answer = try? BasicAnswer(reading: input) else { return nil }
        guard answer.isExpressible else { return "\(answer) was read, and cannot be written" }
        return (try? BasicAnswer(reading: answer.clause.bytes)) == answer ? nil : "\(answer) is not read again"
    }

    private static func faultInDigest(_ input: [UInt8]) -> String? {
        guard let answer = try? DigestAnswer(reading: input, anyQuoting: true) else { return nil }
        let again = try? DigestAnswer(reading: answer.clause.bytes)
        return again == answer ? nil : "\(answer) became \(String(describing: again))"
    }

    /// Gives the input, as a challenge and as its own answer, to the ledger and the guard: neither traps or grants.
    private static func faultInJudging(_ input: [UInt8]) -> String? {
        let request = DigestRequest(method: "GET".utf8, target: "/".utf8, body: input)
        var ledger = DigestLedger()
        ledger.sent(input, .origin, at: "main")
        ledger.promised(input, to: input)
        ledger.heard(input)
        let inquiry = DigestInquiry(
            user: "alice", password: "a password that no input has", DigestDemands(), request, .origin, at: "main")
        if case .right = ledger.verdict(on: input, inquiry) { return "the ledger takes it" }
        var digestGuard = DigestGuard(key: [1])
        let decision = digestGuard.check(
            input, user: inquiry.user, password: inquiry.password, DigestOffer(realm: "v"), request, at: 0)
        if case .granted = decision { return "the guard grants it" }
        return nil
    }
}

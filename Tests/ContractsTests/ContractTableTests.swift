// ContractTableTests.swift: the language's words and the names of the contracts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainOrder
import QuintainScenario
import QuintainTalk
import Testing
import QuintainWords

@testable import QuintainContracts

@Suite struct `The table of callbacks and contracts` {
    @Test(arguments: [
        (APIStyle.urlsession, LoadKind.data, Optional("urlsession-data")), (.urlsession, .upload, "urlsession-data"),
        (.urlsession, .stream, "urlsession-data"), (.urlsession, .download, "urlsession-download"),
        (.urlsession, .handler, "urlsession-handler"), (.urlsession, .async, "urlsession-handler"),
        (.nsurlconnection, .data, "nsurlconnection-data"), (.nsurlconnection, .download, "nsurlconnection-download"),
        (.nsurlconnection, .sync, nil), (.nsurldownload, .download, "nsurldownload"), (.nsurldownload, .upload, nil),
        (.urlprotocol, .data, "urlprotocol-client"), (.urlprotocol, .async, nil),
    ])
    func `a load stands under the contract of its style and kind`(style: APIStyle, kind: LoadKind, name: String?) {
        #expect(ContractTable.contract(style, kind)?.name == name)
    }

    @Test(arguments: Contract.allCases)
    func `what the API has is known to its contract`(contract: Contract) {
        for style in APIStyle.allCases
        where LoadKind.allCases.contains(where: { ContractTable.contract(style, $0) == contract }) {
            for kind in CallbackKind.allCases where kind.styles.contains(style) {
                guard let name = ContractTable.callback(ReportedCallback(kind), contract) else { continue }
                #expect(contract.knows(name), "\(kind.rawValue) in \(contract.name) is \(name.name)")
            }
        }
    }

    @Test(arguments: Contract.allCases)
    func `what it has not is told by a name that it does not know`(contract: Contract) {
        for style in APIStyle.allCases
        where LoadKind.allCases.contains(where: { ContractTable.contract(style, $0) == contract }) {
            for kind in CallbackKind.allCases where !kind.styles.contains(style) {
                guard let name = ContractTable.callback(ReportedCallback(kind), contract) else { continue }
                #expect(!contract.knows(name), "\(kind.rawValue) in \(contract.name) is \(name.name)")
            }
        }
    }

    @Test(arguments: [
        ("Basic", TracedCallback.didReceiveChallenge), ("Digest", .didReceiveChallenge),
        ("ServerTrust", .didReceiveSessionChallenge), ("ClientCertificate", .didReceiveSessionChallenge),
        ("NTLM", .didReceiveSessionChallenge), ("Negotiate", .didReceiveSessionChallenge),
    ])
    func `a challenge is asked of the task or of its session`(kind: String, name: TracedCallback) {
        let callback = ReportedCallback(.challenge, subject: [kind])
        #expect(ContractTable.callback(callback, .urlsessionData) == name)
        #expect(ContractTable.fields(callback).asks == (name == .didReceiveChallenge ? .task : .session))
    }

    @Test func `payloads are what guards ask for`() {
        let response = ContractTable.fields(
            ReportedCallback(.response, subject: ["200", "Multipart/x-mixed-replace; a=b"]))
        #expect(response.status == 200 && response.mime == .mixedReplace)
        #expect(ContractTable.fields(ReportedCallback(.response, subject: ["204"])).mime == nil)
        #expect(ContractTable.fields(ReportedCallback(.redirect, subject: ["302", "http://x"])).status == 302)
        #expect(ContractTable.fields(ReportedCallback(.decode, subject: ["application/macbinary"])).mime == .encoded)
        #expect(ContractTable.fields(ReportedCallback(.data, bytes: [1, 2])).bytes == 2)
    }

    @Test(arguments: [
        ("no", CallbackKind.redirect, TraceEvent.Answer.nothing), ("default", .redirect, .other),
        ("no", .needBody, .nothing), ("use", .challenge, .credential), ("default", .challenge, .other),
        ("default", .decode, .decode), ("no", .decode, .other),
    ])
    func `decisions are what rules ask for`(word: String, kind: CallbackKind, decision: TraceEvent.Answer) {
        #expect(ContractTable.decision(ResolvedDecision(named: word), to: kind) == decision)
    }
}

// ChallengeSender.swift: takes the answer to a challenge, once.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoader

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The first answer counts; a load that has gone on ignores the others.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    private let answered: @Sendable (LoadAnswer) -> Void

    init(answered: @escaping @Sendable (LoadAnswer) -> Void) { self.answered = answered }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        answered(LoadAnswer(credential))
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { answered(.withoutCredential) }
    func cancel(_ challenge: URLAuthenticationChallenge) { answered(.cancel) }
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) { answered(.byDefault) }
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) { answered(.reject) }
}

extension LoadAnswer {
    init(_ credential: URLCredential) {
        guard let user = credential.user, let password = credential.password else {
            self = .withoutCredential
            return
        }
        self = .credential(user: Array(user.utf8), password: Array(password.utf8))
    }
}

extension URLProtectionSpace {
    convenience init(_ challenge: LoadChallenge) {
        let method =
            challenge.kind == .digest ? NSURLAuthenticationMethodHTTPDigest : NSURLAuthenticationMethodHTTPBasic
        let realm = String(decoding: challenge.realm, as: UTF8.self)
        let hop = challenge.hop
        if challenge.isOfProxy {
            self.init(
                proxyHost: hop.host, port: hop.port,
                type: hop.isSecure ? NSURLProtectionSpaceHTTPSProxy : NSURLProtectionSpaceHTTPProxy, realm: realm,
                authenticationMethod: method)
        } else {
            self.init(
                host: hop.host, port: hop.port,
                protocol: hop.isSecure ? NSURLProtectionSpaceHTTPS : NSURLProtectionSpaceHTTP, realm: realm,
                authenticationMethod: method)
        }
    }
}

extension ServerIdentity {
    init(_ trust: ServerTrust) {
        self.init(
            host: trust.hop.host, port: trust.hop.port, isTrusted: trust.isTrusted, reason: trust.sentence,
            subject: trust.subject, certificate: Data(trust.certificate))
    }
}

// Challenge.swift: challenges of URLSession, and the answers of its delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import Foundation
    package import FoundationNetworking
#else
    package import Foundation
#endif

package struct Challenge: Sendable {
    private let challenge: URLAuthenticationChallenge

    package init(_ challenge: URLAuthenticationChallenge) {
        self.challenge = challenge
    }

    private var space: URLProtectionSpace { challenge.protectionSpace }

    package var report: Report {
        var report = Report(.challenge, kind)
        report.fields = [
            "failures": "\(challenge.previousFailureCount)", "host": space.host,
            "proxy": space.isProxy() ? "yes" : "no",
        ]
        if let realm = space.realm { report.fields?["realm"] = realm }
        return report
    }

    package var isOfBasic: Bool { kind == "Basic" }

    private var kind: String {
        switch space.authenticationMethod {
        case NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodDefault: "Basic"
        case NSURLAuthenticationMethodHTTPDigest: "Digest"
        #if canImport(Security)
            case NSURLAuthenticationMethodServerTrust: "ServerTrust"
            case NSURLAuthenticationMethodClientCertificate: "ClientCertificate"
        #endif
        case let other: other
        }
    }

    /// - Parameter anchors: the files of the authorities that `default` trusts, where the delegate is asked.
    package func disposition(
        _ answer: Answer, trusting anchors: [String]
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        switch answer.decision {
        case .use:
            let credential = URLCredential(
                user: answer.text(0) ?? "", password: answer.text(1) ?? "", persistence: .forSession)
            return (.useCredential, credential)
        case .none: return (.useCredential, nil)
        case .no: return (.rejectProtectionSpace, nil)
        case .cancel: return (.cancelAuthenticationChallenge, nil)
        #if canImport(Security)
            case .trust: return (.useCredential, space.serverTrust.map { URLCredential(trust: $0) })
            default:
                if let credential = Trust.credential(for: space, anchors) { return (.useCredential, credential) }
                return (.performDefaultHandling, nil)
        #else
            default: return (.performDefaultHandling, nil)
        #endif
        }
    }
}

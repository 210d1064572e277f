// RequestURL.swift: where a request leads, in the form in which it is sent.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainStores
package import QuintainWire
import QuintainWords

/// A URL in its canonical form, with the values that connections and stores need.
package struct RequestURL: Sendable, Equatable {
    package let url: HTTPURL

    /// `credential`: the user and password that were taken out of the text before.
    package init(_ text: String, credential: Credential? = nil) throws(LoadFailure) {
        do throws(URLFault) {
            var url = try HTTPURL(text)
            if url.credentials == nil, let credential {
                url.credentials = HTTPURL.Credentials(user: credential.user, password: credential.password)
            }
            self.url = url
        } catch {
            if case .otherScheme = error { throw LoadFailure(.other, code: .unsupportedURL, error.sentence) }
            throw LoadFailure(.other, code: .badURL, error.sentence)
        }
    }

    package var hop: Hop {
        Hop(isSecure: url.scheme == .https, host: url.host.text, port: url.port ?? url.scheme.defaultPort)
    }

    /// User and password of the URL, used for authentication and never sent as a part of the URL.
    var credential: Credential? { url.credential }

    /// The URL's text, with its fragment.
    package var text: String { url.description }

    /// The URL that a reply's `Location` names; nil: it names none.
    func redirected(to location: [UInt8]) -> (url: String, credential: Credential?)? {
        if let next = try? url.redirected(to: location) { return (next.description, next.credential) }
        // A URL of another scheme is still told to the delegate; the load fails if it is followed.
        let text = String(decoding: location, as: UTF8.self)
        return URLParts(text).scheme == nil ? nil : (text, nil)
    }
}

extension HTTPURL {
    fileprivate var credential: Credential? { credentials.map { Credential($0.user, $0.password ?? "") } }
}

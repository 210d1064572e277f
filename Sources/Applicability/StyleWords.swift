// StyleWords.swift: which loads an API has, and what of a greeting is said of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
package import QuintainScenario

extension APIStyle {
    /// NSURLConnection's loads without a delegate report nothing that is ordered, and yet they are loads.
    func has(_ kind: LoadKind) -> Bool {
        switch self {
        case .urlsession, .nsurlconnection: true
        case .nsurldownload: kind == .data || kind == .download
        case .urlprotocol: kind == .data || kind == .upload || kind == .stream
        }
    }
}

extension Greeting {
    /// A client with several APIs says what it can report with any of them: here is what this one has a word for.
    package func limited(to style: APIStyle) -> Greeting {
        var greeting = self
        greeting.callbacks = callbacks.filter { $0.key.styles.contains(style) }
        // Only a session's delegate is asked what to do with a response.
        if style != .urlsession, greeting.callbacks[.response] != nil { greeting.callbacks[.response] = [] }
        return greeting
    }
}

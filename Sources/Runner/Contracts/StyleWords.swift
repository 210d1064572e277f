// StyleWords.swift: which loads and callbacks an API has at all.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainScenario

extension APIStyle {
    /// A client with several APIs says what it can report with any of them: here is what this one has a word for.
    func has(_ kind: CallbackKind) -> Bool {
        switch self {
        case .urlsession:
            switch kind {
            case .canonical, .challengeCancelled, .decode, .destination, .created: false
            default: true
            }
        case .nsurlconnection:
            switch kind {
            case .waiting, .informational, .decode, .destination, .created, .metrics: false
            default: true
            }
        case .nsurldownload:
            switch kind {
            case .needBody, .sent, .waiting, .informational, .data, .willCache, .metrics: false
            default: true
            }
        case .urlprotocol:
            switch kind {
            case .redirect, .challenge, .challengeCancelled, .response, .data, .finish, .fail: true
            default: false
            }
        }
    }

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
    /// As if this API were the only one.
    func limited(to style: APIStyle) -> Greeting {
        var greeting = self
        greeting.callbacks = callbacks.filter { style.has($0.key) }
        // Only a session's delegate is asked what to do with a response.
        if style != .urlsession, greeting.callbacks[.response] != nil { greeting.callbacks[.response] = [] }
        return greeting
    }
}

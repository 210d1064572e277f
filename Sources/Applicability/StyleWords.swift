// StyleWords.swift: a greeting, limited to one API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
import QuintainScenario
package import QuintainWords

extension Greeting {
    /// The greeting of a client with several APIs, without the callbacks that this API does not have.
    package func limited(to style: APIStyle) -> Greeting {
        var greeting = self
        greeting.callbacks = callbacks.filter { $0.key.styles.contains(style) }
        // Only a session's delegate is asked what to do with a response.
        if style != .urlsession, greeting.callbacks[.response] != nil { greeting.callbacks[.response] = [] }
        return greeting
    }
}

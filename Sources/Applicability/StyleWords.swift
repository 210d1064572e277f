// StyleWords.swift: what of a greeting is said of one API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
import QuintainScenario
package import QuintainWords

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

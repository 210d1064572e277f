// Interception.swift: where tests can step between a load and its inputs and effects.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Makes one interceptor for each load. Only tests have one: it makes the client err, to see whether the judges notice.
package protocol Interception: AnyObject {
    /// The load begins; what the app has asked for can be changed.
    func begin(
        _ request: inout LoadRequest, _ settings: inout LoadSettings, _ memory: ClientMemory
    ) -> any LoadInterceptor
}

/// ```
///               ┌──────────────┐            ┌────────┐            ┌──────────────┐
/// happens ────▶ │ happened     │ ──inputs──▶│ Loader │──effects──▶│ ordered      │ ────▶ is carried out
///               └──────────────┘            └────────┘            └──────────────┘
/// ```
package protocol LoadInterceptor: AnyObject {
    /// The steps that replace this input.
    func happened(_ input: LoaderInput) -> [LoadStep]
    /// The steps that replace this effect.
    func ordered(_ effect: LoaderEffect) -> [LoadStep]
    /// The bytes that the reply's reader gets in place of these.
    func read(_ bytes: [UInt8]) -> [UInt8]
}

package enum LoadStep: Sendable, Equatable {
    /// Taken after the current input is done.
    case input(LoaderInput)
    case effect(LoaderEffect)
}

// Interception.swift: where something can be put between a load and the world.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Makes one interceptor for each load. An honest client has none: it is there so that one can be made to err, and
/// what is to notice it be tried.
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
    /// What is to be done in the place of telling the loader of this.
    func happened(_ input: LoaderInput) -> [LoadStep]
    /// What is to be done in the place of carrying this out.
    func ordered(_ effect: LoaderEffect) -> [LoadStep]
    /// What the reply's reader gets in the place of these bytes.
    func read(_ bytes: [UInt8]) -> [UInt8]
}

package enum LoadStep: Sendable, Equatable {
    /// Behind what is being done now.
    case input(LoaderInput)
    case effect(LoaderEffect)
}

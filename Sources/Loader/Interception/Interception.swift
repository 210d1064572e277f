// Interception.swift: lets tests change the inputs and effects of a load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// Makes one interceptor for each load, and one for each connection of HTTP/2. Only tests have one: it makes the client
/// err, to see whether the judges notice.
package protocol Interception: AnyObject {
    /// The load begins; the interceptor may change the app's request and settings.
    func begin(
        _ request: inout LoadRequest, _ settings: inout LoadSettings, _ memory: ClientMemory
    ) -> any LoadInterceptor

    /// A connection begins to speak HTTP/2.
    func beginFrames() -> any FrameInterceptor
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

/// Between a client's side of a connection of HTTP/2 and the wire.
package protocol FrameInterceptor: AnyObject {
    /// The frames that are read in the place of this one.
    func came(_ frame: Frame) -> [Frame]
    /// The frames that are sent in place of this one.
    func leaves(_ frame: Frame) -> [Frame]
}

package enum LoadStep: Sendable, Equatable {
    /// Taken after the current input is done.
    case input(LoaderInput)
    case effect(LoaderEffect)
}

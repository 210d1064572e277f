// LoaderInput.swift: the inputs of a load, as values.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// One case for each input of ``Loader``, with its name.
package enum LoaderInput: Sendable, Equatable {
    case start
    case answered(Int, LoadAnswer)
    case cancelled
    case suspended
    case proceeded
    case connected(ConnectionState)
    case trustAsked(ServerTrust)
    case identityAsked(Hop)
    case secured
    case bodySent(Int)
    case arrived(ResponseReader.Part)
    case lost(NetworkFault)
    case fileFailed(String)
    case timePassed
}

extension Loader {
    package mutating func take(_ input: LoaderInput, at now: LoaderTime) -> [LoaderEffect] {
        switch input {
        case .start: return start(at: now)
        case .answered(let number, let answer): return answered(number, answer, at: now)
        case .cancelled: return cancelled()
        case .suspended:
            suspended()
            return []
        case .proceeded: return proceeded(at: now)
        case .connected(let state): return connected(state, at: now)
        case .trustAsked(let trust): return trustAsked(trust, at: now)
        case .identityAsked(let hop): return identityAsked(hop, at: now)
        case .secured: return secured(at: now)
        case .bodySent(let count): return bodySent(count, at: now)
        case .arrived(let part): return arrived(part, at: now)
        case .lost(let fault): return lost(fault, at: now)
        case .fileFailed(let sentence): return fileFailed(sentence)
        case .timePassed: return timePassed(at: now)
        }
    }
}

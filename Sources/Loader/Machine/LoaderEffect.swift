// LoaderEffect.swift: the orders of a loader.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// An order of the loader; each is carried out in the order of the list, before the next input.
package enum LoaderEffect: Sendable, Equatable {
    case network(NetworkOrder)
    case tell(LoadEvent)
    /// Ask the delegate; the answer carries this number.
    case ask(Int, LoadQuestion)
    case file(FileOrder)
    /// Load this for the cache alone, once this load has ended; a refresh that is already under way is not repeated.
    case refresh(LoadRequest, LoadSettings)
    /// The last effect: nothing follows.
    case ended
}

/// Orders for a download's file; a failure is reported by `fileFailed`.
package enum FileOrder: Sendable, Equatable {
    /// Create the file, or cut it at this many bytes to continue a download.
    case open(String, at: Int)
    case append([UInt8])
    case close
    case remove
}

// LoaderEffect.swift: what a loader orders.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// To be carried out in the order of the list, before the next input.
package enum LoaderEffect: Sendable, Equatable {
    case network(NetworkOrder)
    case tell(LoadEvent)
    /// To be answered under this number.
    case ask(Int, LoadQuestion)
    case file(FileOrder)
    /// To be loaded for the cache alone, once this load has ended; not twice at the same time.
    case refresh(LoadRequest, LoadSettings)
    /// The last effect: nothing follows.
    case ended
}

/// Orders for a download's file; a failure is reported by `fileFailed`.
package enum FileOrder: Sendable, Equatable {
    /// Made anew, or cut at so many bytes if it is gone on with.
    case open(String, at: Int)
    case append([UInt8])
    case close
    case remove
}

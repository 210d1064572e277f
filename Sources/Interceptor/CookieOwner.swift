// CookieOwner.swift: the sessions that share a client of an interceptor.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The store of cookies that a session has, as long as there is one. Sessions without a store share a client, too.
struct CookieOwner: @unchecked Sendable {
    /// The same for no two stores at a time; nil: there is none.
    let id: ObjectIdentifier?
    private weak var storage: HTTPCookieStorage?

    init(_ storage: HTTPCookieStorage?) { (id, self.storage) = (storage.map(ObjectIdentifier.init), storage) }

    /// No session has the store any more.
    var isGone: Bool { id != nil && storage == nil }
}

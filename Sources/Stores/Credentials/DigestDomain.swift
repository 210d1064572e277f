// DigestDomain.swift: where an answer of Digest is good as well, in the words of its challenge.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// RFC 7616 section 3.3: absolute URLs and paths between blanks; all that begins like one of them is of the space.
struct DigestDomain {
    private var addresses: [WebAddress]

    init(_ value: [UInt8], of origin: WebOrigin) {
        let here = WebAddress(origin.description + "/")
        addresses = value.split(separator: Octet.space).prefix(Self.placesAtMost).compactMap { place in
            here?.resolving(String(decoding: place, as: UTF8.self))
        }
        // What is hidden from others stays so.
        if origin.isEncrypted { addresses.removeAll { !$0.origin.isEncrypted } }
    }

    /// How much of the path is that of the longest place; nil: it is in none.
    func depth(of address: WebAddress) -> Int? {
        let places = addresses.filter { place in
            place.origin == address.origin && CookieScope.path(place.path, matches: address.path)
        }
        return places.map(\.path.utf8.count).max()
    }

    private static let placesAtMost = 64
}

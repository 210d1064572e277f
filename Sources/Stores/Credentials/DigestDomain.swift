// DigestDomain.swift: where an answer of Digest is good as well, in the words of its challenge.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// RFC 7616 section 3.3: absolute URLs and paths between blanks; what is below one of them may be of the space.
/// The document lets `/a` stand for `/ab`, too, which nobody means.
struct DigestDomain {
    private var places: [HTTPURL]

    init(_ value: [UInt8], of origin: Origin) {
        let here = try? HTTPURL(origin.description)
        places = value.split(separator: Octet.space).prefix(Self.placesAtMost).compactMap { place in
            try? here?.resolving(Array(place))
        }
        // What is hidden from others stays so.
        if origin.scheme == .https { places.removeAll { $0.scheme != .https } }
    }

    /// How much of the path is that of the longest place; nil: it is in none.
    func depth(of url: HTTPURL) -> Int? {
        let around = places.filter { place in
            place.origin == url.origin && CookieScope.path(place.path, matches: url.path)
        }
        return around.map(\.path.utf8.count).max()
    }

    private static let placesAtMost = 64
}

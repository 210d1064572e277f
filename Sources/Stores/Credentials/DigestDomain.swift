// DigestDomain.swift: the URLs for which a Digest answer is valid, from the challenge's `domain`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// RFC 7616 section 3.3: absolute URLs and paths, separated by blanks; URLs below one of them belong to the space.
/// By the letter of the RFC `/a` would cover `/ab` as well, which is not meant.
struct DigestDomain {
    private var places: [HTTPURL]

    init(_ value: [UInt8], of origin: URLOrigin) {
        let here = try? HTTPURL(origin.description)
        places = value.split(separator: Octet.space).prefix(Self.placesAtMost).compactMap { place in
            try? here?.resolving(Array(place))
        }
        // An https space never includes http URLs, which others can read.
        if origin.scheme == .https { places.removeAll { $0.scheme != .https } }
    }

    /// The length of the longest place that holds the path; nil if none does.
    func depth(of url: HTTPURL) -> Int? {
        let around = places.filter { place in
            place.origin == url.origin && CookieScope.path(place.path, matches: url.path)
        }
        return around.map(\.path.utf8.count).max()
    }

    private static let placesAtMost = 64
}

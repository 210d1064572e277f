// Source.swift: the documents from which the rules come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A place in Apple's documents. Nothing here comes from watching an implementation.
package enum Source: Sendable, Equatable {
    /// The life cycle of a session in the class documentation, by its numbered steps.
    case lifeCycle(Int)
    /// NSURLSession.h, with the declaration if one is meant.
    case sessionHeader(String? = nil)
    /// The documentation of a method.
    case method(String)
    /// A header of the Mac OS X 10.6 SDK, with the place in it if one is meant.
    case header106(Header, String? = nil)
    case header109(Header, String? = nil)
    /// The overview of the NSURLDownload delegate.
    case downloadOverview
    case redirectsAndDownloads
    case customProtocolReadMe(String? = nil)
    case customProtocolSource
    case requestChanges
    case makingRequests
    case networkNotes
    case derived(String)

    package enum Header: String, Sendable {
        case connection = "NSURLConnection.h"
        case download = "NSURLDownload.h"
        case loader = "NSURLProtocol.h"
    }

    package var text: String {
        switch self {
        case .lifeCycle(let step): "URLSession class documentation, life cycle of a URL session, step \(step)"
        case .sessionHeader(let place): "NSURLSession.h" + Self.suffix(place)
        case .method(let name): "documentation of \(name)"
        case .header106(let header, let place): "\(header.rawValue), Mac OS X 10.6 SDK" + Self.suffix(place)
        case .header109(let header, let place): "\(header.rawValue), OS X 10.9 SDK" + Self.suffix(place)
        case .downloadOverview: "NSURLDownload delegate, overview"
        case .redirectsAndDownloads: "Apple, handling redirects, downloads and URL encoding"
        case .customProtocolReadMe(let place): "CustomHTTPProtocol, Read Me" + Self.suffix(place)
        case .customProtocolSource: "CustomHTTPProtocol, sample source"
        case .requestChanges: "Apple, redirects and other request changes"
        case .makingRequests: "Apple, making HTTP requests and answering challenges"
        case .networkNotes: "Apple, notes on network programming for iOS"
        case .derived(let from): "derived from \(from)"
        }
    }

    private static func suffix(_ place: String?) -> String { place.map { ", \($0)" } ?? "" }
}

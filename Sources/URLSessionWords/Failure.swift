// Failure.swift: the error codes of Foundation as kinds of failures of the scenario language.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The kind depends on the code alone, on which an app can rely: descriptions are for people.
package enum Failure: String, CaseIterable {
    case cancelled, offline, tls, `protocol`, decoding, authentication, proxy, body, file, other
    case timedOut = "timed-out"
    case cannotConnect = "cannot-connect"
    case hostNotFound = "host-not-found"
    case connectionLost = "connection-lost"
    case badURL = "bad-url"
    case unsupportedURL = "unsupported-url"
    case badResponse = "bad-response"
    case tooManyRedirects = "too-many-redirects"
    case noResume = "no-resume"
    case tooLarge = "too-large"

    package init(_ error: any Error) {
        let cocoa = error as NSError
        if error is NoResume {
            self = .noResume
        } else if cocoa.domain == NSURLErrorDomain {
            self = Self.ofURLs((error as? URLError)?.code ?? .unknown)
        } else if cocoa.domain == NSCocoaErrorDomain {
            self = cocoa.code == CocoaError.userCancelled.rawValue ? .cancelled : .file
        } else if cocoa.domain == "kCFErrorDomainCFNetwork", (306...312).contains(cocoa.code) {
            self = .proxy
        } else {
            self = error is CancellationError ? .cancelled : .other
        }
    }

    private static func ofURLs(_ code: URLError.Code) -> Failure {
        switch code {
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .cannotConnectToHost: .cannotConnect
        case .cannotFindHost, .dnsLookupFailed: .hostNotFound
        case .networkConnectionLost: .connectionLost
        case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed: .offline
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            .tls
        case .badURL: .badURL
        case .unsupportedURL: .unsupportedURL
        case .badServerResponse, .cannotParseResponse, .zeroByteResource, .redirectToNonExistentLocation: .badResponse
        case .httpTooManyRedirects: .tooManyRedirects
        case .cannotDecodeRawData, .cannotDecodeContentData, .downloadDecodingFailedMidStream,
            .downloadDecodingFailedToComplete:
            .decoding
        case .userAuthenticationRequired, .userCancelledAuthentication: .authentication
        case .requestBodyStreamExhausted: .body
        case .dataLengthExceedsMaximum: .tooLarge
        case .cannotCreateFile, .cannotOpenFile, .cannotCloseFile, .cannotWriteToFile, .cannotRemoveFile,
            .cannotMoveFile, .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile:
            .file
        default: .other
        }
    }
}

/// A download broke without data from which it could be resumed.
package struct NoResume: Error {
    package init() {}
}

// Failure.swift: the error codes of Foundation as kinds of failures of the scenario language.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The kind depends on the code alone, on which an app can rely: descriptions are for people.
package enum Failure: String, CaseIterable {
    case cancelled, tls, decoding, proxy, body, file, other
    case timedOut = "timed-out"
    case cannotConnect = "cannot-connect"
    case connectionLost = "connection-lost"
    case badResponse = "bad-response"
    case tooManyRedirects = "too-many-redirects"
    case noResume = "no-resume"

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
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .internationalRoamingOff,
            .callIsActive, .dataNotAllowed:
            .cannotConnect
        case .networkConnectionLost: .connectionLost
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            .tls
        case .badServerResponse, .cannotParseResponse, .zeroByteResource, .redirectToNonExistentLocation: .badResponse
        case .httpTooManyRedirects: .tooManyRedirects
        case .cannotDecodeRawData, .cannotDecodeContentData, .downloadDecodingFailedMidStream,
            .downloadDecodingFailedToComplete:
            .decoding
        case .requestBodyStreamExhausted: .body
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

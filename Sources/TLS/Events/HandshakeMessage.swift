// HandshakeMessage.swift: the messages of a handshake by their registered names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The raw values are the names of the registry "TLS HandshakeType", in the spelling of RFC 8446.
package enum HandshakeMessage: Sendable, Hashable {
    case helloRequest, clientHello, serverHello, newSessionTicket, endOfEarlyData, encryptedExtensions, certificate
    case serverKeyExchange, certificateRequest, serverHelloDone, certificateVerify, clientKeyExchange, finished
    case certificateStatus, keyUpdate, compressedCertificate
    /// A ServerHello with the special random value of RFC 8446 section 4.1.4.
    case helloRetryRequest
    /// Not a message of the handshake, but sent within it.
    case changeCipherSpec
    case other(UInt8)

    init(type: UInt8) {
        self = Self.registered.first { $0.type == type }?.message ?? .other(type)
    }

    /// The registered name, such as `ClientHello`.
    package var name: String {
        switch self {
        case .helloRetryRequest: "HelloRetryRequest"
        case .changeCipherSpec: "ChangeCipherSpec"
        case .other(let type): "handshake message \(type)"
        default: Self.registered.first { $0.message == self }?.name ?? ""
        }
    }

    private static let registered: [(type: UInt8, message: HandshakeMessage, name: String)] = [
        (0, .helloRequest, "HelloRequest"),
        (1, .clientHello, "ClientHello"),
        (2, .serverHello, "ServerHello"),
        (4, .newSessionTicket, "NewSessionTicket"),
        (5, .endOfEarlyData, "EndOfEarlyData"),
        (8, .encryptedExtensions, "EncryptedExtensions"),
        (11, .certificate, "Certificate"),
        (12, .serverKeyExchange, "ServerKeyExchange"),
        (13, .certificateRequest, "CertificateRequest"),
        (14, .serverHelloDone, "ServerHelloDone"),
        (15, .certificateVerify, "CertificateVerify"),
        (16, .clientKeyExchange, "ClientKeyExchange"),
        (20, .finished, "Finished"),
        (22, .certificateStatus, "CertificateStatus"),
        (24, .keyUpdate, "KeyUpdate"),
        (25, .compressedCertificate, "CompressedCertificate"),
    ]
}

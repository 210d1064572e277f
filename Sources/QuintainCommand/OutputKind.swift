// OutputKind.swift: the kinds of files that the command writes, and which earlier file each may replace.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainTLS

/// What the command writes replaces an empty file, and one of its own kind, so that a run can be repeated and no file of
/// the user's is lost.
enum OutputKind: Equatable {
    /// A report, a transcript, a ready file: known by how it begins.
    case report
    /// A scenario of `shrink` or `sweep`: known by its last line, as long as nobody has changed it.
    case scenario
    /// A file beside a variant: known by its bytes, which it has already.
    case copy([UInt8])
    /// Known by its issuer.
    case certificate
    /// Known by the certificate beside it, which it belongs to.
    case key

    /// Whether the file at this path is one of this kind.
    func has(_ path: String) -> Bool {
        func read(_ path: String) -> [UInt8] { (try? Files.read(path)) ?? [] }
        switch self {
        case .report:
            let text = String(decoding: Files.beginning(of: path, 1024), as: UTF8.self)
            return Self.reports.contains { text.hasPrefix($0) && text.contains($1) }
        case .scenario:
            let bytes = read(path)
            return bytes.dropLast().lastIndex(of: 10).map { Self.sealed(Array(bytes[...$0])) == bytes } ?? false
        case .copy(let bytes): return read(path) == bytes
        case .certificate: return Self.areOurs(try? Certificate.read(read(path)))
        case .key:
            let pem = read(String(path.dropLast(4)) + ".pem")
            return Self.areOurs((try? TLSIdentity(certificates: pem, key: read(path)))?.certificates)
        }
    }

    private static func areOurs(_ certificates: [Certificate]?) -> Bool {
        certificates?.first?.issuer.contains("Quintain") ?? false
    }

    /// How all reports begin; ready files are kept like them.
    private static let reports = ReportFormat.all.flatMap(\.begins) + [(#"{"ready":true,"pid":"#, "")]

    /// The text with a digest of it as its last line.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var digest = PlanDigest.Digest()
        digest.add(bytes)
        return bytes + Array("# Written by Quintain: \(String(digest.hash, radix: 16))\n".utf8)
    }
}

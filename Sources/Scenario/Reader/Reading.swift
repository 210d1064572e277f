// Reading.swift: the result of reading a file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainTLS

/// The runs that a file describes, or its standing exchanges, and all diagnostics.
package struct Reading: Sendable {
    /// One for each row of the file's tables. Empty if the file has errors or is a file of routes.
    package var scenarios: [Scenario] = []
    package var routes: RouteFile?
    /// Sorted by place.
    package var diagnostics: [Diagnostic] = []

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// The reason why a file that a scenario names could not be fetched.
package enum FileFault: Error, Hashable, Sendable {
    case missing
    /// The name leads out of the folder that the caller allows.
    case outsideFolder
    /// The text that names it came without a folder.
    case noFolder
    case unreadable
    /// It is a pipe or a device.
    case notPlain
    case tooLarge

    /// What to write instead.
    var help: String {
        switch self {
        case .noFolder:
            "write the bytes themselves, such as '{{\"…\"}}', or start the server with '--files-from FOLDER'"
        case .outsideFolder:
            "put both, the file and the scenario, into that folder; a server is told of others with '--files-from FOLDER'"
        case .missing, .unreadable, .notPlain, .tooLarge: "files are found beside the scenario"
        }
    }
}

/// The files beside a scenario, each fetched once.
final class FileShelf {
    private let fetch: (String) -> Result<[UInt8], FileFault>
    private var fetched: [String: Result<[UInt8], FileFault>] = [:]
    private var judged: [String: CertificateFault?] = [:]

    init(_ fetch: @escaping (String) -> Result<[UInt8], FileFault>) {
        self.fetch = fetch
    }

    func bytes(of name: String) -> Result<[UInt8], FileFault> {
        if let known = fetched[name] { return known }
        let result = fetch(name)
        fetched[name] = result
        return result
    }

    /// The fault of a certificate and its key, which are read once for all the runs of a table; nil: none.
    func fault(ofIdentity pem: [UInt8], name: String) -> CertificateFault? {
        if let known = judged[name] { return known }
        var fault: CertificateFault?
        do throws(CertificateFault) {
            _ = try TLSIdentity(certificates: pem, key: pem)
        } catch {
            fault = error
        }
        judged[name] = .some(fault)
        return fault
    }
}

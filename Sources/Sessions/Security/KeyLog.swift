// KeyLog.swift: the secrets of TLS, with which recorded connections can be read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop

/// A file in the format of NSS, which Wireshark reads and other programs append to as well.
///
/// Unchecked, because there is no mutable state: each line is one write, which the system appends as a whole.
package final class KeyLog: @unchecked Sendable {
    private let file: OutputFile

    package init(_ path: String) throws(LoopError) { file = try OutputFile(appendingTo: path) }

    /// A line that cannot be written is left out: the connection goes on.
    func append(_ line: String) { try? file.append(Array("\(line)\n".utf8)) }
}

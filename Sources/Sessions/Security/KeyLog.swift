// KeyLog.swift: the secrets of TLS, for whoever has recorded a connection and wants to read it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop

/// A file in the format of NSS, which Wireshark reads and other programs append to as well.
///
/// Unchecked, because nothing changes here: each line is one write, which the system appends as a whole.
package final class KeyLog: @unchecked Sendable {
    private let file: OutputFile

    package init(_ path: String) throws(LoopError) { file = try OutputFile(appendingTo: path) }

    /// A line that finds no room is left out: the connection goes on.
    func append(_ line: String) { try? file.append(Array("\(line)\n".utf8)) }
}

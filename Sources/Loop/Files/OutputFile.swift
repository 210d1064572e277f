// OutputFile.swift: a file that is written piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that is being written, closed by `deinit`.
package final class OutputFile {
    private let path: String
    private var fd: Int32

    /// Creates the file or, with an offset, truncates it there and appends.
    package init(_ path: String, at offset: Int = 0) throws(LoopError) {
        self.path = path
        fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (offset == 0 ? O_TRUNC : 0), 0o644)
        guard fd >= 0 else { throw .file(path, "write", errno) }
        if offset > 0, ftruncate(fd, off_t(offset)) != 0 || lseek(fd, off_t(offset), SEEK_SET) < 0 {
            let code = errno
            close()
            throw .file(path, "write", code)
        }
    }

    /// Opens the file for appending, or creates it for its owner alone. The bytes of one call stay together, whoever
    /// else appends.
    package init(appendingTo path: String) throws(LoopError) {
        self.path = path
        fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0o600)
        guard fd >= 0 else { throw .file(path, "write", errno) }
    }

    deinit { close() }

    package func append(_ bytes: [UInt8]) throws(LoopError) {
        let code = bytes.writeAll(to: fd)
        if code != 0 { throw .file(path, "write", code) }
    }

    package func close() {
        if fd >= 0 { systemClose(fd) }
        fd = -1
    }
}

// TraceFile.swift: a file of any length, or standard input, piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

final class TraceFile {
    private let descriptor: Int32
    private let path: String
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    /// The reason why the file could not be read to its end.
    private(set) var failure: WrongUse?

    /// `-` is standard input.
    init(_ path: String) throws(WrongUse) {
        self.path = path
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw WrongUse(
                errno == ENOENT
                    ? "there is no '\(path)'" : "'\(path)' cannot be read: \(String(cString: strerror(errno)))")
        }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT != S_IFDIR else {
            if path != "-" { close(descriptor) }
            throw WrongUse("'\(path)' is a folder, not a trace", help: "name one file in it")
        }
        buffer = .allocate(capacity: Self.room)
    }

    deinit {
        if path != "-" { close(descriptor) }
        buffer.deallocate()
    }

    /// Passes on the next bytes. False at the end.
    func piece<Fault: Error>(_ body: (UnsafeBufferPointer<UInt8>) throws(Fault) -> Void) throws(Fault) -> Bool {
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 {
                try body(UnsafeBufferPointer(rebasing: buffer[..<count]))
                return true
            }
            if count == 0 { return false }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // The calling process has made standard input nonblocking; the command has nothing else to do
                // meanwhile.
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&wait, 1, -1)
            default:
                failure = WrongUse("'\(path)' cannot be read: \(String(cString: strerror(errno)))")
                return false
            }
        }
    }

    private static let room = 256 << 10
}

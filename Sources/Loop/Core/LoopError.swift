// LoopError.swift: a failure of a system call, as one clear sentence.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A failure of a system call. The slug is stable, the message is for people.
package struct LoopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name for programs: `port-in-use`, `no-such-command` …
    package let slug: String
    /// One sentence, lower case, without a full stop.
    package let message: String
    /// The remedy, if there is one.
    package let help: String?

    package init(_ slug: String, _ message: String, help: String? = nil) {
        self.slug = slug
        self.message = message
        self.help = help
    }

    package var description: String { message }

    /// The message, with the remedy if there is one.
    package var sentence: String { help.map { "\(message); \($0)" } ?? message }

    /// Whether the system is short of resources now, so that the same call may succeed later.
    package var isShortage: Bool { Self.shortages.contains(slug) }

    private static let shortages: Set<String> = ["too-many-open-files", "disk-full", "spawn-failure"]
}

extension LoopError {
    /// The process has no descriptor left, whatever it was doing.
    static func tooManyOpenFiles(_ doing: String) -> LoopError {
        LoopError(
            "too-many-open-files",
            "too many open files: \(doing)",
            help: "raise the limit with 'ulimit -n'"
        )
    }

    /// A failed call on a path.
    static func file(_ path: String, _ doing: String, _ code: Int32) -> LoopError {
        switch code {
        case ENOENT: LoopError("no-such-file", "there is no '\(path)'")
        case EACCES, EPERM: LoopError("no-permission", "no permission to \(doing) '\(path)'")
        case EISDIR: LoopError("is-folder", "'\(path)' is a folder, not a file")
        case ENOTDIR: LoopError("not-a-folder", "'\(path)' is not a folder")
        case ELOOP: LoopError("link-loop", "the links of '\(path)' go round in a circle")
        case EMFILE, ENFILE: tooManyOpenFiles("could not \(doing) '\(path)'")
        case ENOSPC, EDQUOT:
            LoopError(
                "disk-full", "could not \(doing) '\(path)': \(systemText(code))",
                help: "make room, or set TMPDIR to where it is")
        default: LoopError("file-failure", "could not \(doing) '\(path)': \(systemText(code))")
        }
    }
}

/// The system's text for an error, in lower case.
func systemText(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    let sentence = String(cString: text)
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
}

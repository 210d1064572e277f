// CommandSearch.swift: finds the file of a command's name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

package enum CommandSearch {
    /// Finds the file as a shell does: a name with a slash is a path, any other is searched for along `PATH`.
    ///
    /// - Parameter folder: the start of a relative path; nil: the current folder.
    package static func find(_ name: String, path: String?, from folder: String? = nil) throws(LoopError) -> String {
        if name.contains("/") {
            let file = name.hasPrefix("/") || folder == nil ? name : "\(folder!)/\(name)"
            if isExecutable(file) { return file }
            throw Files.exists(file)
                ? notExecutable(file) : LoopError("no-such-command", "there is no '\(file)' to run")
        }
        var unusable: String?
        for place in (path ?? defaultPath).split(separator: ":") {
            let file = "\(place)/\(name)"
            if isExecutable(file) { return file }
            if unusable == nil, Files.exists(file), !Files.isFolder(file) { unusable = file }
        }
        if let unusable { throw notExecutable(unusable) }
        throw LoopError(
            "no-such-command",
            "no command '\(name)' was found",
            help: "install it, or give the path of the program"
        )
    }

    private static func isExecutable(_ file: String) -> Bool {
        access(file, X_OK) == 0 && Files.facts(of: file)?.isPlain == true
    }

    private static func notExecutable(_ file: String) -> LoopError {
        LoopError("not-executable", "'\(file)' is not executable", help: "make it so with 'chmod +x'")
    }

    private static let defaultPath = "/usr/local/bin:/usr/bin:/bin"
}

package enum ProcessEnvironment {
    /// The variables of this process.
    package static var current: [String: String] {
        var variables: [String: String] = [:]
        #if canImport(Darwin)
            guard var entry = _NSGetEnviron().pointee else { return variables }
        #else
            var entry = environ
        #endif
        while let text = entry.pointee {
            let line = String(cString: text)
            if let equals = line.firstIndex(of: "=") {
                variables[String(line[..<equals])] = String(line[line.index(after: equals)...])
            }
            entry += 1
        }
        return variables
    }
}

// Spawning.swift: starts a program with `posix_spawn`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

enum Spawning {
    struct Spawned {
        var pid: Int32 = 0
        /// Our ends of the pipes.
        var input: Int32?
        var output: Int32?
        var errors: Int32?
    }

    static func spawn(_ command: Command) throws(LoopError) -> Spawned {
        guard let name = command.words.first, !name.isEmpty else {
            throw LoopError("no-such-command", "there is no command to run: its name is empty")
        }
        let environment = command.environment ?? ProcessEnvironment.current
        let file = try CommandSearch.find(name, path: environment["PATH"], from: command.folder)
        if let folder = command.folder, !Files.isFolder(folder) {
            throw .file(folder, "run in", Files.exists(folder) ? ENOTDIR : ENOENT)
        }

        var plan = Plan()
        defer { plan.end() }
        var spawned = Spawned()
        do {
            spawned.input = try plan.connect(command.input, to: 0)
            spawned.output = try plan.connect(command.output, to: 1)
            spawned.errors = try plan.connect(command.errors, to: 2)
        } catch {
            close(spawned)
            throw error
        }
        plan.prepare(command)

        let code = withCStrings(command.words) { words in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }.sorted()) { variables in
                posix_spawn(&spawned.pid, file, &plan.actions, &plan.attributes, words, variables)
            }
        }
        if code != 0 {
            close(spawned)
            throw .spawning(file, code)
        }
        return spawned
    }

    private static func close(_ spawned: Spawned) {
        for fd in [spawned.input, spawned.output, spawned.errors] {
            if let fd { systemClose(fd) }
        }
    }

    /// The steps of the new process between fork and exec.
    private struct Plan: ~Copyable {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        private var childEnds: [Int32] = []

        init() {
            posix_spawn_file_actions_init(&actions)
            posix_spawnattr_init(&attributes)
        }

        /// Connects a stream of the program; returns our end of a pipe.
        mutating func connect(_ stream: Command.Stream, to number: Int32) throws(LoopError) -> Int32? {
            switch stream {
            case .inherit:
                // A system that closes all other descriptors keeps those that are named.
                posix_spawn_file_actions_adddup2(&actions, number, number)
                return nil
            case .null:
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
                return nil
            case .descriptor(let fd):
                posix_spawn_file_actions_adddup2(&actions, fd, number)
                return nil
            case .pipe:
                let (reading, writing) = try Spawning.pipe()
                let (ours, theirs) = number == 0 ? (writing, reading) : (reading, writing)
                _ = fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK)
                childEnds.append(theirs)
                posix_spawn_file_actions_adddup2(&actions, theirs, number)
                return ours
            }
        }

        mutating func prepare(_ command: Command) {
            if let folder = command.folder {
                #if canImport(Darwin)
                    posix_spawn_file_actions_addchdir_np(&actions, folder)
                #else
                    quintain_spawn_in(&actions, folder)
                #endif
            }
            // The loop's thread blocks every signal, and the program may ignore some; a child starts afresh.
            var none = sigset_t()
            sigemptyset(&none)
            posix_spawnattr_setsigmask(&attributes, &none)
            var usual = sigset_t()
            sigemptyset(&usual)
            for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGCHLD] { sigaddset(&usual, signal) }
            posix_spawnattr_setsigdefault(&attributes, &usual)
            posix_spawnattr_setpgroup(&attributes, 0)
            var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
            if command.hasOwnGroup { flags |= Int32(POSIX_SPAWN_SETPGROUP) }
            #if canImport(Darwin)
                flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
            #endif
            posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
        }

        mutating func end() {
            for fd in childEnds { systemClose(fd) }
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
    }

    static func pipe() throws(LoopError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            let code = Darwin.pipe(&ends)
            for end in ends where code == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #else
            let code = quintain_pipe(&ends)
        #endif
        guard code == 0 else { throw .tooManyOpenFiles("could not make a pipe") }
        return (ends[0], ends[1])
    }

    private static func withCStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }
}

extension LoopError {
    fileprivate static func spawning(_ file: String, _ code: Int32) -> LoopError {
        switch code {
        case ENOENT: missing(file)
        case ENOEXEC: LoopError("not-executable", "'\(file)' is no program for this machine")
        case EACCES: LoopError("no-permission", "no permission to run '\(file)'")
        case E2BIG: LoopError("arguments-too-long", "the arguments and variables of '\(file)' are too long")
        case EMFILE, ENFILE: tooManyOpenFiles("could not run '\(file)'")
        default: LoopError("spawn-failure", "could not run '\(file)': \(systemText(code))")
        }
    }

    /// The program is there, and something that it needs is not.
    private static func missing(_ file: String) -> LoopError {
        guard Files.exists("/dev/null") else {
            return LoopError(
                "no-null-device", "could not run '\(file)': there is no '/dev/null'", help: "mount /dev, or make it")
        }
        return Files.begins(file, with: Array("#!".utf8))
            ? LoopError("no-interpreter", "the program that '\(file)' names in its first line is missing")
            : LoopError("no-loader", "the loader that '\(file)' names is missing: it is made for another system")
    }
}

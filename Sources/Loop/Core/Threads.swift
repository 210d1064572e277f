// Threads.swift: starts a thread, and identifies the current one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

/// The calling thread as a number.
@inline(always)
func currentThread() -> UInt {
    #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
    #else
        UInt(pthread_self())
    #endif
}

/// A detached thread on which every signal is blocked: signals go to the threads of the host program,
/// and a write into a broken pipe is an error here and never a `SIGPIPE`.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
    final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void
        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
    func enter(_ argument: UnsafeMutableRawPointer) {
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        #if canImport(Darwin)
            pthread_setname_np(start.name)
        #else
            quintain_name_thread(start.name)
        #endif
        start.body()
    }

    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Darwin gives secondary threads half a megabyte; a deep regular expression or parser wants more.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    defer { pthread_attr_destroy(&attributes) }

    let argument = Unmanaged.passRetained(Start(name, body)).toOpaque()
    #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(
            &thread, &attributes,
            {
                enter($0); return nil
            }, argument)
    #else
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            {
                enter($0!); return nil
            }, argument)
    #endif
    guard code != 0 else { return }
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? "quintain"
    let message = "\(program): no thread can be started: \(systemText(code))\n"
    StandardStream.errors.write(Array("\(message)  help: raise the limit with 'ulimit -u 1024'\n".utf8))
    exit(2)
}

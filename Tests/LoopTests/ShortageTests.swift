// ShortageTests.swift: what happens when no descriptor is left.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Each runs in a process of its own, because the limit is the whole process's.
@Suite struct `Without free descriptors` {
    @Test func `a listener goes on once there are some again`() async {
        await #expect(processExitsWith: .success) {
            let text = try await OnLoop.run {
                let listener = try Listener(loop: .shared)
                let waiting = try await Channel.connect(to: listener.address, loop: .shared)
                _ = await waiting.say("patient")
                let taken = exhaust()
                OnLoop.spawn {
                    await EventLoop.shared.sleep(for: .milliseconds(15))
                    for fd in taken { close(fd) }
                }
                return await listener.accept()?.hear().text
            }
            #expect(text == "patient")
        }
    }

    @Test func `a new listener says so in one sentence`() async {
        await #expect(processExitsWith: .success) {
            let error = await #expect(throws: LoopError.self) {
                try await OnLoop.run {
                    let taken = exhaust()
                    // The test harness needs some descriptors again.
                    defer { for fd in taken { close(fd) } }
                    _ = try Listener(loop: .shared)
                }
            }
            #expect(error?.slug == "too-many-open-files")
            #expect(error?.message == "too many open files: could not listen on 127.0.0.1:0")
        }
    }
}

/// Takes every descriptor that is left.
private func exhaust() -> [Int32] {
    var limit = rlimit()
    getrlimit(descriptors, &limit)
    limit.rlim_cur = 64
    setrlimit(descriptors, &limit)
    var taken: [Int32] = []
    while true {
        let fd = dup(0)
        if fd < 0 { return taken }
        taken.append(fd)
    }
}

#if canImport(Darwin)
    private let descriptors = RLIMIT_NOFILE
#else
    private let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#endif

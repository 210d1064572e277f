// Poller+Kqueue.swift: waiting for many descriptors on Darwin.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin

    /// The same contract as on Linux: `EV_CLEAR` is edge-triggering, and both filters are added once.
    struct Poller: @unchecked Sendable {
        private let queue: Int32
        private let events: UnsafeMutablePointer<kevent>

        init() {
            queue = kqueue()
            precondition(queue >= 0, "no descriptor left for an event loop")
            _ = fcntl(queue, F_SETFD, FD_CLOEXEC)
            events = .allocate(capacity: Self.batch)
            _ = change(ident: 0, filter: EVFILT_USER, flags: EV_ADD | EV_CLEAR, fflags: 0, key: Self.wakeKey)
        }

        /// false: the descriptor cannot be polled. One of the two filters is enough, because a pipe has one direction.
        func add(_ fd: Int32, key: UInt64) -> Bool {
            let flags = EV_ADD | EV_CLEAR
            let reads = change(ident: UInt(fd), filter: EVFILT_READ, flags: flags, fflags: 0, key: key)
            let writes = change(ident: UInt(fd), filter: EVFILT_WRITE, flags: flags, fflags: 0, key: key)
            return reads || writes
        }

        /// Waits for events and returns their number; nil: without a time limit.
        func wait(nanoseconds: UInt64?) -> Int {
            guard let nanoseconds else { return Int(kevent(queue, nil, 0, events, Int32(Self.batch), nil)) }
            var timeout = timespec(
                tv_sec: Int(min(nanoseconds / 1_000_000_000, 1_000_000)),
                tv_nsec: Int(nanoseconds % 1_000_000_000)
            )
            return Int(kevent(queue, nil, 0, events, Int32(Self.batch), &timeout))
        }

        func key(_ index: Int) -> UInt64 { UInt64(UInt(bitPattern: events[index].udata)) }

        func readiness(_ index: Int) -> Readiness {
            let event = events[index]
            let ended = Int32(event.flags) & EV_EOF != 0
            var readiness: Readiness = []
            if event.filter == EVFILT_READ {
                readiness.insert(.readable)
                if ended { readiness.insert(.finished) }
            } else {
                readiness.insert(.writable)
            }
            // At the end of the stream `fflags` is the socket's error, or 0.
            if ended && event.fflags != 0 { readiness.formUnion([.broken, .readable, .writable]) }
            return readiness
        }

        /// May be called from any thread.
        func wake() {
            _ = change(ident: 0, filter: EVFILT_USER, flags: 0, fflags: UInt32(NOTE_TRIGGER), key: Self.wakeKey)
        }

        private func change(ident: UInt, filter: Int32, flags: Int32, fflags: UInt32, key: UInt64) -> Bool {
            var event = kevent(
                ident: ident,
                filter: Int16(filter),
                flags: UInt16(flags),
                fflags: fflags,
                data: 0,
                udata: UnsafeMutableRawPointer(bitPattern: UInt(key))
            )
            return kevent(queue, &event, 1, nil, 0, nil) == 0
        }

        static let wakeKey = UInt64.max
        static let batch = 256
    }
#endif

// Poller+Epoll.swift: waiting for many descriptors on Linux.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CQuintainSystem
    import Glibc

    /// Edge-triggered: a descriptor is registered once, for everything, and never again. A channel remembers an event
    /// until a short read or write shows that it is over.
    struct Poller: @unchecked Sendable {
        private let epoll: Int32
        private let bell: Int32
        private let events: UnsafeMutablePointer<epoll_event>

        init() {
            epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
            bell = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
            precondition(epoll >= 0 && bell >= 0, "no descriptor left for an event loop")
            events = .allocate(capacity: Self.batch)
            _ = add(bell, key: Self.wakeKey)
        }

        /// false: the descriptor cannot be polled, as is true of a plain file.
        func add(_ fd: Int32, key: UInt64) -> Bool {
            var event = epoll_event()
            event.events = UInt32(EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue) | EPOLLET.rawValue
            event.data.u64 = key
            return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0
        }

        /// Waits for events and returns their number; nil: without a time limit.
        func wait(nanoseconds: UInt64?) -> Int {
            let timeout = nanoseconds.map { Int64(clamping: $0) } ?? -1
            return Int(quintain_epoll_wait(epoll, events, Int32(Self.batch), timeout))
        }

        func key(_ index: Int) -> UInt64 { events[index].data.u64 }

        func readiness(_ index: Int) -> Readiness {
            let bits = events[index].events
            var readiness: Readiness = []
            if bits & Self.inBits != 0 { readiness.insert(.readable) }
            if bits & Self.outBits != 0 { readiness.insert(.writable) }
            if bits & Self.endBits != 0 { readiness.insert(.finished) }
            if bits & Self.errorBits != 0 { readiness.insert(.broken) }
            return readiness
        }

        /// From any thread. The bell is never read: each ring is a new edge.
        func wake() {
            var one: UInt64 = 1
            _ = write(bell, &one, 8)
        }

        static let wakeKey = UInt64.max
        static let batch = 256
        private static let errorBits = EPOLLERR.rawValue
        // A hang-up means only that both directions are shut; the error bit alone means a reset.
        private static let endBits = EPOLLRDHUP.rawValue | EPOLLHUP.rawValue
        private static let inBits = EPOLLIN.rawValue | endBits | errorBits
        private static let outBits = EPOLLOUT.rawValue | EPOLLHUP.rawValue | errorBits
    }
#endif

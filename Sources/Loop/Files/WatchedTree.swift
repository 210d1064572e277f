// WatchedTree.swift: the system's notifications that something in a folder changed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CQuintainSystem
    import Glibc

    /// Folders that inotify watches. Its channel becomes readable when something in one of them changes.
    struct WatchedTree {
        let channel: Channel

        /// Nil if the system has no watch left, as on a busy machine.
        init?(loop: EventLoop) {
            let fd = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard fd >= 0 else { return nil }
            channel = Channel(fd: fd, isSocket: false, state: [], loop: loop)
        }

        /// Watching a folder again changes nothing, so every look may ask for all of them.
        func watch(_ folder: String) {
            guard !channel.isClosed else { return }
            inotify_add_watch(channel.fd, folder, Self.mask)
        }

        /// Reads the events and drops them: only their arrival counts.
        func silence() {
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
                while case .bytes = channel.read(into: room) {}
            }
        }

        private static let mask = UInt32(
            IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
                | IN_DELETE_SELF | IN_MOVE_SELF
        )
    }
#else
    /// This system tells of single files only, so a tree is polled.
    struct WatchedTree {
        let channel: Channel
        init?(loop: EventLoop) { nil }
        func watch(_ folder: String) {}
        func silence() {}
    }
#endif

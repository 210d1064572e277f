// WatchedTree.swift: the system's notifications of changes in folders.
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

        /// Watches a folder; watching it again changes nothing, so every snapshot may do so.
        func watch(_ folder: String) {
            guard !channel.isClosed else { return }
            inotify_add_watch(channel.fd, folder, Self.mask)
        }

        /// Reads the notifications and drops them, because only their arrival counts.
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
    /// This system can watch only single files, so a tree is polled.
    struct WatchedTree {
        let channel: Channel
        init?(loop: EventLoop) { nil }
        func watch(_ folder: String) {}
        func silence() {}
    }
#endif

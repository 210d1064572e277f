// BlockPool.swift: the blocks that buffers borrow while they hold something.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Free blocks of one loop, linked through their own first bytes. Used on the loop's thread only.
package final class BlockPool {
    private var first: UnsafeMutableRawPointer?
    private var count = 0

    init() {}

    func take() -> UnsafeMutableRawPointer {
        guard let block = first else { return .allocate(byteCount: Self.blockSize, alignment: 16) }
        first = block.load(as: UnsafeMutableRawPointer?.self)
        count -= 1
        return block
    }

    func give(_ block: UnsafeMutableRawPointer) {
        guard count < Self.kept else { return block.deallocate() }
        block.storeBytes(of: first, as: UnsafeMutableRawPointer?.self)
        first = block
        count += 1
    }

    /// Enough for a request's head or a small reply; an idle connection holds no block.
    static let blockSize = 2048
    /// Two megabytes are kept for the next burst; the rest is returned to the system.
    private static let kept = 1024
}

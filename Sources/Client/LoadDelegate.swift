// LoadDelegate.swift: the listener of a load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop

/// Called on the loop, in the order of events, and before the load goes on. A delegate may answer, cancel and start
/// other loads at any time, also within these calls.
@OnLoop
package protocol LoadDelegate: AnyObject {
    func load(_ load: LoadTask, told event: LoadEvent)
    /// The answer goes to ``LoadTask/answer(_:_:)`` with this number, now or later.
    func load(_ load: LoadTask, asked question: LoadQuestion, number: Int)
}

// LoadDelegate.swift: who hears of a load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop

/// Told on the loop, in the order in which things happen, and before the load does anything else. It may answer,
/// cancel and start other loads at any time, within these calls, too.
@OnLoop
package protocol LoadDelegate: AnyObject {
    func load(_ load: LoadTask, told event: LoadEvent)
    /// To be answered by ``LoadTask/answer(_:_:)`` under this number, now or later.
    func load(_ load: LoadTask, asked question: LoadQuestion, number: Int)
}

// Halt.swift: the end of a run before its time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop

/// Once it is called, no case begins any more, and running cases end without a result.
@OnLoop
package final class Halt {
    package private(set) var isCalled = false
    private var underWay: [ObjectIdentifier: any Driver] = [:]

    package init() {}

    package func call() {
        isCalled = true
        for driver in underWay.values { driver.wake() }
    }

    /// What was under way has ended, and something else may begin.
    package func lift() { isCalled = false }

    /// Kills all drivers, those that are about to end included.
    package func kill() { DriverProcess.killAll() }

    /// Wakes the driver when the halt is called, or now if it has been called already.
    func watch(_ driver: any Driver) {
        underWay[ObjectIdentifier(driver)] = driver
        if isCalled { driver.wake() }
    }

    func forget(_ driver: any Driver) { underWay[ObjectIdentifier(driver)] = nil }
}

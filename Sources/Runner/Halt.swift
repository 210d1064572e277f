// Halt.swift: the end of a run before its time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop

/// Once called no case begins any more, and those under way are given up without a result.
@OnLoop
package final class Halt {
    package private(set) var isCalled = false
    private var underWay: [ObjectIdentifier: any Driver] = [:]

    package init() {}

    package func call() {
        isCalled = true
        for driver in underWay.values { driver.wake() }
    }

    /// Kills all drivers, those that are about to end included; nobody waits for them any more.
    package func kill() { DriverProcess.killAll() }

    /// One that was started while the halt was called is woken, too.
    func watch(_ driver: any Driver) {
        underWay[ObjectIdentifier(driver)] = driver
        if isCalled { driver.wake() }
    }

    func forget(_ driver: any Driver) { underWay[ObjectIdentifier(driver)] = nil }
}

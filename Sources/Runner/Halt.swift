// Halt.swift: the end of a run before its time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
package import QuintainLoop
import QuintainScenario

/// Once a halt is called, no case begins any more, and running cases end without a result.
@OnLoop
package final class Halt {
    package private(set) var isCalled = false
    private var underWay: [ObjectIdentifier: any Driver] = [:]
    /// The cases that were broken off without a result.
    package private(set) var brokenOff: [String] = []

    package init() {}

    package func call() {
        isCalled = true
        for driver in underWay.values { driver.wake() }
    }

    func breakOff(_ one: Case) {
        brokenOff.append(one.way.name.isEmpty ? one.scenario.name : "\(one.scenario.name)@\(one.way.name)")
    }

    /// Ends the halt: the cases under way have ended, and others may begin.
    package func lift() { isCalled = false }

    /// Kills all drivers, those that are about to end included.
    package func kill() { LivingClients.kill() }

    /// Wakes the driver when the halt is called, or now if it has been called already.
    func watch(_ driver: any Driver) {
        underWay[ObjectIdentifier(driver)] = driver
        if isCalled { driver.wake() }
    }

    func forget(_ driver: any Driver) { underWay[ObjectIdentifier(driver)] = nil }
}

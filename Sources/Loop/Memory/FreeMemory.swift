// FreeMemory.swift: gives free memory back to the system.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
#endif

package enum FreeMemory {
    /// Takes milliseconds if there is much free memory.
    package static func giveBack() {
        #if canImport(Darwin)
            malloc_zone_pressure_relief(nil, 0)
        #else
            quintain_give_back()
        #endif
    }
}

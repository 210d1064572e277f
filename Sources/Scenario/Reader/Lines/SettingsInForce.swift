// SettingsInForce.swift: `level`, `within` and `lines`, from their line down.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The settings in force: from a setting down, in a block to its end.
struct SettingsInForce {
    var level = Level.must
    var within = 5000
}

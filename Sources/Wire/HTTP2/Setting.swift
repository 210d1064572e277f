// Setting.swift: the settings of a SETTINGS frame.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// One parameter of a SETTINGS frame. RFC 9113 section 6.5.
package struct Setting: Hashable, Sendable, CustomStringConvertible {
    package var name: SettingName
    package var value: UInt32

    package init(_ name: SettingName, _ value: UInt32) {
        self.name = name
        self.value = value
    }

    /// A text such as `MAX_CONCURRENT_STREAMS=100`.
    package var description: String { "\(name)=\(value)" }
}

/// The identifier of a setting, its name without `SETTINGS_`.
package struct SettingName: NamedNumber {
    package var rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let headerTableSize = SettingName(rawValue: 0x1)
    package static let enablePush = SettingName(rawValue: 0x2)
    package static let maxConcurrentStreams = SettingName(rawValue: 0x3)
    package static let initialWindowSize = SettingName(rawValue: 0x4)
    package static let maxFrameSize = SettingName(rawValue: 0x5)
    package static let maxHeaderListSize = SettingName(rawValue: 0x6)
    package static let enableConnectProtocol = SettingName(rawValue: 0x8)
    package static let noOldPriorities = SettingName(rawValue: 0x9)

    package static let names: KeyValuePairs<UInt16, String> = [
        0x1: "HEADER_TABLE_SIZE", 0x2: "ENABLE_PUSH", 0x3: "MAX_CONCURRENT_STREAMS", 0x4: "INITIAL_WINDOW_SIZE",
        0x5: "MAX_FRAME_SIZE", 0x6: "MAX_HEADER_LIST_SIZE",
        // RFC 8441 and RFC 9218.
        0x8: "ENABLE_CONNECT_PROTOCOL", 0x9: "NO_RFC7540_PRIORITIES",
    ]
}

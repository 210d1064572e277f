// SettingValues.swift: what the settings of one side come to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// The values of all settings that a connection depends on. Before any came they are those of RFC 9113 section 6.5.2.
package struct SettingValues: Hashable, Sendable {
    package fileprivate(set) var headerTableSize = 4_096
    package fileprivate(set) var enablesPush = true
    /// Nil: as many as you like.
    package fileprivate(set) var maxConcurrentStreams: Int?
    package fileprivate(set) var initialWindowSize = 65_535
    package fileprivate(set) var maxFrameSize = 16_384
    /// Nil: nothing was said about it.
    package fileprivate(set) var maxHeaderListSize: Int?
    /// RFC 8441.
    package fileprivate(set) var enablesConnectProtocol = false

    package init() {}

    package mutating func apply(_ setting: Setting) {
        let value = Int(setting.value)
        switch setting.name {
        case .headerTableSize: headerTableSize = value
        case .enablePush: enablesPush = value == 1
        case .maxConcurrentStreams: maxConcurrentStreams = value
        case .initialWindowSize: initialWindowSize = value
        case .maxFrameSize: maxFrameSize = value
        case .maxHeaderListSize: maxHeaderListSize = value
        case .enableConnectProtocol: enablesConnectProtocol = value == 1
        // RFC 9113 section 6.5.2: an unknown one is ignored.
        default: break
        }
    }

    /// The rule that a setting breaks when it comes after these.
    func fault(of setting: Setting, from sender: HTTP2Connection.Role) -> FrameRule? {
        switch setting.name {
        case .enablePush:
            if setting.value > 1 { return .enablePushValue }
            return sender == .server && setting.value == 1 ? .enablePushOfServer : nil
        case .initialWindowSize: return setting.value > Int32.max ? .initialWindowValue : nil
        case .maxFrameSize: return 16_384...16_777_215 ~= setting.value ? nil : .maxFrameSizeValue
        case .enableConnectProtocol:
            return setting.value > 1 || setting.value == 0 && enablesConnectProtocol ? .connectProtocolValue : nil
        case .noOldPriorities: return setting.value > 1 ? .oldPrioritiesValue : nil
        default: return nil
        }
    }
}

/// The settings of both sides: the peer's count when they have come, ours when the peer has acknowledged them.
struct SettingsExchange {
    private(set) var peer = SettingValues()
    /// What the peer is held to.
    private(set) var own = SettingValues()
    /// What was sent and not yet acknowledged, the oldest first.
    private var underway: [[Setting]] = []

    /// Whether the peer has acknowledged all that it was sent, and so must keep to it.
    var isAgreed: Bool { underway.isEmpty }

    /// The peer's frame; nothing of it counts if one setting is wrong.
    mutating func came(_ settings: [Setting], from sender: HTTP2Connection.Role) throws(FrameFault) {
        var values = peer
        for setting in settings {
            if let rule = values.fault(of: setting, from: sender) { throw FrameFault(rule) }
            values.apply(setting)
        }
        peer = values
    }

    /// Ours.
    mutating func sent(_ settings: [Setting]) {
        underway.append(settings)
        allow(settings)
    }

    /// The peer has acknowledged the oldest of ours. One that acknowledges what nobody sent is not heeded.
    mutating func acknowledged() {
        guard !underway.isEmpty else { return }
        for setting in underway.removeFirst() { own.apply(setting) }
        for settings in underway { allow(settings) }
    }

    /// A peer may make use of more room before its acknowledgement is on its way, so larger sizes count at once. The
    /// number of streams counts at once too: it bounds what is kept, and nobody is blamed before the acknowledgement.
    private mutating func allow(_ settings: [Setting]) {
        for setting in settings {
            switch setting.name {
            case .initialWindowSize where setting.value > own.initialWindowSize: own.apply(setting)
            case .maxFrameSize where setting.value > own.maxFrameSize: own.apply(setting)
            case .maxConcurrentStreams: own.apply(setting)
            default: break
            }
        }
    }
}

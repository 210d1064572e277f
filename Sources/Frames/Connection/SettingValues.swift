// SettingValues.swift: the settings of each side, with their effect.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// The values of all settings that matter to a connection; at first the defaults of RFC 9113 section 6.5.2.
package struct SettingValues: Hashable, Sendable {
    package fileprivate(set) var headerTableSize = 4_096
    package fileprivate(set) var enablesPush = true
    /// nil: no limit.
    package fileprivate(set) var maxConcurrentStreams: Int?
    package fileprivate(set) var initialWindowSize = 65_535
    package fileprivate(set) var maxFrameSize = 16_384
    /// nil: no limit was announced.
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
        // RFC 9113 section 6.5.2: an unknown setting is ignored.
        default: break
        }
    }

    /// The rule that a setting breaks if it follows the present values.
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
    /// Our settings, as far as the peer is bound by them.
    private(set) var own = SettingValues()
    /// Our settings that were not acknowledged yet, the oldest first.
    private var underway: [[Setting]] = []

    /// Whether the peer has acknowledged all our settings, and so must keep to them.
    var isAgreed: Bool { underway.isEmpty }

    /// Whether our frame would break a rule, so that the peer has to end the connection.
    func isWrong(_ settings: [Setting], from sender: HTTP2Connection.Role) -> Bool {
        var values = own
        return settings.contains { setting in
            defer { values.apply(setting) }
            return values.fault(of: setting, from: sender) != nil
        }
    }

    /// The peer's frame has come; none of it applies if one setting is wrong.
    mutating func came(_ settings: [Setting], from sender: HTTP2Connection.Role) throws(FrameFault) {
        var values = peer
        for setting in settings {
            if let rule = values.fault(of: setting, from: sender) { throw FrameFault(rule) }
            values.apply(setting)
        }
        peer = values
    }

    /// Our frame was sent.
    mutating func sent(_ settings: [Setting]) {
        underway.append(settings)
        allow(settings)
    }

    /// The peer has acknowledged our oldest frame. An acknowledgement of nothing is ignored.
    mutating func acknowledged() {
        guard !underway.isEmpty else { return }
        for setting in underway.removeFirst() { own.apply(setting) }
        for settings in underway { allow(settings) }
    }

    /// Larger sizes apply at once, because a peer may use them before its acknowledgement arrives. The number of
    /// streams applies at once too: it bounds memory, and nobody is blamed before the acknowledgement.
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

// ChunkRules.swift: maps rules of the chunk decoder to those of responses.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension ResponseDeviation.Rule {
    /// nil: a chunked body cannot break this rule in a readable way.
    init?(_ rule: WireRule) {
        switch rule {
        case .bareLF: self = .bareLF
        case .obsoleteFold: self = .obsoleteFold
        case .chunkSizeSpace: self = .chunkSizeSpace
        case .chunkExtension: self = .chunkExtension
        case .trailerForbidden: self = .trailerForbidden
        default: return nil
        }
    }
}

extension ResponseFault.Kind {
    /// `rule`: a rule whose breach makes chunks or trailers unreadable.
    init(chunks rule: WireRule) {
        switch rule {
        case .chunkTooLarge: self = .chunkTooLarge
        case .chunkLineTooLong: self = .chunkLineTooLong
        case .chunkExtensionsTooLong: self = .chunkExtensionsTooLong
        case .chunkEnd: self = .chunkEnd
        case .bareLF: self = .chunkLoneLF
        case .trailersTooLong: self = .trailersTooLong
        case .fieldTooLong: self = .fieldTooLong
        case .tooManyFields: self = .tooManyFields
        case .bareCR: self = .bareCR
        case .control: self = .control
        case .spaceBeforeFirstField: self = .spaceBeforeFirstField
        case .fieldWithoutColon: self = .fieldWithoutColon
        case .fieldName, .spaceBeforeColon: self = .fieldName
        default: self = .chunkSizeSyntax
        }
    }
}

// Exports.swift: what comes along with Foundation.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@_exported public import CoreFoundation
@_exported public import Darwin
@_exported public import Dispatch
@_exported public import ObjectiveC
@_exported public import Security

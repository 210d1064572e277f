// SharedTypes.swift: the types that both libraries for tests have, such as `Mismatch`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@_exported public import QuintainTestIssues

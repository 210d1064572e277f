// ResponsePart.swift: stands in for the reader's parts until they are there.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct ResponsePart: Sendable {}

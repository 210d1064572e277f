// main.swift: the command `quintain`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

Invocation.start()

# __init__.py: the parts of the benchmarks.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

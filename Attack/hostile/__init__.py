# __init__.py: the parts of the attack and of the soak.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

# conftest.py: tests of the plugin run pytest in a folder of their own.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

pytest_plugins = ["pytester"]

# refusals.py: refusals of the control API, in words for the author of a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

from typing import Any

from .nearby import meant
from .server import Refused


def told(refusal: Refused, order: dict[str, Any], given: str | None, folder: str) -> str:
    """Says why it cannot be armed, by the name that the test has given; a text has none."""
    if given is not None and refusal.slug == "no-scenario" and "scenario" in order and "case" not in order:
        return f"{given}: there is no such file in {folder}, and {refusal.message}{meant(given, folder, '.scenario', refusal.help)}"
    if given is not None and "scenario" not in order and not refusal.diagnostics:
        return f"{order['name']}: {refusal}"
    return str(refusal)

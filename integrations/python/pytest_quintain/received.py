# received.py: requests that have come, for the assertions of a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import codecs
import json
import re
from email.message import Message
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Tuple
from urllib.parse import parse_qs

from . import forms

__tracebackhide__ = True
AUTHORITY = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")


class Headers(Mapping[str, str]):
    """The fields of a head, by their names in any case. Where a name came more than once, its value is all of them with
    commas between (RFC 9110 section 5.3), and `get_all` has each."""

    def __init__(self, pairs: Sequence[Tuple[str, str]]) -> None:
        self.pairs: List[Tuple[str, str]] = list(pairs)
        """Each field as it came, in the order in which they came."""

    def get_all(self, name: str) -> list[str]:
        """The values of the fields of this name; none, if there is none."""
        return [value for one, value in self.pairs if one.lower() == name.lower()]

    def __getitem__(self, name: str) -> str:
        values = self.get_all(name)
        if not values:
            raise KeyError(name)
        return ", ".join(values)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and bool(self.get_all(name))

    def __iter__(self) -> Iterator[str]:
        spelt: dict[str, str] = {}
        for name, _ in self.pairs:
            spelt.setdefault(name.lower(), name)
        return iter(spelt.values())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"Headers({self.pairs!r})"


class Request(Dict[str, Any]):
    """A request that has come. It is a dictionary of what the control API tells of it, too: `request["method"]`."""

    @property
    def method(self) -> str:
        """The method, as it came: `POST`."""
        return str(self["method"])

    @property
    def target(self) -> str:
        """The path and the query, as the client wrote them."""
        return str(self["target"])

    @property
    def path(self) -> str:
        """The path, as the client wrote it: what is percent-encoded stays so."""
        return AUTHORITY.sub("", self.target, count=1).partition("?")[0]

    @property
    def query(self) -> dict[str, list[str]]:
        """The parameters of the query, decoded; each has a list, since a name may come more than once."""
        return parse_qs(self.target.partition("?")[2], keep_blank_values=True)

    @property
    def headers(self) -> Headers:
        """The fields of the head, by their names in any case."""
        return Headers([(name, value) for name, value in self["header"]])

    @property
    def body(self) -> bytes:
        """The content, without the frames of chunks; of a long one the beginning, 1 MiB, and `cut` is true."""
        return bytes.fromhex(self["hex"]) if "hex" in self else str(self.get("body", "")).encode()

    @property
    def cut(self) -> bool:
        """Whether the body, the fields or the target were longer than this."""
        return bool(self.get("cut", False))

    @property
    def text(self) -> str:
        """The body as text, in the charset that its type names, or else in UTF-8; what is none of it is replaced."""
        kind = Message()
        kind["Content-Type"] = self.headers.get("Content-Type", "")
        charset = kind.get_content_charset("utf-8")
        try:
            codecs.lookup(charset)
        except LookupError:
            charset = "utf-8"
        return self.body.decode(charset, "replace")

    @property
    def form(self) -> dict[str, list[str]]:
        """The fields of a form, urlencoded or in parts; each has a list, since a name may come more than once."""
        return self._form().fields

    @property
    def files(self) -> dict[str, list[forms.File]]:
        """The files of a form, whatever boundary divides its parts: each has a `filename`, a `type` and a `body`."""
        return self._form().files

    def _form(self) -> forms.Form:
        if self.cut:
            raise ValueError(
                f"the form of {self.method} {self.target} is not known: only the first {len(self.body):,} bytes of the body are kept")
        return forms.form(self.headers.get("Content-Type", ""), self.body)

    def json(self) -> Any:
        """What the body says as JSON."""
        try:
            return json.loads(self.body)
        except ValueError as fault:
            why = f"only the first {len(self.body):,} bytes of the body are kept" if self.cut else f"{fault}"
            raise ValueError(f"the body of {self.method} {self.target} is no JSON: {why}: {self.body!r:.60}") from None

    def __repr__(self) -> str:
        return f"Request({self.method} {self.target}, {self.headers!r}, {self.body!r})"


def called(request: Request) -> str:
    """Its first line, without the version."""
    return f"{request['method']} {request['target']}".strip() or "what is no request"


def forms_told(requests: Sequence[Request], broken: Sequence[int]) -> list[str]:
    """What forms in parts say whose bytes are no text, as lines of a report: those of the requests that these lines are of."""
    taken = [one for one in requests if one["line"]]
    first = {max((one["line"] for one in taken if one["line"] <= line), default=0) for line in broken}
    lines = []
    for one in taken:
        said = forms.told(one.form, one.files) if one["line"] in first and "hex" in one and not one.cut else []
        lines += [f"the form of {one.method} {one.target}, as it came:", *(f"  {line}" for line in said)] if said else []
    return lines

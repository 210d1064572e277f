# forms.py: what a form says, however its client has written it.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

from email.message import Message
from typing import Iterator, NamedTuple
from urllib.parse import parse_qs

__tracebackhide__ = True
# How many characters are shown of a value.
SHOWN = 80


class File(NamedTuple):
    """A file of a form."""

    filename: str
    type: str
    body: bytes


class Form(NamedTuple):
    """The fields and the files of a form by their names, each of which may come more than once."""

    fields: dict[str, list[str]]
    files: dict[str, list[File]]


def form(kind: str, body: bytes) -> Form:
    """The form of this `Content-Type`; empty, if it is none."""
    head = header("Content-Type", kind)
    if head.get_content_type() == "application/x-www-form-urlencoded":
        return Form(parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True), {})
    said, boundary = Form({}, {}), str(head.get_param("boundary", ""))
    if head.get_content_type() != "multipart/form-data" or not boundary:
        return said
    for disposition, type, content in parts(boundary.encode("latin-1", "replace"), body):
        name = disposition.get_param("name", "", "Content-Disposition")
        filename = disposition.get_filename()
        if filename is None:
            said.fields.setdefault(str(name), []).append(content.decode("utf-8", "replace"))
        else:
            said.files.setdefault(str(name), []).append(File(filename, type, content))
    return said


def told(fields: dict[str, list[str]], files: dict[str, list[File]]) -> list[str]:
    """A line for each field and each file, for a report."""
    texts = [f"{name}: {value!r:.{SHOWN}}" for name, values in fields.items() for value in values]
    return texts + [
        f"{name}: the file {one.filename!r:.{SHOWN}}, {f'{one.type}, ' if one.type else ''}{len(one.body):,} bytes"
        for name, all in files.items() for one in all]


def parts(boundary: bytes, body: bytes) -> Iterator[tuple[Message, str, bytes]]:
    """The parts between the boundaries (RFC 2046 section 5.1.1): the disposition of each, its type and its content."""
    for piece in (b"\r\n" + body).split(b"\r\n--" + boundary)[1:]:
        if piece.startswith(b"--"):
            return
        head, _, content = piece.partition(b"\r\n\r\n")
        fields = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head.decode("utf-8", "replace").split("\r\n"))}
        yield header("Content-Disposition", fields.get("content-disposition", "")), fields.get("content-type", ""), content


def header(name: str, value: str) -> Message:
    message = Message()
    message[name] = value
    return message

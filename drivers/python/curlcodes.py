# curlcodes.py: the protocol's words for curl's error numbers.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

KINDS = {
    5: "proxy", 6: "cannot-connect", 7: "cannot-connect", 8: "bad-response", 16: "bad-response", 18: "connection-lost",
    23: "file", 26: "body", 28: "timed-out", 33: "no-resume", 35: "tls", 36: "no-resume", 42: "cancelled",
    47: "too-many-redirects", 52: "connection-lost", 55: "connection-lost", 56: "connection-lost", 58: "tls", 59: "tls",
    60: "tls", 61: "decoding", 65: "body", 77: "tls", 83: "tls", 92: "bad-response", 97: "proxy", 98: "tls",
}


def kind(code, message):
    """Some numbers stand for several things, which only the text tells apart."""
    if "CONNECT" in message:
        return "proxy"
    if "HTTP/0.9" in message or "Unsupported HTTP version" in message or "chunk" in message:
        return "bad-response"
    if "alert" in message or "certificate" in message:
        return "tls"
    return KINDS.get(code, "other")

"""Rude programs: requests as no library would send them, over a plain socket."""

import socket
from urllib.parse import urlsplit

PATIENCE = 60.0
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
"""Any 16 bytes: a server only gives a sign of them back."""


def raw(url: str, request: bytes, hang_up: bool = False) -> bytes:
    """Send bytes to a server and return all that it answers; or hang up at once, in the middle of the request."""
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname, parts.port), PATIENCE) as wire:
        wire.sendall(request)
        if hang_up:
            return b""
        answer = b""
        while received := wire.recv(65_536):
            answer += received
        return answer


def get(url: str, path: str, *headers: str) -> tuple[int, bytes]:
    """Ask for a path with exactly these headers, and return the status and the answer."""
    answer = raw(url, "\r\n".join([f"GET {path} HTTP/1.1", *headers, "Connection: close", "", ""]).encode())
    return int(answer.split(b" ", 2)[1]), answer


def half_a_body(url: str, path: str) -> None:
    """Promise a body of JSON, send half of it, and go away."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    raw(url, head.encode() + b'{"game": "azul", ', hang_up=True)


def half_a_handshake(url: str, path: str) -> None:
    """Ask for a live connection, and go away before it is there."""
    headers = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {KEY}")
    raw(url, "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode(), hang_up=True)


def half_a_stream(url: str, path: str) -> None:
    """Ask for a stream of events, and go away before it begins."""
    raw(url, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode(), hang_up=True)

"""The browser client, if it has been built: its files, and its one page for all of its addresses."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Response

from azulejo.server.problems import language_of
from azulejo.texts import say

CLIENT = Path(__file__).with_name("client")
INDEX = "index.html"
ASSETS = "assets/"
"""Files whose names change with what is in them."""
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SMALL = 1000
"""Bytes below which compressing is not worth it."""
COMPRESSED = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    content: bytes
    squeezed: bytes | None
    media_type: str
    tag: str
    cache: str


@lru_cache(maxsize=512)
def _file(path: Path, name: str, _changed: int) -> File:
    content = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    squeezed = None
    if len(content) >= SMALL and media_type.startswith(COMPRESSED):
        squeezed = gzip.compress(content, 9, mtime=0)
    text = media_type.startswith("text/")
    return File(
        content,
        squeezed,
        f"{media_type}; charset=utf-8" if text else media_type,
        f'"{hashlib.sha256(content).hexdigest()[:24]}"',
        FOREVER if name.startswith(ASSETS) else ASK_AGAIN,
    )


def found(folder: Path, name: str) -> File | None:
    """Return a file of the client's folder; nothing outside of it."""
    try:
        path = (folder / name).resolve()
    except (ValueError, OSError):  # no name of any file
        return None
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        return None
    return _file(path, name, path.stat().st_mtime_ns)


async def client(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Send a file of the client, or its page."""
    name = request.path_params.get("path", "/").strip("/")
    if name == "api" or name.startswith("api/"):
        raise NotFoundException
    folder: Path = request.app.state.client
    if not (folder / INDEX).is_file():
        if name:
            raise NotFoundException
        text = say("server.no_client", language_of(request.headers.get("accept-language")))
        return Response(text.encode(), media_type="text/plain; charset=utf-8", headers={"cache-control": "no-store"})
    file = found(folder, name or INDEX)
    if file is None:
        if "." in name.rpartition("/")[2]:
            raise NotFoundException
        file = found(folder, INDEX)  # an address of the client's own
    assert file is not None
    headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.squeezed, media_type=file.media_type, headers=headers)
    return Response(file.content, media_type=file.media_type, headers=headers)


handler = HTTPRouteHandler(["/", "/{path:path}"], http_method=["GET"], include_in_schema=False, name="client")(client)

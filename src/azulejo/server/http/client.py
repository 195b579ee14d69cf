"""The browser client, if it has been built: its files, and its one page for all of its addresses."""

import errno
import mimetypes
from functools import partial
from pathlib import Path
from typing import Any

from litestar import Request, Response, Router
from litestar.datastructures import CacheControlHeader, Headers
from litestar.enums import ScopeType
from litestar.exceptions import InternalServerException, NotFoundException
from litestar.middleware import ASGIMiddleware
from litestar.response import File
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from azulejo.server.http.errors import answer, language_of
from azulejo.texts import say
from azulejo.texts.errors import AzulejoError

CLIENT = Path(__file__).parent.parent / "client"
INDEX = "index.html"
ASSETS = "assets"
"""Files whose names change with what is in them."""
NO_NAMES = (errno.ENAMETOOLONG, errno.ENOTDIR, errno.ELOOP, errno.EINVAL)
"""What the system says of a path that cannot be a file."""
LONGEST_PATH = 100
"""The client has no longer address of its own."""
FOREVER = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
ASK_AGAIN = CacheControlHeader(no_cache=True)

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


class NotModified(ASGIMiddleware):
    """Sends a file only if the browser does not have it already."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Leave the body of an answer out whose tag is known."""
        given, is_known = Headers.from_scope(scope).get("if-none-match", ""), False
        known = {tag.strip().removeprefix("W/") for tag in given.split(",")}

        async def answer_shorter(message: Message) -> None:
            nonlocal is_known
            if message["type"] == "http.response.start":
                tag = Headers(message["headers"]).get("etag", "").removeprefix("W/")
                if tag and known & {tag, "*"}:
                    is_known, message["status"] = True, 304
                    message["headers"] = [one for one in message["headers"] if one[0] != b"content-length"]
            elif is_known and message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        await next_app(scope, receive, answer_shorter)


def is_built(folder: Path = CLIENT) -> bool:
    """Return whether the client is there: a package that was built without Node has none."""
    return (folder / INDEX).is_file()


def page(folder: Path, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer an address of the client's own, where there is no file, by its page; there is nothing at any other."""
    if isinstance(error, InternalServerException) and getattr(error.__cause__, "errno", None) not in NO_NAMES:
        return answer(request, error)  # the disk has failed
    path = request.scope["path"].strip("/")
    is_own = path.split("/")[0] != "api" and "." not in path.rpartition("/")[2] and len(path) <= LONGEST_PATH
    if is_own and is_built(folder):
        headers = {"cache-control": ASK_AGAIN.to_header()}
        return File(folder / INDEX, filename=INDEX, content_disposition_type="inline", headers=headers)
    if path:
        return answer(request, NotFoundException())
    text = say("server.no_client", language_of(request.headers.get("accept-language")))
    return Response(text, media_type="text/plain; charset=utf-8", headers={"cache-control": "no-store"})


def client_routers(folder: Path = CLIENT) -> list[Router]:
    """Return the routes of the client's files: those that never change, and all others."""
    missing = (NotFoundException, InternalServerException, ValueError)
    given: dict[str, Any] = {
        "middleware": [NotModified()],
        "exception_handlers": {AzulejoError: answer, **dict.fromkeys(missing, partial(page, folder))},
    }
    return [
        create_static_files_router(f"/{ASSETS}", [folder / ASSETS], name=ASSETS, cache_control=FOREVER, **given),
        create_static_files_router("/", [folder], name="client", html_mode=True, cache_control=ASK_AGAIN, **given),
    ]

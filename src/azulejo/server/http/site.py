"""The documentation, if it has been built: its pages under ``/docs``, in English and in Russian."""

from functools import partial
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.exceptions import InternalServerException, NotFoundException
from litestar.response import Redirect
from litestar.static_files import create_static_files_router

from azulejo.server.http.client import ASK_AGAIN, INDEX, NO_NAMES, NotModified
from azulejo.server.http.errors import answer, language_of
from azulejo.texts import DEFAULT_LANGUAGE, LANGUAGES, say
from azulejo.texts.errors import AzulejoError

DOCS = Path(__file__).parent.parent / "docs"
PLACE = "/docs"


def instead(folder: Path, request: Request[Any, Any, Any], error: Exception | None = None) -> Response[Any]:
    """Answer an address without a file: by the first page in a language, or by one sentence."""
    if isinstance(error, InternalServerException) and getattr(error.__cause__, "errno", None) not in NO_NAMES:
        return answer(request, error)  # the disk has failed
    preferred = language_of(request.headers.get("accept-language"))
    lang = request.scope["path"].removeprefix(PLACE).strip("/") or preferred
    first = f"{INDEX}" if lang == DEFAULT_LANGUAGE else f"{lang}/{INDEX}"
    if lang in LANGUAGES and (folder / first).is_file():
        return Redirect(f"{PLACE}/{first}", status_code=302, headers={"vary": "accept-language"})
    key = "server.no_page" if (folder / INDEX).is_file() else "server.no_docs"
    headers = {"cache-control": "no-store"}
    return Response(say(key, preferred), status_code=404, media_type=MediaType.TEXT, headers=headers)


def site_routers(folder: Path = DOCS) -> list[Any]:
    """Return the routes of the documentation: where it begins, and its files."""

    @get(PLACE, include_in_schema=False)
    async def begin(request: Request[Any, Any, Any]) -> Response[Any]:
        """Lead to the first page, in the language that the browser asks for."""
        return instead(folder, request)

    missing = (NotFoundException, InternalServerException, ValueError)
    files: Router = create_static_files_router(
        PLACE,
        [folder],
        name="docs",
        cache_control=ASK_AGAIN,
        middleware=[NotModified()],
        exception_handlers={AzulejoError: answer, **dict.fromkeys(missing, partial(instead, folder))},
    )
    return [begin, files]

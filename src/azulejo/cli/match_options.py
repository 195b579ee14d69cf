"""The options of ``azulejo arena``, from the list that ``python -m azulejo.arena`` reads, too."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from azulejo.arena.options import OPTIONS, Option
from azulejo.cli.options import extended
from azulejo.texts import catalogue, say


def with_match_options(lang: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command all options of a match; it receives them as ``given``."""
    parameters = [_parameter(option, lang) for option in OPTIONS]

    def call(function: Callable[..., None], values: dict[str, Any]) -> None:
        given = {option.name: values.pop(option.name) for option in OPTIONS}
        function(**values, given=given)

    return lambda function: extended(function, parameters, call, hidden={"given"})


def _parameter(option: Option, lang: str) -> inspect.Parameter:
    said = say(f"arena.help.{option.name}", lang)
    if option.type is bool:
        kind: Any = Annotated[bool, typer.Option(f"--{option.name}", help=said)]
        default: Any = False
    else:
        place = f"cli.page.{option.metavar.lower()}"
        metavar = say(place, lang) if place in catalogue(lang) else option.metavar
        kind = Annotated[option.type | None, typer.Option(f"--{option.name}", metavar=metavar, help=said)]
        default = option.default
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)

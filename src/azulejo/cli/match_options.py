"""The options of ``azulejo arena`` and ``azulejo dataset``, from lists that other programs read, too."""

import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeAlias

import typer

from azulejo.arena.options import OPTIONS, Option
from azulejo.cli.options import extended
from azulejo.envs.dataset.options import OPTIONS as DATASET_OPTIONS
from azulejo.texts import catalogue, say

Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]


def with_match_options(lang: str) -> Decorator:
    """Give a command all options of a match; it receives them as ``given``."""
    return _with_options(OPTIONS, {one.name: say(f"arena.help.{one.name}", lang) for one in OPTIONS}, lang)


def with_dataset_options(lang: str) -> Decorator:
    """Give a command all options of a dataset; it receives them as ``given``."""
    said = {one.name: say(f"dataset.help.{one.name}", lang) for one in DATASET_OPTIONS}
    return _with_options(DATASET_OPTIONS, said, lang)


def _with_options(options: Sequence[Option], said: dict[str, str], lang: str) -> Decorator:
    parameters = [_parameter(option, said[option.name], lang) for option in options]

    def call(function: Callable[..., None], values: dict[str, Any]) -> None:
        given = {option.name: values.pop(option.name) for option in options}
        function(**values, given=given)

    return lambda function: extended(function, parameters, call, hidden={"given"})


def _parameter(option: Option, said: str, lang: str) -> inspect.Parameter:
    if option.type is bool:
        kind: Any = Annotated[bool, typer.Option(f"--{option.name}", help=said)]
        default: Any = False
    else:
        place = f"cli.page.{option.metavar.lower()}"
        metavar = say(place, lang) if place in catalogue(lang) else option.metavar
        kind = Annotated[option.type | None, typer.Option(f"--{option.name}", metavar=metavar, help=said)]
        default = option.default
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)

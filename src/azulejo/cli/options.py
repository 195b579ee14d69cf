"""What several commands take: a game, seats, the games' own options, a file of records."""

import inspect
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Annotated, Any

import typer

from azulejo.games import names, title
from azulejo.play.record import Record, read_records
from azulejo.texts import LANGUAGES, say
from azulejo.texts.errors import BadOption, BadRecord


def game_argument(lang: str) -> Any:
    """Return the argument that names a game."""
    return typer.Argument(help=say("cli.help.game", lang), metavar=say("cli.page.game", lang), autocompletion=names)


def complete_language() -> list[str]:
    """Return the languages, for the shell's completion."""
    return list(LANGUAGES)


def _checked_language(value: str) -> str:
    if value not in LANGUAGES:
        raise BadOption("errors.option_value", option="--lang", value=value, values=LANGUAGES)
    return value


def with_common_options(lang: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command ``--lang``."""
    option = typer.Option(
        "--lang",
        metavar="|".join(LANGUAGES),
        help=say("cli.help.lang", lang),
        autocompletion=complete_language,
        callback=_checked_language,
    )
    added = inspect.Parameter("lang", inspect.Parameter.KEYWORD_ONLY, default=lang, annotation=Annotated[str, option])
    return lambda function: extended(function, [added], lambda function, values: function(**values))


def with_game_options(lang: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command one option for each option of any game; it receives those given as ``options``."""
    explanations: dict[str, list[str]] = {}
    choices: dict[str, list[str]] = {}
    for name in names():
        for option in title(name).options:
            explanations.setdefault(option.name, []).append(f"{name}: {say(f'{name}.option.{option.name}', lang)}")
            choices.setdefault(option.name, []).extend(option.values)
    parameters = []
    for name, lines in explanations.items():
        flag = "--" + name.replace("_", "-")
        option_info = typer.Option(flag, metavar="|".join(choices[name]), help="; ".join(lines), show_default=False)
        annotation = Annotated[str | None, option_info]
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation))

    def call(function: Callable[..., None], values: dict[str, Any]) -> None:
        given = {name: values.pop(name) for name in explanations}
        function(**values, options={name: value for name, value in given.items() if value is not None})

    return lambda function: extended(function, parameters, call, hidden={"options"})


def extended(
    function: Callable[..., None],
    added: list[inspect.Parameter],
    call: Callable[[Callable[..., None], dict[str, Any]], None],
    hidden: Collection[str] = (),
) -> Callable[..., None]:
    """Return a function with more parameters in its signature, which is what Typer reads."""
    signature = inspect.signature(function)
    kept = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for parameter in signature.parameters.values()
        if parameter.name not in hidden and parameter.name not in {one.name for one in added}
    ]

    def command(**values: Any) -> None:
        call(function, values)

    command.__doc__ = function.__doc__
    command.__name__ = function.__name__
    command.__signature__ = signature.replace(parameters=[*kept, *added])  # type: ignore[attr-defined]  # inspect looks for it, mypy does not
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in [*kept, *added]}
    return command


def one_record(path: Path, number: int | None) -> Record:
    """Return the record of a file, the one of this number (from 1) if there are several."""
    records = list(read_records(path))
    if number is None:
        if len(records) > 1:
            raise BadRecord("errors.several_records", file=path.name, count=len(records))
        return records[0]
    if not 1 <= number <= len(records):
        raise BadRecord("errors.no_such_record", value=number, file=path.name, count=len(records))
    return records[number - 1]

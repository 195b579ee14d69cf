"""All commands, and what happens when one of them goes wrong."""

import errno
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from azulejo.cli.language import language
from azulejo.cli.match_options import with_dataset_options, with_match_options
from azulejo.cli.options import game_argument, with_common_options, with_game_options
from azulejo.cli.status import INTERRUPTED, NOT_WRITTEN, USAGE_ERROR
from azulejo.games import names
from azulejo.texts import say
from azulejo.texts.errors import AzulejoError

HELP_WORDS = ("usage", "arguments", "options", "commands", "help_option", "default", "required", "install", "show")
"""The words that Typer puts into a help page by itself, in our catalogue as ``cli.page.<word>``."""


def translated(page: str, lang: str) -> str:
    """Return a help page in the language: Typer has its own words only in English, and shows types of Python."""
    usage, _, rest = page.partition("\n")
    page = f"{usage.replace('{', '').replace('}', '')}\n{rest}"
    page = re.sub(r" <[\w\[\]]+>", "", page)
    for word in HELP_WORDS:
        english = r"\s+".join(re.escape(part) for part in say(f"cli.page.{word}").split(" "))  # lines may be broken
        page = re.sub(english, say(f"cli.page.{word}", lang), page)
    return page


def _bot_names() -> tuple[str, ...]:
    """Return the bots to play against, for the shell's completion."""
    from azulejo.bots.names import names

    return names()


def build(lang: str) -> typer.Typer:
    """Return the application, with its help in a language."""

    class Group(TyperGroup):
        def get_help(self, ctx: Any) -> str:
            return translated(super().get_help(ctx), lang)

    class Command(TyperCommand):
        def get_help(self, ctx: Any) -> str:
            return translated(super().get_help(ctx), lang)

    app = typer.Typer(
        name="azulejo",
        cls=Group,
        help=say("cli.help.app", lang),
        options_metavar=say("cli.page.options_place", lang),
        subcommand_metavar=say("cli.page.command_place", lang),
        invoke_without_command=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )

    @app.callback()
    @with_common_options(lang)
    def common(
        context: typer.Context,
        version: Annotated[bool, typer.Option("--version", help=say("cli.help.version", lang))] = False,
        *,
        lang: str,
    ) -> None:
        if version:
            from azulejo import __version__

            print(f"azulejo {__version__}")
        elif context.invoked_subcommand is None:
            print(context.get_help())

    def command(function: Callable[..., None]) -> Callable[..., None]:
        name, text = function.__name__, say(f"cli.help.{function.__name__}", lang)
        register = app.command(
            name, cls=Command, help=text, short_help=text, options_metavar=say("cli.page.options_place", lang)
        )
        return register(with_common_options(lang)(function))

    game = game_argument(lang)

    def option(key: str, *flags: str, **more: Any) -> Any:
        return typer.Option(*flags, help=say(f"cli.help.{key}", lang), **more)

    file_place = say("cli.page.file", lang)
    file = typer.Argument(help=say("cli.help.file", lang), metavar=file_place)
    files = typer.Argument(help=say("cli.help.files", lang), metavar=file_place)
    bench_games = typer.Argument(
        help=say("cli.help.bench_games", lang), metavar=say("cli.page.game", lang), autocompletion=names
    )
    number = option("game_number", "--game-number", metavar="N")
    seats = option("seats", "--seats", metavar="N")
    seed = option("seed", "--seed", metavar="N")

    bot = option("bot", "--bot", metavar=say("cli.page.name", lang), autocompletion=_bot_names)

    @command
    @with_game_options(lang)
    def play(
        game: Annotated[str, game] = "azul",
        seats: Annotated[int | None, seats] = None,
        you: Annotated[int, option("you", "--you", metavar="N")] = 1,
        bot: Annotated[str, bot] = "random",
        seed: Annotated[int | None, seed] = None,
        position: Annotated[str | None, option("position", "--position", metavar=say("cli.page.text", lang))] = None,
        out: Annotated[Path | None, option("play_out", "--out", metavar=file_place)] = None,
        *,
        options: dict[str, str],
        lang: str,
    ) -> None:
        from azulejo.cli.play import play as run

        run(game, seats=seats, you=you, bot=bot, seed=seed, position=position, out=out, options=options, lang=lang)

    @command
    @with_game_options(lang)
    def simulate(
        game: Annotated[str, game],
        seats: Annotated[int | None, seats] = None,
        games: Annotated[int, option("games", "--games", metavar="N", min=1)] = 100,
        seed: Annotated[int | None, seed] = None,
        out: Annotated[str, option("out", "--out", metavar=file_place)] = "-",
        *,
        options: dict[str, str],
        lang: str,
    ) -> None:
        from azulejo.cli.simulate import simulate as run

        run(game, seats=seats, games=games, seed=seed, out=out, options=options, lang=lang)

    @command
    def replay(
        file: Annotated[Path, file],
        game_number: Annotated[int | None, number] = None,
        at: Annotated[int | None, option("at", "--at", metavar="N")] = None,
        svg: Annotated[Path | None, option("svg", "--svg", metavar=file_place)] = None,
        *,
        lang: str,
    ) -> None:
        from azulejo.cli.records import replay as run

        run(file, game_number, at, svg, lang)

    @command
    def verify(
        files: Annotated[list[Path], files],
        *,
        lang: str,
    ) -> None:
        from azulejo.cli.records import verify_files

        verify_files(files, lang)

    @command
    def perft(
        file: Annotated[Path, file],
        depth: Annotated[int, option("depth", "--depth", metavar="N", min=0)] = 2,
        game_number: Annotated[int | None, number] = None,
        *,
        lang: str,
    ) -> None:
        from azulejo.cli.records import perft as run

        run(file, depth, game_number, lang)

    @command
    def bench(
        games: Annotated[list[str] | None, bench_games] = None,
        as_json: Annotated[bool, option("json", "--json")] = False,
        seconds: Annotated[float, option("seconds", "--seconds", metavar="N", min=0.01)] = 1.0,
        *,
        lang: str,
    ) -> None:
        from azulejo.cli.bench import bench as run

        run(games or None, as_json, seconds, lang)

    @command
    def engine(
        bot: Annotated[str, option("engine_bot", "--bot", metavar=say("cli.page.bot", lang))] = "engine",
        as_json: Annotated[bool, option("engine_json", "--json")] = False,
        threads: Annotated[int, option("threads", "--threads", metavar="N", min=1)] = 1,
        *,
        lang: str,
    ) -> None:
        from azulejo.cli.engine import engine as run

        run(bot, as_json, threads, lang)

    @command
    def rules(game: Annotated[str, game] = "azul", *, lang: str) -> None:
        from azulejo.cli.rules import rules as run

        run(game, lang)

    _add_server(command, lang)
    _add_studies(command, game, lang)
    return app


def _add_server(command: Callable[[Callable[..., None]], Callable[..., None]], lang: str) -> None:
    """Add the command that serves tables to others."""

    def option(key: str, *flags: str, **more: Any) -> Any:
        return typer.Option(*flags, help=say(f"cli.help.serve_{key}", lang), **more)

    @command
    def serve(
        host: Annotated[str | None, option("host", "--host", metavar=say("cli.page.address", lang))] = None,
        port: Annotated[int | None, option("port", "--port", metavar="N", min=0)] = None,
        database: Annotated[str | None, option("database", "--database", metavar=say("cli.page.address", lang))] = None,
        config: Annotated[Path | None, option("config", "--config", metavar=say("cli.page.file", lang))] = None,
        processes: Annotated[int | None, option("processes", "--processes", metavar="N", min=1)] = None,
        show: Annotated[bool, option("open", "--open")] = False,
        *,
        lang: str,
    ) -> None:
        from azulejo.cli.serve import serve as run

        run({"host": host, "port": port, "database": database, "processes": processes}, config, show, lang)


def _add_studies(command: Callable[[Callable[..., None]], Callable[..., None]], game: Any, lang: str) -> None:
    """Add the commands that play many games."""

    @command
    @with_game_options(lang)
    @with_match_options(lang)
    def arena(game: Annotated[str, game], *, given: dict[str, Any], options: dict[str, str], lang: str) -> None:
        from azulejo.cli.arena import arena as run

        run(game, given, options, lang)

    @command
    @with_game_options(lang)
    @with_dataset_options(lang)
    def dataset(game: Annotated[str, game], *, given: dict[str, Any], options: dict[str, str], lang: str) -> None:
        from azulejo.cli.dataset import dataset as run

        run(game, given, options, lang)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; every mistake in the input ends in one sentence and a non-zero status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    lang = language(given)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Cyrillic letters is no reason to stop
    try:
        status = _run(given, lang)
        print(end="", flush=True)
    except BrokenPipeError:  # the reader of our output has gone, as in "azulejo rules | head"
        _drop_output()
        status = NOT_WRITTEN
    except OSError as problem:
        if problem.errno != errno.ENOSPC:
            raise
        _drop_output()
        status = _complain(say("cli.disk_full", lang), lang)
    sys.exit(status)


def _run(given: Sequence[str], lang: str) -> int:
    """Run a command and return its status."""
    try:
        return build(lang)(args=given, prog_name="azulejo", standalone_mode=False) or 0
    except AzulejoError as problem:
        return _complain(problem.text(lang), lang)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except Exception as problem:
        if not hasattr(problem, "format_message"):  # not one of Typer's: a defect of ours
            raise
        return _complain(_usage_problem(problem, lang), lang)


def _drop_output() -> None:
    """Forget what could not be written, or Python would try once more at its end and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str, lang: str) -> int:
    print(f"{say('cli.error', lang)}: {sentence}", file=sys.stderr)
    return USAGE_ERROR


def _usage_problem(problem: Any, lang: str) -> str:
    """Return what is wrong with the command line, in the language."""
    context, param = getattr(problem, "ctx", None), getattr(problem, "param", None)
    names = getattr(param, "opts", None) or [getattr(problem, "option_name", None) or _subject(problem.message)]
    name = param.metavar if isinstance(param, TyperArgument) else max(names, key=len)
    return say(_usage_key(problem), lang, name=name, help=f"{context.command_path if context else 'azulejo'} --help")


def _usage_key(problem: Any) -> str:
    """Return our text for an error of Typer's, which says it only in English."""
    kind, said = type(problem).__name__, problem.message
    if kind == "NoSuchOption":
        return "cli.usage.no_option"
    if kind == "MissingParameter":
        return "cli.usage.missing"
    if kind == "BadParameter":
        return "cli.usage.number"
    if "unexpected extra" in said:
        return "cli.usage.extra"
    if "does not take" in said:
        return "cli.usage.flag"
    return "cli.usage.no_value" if "requires" in said else "cli.usage.no_command"


def _subject(said: str) -> str:
    """Return what an English sentence of Typer's is about: it stands in quotes or brackets.

    >>> _subject("No such command 'x'."), _subject("Got unexpected extra argument(s) (x y)")
    ('x', 'x y')
    """
    found = re.search(r"'(.*)'|\((?!s\))(.*)\)", said)
    return "" if found is None else found[1] or found[2]

"""All commands, and what happens when one of them goes wrong."""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from azulejo.cli.language import language
from azulejo.cli.options import game_argument, with_common_options, with_game_options
from azulejo.texts import say
from azulejo.texts.errors import AzulejoError

USAGE_ERROR = 2
HELP_WORDS = ("usage", "arguments", "options", "commands", "help_option", "default", "required", "install", "show")
"""The words that Typer puts into a help page by itself, in our catalogue as ``cli.page.<word>``."""
INTERRUPTED = 130


def translated(page: str, lang: str) -> str:
    """Return a help page with the words that Typer has only in English in the language."""
    for word in HELP_WORDS:
        english = r"\s+".join(re.escape(part) for part in say(f"cli.page.{word}").split(" "))  # lines may be broken
        page = re.sub(english, say(f"cli.page.{word}", lang), page)
    return page


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
        name = function.__name__
        return app.command(name, cls=Command, help=say(f"cli.help.{name}", lang))(with_common_options(lang)(function))

    game = game_argument(lang)

    def option(key: str, *flags: str, **more: Any) -> Any:
        return typer.Option(*flags, help=say(f"cli.help.{key}", lang), **more)

    file = typer.Argument(help=say("cli.help.file", lang), metavar="FILE")
    number = option("game_number", "--game-number", metavar="N")
    seats = option("seats", "--seats", metavar="N")
    seed = option("seed", "--seed", metavar="N")

    @command
    @with_game_options(lang)
    def play(
        game: Annotated[str, game] = "azul",
        seats: Annotated[int | None, seats] = None,
        you: Annotated[int, option("you", "--you", metavar="N")] = 1,
        seed: Annotated[int | None, seed] = None,
        position: Annotated[str | None, option("position", "--position", metavar="TEXT")] = None,
        out: Annotated[Path | None, option("play_out", "--out", metavar="FILE")] = None,
        *,
        options: dict[str, str],
        lang: str,
    ) -> None:
        from azulejo.cli.play import play as run

        run(game, seats=seats, you=you, seed=seed, position=position, out=out, options=options, lang=lang)

    @command
    @with_game_options(lang)
    def simulate(
        game: Annotated[str, game],
        seats: Annotated[int | None, seats] = None,
        games: Annotated[int, option("games", "--games", metavar="N", min=1)] = 100,
        seed: Annotated[int | None, seed] = None,
        out: Annotated[str, option("out", "--out", metavar="FILE")] = "-",
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
        svg: Annotated[Path | None, option("svg", "--svg", metavar="FILE")] = None,
        *,
        lang: str,
    ) -> None:
        from azulejo.cli.records import replay as run

        run(file, game_number, at, svg, lang)

    @command
    def verify(
        files: Annotated[list[Path], typer.Argument(help=say("cli.help.files", lang), metavar="FILE...")], *, lang: str
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
        games: Annotated[
            list[str] | None, typer.Argument(help=say("cli.help.bench_games", lang), metavar="[GAME]...")
        ] = None,
        as_json: Annotated[bool, option("json", "--json")] = False,
        seconds: Annotated[float, option("seconds", "--seconds", metavar="S", min=0.01)] = 1.0,
        *,
        lang: str,
    ) -> None:
        from azulejo.cli.bench import bench as run

        run(games or None, as_json, seconds, lang)

    @command
    def rules(game: Annotated[str, game] = "azul", *, lang: str) -> None:
        from azulejo.cli.rules import rules as run

        run(game, lang)

    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; every mistake in the input ends in one sentence and a non-zero status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    lang = language(given)
    try:
        status = build(lang)(args=given, prog_name="azulejo", standalone_mode=False)
    except AzulejoError as problem:
        status = _complain(problem.text(lang), lang)
    except typer.Exit as leaving:
        status = leaving.exit_code
    except (KeyboardInterrupt, typer.Abort):
        print(file=sys.stderr)
        status = INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone, as in "azulejo rules | head"
        sys.stderr.close()
        status = 1
    except Exception as problem:
        if not hasattr(problem, "format_message"):  # not one of Typer's: a defect of ours
            raise
        status = _complain(_usage_problem(problem, given, lang), lang)
    sys.exit(status or 0)


def _complain(sentence: str, lang: str) -> int:
    print(f"{say('cli.error', lang)}: {sentence}", file=sys.stderr)
    return USAGE_ERROR


def _usage_problem(problem: Any, given: Sequence[str], lang: str) -> str:
    """Return what is wrong with the command line, in the language."""
    kind = type(problem).__name__
    context = getattr(problem, "ctx", None)
    try_help = f"{context.command_path if context else 'azulejo'} --help"
    param = getattr(problem, "param", None)
    named = getattr(param, "opts", None) or [getattr(problem, "option_name", "")]
    name = str(max(named, key=len))
    if kind == "NoSuchOption":
        return say("cli.usage.no_option", lang, name=name, help=try_help)
    if kind == "MissingParameter":
        return say("cli.usage.missing", lang, name=name.upper().lstrip("-"), help=try_help)
    if kind == "BadParameter":
        return say("cli.usage.number", lang, name=name, help=try_help)
    words = [word for word in given if not word.startswith("-")]
    if try_help == "azulejo --help" and words:
        return say("cli.usage.no_command", lang, name=words[0], help=try_help)
    return say("cli.usage.other", lang, problem=str(getattr(problem, "message", problem)).rstrip("."), help=try_help)

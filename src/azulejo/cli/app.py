"""The declared commands as an application of Typer's, which splits the command line and serves the shell's completion.

To Typer every value is a text: what it means, and every word that a person reads, is said by the declarations.
"""

import inspect
from collections.abc import Callable
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from azulejo.cli.commands import ROOT, commands
from azulejo.games import names
from azulejo.texts import message, say
from azulejo.texts.commands import HELP, Command, Parameter, columns
from azulejo.texts.errors import BadOption

COMPLETION = (
    Parameter("install_completion", message("cli.page.install"), bool),
    Parameter("show_completion", message("cli.page.show"), bool),
)
"""What Typer offers for the shell, by itself."""


def help_page(lang: str) -> str:
    """Return the page of ``azulejo`` itself."""
    return ROOT.page(ROOT.name, lang, (*COMPLETION, HELP), commands())


def alone(version: bool, lang: str) -> None:
    """Do what can be told without a command; if nothing is told, say what one can do next."""
    from azulejo.texts.version import version as installed

    print(f"{ROOT.name} {installed()}" if version else next_steps(lang))


def next_steps(lang: str) -> str:
    """Return what somebody can do who has just installed the package: a few commands, each with what it does."""
    game = names()[0]
    steps = {
        "play": say("cli.next.play", lang),
        "serve --open": say("cli.next.serve", lang),
        f"rules {game}": say("cli.next.rules", lang),
        f"arena {game} --bots club,greedy": say("cli.next.arena", lang),
        "--help": say("cli.next.help", lang),
    }
    rows = columns([(f"{ROOT.name} {words}", text) for words, text in steps.items()])
    more = [say("cli.next.python", lang, game=game)]
    more += [] if find_spec("litestar") else [say("cli.next.browser", lang)]
    return "\n\n".join([ROOT.help.text(lang), rows, "\n".join(more)])


class CommandGroup(TyperGroup):
    """``azulejo``: in the context's object are the declaration and the language."""

    def get_help(self, ctx: Any) -> str:
        """Return the help page."""
        return help_page(ctx.obj[1])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the words from the command's name on."""
        return split_words(super().parse_args, ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is named."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            raise BadOption("cli.usage.no_command", name=args[0], help=f"{ctx.command_path} --help")
        return super().resolve_command(ctx, args)


class SubCommand(TyperCommand):
    """A command: in the context's object are the declaration and the language."""

    def get_help(self, ctx: Any) -> str:
        """Return the help page."""
        command, lang = ctx.obj
        return str(command.page(ctx.command_path, lang))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take all words in; none may be left over."""
        rest = split_words(super().parse_args, ctx, args)
        if rest and not ctx.resilient_parsing:
            raise ctx.obj[0].refusal(" ".join(rest), ctx.command_path)
        return rest


def split_words(split: Callable[[Any, list[str]], list[str]], ctx: Any, args: list[str]) -> list[str]:
    """Return the words that are left over; all that Typer can find wrong here is the form of an option."""
    try:
        return split(ctx, args)
    except typer.TyperException as problem:
        raise ctx.obj[0].refusal(problem.option_name, ctx.command_path) from None  # type: ignore[attr-defined]  # of its subclasses for options


def build(lang: str) -> typer.Typer:
    """Return the application, in a language."""
    app = typer.Typer(
        name=ROOT.name,
        cls=CommandGroup,
        invoke_without_command=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"obj": (ROOT, lang)},
    )

    def before(context: typer.Context, **typed: Any) -> None:
        """Look at what was told before the command; without a command, do it."""
        ROOT.values(typed, ROOT.name, lang) if context.invoked_subcommand else ROOT(typed, ROOT.name, lang)

    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    app.callback()(_with_signature(before, ROOT, lang, context))
    for command in commands():
        add = app.command(
            command.name,
            cls=SubCommand,
            help=command.help.text(lang),
            context_settings={"obj": (command, lang), "allow_extra_args": True},
        )
        add(_with_signature(_runner(command, lang), command, lang))
    return app


def _runner(command: Command, lang: str) -> Callable[..., int]:
    return lambda **typed: command(typed, f"{ROOT.name} {command.name}", lang)


def _with_signature(
    function: Callable[..., Any], command: Command, lang: str, *more: inspect.Parameter
) -> Callable[..., Any]:
    """Return a function of any arguments with the signature that tells Typer what the command takes."""
    parameters = [*more, *(_typer_parameter(parameter, lang) for parameter in command.all_parameters)]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # inspect looks for it, mypy does not
    return function


def _typer_parameter(parameter: Parameter, lang: str) -> inspect.Parameter:
    complete = parameter.complete or (lambda: parameter.choices)
    words: dict[str, Any] = {"help": parameter.explanation(lang), "autocompletion": complete}
    info = typer.Argument(**words) if parameter.positional else typer.Option(str(parameter.label), **words)
    is_flag = parameter.type is bool
    kind = bool if is_flag else list[str] | None if parameter.several else str | None
    return inspect.Parameter(
        parameter.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=False if is_flag else None,
        annotation=Annotated[kind, info],
    )

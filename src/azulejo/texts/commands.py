"""What commands can be told: declared once, for ``azulejo`` and for machines that have only NumPy and Numba.

Whatever splits the command line hands over the texts that were typed. What they must be, what they are if left out, and
how all of it is explained in either language is decided here.
"""

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from azulejo.texts import LANGUAGES, Message, message, say
from azulejo.texts.errors import AzulejoError, BadOption

USAGE_ERROR = 2
"""What the shell is told if the input is wrong; a sentence on standard error says how."""
INTERRUPTED = 130
"""What the shell is told if Ctrl-C ended the command."""

WIDEST, WIDEST_NAME = 78, 30
"""The most columns of a help page, and of the names on it."""


@dataclass(frozen=True)
class Parameter:
    """One thing that a command can be told: ``--name VALUE``, ``--name`` alone, or just a value in its place."""

    name: str
    """Also the name by which the function that does the work is given the value."""
    help: Message | list[Message]
    type: Callable[[str], Any] = str
    """What makes a value of the text that was typed; with ``bool`` there is none to be typed."""
    default: Any = None
    metavar: Message | str = ""
    """What stands for the value on the help page; the choices if nothing is said."""
    choices: tuple[str, ...] = ()
    least: float | None = None
    flag: str = ""
    """What is typed, if it is not the name."""
    group: str = ""
    """Values of one group are handed over together: a mapping of this name, with those that were given."""
    complete: Callable[[], Iterable[str]] | None = None
    """The values that the shell offers, where they are not simply the choices."""
    positional: bool = False
    required: bool = False
    several: bool = False

    @property
    def label(self) -> Message | str:
        """What it is called: as it is typed, or by what stands for its value."""
        return self.metavar if self.positional else self.flag or f"--{self.name.replace('_', '-')}"

    def row(self, lang: str) -> tuple[str, str]:
        """Return the line of the help page: how it is given, and what it means."""
        place = "" if self.positional else self.metavar or "|".join(self.choices)
        return f"{_text(self.label, lang)} {_text(place, lang)}".rstrip(), self.explanation(lang)

    def explanation(self, lang: str) -> str:
        """Return what it means, what it is if left out, and what it must be."""
        texts = self.help if isinstance(self.help, list) else [self.help]
        notes = [] if self.default is None else [say("cli.page.default", lang, value=self.default)]
        notes += [] if self.least is None else [say("cli.page.least", lang, value=self.least)]
        notes += [say("cli.page.required", lang)] if self.required else []
        return "; ".join(text.text(lang) for text in texts) + (f"  [{'; '.join(notes)}]" if notes else "")

    def value(self, typed: Any, path: str) -> Any:
        """Return the value of what was typed, or of nothing; raises BadOption."""
        if self.type is bool:
            return bool(typed)
        if self.required and not typed:
            raise BadOption("cli.usage.missing", name=self.label, help=f"{path} --help")
        if self.several:
            return [self._one_value(text, path) for text in typed or ()]
        return self.default if typed is None else self._one_value(typed, path)

    def _one_value(self, typed: str, path: str) -> Any:
        if self.choices and typed not in self.choices:
            raise BadOption("errors.option_value", option=self.label, value=typed, values=self.choices)
        try:
            value = self.type(typed)
        except AzulejoError:
            raise
        except ValueError:
            key = "cli.usage.whole" if self.type is int else "cli.usage.number"
            raise BadOption(key, name=self.label, help=f"{path} --help") from None
        if self.least is not None and not value >= self.least:
            raise BadOption("cli.usage.least", name=self.label, least=self.least, value=typed)
        return value


LANG = Parameter("lang", message("cli.help.lang"), choices=LANGUAGES)
"""Every command takes it."""
HELP = Parameter("help", message("cli.page.help"), bool)
"""Whatever splits the command line brings it."""


@dataclass(frozen=True)
class Command:
    """A command, and the function that does it."""

    name: str
    help: Message
    parameters: tuple[Parameter, ...]
    run: str
    """The function as ``module:name``, imported when it is called; it returns the status to end with, or nothing."""

    @property
    def all_parameters(self) -> tuple[Parameter, ...]:
        """Those of its own, and the language."""
        return (*self.parameters, LANG)

    def values(self, typed: Mapping[str, Any], path: str, lang: str) -> dict[str, Any]:
        """Return the values of all that was typed, as the function takes them; raises BadOption."""
        found = [(parameter, parameter.value(typed.get(parameter.name), path)) for parameter in self.all_parameters]
        values: dict[str, Any] = {parameter.group: {} for parameter in self.parameters if parameter.group}
        for parameter, value in found:
            if not parameter.group:
                values[parameter.name] = value
            elif value is not None:
                values[parameter.group][parameter.name] = value
        return {**values, "lang": values["lang"] or lang}

    def __call__(self, typed: Mapping[str, Any], path: str, lang: str) -> int:
        """Do it with what was typed, and return the status to end with."""
        values = self.values(typed, path, lang)
        module, _, name = self.run.partition(":")
        return getattr(import_module(module), name)(**values) or 0

    def refusal(self, word: str, path: str) -> BadOption:
        """Return the error for an option that is none, lacks its value or has one, or for a word that is too many."""
        known = next((one for one in (*self.all_parameters, HELP) if one.label == word), None)
        if known is None:
            key = "cli.usage.no_option" if word.startswith("-") else "cli.usage.extra"
        else:
            key = "cli.usage.flag" if known.type is bool else "cli.usage.no_value"
        return BadOption(key, name=word, help=f"{path} --help")

    def page(
        self, path: str, lang: str, more: Sequence[Parameter] = (HELP,), commands: Sequence["Command"] = ()
    ) -> str:
        """Return the help page, with what else can be told, and with the commands under this one."""
        usage = [say("cli.page.usage", lang), path, say("cli.page.options_place", lang)]
        for one in self.parameters:
            if one.positional:
                name = _text(one.label, lang)
                usage.append((name if one.required else f"[{name}]") + "..." * one.several)
        usage += [say("cli.page.command_place", lang)] if commands else []
        rows = {
            "cli.page.arguments": [one.row(lang) for one in self.parameters if one.positional],
            "cli.page.options": [one.row(lang) for one in (*self.all_parameters, *more) if not one.positional],
            "cli.page.commands": [(one.name, one.help.text(lang)) for one in commands],
        }
        parts = [" ".join(usage), _wrapped(self.help.text(lang), "  ", "  ")]
        parts += [f"{say(heading, lang)}\n{columns(listed)}" for heading, listed in rows.items() if listed]
        return "\n\n".join(parts)


def complain(sentence: str, lang: str) -> int:
    """Print what is wrong with the input, and return the status to end with."""
    print(f"{say('cli.error', lang)}: {sentence}", file=sys.stderr)
    return USAGE_ERROR


def _text(word: Message | str, lang: str) -> str:
    return word.text(lang) if isinstance(word, Message) else word


def _wrapped(text: str, first: str, others: str) -> str:
    width = min(shutil.get_terminal_size().columns - 2, WIDEST)
    return textwrap.fill(text, width, initial_indent=first, subsequent_indent=others)


def columns(rows: list[tuple[str, str]]) -> str:
    """Return names and texts side by side; a text begins on a line of its own where the name is too long."""
    left = 4 + min(max(len(name) for name, _ in rows), WIDEST_NAME)
    lines = []
    for name, text in rows:
        is_long = len(name) > WIDEST_NAME
        lines += [f"  {name}"] if is_long else []
        lines.append(_wrapped(text, " " * left if is_long else f"  {name}".ljust(left), " " * left))
    return "\n".join(lines)

"""The catalogue: both languages say the same things, and everything that is said exists."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import azulejo
from azulejo.games import folder, own_names, title
from azulejo.texts import (
    CASES,
    LANGUAGES,
    PLURAL_FORMS,
    Entry,
    Message,
    catalogue,
    decimal,
    errors,
    imperative,
    latin_keys,
    message,
    say,
)

PACKAGE = Path(azulejo.__file__).parent

DYNAMIC = {
    r"{game}\.name": "the game in a menu",
    r"{game}\.summary": "the game in a menu",
    r"{game}\.option\.(?P<name>\w+)": "Option: an option's explanation",
    r"{game}\.status\.(?P<name>\w+)": "Rulebook.status: what is wrong with a position",
    r"{game}\.scoring\.(?P<name>\w+)": "Step.kind: one step of a scoring",
    r"{game}\.learn\.(?P<name>\w+)": "a step of the game's lessons",
    r"{game}\.web\.option\.(?P<name>\w+)(\.\w+)?": "an option, or a value of it, where the client sets up a table",
    r"{game}\.do\.\w+": "imperative: the sentence of a move as what to do",
}
"""Keys that are put together from a game's name, and where. The last part must be known to the game."""

SAME_IN_BOTH = re.compile(r"azulejo|[A-Z]|[\W\d_]*", re.ASCII)
"""Russian texts that may do without a Russian letter: the name, a letter of a move, signs."""

CLIENT_AREAS = ("web", "analysis", "report", "bots", "play", "errors", "server", *own_names())
"""The areas that the browser client reads."""

SPEAKING = {"message", "say", "Message"} | {
    name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, errors.AzulejoError)
}
"""Functions whose first argument is a key."""
KEY_AT = {"Refusal": 1, "refuse_if": 2}
"""Functions that take a key after other arguments."""


def forms(entry: Entry) -> dict[str, str]:
    """Return the texts of an entry by plural form or case; a plain text is the only form."""
    return entry if isinstance(entry, dict) else {"": entry}


def placeholders(text: str) -> set[str]:
    """Return the names of the values that a text shows."""
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(text) if name is not None}


def files(lang: str) -> dict[str, Path]:
    """Return the files of a language by their area: the package's own, and those of the games."""
    own = {path.stem: path for path in sorted((PACKAGE / "texts" / lang).glob("*.json"))}
    return own | {name: folder(name) / "texts" / f"{lang}.json" for name in own_names()}


@cache
def own_texts(lang: str) -> dict[str, Entry]:
    """Return the catalogue without the texts of games that other packages bring."""
    areas = files(lang).keys()
    return {key: entry for key, entry in catalogue(lang).items() if key.partition(".")[0] in areas}


def all_texts(lang: str) -> Iterator[tuple[str, str]]:
    """Yield every key with each of its texts."""
    for key, entry in own_texts(lang).items():
        for text in forms(entry).values():
            yield key, text


# ---------------------------------------------------------------- the catalogue by itself


def test_both_languages_have_the_same_files() -> None:
    english, russian = files("en"), files("ru")
    assert english.keys() == russian.keys()
    assert {"azul", "errors"} <= english.keys()
    assert all(path.is_file() for path in (*english.values(), *russian.values()))
    for name in own_names():
        assert all((folder(name) / "texts" / f"rules.{lang}.md").is_file() for lang in LANGUAGES)


def test_both_languages_have_the_same_keys() -> None:
    english, russian = own_texts("en").keys(), own_texts("ru").keys()
    assert sorted(english - russian) == []
    assert sorted(russian - english) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_stands_twice_in_a_file(lang: str) -> None:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names)), sorted(name for name in names if names.count(name) > 1)
        return dict(pairs)

    assert files(lang)
    for file in files(lang).values():
        json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=unique)


def test_both_languages_show_the_same_values() -> None:
    different = [
        (key, shown)
        for key in own_texts("en").keys() & own_texts("ru").keys()
        if len(set(shown := [frozenset(_shown(own_texts(lang)[key])) for lang in LANGUAGES])) > 1
    ]
    assert different == []


def _shown(entry: Entry) -> set[str]:
    """Return the values that any form of an entry shows."""
    return set().union(*map(placeholders, forms(entry).values()))


def declines(entry: Entry) -> bool:
    """Return whether an entry is a word in several cases."""
    return isinstance(entry, dict) and entry.keys() <= CASES.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_entries_have_exactly_the_forms_of_their_language(lang: str) -> None:
    wrong = [
        key
        for key, entry in own_texts(lang).items()
        if isinstance(entry, dict) and not declines(entry) and tuple(entry) != PLURAL_FORMS[lang]
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_one_kind_have_the_same_cases_the_usual_one_first(lang: str) -> None:
    cases: dict[str, set[tuple[str, ...]]] = {}
    for key, entry in own_texts(lang).items():
        kind = ".".join(key.split(".")[:2])
        if isinstance(entry, dict) and declines(entry):
            assert next(iter(entry)) == "nom", key
            cases.setdefault(kind, set()).add(tuple(entry))
    assert cases
    assert {kind: found for kind, found in cases.items() if len(found) > 1} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_asks_only_for_cases_that_words_of_its_game_have(lang: str) -> None:
    known: dict[str, set[str]] = {}
    for key, entry in own_texts(lang).items():
        if isinstance(entry, dict) and declines(entry):
            known.setdefault(key.partition(".")[0], set()).update(entry)
    asked = {
        (key, case)
        for key, text in all_texts(lang)
        for _, _, case, _ in Formatter().parse(text)
        if case and case not in known.get(key.partition(".")[0], set())
    }
    assert asked == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_to_do_is_said_of_every_move_with_the_values_of_its_sentence(lang: str) -> None:
    texts = own_texts(lang)
    orders = {key: key.replace(".do.", ".describe.") for key in texts if ".do." in key}
    assert {key.partition(".")[0] for key in orders} == set(own_names())
    assert [key for key, sentence in orders.items() if _shown(texts[key]) != _shown(texts[sentence])] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_plural_form_shows_the_same_values(lang: str) -> None:
    """Except that one may say "a tile" for one; the Russian form also stands for 21, if there can be so many."""
    few = {"duel.web.missing"}
    wrong = []
    for key, entry in own_texts(lang).items():
        for form, text in forms(entry).items():
            left_out = _shown(entry) - placeholders(text)
            if left_out - ({"count"} if form == "one" and (lang == "en" or key in few) else set()):
                wrong.append((key, form, left_out))
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_empty(lang: str) -> None:
    assert [key for key, text in all_texts(lang) if not text.strip()] == []


def test_russian_texts_are_russian_and_english_ones_are_not() -> None:
    untranslated = [
        (key, text)
        for key, text in all_texts("ru")
        if not re.search("[а-яё]", text, re.I) and not SAME_IN_BOTH.fullmatch(re.sub(r"\{.*?\}", "", text))
    ]
    assert untranslated == []
    assert [(key, text) for key, text in all_texts("en") if re.search("[а-яё]", text, re.I)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_mixes_letters_that_look_alike(lang: str) -> None:
    mixed = re.compile("[a-z][а-яё]|[а-яё][a-z]", re.I)
    assert [(key, text) for key, text in all_texts(lang) if mixed.search(re.sub(r"\{.*?\}", "", text))] == []


# ---------------------------------------------------------------- what players see

BUTTON = re.compile(r"<button\b(?P<inside>.*?)</button>", re.DOTALL)
SAID_INSIDE = re.compile(r"""say\(\s*(?:[^"()]*\?\s*)?"([\w.]+)"(?:\s*:\s*"([\w.]+)")?""")
LONGER_BUTTONS = {"garden.web.buy.label"}
"""Texts inside buttons that name a game, or tell something besides what the button does."""

OTHER_WORDS = {
    "en": r"tak\w+ back|taken back|by lot|no harm|whom you want|tell the scoring|sit down",
    "ru": r"скамь|мешо?к[аеиу]?\b|салатн|взят\w* назад|ход\w* назад|подгон|диктор|рассказать подсчёт|движок берёт|"
    r"жреби|зерн",
}
"""What a glossary of one word for one thing has another word for, and what nobody would say."""

GENDERED = (
    r"\{(name|names|player|winners)\}[^.;:]*\b\w{2,}(ал|ил|ел|ул|ялся|ался|ился)\b|\b(спасовал|сдался)\b|^(я )?готов\b"
)
"""Forms that fit a man alone, where anybody may be meant."""

TYPING = ("web.text.type.about", "web.keys.move.about", "web.learn.typed")
"""Texts about typing moves, which show how that looks."""
PLAYERS = re.compile(rf"web\.|(?:{'|'.join(own_names())})\.(?:why|do|learn|web|asked)\.")
"""Texts that players see in the browser."""
MACHINES = r"https?://|/api/|\b127\.0|--\w|\b[a-z]*\d[a-z]\d\b|\b[tdef]+[bglypm]\d\b|\btb\b|\bt3\b"
"""Addresses, options and moves as one types them."""


def buttons(root: Path) -> set[str]:
    """Return the keys of the texts that stand inside the client's buttons."""
    found: set[str] = set()
    for file in (root / "web" / "src").rglob("*.svelte"):
        for button in BUTTON.finditer(file.read_text(encoding="utf-8")):
            _, _, content = re.sub(r"=\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", "=x", button["inside"]).partition(">")
            found.update(key for pair in SAID_INSIDE.findall(content) for key in pair if key)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_button_has_three_words_at_most(root: Path, lang: str) -> None:
    keys = buttons(root) - LONGER_BUTTONS
    assert {"web.home.play", "web.confirm.undo", "web.replay.play_on", "garden.web.tray.pay_now"} <= keys
    long = [
        text
        for key in keys & own_texts(lang).keys()
        for text in forms(own_texts(lang)[key]).values()
        if sum(bool(re.search(r"\w", word)) for word in re.sub(r"\{.*?\}", "", text).split()) > 3
    ]
    assert long == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_word_stands_for_one_thing(lang: str) -> None:
    wrong = re.compile(OTHER_WORDS[lang], re.I)
    assert [(key, text) for key, text in all_texts(lang) if wrong.search(text)] == []
    pages = [page for name in own_names() if (page := say_page(name, lang)) and wrong.search(page)]
    assert pages == []


def say_page(game: str, lang: str) -> str:
    """Return the rules of a game in short."""
    return (folder(game) / "texts" / f"rules.{lang}.md").read_text(encoding="utf-8")


def test_russian_forms_fit_everybody() -> None:
    wrong = re.compile(GENDERED, re.I)
    assert [(key, text) for key, text in all_texts("ru") if wrong.search(text)] == []


def test_russian_numbers_have_a_comma() -> None:
    typed = re.compile(r"engine@[\d.]+s|uct@[\d.]+s|\b\d+\.\d+\.\d+\.\d+\b")
    assert [(key, text) for key, text in all_texts("ru") if re.search(r"\d\.\d", typed.sub("", text))] == []
    assert [decimal(1.5, lang) for lang in LANGUAGES] == ["1.5", "1,5"]
    assert say("bots.fault.time", "ru", seconds=2.5) == "нет ответа за 2,5 с"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_players_see_no_addresses_options_or_typed_moves(lang: str) -> None:
    wrong = re.compile(MACHINES)
    seen = [(key, text) for key, text in all_texts(lang) if PLAYERS.match(key) and key not in TYPING]
    assert [(key, text) for key, text in seen if wrong.search(text)] == []


def test_a_move_is_said_as_what_to_do() -> None:
    said = message("azul.describe.lay", colour=message("azul.colour.red"), line=6, column=2)
    assert said.text("ru") == "выкладывает красную плитку с линии 6 в столбец 2"
    assert imperative(said).text("en") == "lay the red tile from line 6 in column 2"
    assert imperative(message("play.player", seat=1)) == message("play.player", seat=1)


# ---------------------------------------------------------------- the catalogue and the code


class Said(NamedTuple):
    """A call that says a text, with the key written out."""

    where: str
    key: str
    values: set[str] | None
    """The names of the values given; None if they are not all written out."""


class Source:
    """What the source code says."""

    def __init__(self, package: Path) -> None:
        self.said: list[Said] = []
        self.strings: set[str] = set()
        self.patterns: dict[str, str] = {}
        self.names: dict[str, set[str]] = {}
        for path in sorted(package.rglob("*.py")):
            self._read(path, path.relative_to(package))
        for path in sorted(package.glob("games/*/lessons/*.json")):
            chapters = json.loads(path.read_text(encoding="utf-8"))["chapters"]
            self.names[path.parts[-3]] |= {step["text"] for chapter in chapters for step in chapter["steps"]}

    def _read(self, path: Path, relative: Path) -> None:
        names = self.names.setdefault(relative.parts[1] if relative.parts[0] == "games" else "", set())
        areas = tuple({key.split(".")[0] + "." for key in own_texts("en")})
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{relative}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.strings.add(node.value)
                names.add(node.value)
            elif isinstance(node, ast.Name):
                names.add(node.id.lower())
            elif isinstance(node, ast.JoinedStr) and node.values and _known(node.values[0]).startswith(areas):
                self.patterns["".join(re.escape(_known(part)) or r"\w+" for part in node.values)] = where
            elif isinstance(node, ast.Call) and _called(node) in SPEAKING | KEY_AT.keys() and node.args:
                open_ended = any(keyword.arg is None for keyword in node.keywords)
                values = None if open_ended else {str(keyword.arg) for keyword in node.keywords}
                self.said += [Said(where, key, values) for key in _keys(node.args[KEY_AT.get(_called(node), 0)])]

    def uses(self, key: str) -> bool:
        """Return whether a text can be said by anything in the code."""
        if key in self.strings or any(re.fullmatch(pattern, key) for pattern in self.patterns):
            return True
        game = key.split(".", maxsplit=1)[0]
        for pattern in DYNAMIC:
            if found := re.fullmatch(pattern.format(game=game), key):
                return game in self.names and found.groupdict().get("name", game) in self.names[game] | {game}
        return False


class ClientSource:
    """What the browser client says: keys in quotes, those put together from parts as patterns."""

    KEY = re.compile(r"""(["'`])((?:AREAS)\.(?:[\w.-]|\$\{[^}]*\})+)\1""".replace("AREAS", "|".join(CLIENT_AREAS)))
    SAID = re.compile(r"""\bsay\(\s*"([\w.-]+)"\s*(?:,\s*\{([^{}]*)\}\s*)?,?\s*\)""")

    def __init__(self, folder: Path) -> None:
        self.patterns: dict[str, str] = {}
        self.said: list[Said] = []
        for path in sorted([*folder.rglob("*.ts"), *folder.rglob("*.svelte")]):
            text = path.read_text(encoding="utf-8")
            for _, key in self.KEY.findall(text):
                pattern = r"[\w.]+".join(map(re.escape, re.split(r"\$\{[^}]*\}", key)))
                self.patterns[pattern] = path.name
            for key, values in self.SAID.findall(text):
                names = {part.split(":")[0].strip() for part in values.split(",") if part.strip()}
                open_ended = any(name.startswith("...") for name in names)
                self.said.append(Said(path.name, key, None if open_ended else names))

    def uses(self, key: str) -> bool:
        """Return whether the client can say a text."""
        return any(re.fullmatch(pattern, key) for pattern in self.patterns)


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _keys(argument: ast.expr) -> list[str]:
    """Return the keys that an argument can be, as far as they are written out."""
    if isinstance(argument, ast.IfExp):
        return _keys(argument.body) + _keys(argument.orelse)
    return [argument.value] if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else []


def _known(part: ast.expr) -> str:
    """Return the text of a part of an f-string, or nothing if it is a value."""
    return str(part.value) if isinstance(part, ast.Constant) else ""


def missing(source: Source | ClientSource) -> list[str]:
    """Return what the code says that the catalogue does not have, or with a value left out."""
    entries = own_texts("en")
    found = [f"{said.where}: no text {said.key}" for said in source.said if said.key not in entries]
    found += [
        f"{where}: no text like {pattern}"
        for pattern, where in source.patterns.items()
        if not any(re.fullmatch(pattern, key) for key in entries)
    ]
    for said in source.said:
        if said.key in entries and said.values is not None:
            entry = entries[said.key]
            needed = _shown(entry) | ({"count"} if isinstance(entry, dict) else set())
            if left_out := needed - said.values:
                found.append(f"{said.where}: {said.key} needs {sorted(left_out)}")
    return found


@pytest.fixture(scope="module")
def source() -> Source:
    return Source(PACKAGE)


@pytest.fixture(scope="module")
def client(root: Path) -> ClientSource:
    return ClientSource(root / "web" / "src")


def test_everything_said_is_in_the_catalogue_and_gets_its_values(source: Source) -> None:
    assert len(source.said) > 30
    assert missing(source) == []


def test_everything_the_client_says_is_in_the_catalogue_and_gets_its_values(client: ClientSource) -> None:
    assert len(client.said) > 30
    assert missing(client) == []


def test_everything_in_the_catalogue_is_said(source: Source, client: ClientSource) -> None:
    assert [key for key in own_texts("en") if not source.uses(key) and not client.uses(key)] == []


@pytest.mark.parametrize("game", own_names())
def test_every_game_has_a_name_a_summary_and_its_options_explained(game: str) -> None:
    keys = [f"{game}.name", f"{game}.summary", *(f"{game}.option.{option.name}" for option in title(game).options)]
    assert [key for key in keys if key not in own_texts("en")] == []


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ('message("azul.no_such_text")', "no text azul.no_such_text"),
        ('BadOption("errors.no_such_text" if x else "errors.game_over")', "no text errors.no_such_text"),
        ('texts.say(f"azul.no_such.{colour}", lang)', r"no text like azul\.no_such\.\w+"),
        ('message("errors.game", value=1)', "errors.game needs ['values']"),
        ('say("azul.tiles.blue", lang)', "azul.tiles.blue needs ['count']"),
    ],
)
def test_a_mistake_in_the_code_is_found(tmp_path: Path, code: str, problem: str) -> None:
    (tmp_path / "module.py").write_text(code)
    found = missing(Source(tmp_path))
    assert len(found) == 1, found
    assert problem in found[0]


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ('{say("web.no_such_text")}', "no text web.no_such_text"),
        ("{say(`web.no_such.${colour}`)}", r"no text like web\.no_such\.[\w.]+"),
        ('say("azul.why.line_holds", { line: 4 })', "azul.why.line_holds needs ['colour']"),
        ('say("azul.tiles.blue", { number })', "azul.tiles.blue needs ['count']"),
    ],
)
def test_a_mistake_in_the_client_is_found(tmp_path: Path, code: str, problem: str) -> None:
    (tmp_path / "Page.svelte").write_text(code)
    found = missing(ClientSource(tmp_path))
    assert any(problem in line for line in found), found


def test_code_without_a_mistake_is_fine_and_its_texts_are_used(tmp_path: Path) -> None:
    (tmp_path / "games" / "azul").mkdir(parents=True)
    (tmp_path / "games" / "azul" / "rules.py").write_text(
        'message("errors.game", value=1, values=[])\n'
        'message("errors.seats", **values)\n'
        'say(f"azul.tiles.{colour}", lang, count=2)\n'
        'Option("wall")\n'
        "TILES = 1\n"
    )
    source = Source(tmp_path)
    assert missing(source) == []
    for key in ("errors.game", "errors.seats", "azul.tiles.blue", "azul.option.wall", "azul.status.tiles", "azul.name"):
        assert source.uses(key), key
    for key in ("errors.game_over", "azul.colour.blue", "azul.status.score", "azul.scoring.tile", "azul.option.tiling"):
        assert not source.uses(key), key


# ---------------------------------------------------------------- saying


def test_a_message_is_said_in_both_languages() -> None:
    said = message("azul.tiles.blue", count=2)
    assert said == Message("azul.tiles.blue", {"count": 2})
    assert said.text("en") == str(said) == "2 blue tiles"
    assert said.text("ru") == say("azul.tiles.blue", "ru", count=2) == "2 синие плитки"
    assert [say("azul.tiles.blue", "ru", count=count) for count in (1, 5, 11, 21)] == [
        "1 синюю плитку",
        "5 синих плиток",
        "11 синих плиток",
        "21 синюю плитку",
    ]


def test_messages_inside_a_message_are_said_in_its_language() -> None:
    said = message("azul.why.line_holds", line=4, colour=message("azul.colour.blue"))
    assert said.text("en") == "line 4 already holds blue"
    assert "синий" in said.text("ru")


def test_values_in_a_list_are_said_one_by_one() -> None:
    said = message("errors.game", value="chess", values=["azul", message("azul.colour.red")])
    assert said.text("en").endswith("azul, red")
    assert said.text("ru").endswith("azul, красный")


def test_an_error_is_said_in_english_unless_asked_otherwise() -> None:
    error = errors.BadOption("errors.game", value="chess", values=["azul"])
    assert str(error) == error.text("en")
    assert error.text("ru") == say("errors.game", "ru", value="chess", values=["azul"])
    assert str(errors.IllegalMove(message("azul.why.line_full", line=3))) == "line 3 is already full"
    assert isinstance(error, ValueError)


def test_the_russian_layout_types_the_same_keys() -> None:
    assert latin_keys("3и4 св- Ц24") == "3b4 cd- W24"

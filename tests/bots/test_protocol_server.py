"""Serving the protocol: in this process with a small engine, and as a real program."""

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejo.bots import play_game
from azulejo.bots.bot import Bot, greedy
from azulejo.bots.engine_bot import EngineBot
from azulejo.bots.json_lines import Analyst
from azulejo.bots.protocol_server import Server
from azulejo.games import names, rulebook
from azulejo.play import Move, View, new_game
from tests.bots.helpers import OnePly, some_game

POSITION = "azul board=0 board=0 factories=BBRW,-,-,-,- turn=0"


def small(game: str) -> EngineBot:
    return EngineBot(game, engine=OnePly(rulebook(game)))


@cache
def warm(game: str) -> EngineBot:
    """Return an engine for many conversations."""
    return small(game)


class Talk:
    """A conversation with a server in this process."""

    def __init__(self, make: Callable[[str], Bot] = small, lang: str = "en") -> None:
        self.said: list[str] = []
        self.server = Server(make, self._hear, name="small", prepare=lambda game: None, lang=lang)

    def _hear(self, text: str) -> None:
        assert text.endswith("\n")
        self.said += text.splitlines()

    def __call__(self, *lines: str) -> list[str]:
        """Send lines, wait for the search if there is one, and return what was said."""
        self.send(*lines)
        self.server.wait()
        said, self.said = self.said, []
        return said

    def send(self, *lines: str) -> None:
        for line in lines:
            assert self.server.handle(line)


@pytest.fixture
def talk() -> Iterator[Talk]:
    one = Talk()
    yield one
    one.server.close()


def position() -> str:
    return f"position text {some_game().position}"


def test_the_handshake_tells_version_and_games(talk: Talk) -> None:
    assert talk("azulejo") == [
        "id name small",
        "protocol 1",
        *(f"game {name}" for name in names()),
        "wants options",
        "ready",
    ]


def test_a_new_game_may_come_with_seats_and_options(talk: Talk) -> None:
    assert talk('newgame azul {"seats": 2, "options": {"wall": "grey"}}') == []
    for more in ("2", "wall=grey", "[]", '{"seats": 2', '{"seats": 2} {}'):
        (said,) = talk(f"newgame azul {more}")
        assert said == "error after the name of the game, newgame takes one JSON object and nothing else"


def test_a_search_ends_with_the_best_move(talk: Talk) -> None:
    said = talk("newgame azul", position(), "go nodes 100")
    assert said[0] == "info nodes 96 seconds 0.000 depth 1"
    assert said[-1] == "bestmove " + said[-97].split()[2]
    assert len([line for line in said if line.startswith("info move")]) == 10 + 96
    best = max(some_game().legal_moves, key=lambda move: some_game().preview(move).points)
    assert some_game().preview(said[-1].split()[1]).points == some_game().preview(best).points


def test_a_record_is_a_position_too(talk: Talk) -> None:
    game = some_game(moves=4)
    move = talk(f"position record {game.record().to_json()}", "go")[-1].removeprefix("bestmove ")
    assert game.parse_move(move) in game.legal_moves


def test_an_endless_search_ends_when_it_is_told_to(talk: Talk) -> None:
    talk.send(position(), "go infinite", "isready")
    for _ in range(100):
        if "info nodes 96 seconds 0.000 depth 1" in talk.said:
            break
        time.sleep(0.02)
    assert "readyok" in talk.said
    assert not any(line.startswith("bestmove") for line in talk.said)
    said = talk("stop")
    assert said[-1].startswith("bestmove")
    assert talk("stop") == []


def test_nothing_is_changed_while_a_search_goes_on(talk: Talk) -> None:
    talk.send(position(), "go infinite")
    talk.said.clear()
    for line in ("go", "newgame", position()):
        talk.send(line)
    assert [line for line in talk.said if line.startswith("error")] == [
        "error a search is going on: say stop and wait for its bestmove"
    ] * 3
    talk.send("stop")
    talk.server.wait()
    assert talk.said[-1].startswith("bestmove")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello", 'error there is no message "hello": it is one of azulejo, isready,'),
        ("GO", "error there is no message"),
        ("go", "error there is no position yet: send one first"),
        ("go depth 3", 'error "depth" is no limit'),
        ("position text azul", "error there are 0 board="),
        ("position record {", "error this is not JSON"),
        ("newgame chess", 'error there is no game called "chess"'),
    ],
)
def test_a_mistake_is_told_in_a_sentence_and_the_talk_goes_on(talk: Talk, line: str, sentence: str) -> None:
    (said,) = talk(line)
    assert said.startswith(sentence)
    assert talk("isready") == ["readyok"]


def test_mistakes_are_told_in_russian_too() -> None:
    assert Talk(lang="ru")("hello")[0].startswith("error нет сообщения «hello»")


def test_a_line_that_is_too_long_is_a_mistake(talk: Talk) -> None:
    assert talk.server.handle(None)
    assert talk.said == ["error this line is too long"]


def test_empty_lines_say_nothing(talk: Talk) -> None:
    assert talk("", "   ", "\t") == []


def test_quit_ends_the_talk_even_in_a_search(talk: Talk) -> None:
    talk.server.run([position(), "go infinite", "quit", "never read"])
    assert talk.said[-1].startswith("bestmove")


def test_at_the_end_of_the_input_the_search_is_finished(talk: Talk) -> None:
    talk.server.run([position(), "go nodes 3"])
    assert talk.said[-1].startswith("bestmove")


def test_any_bot_can_be_served() -> None:
    talk = Talk(lambda game: greedy)
    game = some_game()
    assert talk(f"position record {game.record().to_json()}", "go") == [
        f"bestmove {greedy.choose(game.view(game.turn or 0))}"
    ]


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (Move(33, "1b4"), "bestmove 1b4"),
        (33, "bestmove 1b4"),
        ("1b4", "bestmove 1b4"),
        (99999, "bestmove 99999"),
        (None, "bestmove None"),
        ("two words\nand a line", "bestmove twowordsandaline"),
        ("", "bestmove nothing"),
    ],
)
def test_what_a_bot_answers_is_passed_on_be_it_a_move_or_not(choice: object, said: str) -> None:
    class Odd(Bot):
        def choose(self, view: View) -> object:  # type: ignore[override]  # it need not keep to the type
            return choice

    assert Talk(lambda game: Odd())(position(), "go") == [said]


def test_a_bot_that_fails_is_told_and_the_talk_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(Bot):
        def choose(self, view: View) -> str:
            raise KeyError("lost")

    talk = Talk(lambda game: Broken())
    assert talk(position(), "go") == ["error the bot has failed: KeyError: 'lost'"]
    assert "KeyError" in capsys.readouterr().err
    assert talk("isready") == ["readyok"]


def test_a_new_game_is_told_to_the_bot_once() -> None:
    engine = OnePly(rulebook("azul"))
    talk = Talk(lambda game: EngineBot(game, engine=engine))
    talk("newgame", position(), "go nodes 1")
    talk(position(), "go nodes 1")
    assert engine.games == 1
    talk("newgame azul", position(), "go nodes 1")
    assert engine.games == 2


WORDS = "azulejo isready newgame position go stop text record azul duel nodes seconds clock infinite moves {} [] 0 -1"
words = st.sampled_from([*WORDS.split(), '{"format": 1}', POSITION, "1e999", "9" * 5000])
lines = st.lists(st.lists(words | st.text(max_size=8), max_size=6).map(" ".join) | st.text(), max_size=8)


@given(lines)
def test_no_input_brings_the_server_down(given_lines: list[str]) -> None:
    talk = Talk(warm)
    try:
        for line in given_lines:
            if line.strip().partition(" ")[0] != "quit":
                talk.send(line)
        said = talk("stop")
        assert not any("failed" in line for line in said)
        assert talk("isready") == ["readyok"]
        assert talk(f"position text {POSITION}", "go nodes 1")[-1].startswith("bestmove ")
    finally:
        talk.server.close()


# ---------------------------------------------------------------- JSON lines


class Requests:
    """A conversation with an analyst in this process."""

    def __init__(self) -> None:
        self.said: list[dict[str, object]] = []
        self.found = threading.Event()
        """Set when there are candidates."""
        self.analyst = Analyst(small, self._hear)

    def _hear(self, text: str) -> None:
        self.said += [json.loads(line) for line in text.splitlines()]
        if any(one.get("candidates") for one in self.said):
            self.found.set()

    def __call__(self, *requests: object) -> list[dict[str, object]]:
        self.analyst.run([one if isinstance(one, str) else json.dumps(one) for one in requests])
        return self.said


def test_requests_are_answered_in_order_with_their_ids() -> None:
    game = some_game(moves=3)
    said = Requests()(
        {"id": 1, "position": some_game().position, "limits": {"nodes": 10}},
        {"id": "two", "record": game.record().to_dict(), "seat": game.turn, "limits": {"seconds": 1}},
    )
    assert [(one["id"], one["final"]) for one in said] == [(1, False), (1, True), ("two", False), ("two", True)]
    found = said[-1]["candidates"]
    assert isinstance(found, list)
    assert {one["move"] for one in found} == {str(move) for move in game.legal_moves}
    assert said[-1].keys() == {"id", "candidates", "nodes", "seconds", "depth", "final"}


@pytest.mark.parametrize(
    ("request_", "number", "sentence"),
    [
        ("{", None, "this is not JSON"),
        ("[" * 100_000, None, "this is not JSON"),
        ([], None, "a request is a JSON object"),
        ({"position": "azul"}, None, "a request needs an id"),
        ({"id": True, "position": "azul"}, True, "a request needs an id"),
        ({"id": 1}, 1, "either a record or a position"),
        ({"id": 1, "position": "azul", "record": {}}, 1, "either a record or a position"),
        ({"id": 1, "position": "azul"}, 1, "there are 0 board="),
        ({"id": 1, "position": 5}, 1, "no game called"),
        ({"id": 1, "record": {}}, 1, "the record has no"),
        ({"id": 1, "position": "azul", "seat": "0"}, 1, "a seat is a whole number"),
        ({"id": 1, "position": "azul", "depth": 3}, 1, "is no part of a request"),
        ({"cancel": 7}, None, "no request with the id 7"),
        ({"id": 3, "cancel": [1]}, 3, "no request with the id [1]"),
    ],
)
def test_a_bad_request_is_told_in_a_sentence(request_: object, number: object, sentence: str) -> None:
    (said,) = Requests()(request_)
    assert said["id"] == number
    assert sentence in str(said["error"])


def test_the_seat_must_be_the_one_to_move_and_limits_must_be_limits() -> None:
    game = some_game()
    other = 1 - (game.turn or 0)
    said = Requests()(
        {"id": 1, "position": game.position, "seat": other},
        {"id": 2, "position": game.position, "limits": {"nodes": 0}},
        {"id": 3, "position": game.position, "limits": [1]},
    )
    assert [one["id"] for one in said] == [1, 2, 3]
    assert all("error" in one for one in said)


def test_a_request_can_be_cancelled_while_it_is_answered_and_before() -> None:
    requests = Requests()

    def talk() -> Iterator[str]:
        yield json.dumps({"id": 1, "position": some_game().position})  # has no limit
        yield json.dumps({"id": 2, "position": some_game().position, "limits": {"nodes": 5}})
        yield json.dumps({"id": 2, "position": some_game().position})
        assert requests.found.wait(60)
        yield json.dumps({"cancel": 2})
        yield json.dumps({"cancel": 1})

    requests.analyst.run(talk())
    assert [one for one in requests.said if "error" in one] == [
        {"id": 2, "error": "a request with the id 2 is not answered yet"}
    ]
    finals = [one for one in requests.said if one.get("final")]
    assert [(one["id"], one.get("cancelled")) for one in finals] == [(1, True), (2, True)]
    assert finals[1]["candidates"] == []
    assert finals[0]["candidates"]


def test_what_has_no_end_is_stopped_at_the_end_of_the_input() -> None:
    said = Requests()({"id": 1, "position": some_game().position})
    assert said[-1]["final"] is True


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
requests_ = st.fixed_dictionaries(
    {},
    optional={
        "id": json_values,
        "position": json_values | st.just(POSITION),
        "record": json_values,
        "seat": json_values,
        "limits": json_values | st.just({"nodes": 3}),
        "cancel": json_values,
    },
)


@given(st.lists(requests_.map(json.dumps) | json_values.map(json.dumps) | st.text(), max_size=5))
def test_no_request_brings_the_analyst_down(given_lines: list[str]) -> None:
    said = Requests()(*[line.replace("\n", " ") for line in given_lines], {"id": "last", "position": POSITION})
    assert said[-1]["id"] == "last"
    assert not any("failed" in str(one.get("error")) for one in said)


# ---------------------------------------------------------------- the real program


@contextmanager
def program(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """Run ``azulejo engine``, and see that it ends well and says nothing on its error output but what it compiles."""
    command = [sys.executable, "-m", "azulejo.bots.host", *arguments]
    if arguments[0] == "engine":
        command = [sys.executable, "-c", "from azulejo.cli import main; main()", *arguments]
    variables = {**os.environ, "AZULEJO_LANG": "en"}
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=variables,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def session(text: str, *arguments: str) -> tuple[list[str], int, str]:
    """Return what the program says to all these lines, its status, and its error output."""
    with program(*arguments) as process:
        out, errors = process.communicate(text, timeout=300)
        return out.splitlines(), process.returncode, errors


GOLDEN = Path(__file__).with_name("golden")


@pytest.mark.parametrize("name", ["greedy", "russian"])
def test_golden_session(name: str) -> None:
    """Lines with ``>`` are sent, all others must be the answer."""
    kept = [line for line in (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines() if line]
    arguments = kept[0].removeprefix("$ azulejo ").split()
    sent = [line.removeprefix("> ") for line in kept if line.startswith("> ")]
    wanted = [line for line in kept[1:] if not line.startswith("> ")]
    said, status, _ = session("\n".join(sent) + "\n", *arguments)
    assert said == wanted
    assert status == 0


@pytest.mark.parametrize("name", names())
@pytest.mark.slow
def test_our_engine_speaks_the_protocol(name: str) -> None:
    game = some_game(name, moves=3)
    lines = ["azulejo", f"newgame {name}", f"position record {game.record().to_json()}", "go nodes 300", ""]
    said, status, errors = session("\n".join(lines), "engine")
    assert status == 0, errors
    assert said[0].startswith("id name Azulejo ")
    word, move = said[-1].split()
    assert word == "bestmove"
    assert game.parse_move(move) in game.legal_moves
    info = [line.split() for line in said if line.startswith("info move")]
    assert {words_[2] for words_ in info} <= {str(one) for one in game.legal_moves}
    assert all(words_[3] == "visits" and words_[5] == "win" for words_ in info)


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_our_engine_stops_when_it_is_told_to() -> None:
    with program("engine") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"newgame azul\n{position()}\ngo infinite\nisready\n")
        process.stdin.flush()
        assert any(line == "readyok\n" for line in process.stdout)
        process.stdin.write("stop\nisready\n")
        process.stdin.flush()
        assert any(line.startswith("bestmove") for line in process.stdout)
        process.communicate("quit\n", timeout=100)
        assert process.returncode == 0


@pytest.mark.slow
def test_our_engine_answers_requests() -> None:
    text = json.dumps({"id": 1, "position": some_game().position, "limits": {"nodes": 500}}) + '\n{"id": 2}\n'
    said, status, errors = session(text, "engine", "--json")
    assert status == 0, errors
    answers = [json.loads(line) for line in said]
    assert {one["id"] for one in answers} == {1, 2}
    (final,) = [one for one in answers if one.get("final")]
    assert final["candidates"][0]["move"] in some_game().legal_moves


def test_a_bot_that_does_not_exist_is_a_mistake_of_the_command_line() -> None:
    for arguments, sentence in (
        (("engine", "--bot", "nobody"), "there is no bot"),
        (("engine", "--json", "--bot", "greedy"), "--json gives the engine's analyses"),
    ):
        said, status, errors = session("", *arguments)
        assert (said, status) == ([], 2)
        assert sentence in errors


def test_the_program_of_the_document_plays(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "protocol.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```python no-run\n(.*?)^```$", page, re.M | re.S)
    file = tmp_path / "first.py"
    file.write_text(text)
    for name in names():
        played = play_game(new_game(name, seed=3), [f"run:{sys.executable} {file}", greedy])
        assert played.faults == ()

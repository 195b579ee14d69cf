"""``azulejo simulate``, ``replay``, ``verify`` and ``perft``: files of records."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from azulejo import Record, read_records, verify
from azulejo.cli.simulate import check_invariants, random_game
from azulejo.play import Game, new_game
from azulejo.testing import LONG, scale
from azulejo.texts.errors import BadRecord
from tests.cli.conftest import Azulejo


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of three random games."""
    file = tmp_path / "games.jsonl"
    records = [random_game(new_game("azul", seats=3, wall="grey", seed=seed)).record() for seed in range(3)]
    file.write_text("".join(record.to_json() + "\n" for record in records), encoding="utf-8")
    return file


def written(tmp_path: Path, *records: Record) -> Path:
    """Write records into a file."""
    file = tmp_path / "written.jsonl"
    file.write_text("".join(record.to_json() + "\n" for record in records), encoding="utf-8")
    return file


# ---------------------------------------------------------------- simulate


def test_simulate_writes_a_record_a_line_to_a_file(tmp_path: Path, azulejo: Azulejo) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("old")
    done = azulejo("simulate", "azul", "--games", 4, "--seats", 3, "--wall", "grey", "--seed", 1, "--out", file)
    assert (done.status, done.out) == (0, "")
    records = list(read_records(file))
    assert [(record.seats, record.options["wall"]) for record in records] == [(3, "grey")] * 4
    assert all(verify(record).is_over for record in records)
    decisions = sum("move" in event for record in records for event in record.events)
    assert f"4 games, {decisions} decisions." in done.err


def test_simulate_writes_to_standard_output_otherwise(azulejo: Azulejo) -> None:
    done = azulejo("simulate", "azul", "--games", 2, "--lang", "ru")
    records = [Record.from_json(line) for line in done.out.splitlines()]
    assert len(records) == 2
    assert all(verify(record).is_over for record in records)
    assert "2 партии, решений:" in done.err


def test_the_same_seed_gives_the_same_games(azulejo: Azulejo) -> None:
    first, second, shifted = (
        azulejo("simulate", "azul", "--games", 3, "--seed", seed).out.splitlines() for seed in (5, 5, 6)
    )
    assert first == second
    assert first[1:] == shifted[:2]
    assert len(set(first)) == 3


def test_without_a_seed_every_game_is_another(azulejo: Azulejo) -> None:
    lines = azulejo("simulate", "azul", "--games", 3).out.splitlines()
    assert len({json.loads(line)["seed"] for line in lines}) == 3


@pytest.mark.slow
def test_many_games_of_four_on_the_grey_wall_are_right(tmp_path: Path, azulejo: Azulejo) -> None:
    count, file = scale(1000) if not LONG else 1000, tmp_path / "games.jsonl"
    options = ("--seats", 4, "--wall", "grey", "--games", count, "--seed", 1, "--out", file)
    assert azulejo("simulate", "azul", *options).status == 0
    done = azulejo("verify", file)
    assert (done.status, done.out.split()[0]) == (0, str(count))


def test_a_mistake_does_not_empty_the_file(games: Path, azulejo: Azulejo) -> None:
    before = games.read_text()
    assert azulejo("simulate", "azul", "--seats", 7, "--out", games).status == 2
    assert azulejo("simulate", "azul", "--seed", -1, "--out", games).status == 2
    assert games.read_text() == before


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, azulejo: Azulejo) -> None:
    assert azulejo("simulate", "azul", "--out", tmp_path).complaint == f"Error: {tmp_path} is a folder, not a file"
    place = tmp_path / "none" / "games.jsonl"
    assert azulejo("simulate", "azul", "--out", place).complaint == f"Error: there is no folder for {place}"


def test_ctrl_c_leaves_the_finished_games(tmp_path: Path, azulejo: Azulejo, monkeypatch: pytest.MonkeyPatch) -> None:
    finished: list[Game] = []

    def interrupted(game: Game) -> Game:
        if len(finished) == 2:
            raise KeyboardInterrupt
        finished.append(random_game(game))
        return game

    monkeypatch.setattr("azulejo.cli.simulate.random_game", interrupted)
    file = tmp_path / "games.jsonl"
    done = azulejo("simulate", "azul", "--games", 10, "--seed", 1, "--out", file)
    assert done.status == 130
    assert "Interrupted. Everything finished so far is kept.\n2 games, " in done.err
    assert list(read_records(file)) == [game.record() for game in finished]


def test_a_position_that_can_never_be_stops_the_simulation_with_its_record(
    azulejo: Azulejo, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([0] * 5 + [0b101])
    monkeypatch.setattr("azulejo.cli.simulate.broken", lambda state: next(answers))
    done = azulejo("simulate", "azul", "--seed", 1)
    first, third = (new_game("azul").rulebook.invariants[bit] for bit in (0, 2))
    assert done.complaint.startswith(
        f"Error: an invariant does not hold ({first}, {third}) at the end of this record: {{"
    )
    record = Record.from_json(done.complaint.partition("record: ")[2])
    assert sum("move" in event for event in record.events) == 5


def test_the_last_position_is_checked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(new_game("azul", seed=1))
    check_invariants(game)
    monkeypatch.setattr("azulejo.cli.simulate.broken", lambda state: int(state.phase == game.state.phase))
    with pytest.raises(BadRecord):
        random_game(new_game("azul", seed=1))


# ---------------------------------------------------------------- replay


def test_replay_tells_the_game_and_draws_its_end(games: Path, azulejo: Azulejo) -> None:
    record = list(read_records(games))[1]
    done = azulejo("replay", games, "--game-number", 2)
    game = Game.from_record(record)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{record.text()}\n\n{game}\n\n{game.position}\n"
    russian = azulejo("replay", games, "--game-number", 2, "--lang", "ru")
    assert russian.out == f"{record.text('ru')}\n\n{game.text('ru')}\n\n{game.position}\n"


@pytest.mark.parametrize("at", [1, 2, 17])
def test_replay_shows_the_position_after_some_events(at: int, games: Path, azulejo: Azulejo) -> None:
    game = Game.from_record(next(read_records(games)), until=at)
    done = azulejo("replay", games, "--game-number", 1, "--at", at)
    assert done.out == f"{game}\n\n{game.position}\n"


def test_replay_before_the_first_event_has_nothing_to_show(games: Path, azulejo: Azulejo) -> None:
    assert azulejo("replay", games, "--game-number", 1, "--at", 0).out == "No moves yet.\n"


def test_replay_writes_a_picture(games: Path, tmp_path: Path, azulejo: Azulejo) -> None:
    picture = tmp_path / "table.svg"
    assert azulejo("replay", games, "--game-number", 1, "--at", 5, "--svg", picture, "--lang", "ru").status == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert "Игрок 1" in picture.read_text(encoding="utf-8")
    done = azulejo("replay", games, "--game-number", 1, "--at", 5, "--svg", tmp_path)
    assert (done.status, done.err) == (2, f"Error: {tmp_path} is a folder, not a file\n")


def test_one_record_of_several_must_be_chosen(games: Path, azulejo: Azulejo) -> None:
    for command in ("replay", "perft"):
        assert azulejo(command, games).complaint == (
            "Error: games.jsonl holds 3 records: choose one with --game-number 1 to 3"
        )
        for number in (0, 4):
            done = azulejo(command, games, "--game-number", number)
            assert done.complaint == f"Error: there is no record {number}: games.jsonl holds 3"


def test_replay_of_what_is_not_there(games: Path, tmp_path: Path, azulejo: Azulejo) -> None:
    done = azulejo("replay", games, "--game-number", 1, "--at", 999)
    assert re.fullmatch(r"Error: there is no event 999: the record has \d+", done.complaint)
    missing = tmp_path / "none.jsonl"
    assert azulejo("replay", missing).complaint == f"Error: there is no file {missing}"
    assert azulejo("replay", missing, "--lang", "ru").complaint == f"Ошибка: нет файла {missing}"


def test_replay_of_an_unknown_game_says_so(tmp_path: Path, azulejo: Azulejo) -> None:
    record = Record(game="chess", seats=2, events=())
    assert azulejo("replay", written(tmp_path, record)).complaint.startswith('Error: there is no game called "chess"')


# ---------------------------------------------------------------- verify


def test_verify_counts_what_is_right(games: Path, azulejo: Azulejo) -> None:
    done = azulejo("verify", games, games)
    assert (done.status, done.out, done.err) == (0, "6 records are right.\n", "")
    assert azulejo("verify", games, "--lang", "ru").out == "3 записи верны.\n"


def test_verify_names_what_is_wrong_and_checks_the_rest(games: Path, azulejo: Azulejo) -> None:
    lines = games.read_text(encoding="utf-8").splitlines()
    tampered = json.loads(lines[1])
    tampered["scores"][0] += 1
    unknown = json.loads(lines[0]) | {"game": "chess"}
    wrong = [lines[0], json.dumps(tampered), "{", json.dumps(unknown), lines[2]]
    games.write_text("\n".join(wrong), encoding="utf-8")
    done = azulejo("verify", games)
    assert done.status == 1
    told = done.out.splitlines()
    assert re.fullmatch(r"games.jsonl, record 2: the scores should be \d+, \d+, \d+, but the record says .*", told[0])
    assert told[1] == "games.jsonl, record 3: this is no record: line 1, column 2 is not JSON"
    assert told[2].startswith('games.jsonl, record 4: there is no game called "chess"')
    assert told[3:] == ["2 records are right.", "3 records are wrong."]
    russian = azulejo("verify", games, "--lang", "ru").out.splitlines()
    assert russian[0].startswith("games.jsonl, запись 2: счёт")
    assert len(russian) == 5


def test_verify_tells_what_it_cannot_prove(tmp_path: Path, azulejo: Azulejo) -> None:
    running = new_game("azul").record()
    given = random_game(new_game("azul", draws=[["BBRW", "YYKK", "RRBW", "KWYB", "RKWY"]])).record()
    done = azulejo("verify", written(tmp_path, running, given))
    assert (done.status, done.out.splitlines()) == (
        0,
        [
            "2 records are right.",
            "1 of them has no seed, so its draws cannot be checked.",
            "1 of them has draws given by hand, which prove nothing.",
        ],
    )


def test_verify_of_files_that_cannot_be_read(tmp_path: Path, azulejo: Azulejo) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert azulejo("verify", empty).complaint == "Error: there is no saved game in empty.jsonl"
    assert azulejo("verify", tmp_path / "none").complaint == f"Error: there is no file {tmp_path / 'none'}"
    assert azulejo("verify").complaint == "Error: FILE is missing; see azulejo verify --help"


# ---------------------------------------------------------------- perft


def naive(game: Game, depth: int) -> int:
    """Count sequences of exactly so many moves, none of which meets a deal or the end before the last."""
    if depth == 0:
        return 1
    return sum(naive(after, depth - 1) for after in _after_every_move(game) if depth == 1 or not _stopped(game, after))


def _after_every_move(game: Game) -> Iterator[Game]:
    for move in game.legal_moves:
        after = game.copy()
        after.push(move)
        yield after


def _stopped(before: Game, after: Game) -> bool:
    return after.is_over or after.draws_made != before.draws_made


@pytest.mark.parametrize(
    "position",
    [
        "azul factories=BB,BB board=0 board=0",
        "azul factories=B,K,R board=0/-,YY,-,-,-/.YRKW,.....,.....,.....,..... board=0",
        "azul wall=grey factories=B,KK board=0/-,YY,-,-,- board=0",
    ],
)
def test_perft_counts_as_one_would_by_hand(position: str, tmp_path: Path, azulejo: Azulejo) -> None:
    game = new_game(position=position, seed=1)
    done = azulejo("perft", written(tmp_path, game.record()), "--depth", 6)
    counts = [naive(game, depth) for depth in range(1, 7)]
    assert counts[0] == len(game.legal_moves)
    assert 0 in counts
    assert (done.status, done.out) == (0, "".join(f"{count}\n" for count in counts))


def test_equal_factories_are_not_merged(tmp_path: Path, azulejo: Azulejo) -> None:
    game = new_game(position="azul factories=BB,BB board=0 board=0")
    assert azulejo("perft", written(tmp_path, game.record()), "--depth", 1).out == "12\n"


def test_perft_goes_on_from_the_end_of_a_record(tmp_path: Path, azulejo: Azulejo) -> None:
    game = new_game("azul", seed=1)
    for _ in range(6):
        game.push(game.legal_moves[0])
    done = azulejo("perft", written(tmp_path, game.record()), "--depth", 1)
    assert done.out == f"{len(game.legal_moves)}\n"


def test_perft_of_a_finished_game_is_0(games: Path, tmp_path: Path, azulejo: Azulejo) -> None:
    assert azulejo("perft", games, "--game-number", 1).out == "0\n0\n"
    resigned = new_game("azul", seed=1)
    resigned.resign()
    assert azulejo("perft", written(tmp_path, resigned.record()), "--depth", 3).out == "0\n0\n0\n"


def test_perft_before_a_deal_is_0(tmp_path: Path, azulejo: Azulejo) -> None:
    record = new_game("azul", seed=1).record()
    cut = Record(game="azul", seats=2, events=record.events[:1], options=record.options)
    assert azulejo("perft", written(tmp_path, cut), "--depth", 2).out == "0\n0\n"


def test_perft_to_no_depth_prints_nothing(games: Path, azulejo: Azulejo) -> None:
    assert azulejo("perft", games, "--game-number", 1, "--depth", 0).out == ""

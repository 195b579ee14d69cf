"""Every way to advice on a game that people play just now: all of them are closed, and none can be closed to others."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from azulejo.bots.levels import WEAKEST
from azulejo.games import names, rulebook
from azulejo.games.contract import apply, to_move
from azulejo.play import Game, new_game
from azulejo.server.messages import Analyse, Consent, CreateTable, ImportRecord, Leave, SameDeal
from azulejo.server.tables import Tables, play
from azulejo.server.tables.bot_turns import _level, claim
from azulejo.server.tables.creation import again, create, import_record
from azulejo.server.tables.fairness import view_to_analyse
from tests.server.seating import ADDRESS, Sitting, game_of, refused, request, seats, two_people

RUNNING = (403, "server.analysis.running")
PLAYED = (403, "server.table.position_played")


@pytest.fixture(params=names())
def victims(request: pytest.FixtureRequest, sqlite_tables: Tables) -> Sitting:
    """Two people in the middle of a game, who have not agreed to advice.

    Nothing was drawn after the last move, and there is something to choose from.
    """
    sitting, rng, turns = two_people(sqlite_tables, request.param), random.Random(request.param), 0
    while True:
        game = game_of(sqlite_tables, sitting.table)
        if turns >= 6 and "move" in game.line[-1] and len(game.legal_moves) >= 2:
            return sitting
        sitting.play_turn(rng)
        turns += 1


def seen(victims: Sitting) -> str:
    """Return the position as whoever is to move sees it."""
    return str(victims.state(victims.turn).now.position)


def analyse(tables: Tables, **what: Any) -> None:
    """Ask for an analysis."""
    view_to_analyse(tables, Analyse(**what), [])


def asked_from(position: str, *who: str, **more: Any) -> CreateTable:
    """Return what is asked for a table that begins from a position."""
    asked: CreateTable = request(position.split(maxsplit=1)[0], *who, **more)
    asked.position = position
    return asked


def moves_to(victims: Sitting) -> tuple[str, list[str]]:
    """Return a position earlier in the last turn, and the moves from there to where the victims are."""
    game = game_of(victims.tables, victims.table)
    line, back = game.line, len(game.line) - 1
    while line[back - 1].get("seat") == line[back]["seat"]:
        back -= 1
    earlier = Game.from_record(replace(game.record(), events=tuple(line[:back])))
    return earlier.position, [event["move"] for event in line[back:]]


def test_no_bot_and_no_friend_plays_the_position_on(victims: Sitting) -> None:
    for who in (("me", "master"), ("me", "open"), ("me", "hotseat"), ("master", "master")):
        with refused(*PLAYED):
            create(victims.tables, asked_from(seen(victims), *who), ADDRESS)


def test_a_record_gets_no_advice_whatever_commitment_it_has(victims: Sitting) -> None:
    tables = victims.tables
    record = game_of(tables, victims.table).record()  # with what is hidden guessed
    for commitment in (record.commitment, "", "0" * 64):
        claimed = replace(record, commitment=commitment).to_dict()
        with refused(*RUNNING):
            analyse(tables, record=claimed)
        archived = import_record(tables, ImportRecord(record=claimed), ADDRESS)
        with refused(*RUNNING):
            analyse(tables, table=archived.table)


def test_neither_the_position_nor_what_a_move_leads_to_is_analysed(victims: Sitting) -> None:
    tables, game = victims.tables, game_of(victims.tables, victims.table)
    with refused(*RUNNING):
        analyse(tables, position=seen(victims))
    tried = 0
    for text in after_one_move(game):
        with refused(*RUNNING):
            analyse(tables, position=text)
        tried += 1
    assert tried >= 2


def test_tables_that_have_just_begun_do_not_hide_another(sqlite_tables: Tables) -> None:
    """All their boards are empty, so that they look like the one that is asked for, and they are newer."""
    victims = two_people(sqlite_tables)
    for _ in range(20):
        two_people(sqlite_tables)
    for text in after_one_move(game_of(sqlite_tables, victims.table)):
        with refused(*RUNNING):
            analyse(sqlite_tables, position=text)


def after_one_move(game: Game) -> Iterator[str]:
    """Yield the positions that a move leads to, where somebody is to move then."""
    for code in game.legal_moves.codes[:20]:
        state = game.state
        apply(state, code)
        if to_move(state) >= 0:
            yield game.rulebook.position_text(state)


def test_the_order_of_factories_and_seats_makes_no_difference(sqlite_tables: Tables) -> None:
    victims = two_people(sqlite_tables)
    victims.play_turn(random.Random(1))
    game = game_of(sqlite_tables, victims.table)
    turned, swapped = game.state, game.state
    turned.sources[1:6] = game.state.sources[[3, 5, 1, 2, 4]]
    swapped.players[[0, 1]] = game.state.players[[1, 0]]
    swapped.turn, swapped.start = 1 - swapped.turn, 1 - swapped.start
    swapped.marker = swapped.marker if swapped.marker < 0 else 1 - swapped.marker
    for state in (turned, swapped):
        text = game.rulebook.position_text(state)
        assert text != game.position
        with refused(*RUNNING):
            analyse(sqlite_tables, position=text)


def test_a_table_that_comes_to_the_position_gives_no_hint_and_nothing_after_giving_up(victims: Sitting) -> None:
    """It begins one turn before, where nobody forbids it; then the same is played there."""
    tables, (earlier, moves) = victims.tables, moves_to(victims)
    mine = Sitting(tables, create(tables, asked_from(earlier, "me", "hotseat", helpers="advice"), ADDRESS))
    mover = mine.turn
    assert view_to_analyse(tables, Analyse(table=mine.table), mine.secrets(mover)).seat == mover
    mine.play(mover, *moves)
    with refused(*RUNNING):
        view_to_analyse(tables, Analyse(table=mine.table), mine.secrets(mine.turn))
    tables.write(mine.table, play.resign, mine.access(0), Leave())
    with refused(*RUNNING):
        analyse(tables, table=mine.table, number=mine.state().now.number - 1)


def test_a_bot_that_comes_to_the_position_plays_as_badly_as_it_can(victims: Sitting) -> None:
    tables, (earlier, moves) = victims.tables, moves_to(victims)
    mover = int(to_move(rulebook(earlier.split(maxsplit=1)[0]).parse_position(earlier)))
    who = ("me", "master") if mover == 0 else ("master", "me")
    mine = Sitting(tables, create(tables, asked_from(earlier, *who), ADDRESS))
    mine.play(mover, *moves)
    (task,) = claim(tables, 5)
    assert (task.table, task.level) == (mine.table, WEAKEST)
    tables.write(victims.table, play.resign, victims.access(0), Leave())
    (free,) = tables.read(mine.table, lambda view: [_level(view, task.seat)])
    assert free == "master"


def test_nobody_is_kept_from_advice_by_a_table_that_others_open(sqlite_tables: Tables) -> None:
    """Neither by one that begins from a typed position, nor by one with a deal that anybody may know."""
    puzzle = new_game("azul", seed=7)
    blocking = Sitting(sqlite_tables, create(sqlite_tables, asked_from(puzzle.position, "me", "hotseat"), ADDRESS))
    assert blocking.state().table.status == "playing"
    analyse(sqlite_tables, position=puzzle.position)
    create(sqlite_tables, asked_from(puzzle.position, "me", "novice"), ADDRESS)
    mine = two_people(sqlite_tables)
    sqlite_tables.write(mine.table, play.resign, mine.access(0), Leave())
    again(sqlite_tables, mine.table, SameDeal(seats=seats("me", "hotseat")), ADDRESS)
    analyse(sqlite_tables, table=mine.table, number=2)
    two_people(sqlite_tables, seed=7)
    analyse(sqlite_tables, position=puzzle.position)


def test_whoever_has_agreed_gets_advice_and_the_others_games_are_their_own(sqlite_tables: Tables) -> None:
    victims = two_people(sqlite_tables, helpers="advice")
    with refused(*RUNNING):
        analyse(sqlite_tables, position=seen(victims))
    sqlite_tables.write(victims.table, play.consent, victims.access(1), Consent(advice=True))
    analyse(sqlite_tables, position=seen(victims))
    other = two_people(sqlite_tables)
    other.play_turn(random.Random(1))
    analyse(sqlite_tables, position=new_game("azul", seed=3).position)
    sqlite_tables.write(other.table, play.resign, other.access(0), Leave())
    analyse(sqlite_tables, table=other.table, number=2)

"""Builds what a viewer is told: tables, updates, positions."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import repeat
from typing import Any

import msgspec

from azulejo.bots.referee import places
from azulejo.games.contract import SPECTATOR, Board, Effect, Preview, Rulebook
from azulejo.games.walk import ends_turn
from azulejo.server.messages import (
    Changes,
    Clocks,
    GameResult,
    LegalMove,
    MovePreview,
    PlayerInfo,
    Sentence,
    TableInfo,
    Update,
)
from azulejo.server.storage import PERSON, PLAYING, SeatRow, TableRow
from azulejo.server.tables.fairness import helpers_now
from azulejo.server.tables.game_cache import CachedGame, Sight
from azulejo.server.tables.talk import talk_rule
from azulejo.server.tables.transaction import KnownTable
from azulejo.texts import Message

MOST_KNOWN = 16384
"""So many legal moves are kept as they are told: some megabytes."""


def table_info(row: TableRow, seats: Sequence[SeatRow], connected: Collection[int], same_deal: int) -> TableInfo:
    """Return what everybody may know about a table."""
    return TableInfo(
        id=row.id,
        game=row.game,
        seats=row.seats,
        options=row.options,
        settings=row.settings,
        status=row.status,
        players=[
            PlayerInfo(
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                connected=seat.seat in connected and seat.kind == PERSON,
                left=seat.left,
                away=seat.away,
                advice=seat.advice,
                takeback=seat.takeback,
            )
            for seat in seats
        ],
        commitment=row.commitment,
        created=row.created,
        practice=row.practice or row.settings.undo == "free",
        known_deal=row.known_deal,
        position=row.position is not None,
        helpers=helpers_now(row, seats),
        talk=talk_rule(row.settings),
        rematch=row.rematch,
        same_deal=same_deal,
    )


def update_of(view: KnownTable, viewer: int, after: int) -> Update:
    """Return what a viewer has missed, and how the table stands now for them."""
    game, sight = view.game, view.game.sight(viewer)
    _keep_board(game, viewer, after, sight)
    return Update(
        **_standing(view, viewer, after, sight),
        table=view.row.id,
        events=[one.line for one in game.stories(after, game.number(viewer), viewer)],
        board=board_for(sight, viewer),
        position=sight.position,
    )


def changes_of(view: KnownTable, viewer: int, after: int) -> Changes:
    """Return the same in short, for those who keep the board."""
    game, sight = view.game, view.game.sight(viewer)
    different = _keep_board(game, viewer, after, sight)
    return Changes(
        **_standing(view, viewer, after, sight),
        events=[one.short_line for one in game.stories(after, game.number(viewer), viewer)],
        changes=different or {},
        board=board_for(sight, viewer) if different is None else None,
    )


def _standing(view: KnownTable, viewer: int, after: int, sight: Sight) -> dict[str, Any]:
    """Return how the table stands for a viewer, apart from the board."""
    row, game = view.row, view.game
    standing: dict[str, Any] = {
        "after": after,
        "number": game.number(viewer),
        "turn": game.turn if row.status == PLAYING else None,
        "scores": sight.scores,
        "undo": game.undoable(viewer) if row.status == PLAYING else 0,
        "clocks": _clocks(view),
        "result": _result(view) if game.game.is_over else None,
    }
    if row.status == PLAYING and viewer == game.turn and view.seats[viewer].left is None:
        previews = helpers_now(row, view.seats) != "none"
        book, codes = game.book, game.game.legal_moves.codes
        standing["legal"] = game.once(("legal", previews), lambda: legal_moves_of(book, sight.state, codes, previews))
        standing["suggested"] = game.once("suggested", lambda: game.book.move_text(game.book.suggest(sight.state)))
    return standing


def board_for(sight: Sight, viewer: int) -> Board:
    """Return a board as a viewer is told of it."""
    return sight.board if viewer == SPECTATOR else replace(sight.board, viewer=viewer)


def _keep_board(game: CachedGame, viewer: int, after: int, sight: Sight) -> dict[str, Any] | None:
    """Keep a board as the one that a viewer has from now on; return how it differs from the one before."""
    return game.once(("changes", viewer, after), lambda: board_changes(game, viewer, after, sight))


def board_changes(game: CachedGame, viewer: int, after: int, sight: Sight) -> dict[str, Any] | None:
    """Return how a board differs from the one that a viewer had after some events; None where it is better sent whole.

    It is kept as the one that they have from now on.
    """
    known, old = game.boards.get(viewer, (-1, None))
    new = sight.plain_board
    game.boards[viewer] = game.number(viewer), new
    if known != after:
        return None
    # Those who have the same board are told the same. It is kept with what was found, so that no other has its id.
    return game.once(("differences", id(old), id(new)), lambda: (old, _board_difference(old, new)))[1]


def _board_difference(old: Any, new: Any) -> dict[str, Any] | None:
    found = difference(old, new) if old != new else {}
    return found if isinstance(found, dict) else None


def difference(old: Any, new: Any) -> Any:
    """Return in short how a value differs from an older one that is not equal; docs/api.md explains how it is told.

    An object says what is different behind its keys, which in a list are indices; ``[value]`` is there now instead, and
    so is anything else that is neither object nor list; ``[]`` says that a key is gone; and ``[at, count, ...values]``
    that so many entries of a list have made room for others.

    >>> difference({"round": 1, "floor": ["R"], "tiles": {"B": 1}}, {"round": 2, "floor": ["R", "K"], "tiles": {}})
    {'round': 2, 'floor': [1, 0, 'K'], 'tiles': [{}]}
    """
    if isinstance(new, dict) and isinstance(old, dict):
        found = _difference_of_objects(old, new)
    elif isinstance(new, list) and isinstance(old, list):
        found = _difference_of_lists(old, new)
    else:
        return [new] if isinstance(new, dict | list) else new
    return [new] if found is None or _length(found) > _length(new) + 2 else found


def _difference_of_objects(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any] | None:
    """Return what is different behind the keys; None where that would leave them in another order."""
    if [*(key for key in old if key in new), *(key for key in new if key not in old)] != list(new):
        return None
    found = {key: difference(old.get(key), value) for key, value in new.items() if key not in old or old[key] != value}
    return {**found, **{key: [] for key in old if key not in new}}


def _difference_of_lists(old: list[Any], new: list[Any]) -> Any:
    """Return what is different at the places of a list, or which part of it is another: whichever is shorter."""
    begin = next(
        (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new))
    )
    most = min(len(old), len(new)) - begin
    backwards = enumerate(zip(reversed(old), reversed(new), strict=False))
    end = min(most, next((at for at, (one, other) in backwards if one != other), most))
    part = [begin, len(old) - begin - end, *new[begin : len(new) - end]]
    if len(old) != len(new):
        return part
    places = range(begin, len(new) - end)
    found = {str(at): difference(old[at], new[at]) for at in places if old[at] != new[at]}
    return found if _length(found) <= _length(part) else part


def _length(value: Any) -> int:
    return len(msgspec.json.encode(value))


def legal_moves_of(book: Rulebook, state: Any, codes: Sequence[int], previews: bool) -> list[LegalMove]:
    """Return the moves that the seat to move can choose from, with previews where helpers allow them."""
    previewed = book.previews(state, codes) if previews else repeat(None)
    found = zip(codes, book.effects(state, codes), previewed, ends_turn(state, codes), strict=False)
    if book.sentence is not None:
        return [_known_move(book.move_text, book.sentence, *one) for one in found]
    return [_legal_move(book.move_text(one[0]), Sentence.of(book.describe(state, one[0])), *one[1:]) for one in found]


@lru_cache(MOST_KNOWN)
def _known_move(
    text: Callable[[int], str],
    sentence: Callable[[int, Any], Message],
    code: int,
    effect: Effect,
    preview: Preview | None,
    ends: bool,
) -> LegalMove:
    """Return a legal move of which all is said by these: equal ones are made once."""
    return _legal_move(text(code), Sentence.of(sentence(code, effect)), effect, preview, ends)


def _legal_move(move: str, said: Sentence, effect: Effect, preview: Preview | None, ends: bool) -> LegalMove:
    values = {name: getattr(effect, name) for name in effect.__dataclass_fields__}  # they are plain already
    seen = None
    if preview is not None:
        seen = MovePreview(
            points=int(preview.points),
            loss=int(preview.loss),
            jokers=int(preview.jokers),
            ends_round=bool(preview.ends_round),
            ends_game=bool(preview.ends_game),
        )
    return LegalMove(move=move, said=said, effect=values, preview=seen, ends_turn=ends)


def _clocks(view: KnownTable) -> Clocks | None:
    clock = view.row.clock
    if clock is None:
        return None
    return Clocks(left=[round(left, 3) for left in clock.left], at=clock.since, running=view.running_clock)


def _result(view: KnownTable) -> GameResult:
    """Return how a game ended."""
    game = view.game.game
    ended = game.outcome()
    assert ended is not None
    return GameResult(
        winners=list(ended.winners),
        scores=list(ended.scores),
        places=list(places(game)),
        reason=ended.reason,
        seed=game.record().seed,
    )

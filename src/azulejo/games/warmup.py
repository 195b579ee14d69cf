"""Compiling a game's rules ahead of time, with progress, and loading them from the cache."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from azulejo.games import folder, rulebook
from azulejo.games.contract import (
    CHANCE,
    OVER,
    Rulebook,
    apply,
    broken,
    deal,
    deal_given,
    determinise,
    legal_moves,
    observe,
    outcome,
    redact,
    setup,
    to_move,
)
from azulejo.games.walk import Arrays, checked_game, count_paths, ends_turn, random_games
from azulejo.kernel import cache
from azulejo.kernel.chance import below, reseed, stream
from azulejo.kernel.rule import COMPILED
from azulejo.texts import LANGUAGES

Progress: TypeAlias = Callable[[int, int, str], None]
"""Called with steps done, steps in all, and the name of the step that begins."""
Steps: TypeAlias = list[tuple[str, Callable[[], Any]]]
"""What is to be compiled: the name of each step, and a call that needs it."""

SAMPLED_EVERY = 8
"""The functions for people are tried out at every so many decisions of a game."""


def is_warm(name: str) -> bool:
    """Return whether this version of a game is in the cache already (or needs no compiling)."""
    return not COMPILED or mark(name, "warm").exists()


def mark(name: str, what: str) -> Path:
    """Return the file in the cache that says that something of a game is compiled."""
    return cache.folder(folder(name)) / f"{name}.{what}"


def warm_up(name: str, progress: Progress | None = None) -> None:
    """Compile all that playing a game needs, or load it from the cache; a second call does it anew.

    Interrupting it loses nothing: what is compiled so far is in the cache.
    """
    run_steps(name, "warm", _steps(rulebook(name)), progress)


def run_steps(name: str, what: str, steps: Steps, progress: Progress | None) -> None:
    """Compile one thing after the other, and note in the cache that all of it is there."""
    show = progress or (lambda done, total, label: None)
    for done, (label, step) in enumerate(steps):
        show(done, len(steps), label)
        step()
    show(len(steps), len(steps), "")
    if COMPILED:
        mark(name, what).touch()


def load(name: str) -> None:
    """Run every function of the contract once, so that later calls need not load or compile."""
    for _, step in _steps(rulebook(name))[:-1]:
        step()


def _steps(book: Rulebook) -> Steps:
    """Return the functions to compile, each with the arguments it is called with in play."""
    table = Arrays(book)
    state, twin = table.states[0], book.state.new()
    seats = book.title.seats[0]
    options = np.array(book.title.encode(book.title.complete({})), np.int64)
    seen = np.zeros(book.observation, np.float32)

    def to_first_decision() -> None:
        while to_move(state) == CHANCE:
            deal(state, table.rng, table.drawn)

    def deal_both_ways() -> None:
        fresh = book.state.new()
        setup(fresh, seats, options, 0)
        deal_given(fresh, table.drawn, deal(fresh.copy(), table.rng, table.drawn))

    arrays = (table.states, seats, options, table.moves, table.drawn)
    return [
        ("random numbers", lambda: (reseed(table.rng, 1), below(table.rng, 2))),
        ("setup", lambda: setup(state, seats, options, 0)),
        ("to_move", lambda: to_move(state)),
        ("deal", to_first_decision),
        ("deal_given", deal_both_ways),
        ("legal_moves", lambda: legal_moves(state, table.moves)),
        ("apply", lambda: apply(state, int(table.moves[0]))),
        ("outcome", lambda: outcome(state, (1 << seats) - 1, table.scores)),
        ("observe", lambda: observe(state, 0, seen)),
        ("redact", lambda: redact(state.copy(), 0)),
        ("determinise", lambda: determinise(state.copy(), 0, table.rng)),
        ("broken", lambda: broken(state)),
        ("random_games", lambda: random_games(*arrays, table.scores, table.rng, 0, 1)),
        ("checked_game", lambda: checked_game(*arrays, table.rng, 0, book.max_moves, 1)),
        ("perft", lambda: count_paths(book, twin, 1)),
        ("views", lambda: _try_views(book)),
    ]


def _try_views(book: Rulebook) -> None:
    """Call the functions for people along one game for every option value, so that their rules compile."""
    for option in book.title.options or (None,):
        for value in option.values if option else ("",):
            _try_views_in_game(book, book.title.complete({option.name: value} if option else {}))


def _try_views_in_game(book: Rulebook, options: dict[str, str]) -> None:
    table = Arrays(book)
    state, rng = table.states[0], stream("views", *options.values())
    setup(state, book.title.seats[-1], np.array(book.title.encode(options), np.int64), 0)
    decisions = 0
    while (seat := to_move(state)) != OVER:
        if seat == CHANCE:
            before = state.copy()
            drawn = table.drawn[: deal(state, rng, table.drawn)].tolist()
            book.describe_draw(before, book.parse_draw(before, book.draw_value(before, drawn)))
            continue
        codes = table.moves[: legal_moves(state, table.moves)].tolist()
        move = codes[below(rng, len(codes))]
        if decisions % SAMPLED_EVERY == 0:
            _try_views_on(book, state, move)
        apply(state, move)
        decisions += 1
    for lang in LANGUAGES:
        book.text(state, lang)
        book.svg(state, lang)


def _try_views_on(book: Rulebook, state: Any, move: int) -> None:
    book.describe(state, move)
    book.transfers(state, move)
    book.board(state, None)
    book.why_not(state, (move * 7) % book.move_codes)
    book.preview(state, move)
    ends_turn(state, [move])
    book.scoring_steps(state, move)
    book.suggest(state)
    book.status(book.parse_position(book.position_text(state)))

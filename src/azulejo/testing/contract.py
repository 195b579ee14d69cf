"""The contract suite: what every rulebook must pass, unchanged.

A test file of three lines runs all of it over every number of seats and the options::

    from azulejo.testing.contract import ContractSuite


    class TestMosaic(ContractSuite):
        game = "mosaic"

The random games are numbered: a failure names the game, the step and the position, and
the same number gives the same game again. AZULEJO_LONG=1 plays ten times as many.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from functools import cached_property
from random import Random
from types import ModuleType
from typing import Any, ClassVar
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from azulejo import games
from azulejo.games.contract import (
    CHANCE,
    EVERYONE,
    MOST_SEATS,
    NO_PIECE,
    OVER,
    SPECTATOR,
    Effect,
    Rulebook,
    Transfer,
    apply,
    broken,
    deal,
    deal_given,
    determinise,
    features,
    legal_moves,
    observe,
    outcome,
    prune,
    redact,
    setup,
    stage,
    to_move,
)
from azulejo.games.title import Title
from azulejo.games.walk import BROKEN, ENDLESS, Arrays, checked_game
from azulejo.kernel.chance import Stream, stream
from azulejo.testing import scale
from azulejo.testing.cases import Case, Moment, RandomGame, cases, load, play_on
from azulejo.testing.damage import damaged_text, damaged_value
from azulejo.testing.trace import trace, trace_the_other_way
from azulejo.texts import LANGUAGES, Message, catalogue, latin_keys, page, say
from azulejo.texts.errors import BadOption, BadPosition, BadRecord, InvalidMove

__all__ = ["ContractSuite"]

GUARD = 64
"""So many numbers before and after an array must stay as they were."""

SENTINEL = -31111

RUSSIAN_KEYS = str.maketrans({latin_keys(letter): letter for letter in "абвгдежзийклмнопрстуфхцчшщъыьэюя"})

_RANDOMS = st.randoms(use_true_random=True)
"""A new source of damage for every example; Hypothesis chooses and remembers its seed."""

ACTIVE_SVG = {"script", "image", "foreignObject", "iframe", "audio", "video"}


class ContractSuite:
    """Tests of one rulebook. Subclass it, name the game, and say what the defaults do not.

    >>> class TestAzul(ContractSuite):
    ...     game = "azul"
    ...     max_bytes = 512
    >>> len([name for name in dir(TestAzul) if name.startswith("test_")]) > 20
    True
    """

    game: ClassVar[str]
    """A registered name, or ``package.module:RULEBOOK``."""
    max_bytes: ClassVar[int] = 4096
    """A position may not be larger."""
    extra_options: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Option values to test besides those that an option names itself."""
    most_observed: ClassVar[float] = 10.0
    """No number of an observation is further from 0."""

    def hidden_variants(self, state: Any, seat: int, rng: Stream) -> Iterable[Any]:
        """Yield positions that differ from this one only in what the seat may not know.

        A game with secrets should make some by hand: the default trusts ``determinise``.
        """
        for _ in range(3):
            variant = state.copy()
            determinise(variant, seat, rng)
            yield variant

    def round_ended(self, before: Any, after: Any) -> bool:
        """Return whether a round ended between two positions: here, if the next thing is a draw or nothing.

        A game that draws inside its rounds, or begins one without a draw, says it in another way.
        """
        return to_move(after) in (CHANCE, OVER)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rulebook under test."""
        return load(self.game)

    @cached_property
    def evaluation(self) -> ModuleType | None:
        """What it tells the engine beyond the rules, or None."""
        return games.evaluation(self.title.name)

    @property
    def languages(self) -> list[str]:
        """The languages that it speaks."""
        return games.languages(self.title.name)

    @property
    def secrets(self) -> bool:
        """Whether there is anything that not all seats may know."""
        return self.title.secrets

    @property
    def title(self) -> Title:
        """Its description, without loading the rules where that can be."""
        return self.rulebook.title if ":" in self.game else games.title(self.game)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Give every test that takes a case all of them, one by one."""
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", cases(self.title, self.extra_options), ids=str)

    def moments(self, case: Case, games: int) -> Iterator[Moment]:
        """Yield every position of the first random games."""
        for number in range(scale(games)):
            yield from RandomGame(self.rulebook, case, number).moments()

    def sampled(self, case: Case, positions: int) -> list[Moment]:
        """Return positions of random games from their first to their last, decisions and draws."""
        wanted = max(3, scale(positions))
        played = list(self.moments(case, max(1, positions // 20)))
        chosen = {0, len(played) - 1, *(round(place * (len(played) - 1) / wanted) for place in range(wanted))}
        return [played[place] for place in sorted(chosen)]

    # ------------------------------------------------------------ what is declared

    def test_declaration(self) -> None:
        """Title, bounds and options are complete and fit each other."""
        title, book = self.title, self.rulebook
        assert book.title == title, "the rulebook has another title than the menu"
        if ":" not in self.game:
            assert title.name == self.game, f"{self.game} calls itself {title.name}"
        names = [option.name for option in title.options]
        assert len(set(names)) == len(names), "two options have the same name"
        assert len(set(book.invariants)) == len(book.invariants), "two invariants have the same name"

    def test_options(self) -> None:
        """Every value of every option becomes as many numbers as it says; others are refused."""
        for option in self.title.options:
            codes = []
            for value in (*option.values, *self.extra_options.get(option.name, ())):
                numbers = option.encode(value)
                assert len(numbers) == option.width, f"{option.name}={value} takes {len(numbers)} numbers"
                codes.append(numbers)
            assert len(set(codes)) == len(codes), f"two values of {option.name} mean the same"
            with pytest.raises(BadOption):
                option.encode("no such value")

    def test_size(self) -> None:
        """A position is plain memory, and not too much of it."""
        dtype = self.rulebook.state.dtype
        assert not dtype.hasobject, "a position may hold numbers only, no Python objects"
        assert dtype.itemsize <= self.max_bytes, f"{dtype.itemsize} bytes, but {self.max_bytes} are allowed"

    def test_texts(self) -> None:
        """Name, summary, options and everything wrong with a position can be said; all languages say the same."""
        name = self.title.name
        flags = type(self.rulebook.status(next(self.moments(cases(self.title, self.extra_options)[0], 1)).state))
        keys = [f"{name}.name", f"{name}.summary", *(f"{name}.option.{option.name}" for option in self.title.options)]
        keys += [f"{name}.status.{flag.name.lower()}" for flag in flags if flag.name]
        assert self.languages, f"no texts at all: write one of {LANGUAGES}"
        known = {lang: {key for key in catalogue(lang) if key.startswith(f"{name}.")} for lang in self.languages}
        for lang in self.languages:
            missing = sorted(set(keys).union(*known.values()) - known[lang])
            assert not missing, f"no text in {lang!r} for {missing}"
            assert page(name, "rules", lang), f"there are no rules in short, {name}/texts/rules.{lang}.md"

    # ------------------------------------------------------------ random games

    def test_invariants(self, case: Case) -> None:
        """Every invariant and bound holds at every step of thousands of random games."""
        book, table = self.rulebook, Arrays(self.rulebook)
        table.moves, table.drawn = guarded(book.moves_room, np.int16), guarded(book.max_drawn, np.int16)
        options = case.encoded(book.title)
        most = book.max_decisions[case.seats]
        for number in range(scale(5000)):
            played, found = checked_game(
                table.states, case.seats, options, table.moves, table.drawn, table.rng, number, book.max_moves, most
            )
            if played < 0:
                what = {BROKEN: f"does not hold: {self._invariants(found)}", ENDLESS: f"more than {most} decisions"}
                said = what.get(played, f"{found} legal moves, but 1 to {book.max_moves} are declared")
                at = Moment(RandomGame(book, case, number), 0, table.states[0], 0)
                raise AssertionError(f"{said}\n{at.game}: {at.position}")
            assert unharmed(table.moves), f"{case}, game {number}: legal_moves writes outside moves_room"
            assert unharmed(table.drawn), f"{case}, game {number}: deal writes outside max_drawn"

    def _invariants(self, bits: int) -> str:
        named = [name for place, name in enumerate(self.rulebook.invariants) if bits >> place & 1]
        return ", ".join(named) or f"bit {bits}, which has no name"

    def test_moves_and_draws(self, case: Case) -> None:
        """Codes are ascending and in range; nobody has a move in a draw or at the end; games end."""
        book = self.rulebook
        codes = guarded(book.moves_room, np.int16)
        drawn = guarded(book.max_drawn, np.int16)
        last: Moment | None = None
        for moment in self.moments(case, 200):
            count = legal_moves(moment.state, codes)
            assert unharmed(codes), f"legal_moves writes outside moves_room\n{moment}"
            found = [int(code) for code in codes[: max(count, 0)]]
            assert moment.seat in (CHANCE, OVER, *range(case.seats)), f"{moment.seat} is to move\n{moment}"
            assert (count == 0) == (moment.seat in (CHANCE, OVER)), f"{count} moves for {moment.seat}\n{moment}"
            assert 0 <= count <= book.max_moves, f"{count} moves, but {book.max_moves} are declared\n{moment}"
            assert found == sorted(set(found)), f"the codes are not ascending: {found}\n{moment}"
            assert all(0 <= code < book.move_codes for code in found), f"codes out of range: {found}\n{moment}"
            if moment.seat == CHANCE:
                number = deal(moment.state.copy(), stream(moment.step), drawn)
                assert unharmed(drawn), f"deal writes outside max_drawn\n{moment}"
                assert 0 <= number <= book.max_drawn, f"{number} pieces drawn, {book.max_drawn} declared\n{moment}"
            if moment.step == 0 and last is not None:
                assert last.seat == OVER, f"the game does not end\n{last}"
            last = moment
        assert last is not None
        assert last.seat == OVER, f"the game does not end\n{last}"

    def test_interpreted_equals_compiled(self, case: Case) -> None:
        """Run interpreted, every function of the contract says the same, move for move."""
        number = scale(10)
        ours = list(trace(self.rulebook, case, number))
        theirs = trace_the_other_way(self.game, case, number)
        for here, there in zip(ours, theirs, strict=False):
            words = zip(here.split(), there.split(), strict=False)
            differ = [one.partition("=")[0] for one, other in words if one != other]
            assert here == there, f"{case}: {', '.join(differ)} differ\nhere:  {here}\nthere: {there}"
        assert len(ours) == len(theirs), f"{case}: {len(ours)} steps here, {len(theirs)} there"

    def test_copies(self, case: Case) -> None:
        """A copy is the same memory, and a life of its own; the same move does the same to both."""
        for moment in self.moments(case, 20):
            if moment.move is None:
                continue
            original, memory = moment.state.copy(), moment.state.tobytes()
            copy, second = original.copy(), original.copy()
            assert copy.tobytes() == memory, f"a copy is not equal\n{moment}"
            apply(copy, moment.move)
            assert original.tobytes() == memory, f"a move in a copy changes the original\n{moment}"
            assert copy.tobytes() != memory, f"{moment.move} changes nothing\n{moment}"
            apply(second, moment.move)
            assert second.tobytes() == copy.tobytes(), f"{moment.move} does not always do the same\n{moment}"

    def test_setup(self, case: Case) -> None:
        """Set-up depends on nothing but what it is given, and on all of that."""
        options = case.encoded(self.rulebook.title)
        tables = []
        for start in (*range(case.seats), 0):
            state = self.rulebook.state.new()
            setup(state, case.seats, options, start)
            tables.append(state.tobytes())
            assert self.rulebook.seats_of(state) == case.seats, f"{case}: the position says another number of seats"
        assert tables[0] == tables[-1], f"{case}: set-up does not always do the same"
        assert len(set(tables)) == case.seats, f"{case}: the starting player is forgotten"

    # ------------------------------------------------------------ draws

    def test_draws(self, case: Case) -> None:
        """A draw by chance, by hand and from a record are the same."""
        book = self.rulebook
        for moment in self.moments(case, 50):
            if moment.seat != CHANCE:
                continue
            drawn = np.zeros(book.max_drawn, np.int16)
            by_chance, again, by_hand = moment.state.copy(), moment.state.copy(), moment.state.copy()
            pieces = [int(piece) for piece in drawn[: deal(by_chance, stream(moment.game.number, moment.step), drawn)]]
            deal(again, stream(moment.game.number, moment.step), drawn)
            assert again.tobytes() == by_chance.tobytes(), f"the same chance deals something else\n{moment}"
            value = book.draw_value(moment.state, pieces)
            recorded = json.loads(json.dumps(value))
            assert recorded == value, f"{value!r} is not the same after being written as JSON\n{moment}"
            parsed = book.parse_draw(moment.state, recorded)
            assert parsed == pieces, f"{value!r} is read as {parsed}, not {pieces}\n{moment}"
            deal_given(by_hand, np.array(parsed, np.int16), len(parsed))
            assert by_hand.tobytes() == by_chance.tobytes(), f"deal_given differs from deal: {value!r}\n{moment}"

    def test_odds(self, case: Case) -> None:
        """Piece by piece, the odds add up to 1 and lead to the draws that ``deal`` makes, and to no others."""
        book = self.rulebook
        for moment in [moment for moment in self.moments(case, 20) if moment.seat == CHANCE]:
            for number in range(len(moment.drawn) + 1):
                odds = book.odds(moment.state, moment.drawn[:number])
                pieces = list(odds)
                assert pieces == sorted(pieces), f"the pieces do not ascend: {pieces}\n{moment}"
                assert all(NO_PIECE <= piece < book.piece_numbers for piece in pieces), f"no such piece\n{moment}"
                if number == len(moment.drawn):
                    assert not odds, f"after {moment.drawn} there is more to draw: {odds}\n{moment}"
                    break
                assert sum(odds.values()) == 1, f"the odds add up to {sum(odds.values())}\n{moment}"
                piece = moment.drawn[number]
                assert odds.get(piece, 0) > 0, f"{piece} was drawn and has no odds: {odds}\n{moment}"
                names = [book.piece_label(moment.state, moment.drawn[:number], one) for one in pieces]
                assert all(names), f"a piece has no name: {names}\n{moment}"
                assert len(set(names)) == len(names), f"two pieces have the same name: {names}\n{moment}"
            drawn = self._drawn_by_odds(moment)
            value = book.draw_value(moment.state, drawn)
            assert book.parse_draw(moment.state, value) == drawn, f"{value!r} has odds and cannot be drawn\n{moment}"

    def _drawn_by_odds(self, moment: Moment) -> list[int]:
        """Return a draw made piece by piece."""
        drawn: list[int] = []
        rng = Random(f"{moment.game.number}/{moment.step}")
        while odds := self.rulebook.odds(moment.state, drawn):
            drawn += rng.choices(list(odds), [float(share) for share in odds.values()])
        return drawn

    def test_impossible_draws(self, case: Case) -> None:
        """What cannot be drawn now is refused as BadRecord; what is accepted keeps the invariants."""
        book = self.rulebook
        due = [moment for moment in self.moments(case, 30) if moment.seat == CHANCE]
        refused = 0

        @_many(1000)
        @given(rng=_RANDOMS)
        def check(rng: Random) -> None:
            nonlocal refused
            moment = rng.choice(due)
            value = damaged_value(rng, json.loads(json.dumps(book.draw_value(moment.state, moment.drawn))))
            try:
                pieces = book.parse_draw(moment.state, value)
            except BadRecord as error:
                refused += 1
                in_every_language(error.message)
                return
            assert len(pieces) <= book.max_drawn, f"{value!r}: more than {book.max_drawn} pieces\n{moment}"
            after = moment.state.copy()
            deal_given(after, np.array(pieces, np.int16), len(pieces))
            found = broken(after)
            assert found == 0, f"{value!r} is accepted, then does not hold: {self._invariants(found)}\n{moment}"
            again = book.parse_draw(moment.state, book.draw_value(moment.state, pieces))
            assert again == pieces, f"{value!r} is read as {pieces}, then as {again}\n{moment}"

        check()
        assert refused, f"{case}: every draw is accepted"

    def test_events(self, case: Case) -> None:
        """Everybody sees public events and their own; a private draw tells the others nothing."""
        book = self.rulebook
        viewers = (SPECTATOR, *range(case.seats))
        for moment in self.moments(case, 20):
            if moment.seat == OVER:
                continue
            if moment.move is not None:
                played = {"move": book.move_text(moment.move), "seat": moment.seat}
                for viewer in [moment.seat] if self.secrets else viewers:
                    seen = book.redact_event(moment.state, played, viewer)
                    assert seen == played, f"seat {viewer} sees {seen}, not {played}\n{moment}"
                continue
            audience = book.draw_audience(moment.state)
            assert audience == EVERYONE or audience in range(case.seats), f"no audience: {audience}\n{moment}"
            draws = [self._drawn(moment, f"event {number}") for number in range(5)]
            events = [{"draw": value} if audience == EVERYONE else {"draw": value, "to": audience} for value in draws]
            for viewer in viewers:
                seen_by = [book.redact_event(moment.state, event, viewer) for event in events]
                if audience in (EVERYONE, viewer):
                    assert seen_by == events, f"seat {viewer} sees {seen_by}, not {events}\n{moment}"
                else:
                    assert self.secrets, f"a private draw in a game without secrets\n{moment}"
                    assert all(seen == seen_by[0] for seen in seen_by), f"{viewer} learns: {seen_by}\n{moment}"

    def _drawn(self, moment: Moment, name: str) -> Any:
        """Return another result of the draw that is due, as an event has it."""
        drawn = np.zeros(self.rulebook.max_drawn, np.int16)
        number = deal(moment.state.copy(), stream(name, moment.step), drawn)
        return self.rulebook.draw_value(moment.state, [int(piece) for piece in drawn[:number]])

    # ------------------------------------------------------------ texts of moves and positions

    def test_move_texts(self) -> None:
        """Every code has one text and every text one code, in any letter case and on Russian keys."""
        book = self.rulebook
        seen: dict[str, int] = {}
        for code in range(book.move_codes):
            text = book.move_text(code)
            assert re.fullmatch(r"[!-~]+", text), f"{text!r} is not plain to type"
            assert text.lower() not in seen, f"{text!r} is the text of {seen[text.lower()]} and of {code}"
            seen[text.lower()] = code
            for typed in (text, text.upper(), text.lower(), text.lower().translate(RUSSIAN_KEYS)):
                parsed = book.parse_move(typed)
                assert parsed == code, f"{typed!r} is read as {parsed}, not {code}"
        for code in (-1, book.move_codes):
            with pytest.raises(InvalidMove):
                book.move_text(code)

    def test_parts(self) -> None:
        """Every code has parts of a declared kind, made of plain values, and they have that one code."""
        book = self.rulebook
        kinds: dict[str, type[Any]] = {}
        for code in range(book.move_codes):
            parts = book.parts(code)
            assert type(parts) in book.move_kinds, f"{parts} of {code} is of no declared kind"
            assert kinds.setdefault(parts.kind, type(parts)) is type(parts), f"two kinds are called {parts.kind}"
            values = [getattr(parts, field.name) for field in fields(type(parts))]
            assert all(is_plain(value) for value in values), f"{parts} has more than numbers and texts"
            back = book.code_of(parts)
            assert back == code, f"{parts} is {back}, not {code}"
        assert len(kinds) == len(book.move_kinds), f"only {sorted(kinds)} occur of the declared kinds"
        for code in (-1, book.move_codes):
            with pytest.raises(InvalidMove):
                book.parts(code)

    def test_wrong_move_texts(self) -> None:
        """What is no move text raises InvalidMove, and nothing else ever."""
        book = self.rulebook
        right = [book.move_text(code) for code in range(book.move_codes)]

        @_many(1000)
        @given(text=st.text(max_size=12), rng=_RANDOMS)
        def check(text: str, rng: Random) -> None:
            for typed in (text, damaged_text(rng, right)):
                check_text(typed)

        def check_text(text: str) -> None:
            try:
                code = book.parse_move(text)
            except InvalidMove as error:
                in_every_language(error.message)
            else:
                assert 0 <= code < book.move_codes, f"{text!r} is read as {code}, which is no move code"

        for text in ("", "no move at all", "\0"):
            with pytest.raises(InvalidMove):
                book.parse_move(text)
        check()

    def test_position_texts(self, case: Case) -> None:
        """A position written and read again is the same, in every byte, whoever looks at it."""
        book = self.rulebook
        for moment in self.sampled(case, 400):
            assert broken(moment.state) == 0, f"does not hold: {self._invariants(broken(moment.state))}\n{moment}"
            wrong = book.status(moment.state)
            assert int(wrong) == 0, f"status finds {wrong!r} in a position that occurred\n{moment}"
            for viewer in (None, SPECTATOR, *range(case.seats)) if self.secrets else (None,):
                state = moment.state if viewer is None else redacted(moment.state, viewer)
                text = book.position_text(state)
                assert text.split()[0] == book.title.name, f"does not begin with the name of the game: {text}"
                parsed = book.parse_position(text)
                assert book.position_text(parsed) == text, f"written, read and written differs\n{text}\n{moment}"
                assert parsed.tobytes() == state.tobytes(), f"read, it differs in {difference(parsed, state)}\n{text}"
                wrong = book.status(parsed)
                assert int(wrong) == 0, f"status finds {wrong!r} in what {viewer} sees\n{text}"

    def test_wrong_position_texts(self, case: Case) -> None:
        """A damaged text is read or raises BadPosition, nothing else; what ``status`` passes can be played."""
        book = self.rulebook
        texts = [book.position_text(moment.state) for moment in self.sampled(case, 200)]

        @_many(2000)
        @given(text=st.text(max_size=30), rng=_RANDOMS)
        def check(text: str, rng: Random) -> None:
            for typed in (text, damaged_text(rng, texts)):
                check_text(typed)

        def check_text(text: str) -> None:
            try:
                state = book.parse_position(text)
            except BadPosition as error:
                in_every_language(error.message)
                return
            wrong, found = int(book.status(state)), broken(state)
            assert (wrong == 0) == (found == 0), f"status says {wrong}, broken says {found}\n{text}"
            if wrong:
                return
            assert book.parse_position(book.position_text(state)).tobytes() == state.tobytes(), f"read anew, not {text}"
            for moment in play_on(RandomGame(book, case, 0), state.copy(), stream(text), steps=30):
                found = broken(moment.state)
                assert found == 0, f"status passes a position that breaks {self._invariants(found)}\n{text}\n{moment}"

        for text in ("", "no position at all", "\0", book.title.name):
            with pytest.raises(BadPosition):
                book.parse_position(text)
        check()

    # ------------------------------------------------------------ secrets

    def test_redact(self, case: Case) -> None:
        """What a seat sees does not change when hidden things change, and a spectator sees no more."""
        changed = 0
        games = 20 if scale(20) > 1 else 200  # one game alone may have no secrets
        for moment in self.moments(case, games):
            memory = moment.state.tobytes()
            public = redacted(moment.state, SPECTATOR).tobytes()
            for seat in (SPECTATOR, *range(case.seats)):
                seen = redacted(moment.state, seat)
                assert self.secrets or seen.tobytes() == memory, f"redact changes what is no secret\n{moment}"
                assert redacted(seen, seat).tobytes() == seen.tobytes(), f"redact twice is not redact once\n{moment}"
                assert redacted(seen, SPECTATOR).tobytes() == public, f"a spectator sees what {seat} does not\n{moment}"
                assert to_move(seen) == moment.seat, f"seat {seat} does not see who is to move\n{moment}"
                if moment.seat == seat:
                    assert moves_of(self.rulebook, seen) == moment.moves, f"seat {seat} sees other moves\n{moment}"
                if moment.seat == OVER:
                    assert scores_of(seen, case) == scores_of(moment.state, case), f"{seat}: another result\n{moment}"
                if seat == SPECTATOR:
                    continue
                for variant in self.hidden_variants(moment.state, seat, stream(moment.game.number, moment.step, seat)):
                    changed += variant.tobytes() != memory
                    shown = redacted(variant, seat)
                    assert shown.tobytes() == seen.tobytes(), (
                        f"seat {seat} sees hidden things in {difference(shown, seen)}\n{moment}"
                    )
        if self.secrets:
            assert changed, f"{case}: nothing hidden was ever changed: give hidden_variants"

    def test_determinise(self, case: Case) -> None:
        """A guess fits all that the seat knows, uses nothing else, and can be played."""
        for moment in self.sampled(case, 400):
            for seat in range(case.seats):
                chance = stream("guess", moment.game.number, moment.step, seat)
                seen = redacted(moment.state, seat)
                guess, again, blind = moment.state.copy(), moment.state.copy(), seen.copy()
                determinise(guess, seat, chance.copy())
                determinise(again, seat, chance.copy())
                determinise(blind, seat, chance.copy())
                assert again.tobytes() == guess.tobytes(), f"the same chance guesses otherwise\n{moment}"
                assert blind.tobytes() == guess.tobytes(), f"the guess of seat {seat} uses hidden things\n{moment}"
                assert self.secrets or guess.tobytes() == moment.state.tobytes(), f"guesses without need\n{moment}"
                shown = redacted(guess, seat)
                assert shown.tobytes() == seen.tobytes(), (
                    f"the guess of seat {seat} changes what it knows: {difference(shown, seen)}\n{moment}"
                )
                found = broken(guess)
                assert found == 0, f"the guess of seat {seat} breaks {self._invariants(found)}\n{moment}"
                assert to_move(guess) == moment.seat, f"the guess of {seat} changes who is to move\n{moment}"
                if moment.seat == seat:
                    assert moves_of(self.rulebook, guess) == moment.moves, f"{seat} has other moves\n{moment}"
                if self.secrets:
                    for later in play_on(moment.game, guess, chance, steps=20):
                        found = broken(later.state)
                        assert found == 0, f"a guess, played on, breaks {self._invariants(found)}\n{later}"

    def test_observe(self, case: Case) -> None:
        """An observation is as long as declared, finite, moderate, and shows nothing hidden."""
        number = self.rulebook.observation
        seen = set()
        for moment in self.moments(case, 20):
            for seat in range(case.seats):
                out = guarded(number, np.float32)
                out[:] = math.nan
                observe(moment.state, seat, out)
                assert unharmed(out), f"observe writes outside its {number} numbers\n{moment}"
                assert np.isfinite(out).all(), f"numbers {np.flatnonzero(~np.isfinite(out))} are not finite\n{moment}"
                most = int(np.abs(out).argmax())
                assert abs(out[most]) <= self.most_observed, f"number {most} is {out[most]}\n{moment}"
                view = np.zeros(number, np.float32)
                observe(redacted(moment.state, seat), seat, view)
                assert (view == out).all(), f"numbers {np.flatnonzero(view != out)} show hidden things\n{moment}"
                seen.add(out.tobytes())
        assert len(seen) > 2, f"{case}: every observation is the same"

    def test_evaluation(self, case: Case) -> None:
        """What an engine is told fits what is declared, and comes from what the seat may know."""
        if self.evaluation is None:
            return
        number, stages = int(self.evaluation.FEATURES), int(self.evaluation.STAGES)
        for moment in self.moments(case, 20):
            assert 0 <= stage(moment.state) < stages, f"stage {stage(moment.state)} of {stages}\n{moment}"
            for seat in range(case.seats):
                out, view = guarded(number, np.float32), np.zeros(number, np.float32)
                out[:] = math.nan
                features(moment.state, seat, out)
                assert unharmed(out), f"features writes outside its {number} numbers\n{moment}"
                assert np.isfinite(out).all(), f"features {np.flatnonzero(~np.isfinite(out))} are not finite\n{moment}"
                features(redacted(moment.state, seat), seat, view)
                assert (view == out).all(), f"features {np.flatnonzero(view != out)} show hidden things\n{moment}"
            if moment.moves:
                codes = guarded(self.rulebook.moves_room, np.int16)
                count = prune(moment.state, codes, legal_moves(moment.state, codes))
                left = [int(code) for code in codes[: max(count, 0)]]
                assert left, f"prune leaves no move\n{moment}"
                kept = [code for code in moment.moves if code in left]
                assert left == kept, f"prune leaves {left} of {moment.moves}\n{moment}"

    # ------------------------------------------------------------ the result

    def test_outcome(self, case: Case) -> None:
        """There is always somebody in the lead, and at the end nobody is below nothing."""
        for moment in self.moments(case, 50):
            scores = guarded(case.seats, np.int64)
            winners = outcome(moment.state, everybody(case), scores)
            assert unharmed(scores), f"outcome writes more than {case.seats} scores\n{moment}"
            assert 0 < winners < 1 << case.seats, f"winners {winners:b} are no seats\n{moment}"
            if moment.seat == OVER:
                assert (scores >= 0).all(), f"scores below 0: {scores}\n{moment}"
            for playing in range(1, everybody(case)):
                points = np.zeros(MOST_SEATS, np.int64)
                among = outcome(moment.state, playing, points)
                assert (points[: case.seats] == scores).all(), f"who plays changes the points\n{moment}"
                assert 0 < among == among & playing, f"{among:b} win among {playing:b}\n{moment}"
                if winners & playing:
                    assert among == winners & playing, f"{among:b} win, not {winners:b} of {playing:b}\n{moment}"

    # ------------------------------------------------------------ what people are told

    def test_why_not(self, case: Case) -> None:
        """There is a reason for every move that is not legal, and none for those that are."""
        book = self.rulebook
        for moment in self.sampled(case, 120):
            legal = set(moment.moves)
            for code in range(book.move_codes):
                reason = book.why_not(moment.state, code)
                text = book.move_text(code)
                if code in legal:
                    assert reason is None, f"{text} is legal, but: {reason}\n{moment}"
                else:
                    assert reason is not None, f"{text} is not legal, but no reason is given\n{moment}"
                    in_every_language(reason)
        for code in (-1, book.move_codes):
            with pytest.raises(InvalidMove):
                book.why_not(moment.state, code)

    def test_sentences(self, case: Case) -> None:
        """Every legal move and every draw can be said; the mover's own view says the same."""
        book = self.rulebook
        for moment in self.sampled(case, 300):
            if moment.seat == CHANCE:
                in_every_language(book.describe_draw(moment.state, moment.drawn))
            for code in moment.moves:
                said = book.describe(moment.state, code)
                in_every_language(said)
                view = redacted(moment.state, moment.seat)
                assert book.describe(view, code) == said, f"{book.move_text(code)} is said otherwise\n{moment}"
                if book.sentence is not None:
                    again = book.sentence(code, book.effect(moment.state, code))
                    assert again == said, f"{book.move_text(code)} is said otherwise by its effect\n{moment}"

    def test_previews(self, case: Case) -> None:
        """A preview says truly what ends, for the moves played and for all moves of some positions."""
        for moment, code in self._choices(case):
            shown = self.rulebook.preview(moment.state, code)
            after = moment.state.copy()
            apply(after, code)
            text = self.rulebook.move_text(code)
            over = to_move(after) == OVER
            assert shown.ends_game == over, f"{text}: ends_game is {shown.ends_game}\n{moment}"
            ended = over or self.round_ended(moment.state, after)
            assert shown.ends_round == ended, f"{text}: ends_round is {shown.ends_round}\n{moment}"
            numbers = (shown.points, shown.loss, shown.jokers)
            assert all(type(number) is int for number in numbers), f"{text}: {shown} has no whole numbers\n{moment}"
        for moment in self.sampled(case, 60):
            one_by_one = [self.rulebook.preview(moment.state, code) for code in moment.moves]
            together = self.rulebook.previews(moment.state, moment.moves)
            assert list(together) == one_by_one, f"previews differ together\n{moment}"

    def test_scoring_steps(self, case: Case) -> None:
        """The story of a scoring tells all points, seat by seat, and can be said."""
        for moment, code in self._choices(case):
            totals = scores_of(moment.state, case)[1]
            after = moment.state.copy()
            apply(after, code)
            text = self.rulebook.move_text(code)
            for step in self.rulebook.scoring_steps(moment.state, code):
                totals[step.seat] += step.points
                assert totals[step.seat] == step.total, f"{text}: {step} does not add up: {totals}\n{moment}"
                for lang in LANGUAGES:
                    said = say(f"{self.title.name}.scoring.{step.kind}", lang, **(step.values or {}))
                    assert said.strip(), f"the scoring says nothing in {lang!r}: {step}"
            expected = scores_of(after, case)[1]
            assert totals == expected, f"{text}: the story ends with {totals}, the scores are {expected}\n{moment}"

    def _choices(self, case: Case) -> Iterator[tuple[Moment, int]]:
        """Yield the moves played in some games, and all legal moves of some positions."""
        for moment in self.moments(case, 30):
            if moment.move is not None:
                yield moment, moment.move
        for moment in self.sampled(case, 60):
            yield from ((moment, code) for code in moment.moves)

    def test_suggest(self, case: Case) -> None:
        """A legal move is suggested wherever there is one, from what the mover may know."""
        for moment in self.sampled(case, 300):
            if moment.moves:
                move = self.rulebook.suggest(moment.state)
                assert move in moment.moves, f"{move} is suggested, but not legal\n{moment}"
                blind = self.rulebook.suggest(redacted(moment.state, moment.seat))
                assert blind == move, f"{move} is suggested by hidden things: else {blind}\n{moment}"

    def test_effects(self, case: Case) -> None:
        """What a move, a draw and a scoring move are pieces that go from one place to another."""
        book = self.rulebook
        moved = 0
        for moment in self.sampled(case, 200):
            transfers: list[Transfer] = []
            if moment.move is not None:
                effect = book.effect(moment.state, moment.move)
                assert isinstance(effect, Effect), f"{effect!r} is no effect\n{moment}"
                values = [getattr(effect, field.name) for field in fields(effect)]
                assert all(is_plain(value) for value in values), f"{effect} has more than numbers and texts\n{moment}"
                one_by_one = [book.effect(moment.state, code) for code in moment.moves]
                together = book.effects(moment.state, moment.moves)
                assert list(together) == one_by_one, f"effects differ together\n{moment}"
                transfers += book.transfers(moment.state, moment.move)
                for step in book.scoring_steps(moment.state, moment.move):
                    transfers += step.transfers
            elif moment.seat == CHANCE:
                transfers += book.draw_transfers(moment.state, moment.drawn)
            for one in transfers:
                seats = {one.origin.seat, one.target.seat} - {None}
                assert one.count > 0, f"{one} moves nothing\n{moment}"
                assert one.origin != one.target, f"{one} goes nowhere\n{moment}"
                assert seats <= set(range(case.seats)), f"{one} is of no seat\n{moment}"
                kinds = {one.origin.kind, one.target.kind}
                assert kinds <= book.place_kinds.keys(), f"{one} has a place of no declared kind\n{moment}"
            moved += len(transfers)
        assert moved, f"{case}: nothing ever goes anywhere"

    def test_boards(self, case: Case) -> None:
        """A board says whose it is and whose turn it is, and is made of plain values."""
        book = self.rulebook
        for moment in self.sampled(case, 60):
            for viewer in (None, *range(case.seats)):
                state = redacted(moment.state, SPECTATOR if viewer is None else viewer)
                board = book.board(state, viewer)
                assert type(board) is book.board_type, f"{type(board)} is not the declared type\n{moment}"
                assert board.game == book.title.name, f"the board is one of {board.game}\n{moment}"
                assert board.viewer == viewer, f"seat {viewer} sees what {board.viewer} sees\n{moment}"
                turn = moment.seat if moment.seat >= 0 else None
                assert board.turn == turn, f"the board says that {board.turn} is to move, not {turn}\n{moment}"
                assert is_plain(asdict(board)), f"a board has more than numbers and texts\n{moment}"

    def test_pictures(self, case: Case) -> None:
        """The table can be drawn in characters and as a picture, in all its languages, for every viewer."""
        book = self.rulebook
        for moment in self.sampled(case, 60):
            for state in (moment.state, redacted(moment.state, SPECTATOR)):
                texts = [book.text(state, lang) for lang in self.languages]
                assert all(text.strip() for text in texts), f"nothing is drawn\n{moment}"
                assert len(set(texts)) == len(self.languages), f"drawn the same in every language\n{moment}"
                pictures = [book.svg(state, lang) for lang in self.languages]
                assert len(set(pictures)) == len(self.languages), f"a picture without words\n{moment}"
                for picture in pictures:
                    problem = wrong_with_svg(picture)
                    assert problem is None, f"the picture is not safe to show: {problem}\n{moment}"

    def test_looking_changes_nothing(self, case: Case) -> None:
        """Only set-up, moves, draws, redact and determinise write to a position."""
        for moment in self.sampled(case, 60):
            for name, look in self._looks(moment).items():
                state = moment.state.copy()
                look(state)
                assert state.tobytes() == moment.state.tobytes(), f"{name} changes the position\n{moment}"

    def _looks(self, moment: Moment) -> dict[str, Callable[[Any], object]]:
        book = self.rulebook
        codes, scores = np.zeros(book.moves_room, np.int16), np.zeros(MOST_SEATS, np.int64)
        numbers = np.zeros(book.observation, np.float32)
        looks: dict[str, Callable[[Any], object]] = {
            "to_move": to_move,
            "legal_moves": lambda state: legal_moves(state, codes),
            "outcome": lambda state: outcome(state, 1, scores),
            "observe": lambda state: observe(state, 0, numbers),
            "broken": broken,
            "position_text": book.position_text,
            "status": book.status,
            "board": lambda state: book.board(state, None),
            "picture_text": lambda state: book.text(state, LANGUAGES[0]),
            "picture_svg": lambda state: book.svg(state, LANGUAGES[0]),
            "why_not": lambda state: [book.why_not(state, code) for code in range(book.move_codes)],
        }
        if moment.seat == CHANCE:
            value = book.draw_value(moment.state, moment.drawn)
            looks["draw_value"] = lambda state: book.draw_value(state, moment.drawn)
            looks["parse_draw"] = lambda state: book.parse_draw(state, value)
            looks["draw_audience"] = book.draw_audience
            looks["redact_event"] = lambda state: book.redact_event(state, {"draw": value}, SPECTATOR)
            looks["describe_draw"] = lambda state: book.describe_draw(state, moment.drawn)
            looks["draw_transfers"] = lambda state: book.draw_transfers(state, moment.drawn)
            looks["odds"] = lambda state: book.odds(state, [])
            looks["piece_label"] = lambda state: [book.piece_label(state, [], piece) for piece in moment.drawn[:1]]
        elif moment.moves:
            looks["suggest"] = book.suggest
            looks["effect"] = lambda state: [book.effect(state, code) for code in moment.moves]
            looks["transfers"] = lambda state: [book.transfers(state, code) for code in moment.moves]
            looks["describe"] = lambda state: [book.describe(state, code) for code in moment.moves]
            looks["preview"] = lambda state: [book.preview(state, code) for code in moment.moves]
            looks["scoring_steps"] = lambda state: [book.scoring_steps(state, code) for code in moment.moves]
            looks["effect_several"] = lambda state: book.effects(state, moment.moves)
            looks["preview_several"] = lambda state: book.previews(state, moment.moves)
        return looks


# ---------------------------------------------------------------- what the tests are made of


def guarded(length: int, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return an array that lies between two guard zones."""
    return np.full(GUARD + length + GUARD, SENTINEL, kind)[GUARD : GUARD + length]


def unharmed(array: npt.NDArray[Any]) -> bool:
    """Return whether nothing was written into the guard zones of an array."""
    whole = array.base
    assert whole is not None
    return bool((whole[:GUARD] == SENTINEL).all() and (whole[-GUARD:] == SENTINEL).all())


def is_plain(value: Any) -> bool:
    """Return whether a value can be written as JSON as it is: texts, numbers, nothing, lists and objects of such."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain(one) for key, one in value.items())
    if isinstance(value, list | tuple):
        return all(map(is_plain, value))
    return value is None or type(value) in (str, int, float, bool)


def redacted(state: Any, seat: int) -> Any:
    """Return what a seat sees of a position."""
    seen = state.copy()
    redact(seen, seat)
    return seen


def moves_of(rulebook: Rulebook, state: Any) -> list[int]:
    """Return the legal moves of a position."""
    codes = np.zeros(rulebook.moves_room, np.int16)
    return [int(code) for code in codes[: legal_moves(state, codes)]]


def everybody(case: Case) -> int:
    """Return all seats, a bit each."""
    return (1 << case.seats) - 1


def scores_of(state: Any, case: Case) -> tuple[int, list[int]]:
    """Return the winning seats and every seat's points."""
    scores = np.zeros(MOST_SEATS, np.int64)
    winners = int(outcome(state, everybody(case), scores))
    return winners, [int(score) for score in scores[: case.seats]]


def difference(one: Any, other: Any) -> str:
    """Return the names of the fields in which two positions differ."""
    differ = [name for name in one.dtype.names if one[name].tobytes() != other[name].tobytes()]
    return ", ".join(differ) or "bytes between the fields"


def in_every_language(said: Message) -> None:
    """Say a message in every language."""
    for lang in LANGUAGES:
        assert said.text(lang).strip(), f"nothing is said in {lang!r} for {said}"


def wrong_with_svg(picture: str) -> str | None:
    """Return why a picture cannot be shown safely by itself, or None if it can."""
    if "<!" in picture:
        return "a picture may not declare anything"
    try:
        root = ElementTree.fromstring(picture)
    except ElementTree.ParseError as error:
        return f"the picture is no XML: {error}"
    if root.tag != "{http://www.w3.org/2000/svg}svg":
        return f"the picture is no SVG, but {root.tag}"
    known = {element.get("id") for element in root.iter()}
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        if tag in ACTIVE_SVG:
            return f"<{tag}> may not be in a picture"
        for attribute, value in element.items():
            name = attribute.rpartition("}")[2]
            links = [value] if name in ("href", "src") else re.findall(r"url\(\s*['\"]?([^)'\"]*)", value)
            for link in links:
                if link[:1] != "#" or link[1:] not in known:
                    return f"{name}={value!r} refers to something outside the picture"
            if name.lower().startswith("on"):
                return f"{name}= may not be in a picture"
        if tag == "style" and re.search(r"@import|url\(", element.text or ""):
            return "a style may not refer to anything"
    return None


def _many(examples: int) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Let Hypothesis try so many examples, however slow the first ones are."""
    chosen: Callable[[Callable[..., None]], Callable[[], None]] = settings(
        max_examples=max(10, scale(examples)), deadline=None, suppress_health_check=list(HealthCheck)
    )
    return chosen

"""The terminal board: a Textual program around a sitting."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual import events, on, work
from textual.app import App, ComposeResult
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from azulejo import games
from azulejo.bots.engine_bot import EngineBot
from azulejo.engine import warmup
from azulejo.engine.analysis import Analysis
from azulejo.engine.limits import Limits
from azulejo.games.contract import Place
from azulejo.games.drawing import (
    GAIN,
    GOLD,
    INK,
    LOSS,
    MUTED,
    QUIET,
    SKY,
    Drawing,
    Marks,
    Scene,
    Tag,
    signed,
    text_drawing,
)
from azulejo.play import Move, View
from azulejo.terminal.pages import KeysPage, RulesPage
from azulejo.terminal.selection import OfferedMove, Selection, WayOn, offered_moves
from azulejo.terminal.sitting import LogLine, Sitting
from azulejo.terminal.size import LEAST_SIZE
from azulejo.texts import LANGUAGES, decimal, imperative, latin_keys, message, say
from azulejo.texts.errors import AzulejoError

WIDE = 110
"""From so many columns on the log stands beside the board, not below it."""
LOG_COLUMNS = 38
"""So wide is the log beside the board, as the style sheet says, too."""
WAY_ROWS = 4
"""The choices below the board have at least so many rows."""
OTHER_ROWS = 4
"""Rows for the headline, for what is asked and for the keys."""
LOG_LINES = 300
"""The log shows no more."""
HINT = Limits(seconds=1.0)
RANKS = "★23"
"""The signs of the moves that the engine likes best."""


class BoardView(Static):
    """The picture of the table; a click says what it hits."""

    def __init__(self, chosen: Callable[[tuple[Tag, ...]], None]) -> None:
        super().__init__(id="board")
        self.drawing = Drawing()
        self._chosen = chosen

    def show(self, drawing: Drawing, marks: Marks) -> None:
        """Draw it anew."""
        size = (self.drawing.width, self.drawing.height)
        self.drawing = drawing
        self.update(drawing.text(marks), layout=size != (drawing.width, drawing.height))

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked."""
        if tags := self.drawing.tags_at(event.x, event.y):
            self._chosen(tags)


class WayList(OptionList, can_focus=False):
    """The ways to go on; keys are for the whole table, so it takes none."""


class LogView(VerticalScroll, can_focus=False):
    """What has happened, the latest at the bottom."""

    def compose(self) -> ComposeResult:
        """All lines are one text."""
        yield Static(id="lines")

    def show(self, lines: list[Text]) -> None:
        """Write it anew."""
        self.query_one("#lines", Static).update(Text("\n").join(lines))
        self.anchor()


class TableScroll(VerticalScroll, can_focus=False):
    """Where the picture of the table is scrolled if it is too high."""


class TableScreen(Screen[None]):
    """The table: picture, choices, log, and what is asked."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012  # as in Screen

    def __init__(self, sitting: Sitting, lang: str, pause: float) -> None:
        super().__init__()
        self.sitting = sitting
        self.lang = lang
        self.pause = pause
        self.own = games.terminal(sitting.game.title.name)
        self.selection = Selection(self.own.STEPS if self.own else None)
        self.log_lines: list[LogLine] = []
        self.notice: str | None = None
        """What is to be told until the next key: a refusal, the engine's opinion."""
        self.advice: list[int] = []
        """The moves that the engine likes best."""
        self.question: str | None = None
        """What is to be confirmed that is no move: ``quit`` or ``resign``."""
        self.thinking: str | None = None
        self._engine: EngineBot | None = None
        self._high = 0
        """The rows that the table may have."""
        self._listed: tuple[list[WayOn], str, list[int]] | None = None
        """What the list of choices was made for."""
        self._position = 0
        """Counts the positions: what was found for another is forgotten."""

    # ------------------------------------------------------------ the parts of the screen

    def compose(self) -> ComposeResult:
        """Lay them out."""
        yield Static(id="headline")
        with Container(id="body"):
            with TableScroll(id="table"):
                yield BoardView(self.choose_tags)
            yield WayList(id="ways")
            yield LogView(id="log")
        yield Static(id="asked")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begin."""
        self.log_lines += self.sitting.lines_from(0)
        self.fill_log()
        self.go_on()

    def on_resize(self) -> None:
        """Draw the table for another size."""
        self.refresh_all()

    # ------------------------------------------------------------ the game goes on

    def go_on(self) -> None:
        """Show the position, and let whoever is to move choose."""
        self._position += 1
        self.advice, self.thinking = [], None
        game = self.sitting.game
        is_own = not game.is_over and not self.sitting.bot_is_due
        legal = offered_moves(game) if is_own else []
        self.selection.offer(legal, self._default(legal))
        if self.sitting.bot_is_due:
            self.thinking = say("terminal.thinks", self.lang, player=message("play.player", seat=game.due + 1))
            self.let_bot_think(self._position, self.sitting.view())
        self.refresh_all()

    def _default(self, legal: list[OfferedMove]) -> OfferedMove | None:
        """Return a sensible default, such as the cheapest payment; for the first decision of a turn there is none."""
        movers = [event["seat"] for event in self.sitting.game.line[-1:] if "move" in event]
        if not legal or movers != [self.sitting.seat]:
            return None
        suggested = self.sitting.game.suggest()
        return next((move for move in legal if suggested and move.code == suggested.code), None)

    def push(self, move: OfferedMove | Move) -> None:
        """Play a move."""
        self.tell(self.sitting.push(move.code))
        self.go_on()

    def tell(self, lines: list[LogLine]) -> None:
        """Write lines into the log."""
        self.log_lines += lines
        self.fill_log()

    @work(thread=True, exclusive=True, group="bot", exit_on_error=True)
    def let_bot_think(self, position: int, view: View) -> None:
        """Let the bot choose while the screen lives."""
        began = time.monotonic()
        move = self.sitting.bots_choice(view)
        time.sleep(max(0.0, self.pause - (time.monotonic() - began)))
        self.app.call_from_thread(self.take_from_bot, position, move)

    def take_from_bot(self, position: int, move: Move) -> None:
        """Play what the bot has chosen, unless the game has gone another way."""
        if position == self._position:
            self.push(move)

    # ------------------------------------------------------------ choosing

    def choose_tags(self, tags: tuple[Tag, ...]) -> None:
        """Choose what a piece or a place stands for; where that is several things, point at one after the other."""
        self.notice = self.question = None
        held, self.selection.held = self.selection.held, None
        ways = self.selection.way_of(tags)
        if len(ways) == 1:
            self.play(self.selection.choose(ways[0]))
        elif ways:
            later = [number for number in ways if number > self.selection.cursor]
            self.selection.cursor = (later or ways)[0]
            self.refresh_all()
        else:
            self.selection.held = held

    @on(OptionList.OptionSelected)
    def choose_option(self, event: OptionList.OptionSelected) -> None:
        """Choose a way of the list by a click."""
        self.notice = self.question = None
        self.play(self.selection.choose(event.option_index))

    def play(self, move: OfferedMove | None) -> None:
        """Play a move, if it is whole and confirmed; show what is chosen otherwise."""
        if move is None:
            self.refresh_all()
        else:
            self.push(move)

    # ------------------------------------------------------------ keys

    def on_key(self, event: events.Key) -> None:
        """Do what a key stands for."""
        self.notice = None
        if self._act(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def _act(self, key: str, character: str) -> bool:
        """Return whether a key stands for something."""
        if self.question is not None:
            self._answer(key)
            return True
        actions: dict[str, Callable[[], None]] = {
            "enter": self.key_enter_pressed,
            "escape": self.let_go,
            "backspace": self.go_back,
            "tab": partial(self.point, 1),
            "down": partial(self.point, 1),
            "shift+tab": partial(self.point, -1),
            "up": partial(self.point, -1),
            "right": partial(self.point_at_next, 1),
            "left": partial(self.point_at_next, -1),
            "pagedown": partial(self.scroll_table, 1),
            "pageup": partial(self.scroll_table, -1),
            "f1": self.show_rules,
            "f2": self.change_language,
            "ctrl+z": self.undo,
            "ctrl+r": partial(self.ask, "resign"),
        }
        if key in actions:
            actions[key]()
            return True
        typed = latin_keys(character)
        if len(typed) != 1 or not typed.isprintable():
            return False
        was_part, move = self.selection.type(typed)
        if was_part:
            self.play(move)
            return True
        letters: dict[str, Callable[[], None]] = {
            "?": self.show_keys,
            "h": self.hint,
            "u": self.undo,
            "q": partial(self.ask, "quit"),
        }
        if typed.lower() in letters:
            letters[typed.lower()]()
            return True
        return self._refuse(typed)

    def _refuse(self, typed: str) -> bool:
        """Say why what was typed is no legal move, if it is a move at all; whether it was."""
        game, text = self.sitting.game, self.selection.typed + typed.lower()
        try:
            reason = game.why_not(text) if self.selection.legal else None
        except AzulejoError:
            return False
        if reason is not None:
            self.notice = say("errors.illegal", self.lang, move=text, reason=reason)
        self.refresh_all()
        return True

    def key_enter_pressed(self) -> None:
        """Choose what is pointed at, or confirm what is held."""
        if self.selection.legal:
            self.play(self.selection.enter())

    def let_go(self) -> None:
        """Let go of what is picked or held."""
        if self.selection.held is not None:
            self.selection.back()
        else:
            self.selection.cancel()
        self.refresh_all()

    def go_back(self) -> None:
        """Take back a letter, or the last move."""
        if self.selection.back():
            self.refresh_all()
        else:
            self.undo()

    def point(self, by: int) -> None:
        """Point at the next way."""
        self.selection.move_cursor(by)
        self.refresh_all()

    def point_at_next(self, by: int) -> None:
        """Point at the next way that begins with something else: another factory, another line."""
        ways, first = self.selection.ways, self.selection.cursor
        self.selection.move_cursor(by)
        while self.selection.cursor != first and ways[self.selection.cursor].text[0] == ways[first].text[0]:
            self.selection.move_cursor(by)
        self.refresh_all()

    def scroll_table(self, by: int) -> None:
        """Scroll the picture of the table by half of what is seen."""
        table = self.query_one(TableScroll)
        table.scroll_relative(y=by * max(1, table.size.height // 2), animate=False)

    def undo(self) -> None:
        """Take back the own last move, and what the bots did since."""
        try:
            self.tell(self.sitting.undo())
        except AzulejoError as problem:
            self.notice = problem.text(self.lang)
            self.refresh_all()
        else:
            self.go_on()

    def ask(self, question: str) -> None:
        """Ask whether something is really meant."""
        over = self.sitting.game.is_over
        if question == "quit" and over:
            self.app.exit()
        elif not over and not (question == "resign" and self.sitting.seat in self.sitting.game.out):
            self.question = question
            self.refresh_all()

    def _answer(self, key: str) -> None:
        question, self.question = self.question, None
        if key == "enter" and question == "quit":
            self.app.exit()
        elif key == "enter":
            self.tell(self.sitting.resign())
            self.go_on()
        else:
            self.refresh_all()

    def show_keys(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(KeysPage(self.lang))

    def show_rules(self) -> None:
        """Show the rules of the game in short."""
        self.app.push_screen(RulesPage(self.sitting.game.title.name, self.lang))

    def change_language(self) -> None:
        """Go on in the other language."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        self.fill_log()
        self.refresh_all()

    # ------------------------------------------------------------ the engine's hint

    def hint(self) -> None:
        """Ask the engine what it would play."""
        if self.selection.legal and self.thinking is None:
            self.thinking = say("web.advice.thinking", self.lang)
            self.let_engine_think(self._position, self.sitting.view())
            self.refresh_all()

    @work(thread=True, exclusive=True, group="hint", exit_on_error=True)
    def let_engine_think(self, position: int, view: View) -> None:
        """Search while the screen lives; the first time there is something to compile."""
        name = view.rulebook.title.name
        if not warmup.is_warm(name):
            warmup.warm_up(name, lambda done, total, step: self.app.call_from_thread(self.compiling, done, total))
        if self._engine is None:
            self._engine = EngineBot(name)
        found = self._engine.analyse(view, HINT)
        self.app.call_from_thread(self.take_advice, position, found)

    def compiling(self, done: int, total: int) -> None:
        """Show how far the engine is with getting ready."""
        game = message(f"{self.sitting.game.title.name}.name")
        self.thinking = f"{say('engine.compiling', self.lang, game=game)} {done}/{total}"
        self.refresh_all()

    def take_advice(self, position: int, found: Analysis) -> None:
        """Show what the engine has found, unless the game has gone on."""
        if position != self._position:
            return
        self.thinking = None
        self.advice = [candidate.move for candidate in found.candidates[: len(RANKS)]]
        self.notice = self._advised(found)
        self.selection.cancel()
        self.selection.want(found.best.move)
        self.refresh_all()

    def _advised(self, found: Analysis) -> str:
        """Return the engine's opinion in words."""
        seat, (best, *others) = self.sitting.seat, found.candidates
        sentence = imperative(self.sitting.game.rulebook.describe(self.sitting.game.state, best.move))
        win, margin = f"{100 * best.win[seat]:.0f}", decimal(f"{best.margin:+.1f}".replace("-", "−"), self.lang)
        less = round(100 * (best.win[seat] - others[0].win[seat])) if others else 0
        if not others:
            why = say("web.advice.only", self.lang, win=win, margin=margin)
        elif less > 0:
            why = say("web.advice.why", self.lang, win=win, margin=margin, less=f"{less} %")
        else:
            why = say("web.advice.even", self.lang, win=win, margin=margin)
        return f"{say('web.advice.best', self.lang, sentence=sentence)} {why}"

    # ------------------------------------------------------------ drawing

    def refresh_all(self) -> None:
        """Show everything as it is now."""
        if not self.is_mounted:
            return
        self.query_one("#headline", Static).update(self._headline(), layout=False)
        self._fill_ways()
        self.query_one("#asked", Static).update(self._asked())
        self.query_one("#keys", Static).update(self._keys(), layout=False)
        self._draw_table()

    def _headline(self) -> Text:
        game = self.sitting.game
        if self.app.size.width < LEAST_SIZE[0] or self.app.size.height < LEAST_SIZE[1]:
            return Text(say("terminal.small", self.lang, columns=LEAST_SIZE[0], rows=LEAST_SIZE[1]), style=LOSS)
        if self.own is None:
            return Text(say(f"{game.title.name}.name", self.lang), style="bold")
        first = game.rulebook.text(game.redacted(self.sitting.seat), self.lang, self.sitting.seat).splitlines()[0]
        return Text(first, style="bold", no_wrap=True, overflow="ellipsis")

    def _draw_table(self) -> None:
        table = self.query_one(TableScroll)
        is_wide = self.app.size.width >= WIDE
        high = max(6, self.app.size.height - OTHER_ROWS - WAY_ROWS)
        width = self.app.size.width - 3 - (LOG_COLUMNS if is_wide else 0)
        drawing = self._drawing(width, is_wide)
        if is_wide and drawing.height > high:
            drawing = self._drawing(width, False)
        if drawing.height != self.query_one(BoardView).drawing.height or high != self._high:
            table.styles.height, self._high = min(drawing.height, high), high
        marks = self._marks()
        self.query_one(BoardView).show(drawing, marks)
        rows = drawing.rows_of(marks.pointed)
        if rows and drawing.height > high:
            first, last = table.scroll_offset.y, table.scroll_offset.y + high - 1
            if not first <= rows[0] <= last:
                table.scroll_to(y=max(0, rows[0] - 1), animate=False)

    def _drawing(self, width: int, roomy: bool) -> Drawing:
        """Return the picture of the table, as the person may see it."""
        game, seat, shown = self.sitting.game, self.sitting.seat, self.selection.shown
        state = game.redacted(seat)
        if self.own is None:
            return text_drawing(game.rulebook.text(state, self.lang, seat))
        coming: dict[Place, list[str]] = {}
        for transfer in game.rulebook.transfers(game.state, shown.code) if shown else []:
            coming.setdefault(transfer.target, []).extend([transfer.piece] * transfer.count)
        parts = self.selection.common | dict(shown.parts if shown else {})
        scene = Scene(
            board=game.rulebook.board(state, seat),
            lang=self.lang,
            width=width,
            roomy=roomy,
            coming=coming,
            parts=parts,
        )
        drawing: Drawing = self.own.picture(scene)
        return drawing

    def _marks(self) -> Marks:
        """Return what can be chosen, what is pointed at, what is picked."""
        selection = self.selection
        ways = [] if selection.held else selection.ways
        held = _tags_of(selection.held.parts) if selection.held else frozenset()
        return Marks(
            offered=frozenset(way.adds for way in ways),
            pointed=frozenset([selection.pointed.adds]) if selection.pointed else held,
            picked=_tags_of(selection.common) if selection.begun else frozenset(),
            hinted=frozenset(way.adds for way in ways if self._rank(way) is not None),
            badges={
                **{way.adds: signed(way.only.preview.points) for way in selection.ways if way.only},
                **{one: signed(selection.held.preview.points) for one in held if selection.held},
            },
        )

    def _rank(self, way: WayOn) -> str | None:
        """Return the sign of the best move of a way, if the engine likes it."""
        codes = {move.code for move in way.moves}
        return next((sign for sign, code in zip(RANKS, self.advice, strict=False) if code in codes), None)

    def _fill_ways(self) -> None:
        """List the ways to go on."""
        listed, ways = self.query_one(WayList), self.selection.ways
        if self._listed != (ways, self.lang, self.advice):
            self._listed = (ways, self.lang, self.advice)
            width = max((len(way.text) for way in ways), default=0)
            listed.clear_options()
            listed.add_options([Option(self._way_text(way, width)) for way in ways])
        if ways:
            listed.highlighted = self.selection.cursor
        listed.border_title = say("terminal.choices", self.lang)
        self.query_one(LogView).border_title = say("terminal.log", self.lang)

    def _way_text(self, way: WayOn, width: int) -> Text:
        shown = Text(no_wrap=True, overflow="ellipsis", end="")
        if self.advice:
            shown.append(f"{self._rank(way) or ' '} ", Style(color=GAIN, bold=True))
        shown.append(way.text.ljust(width + 1), Style(color=GOLD, bold=True))
        if way.only:
            shown.append_text(self._preview(way.only))
            shown.append(" ")
        shown.append(way.sentence.text(self.lang))
        return shown

    def _preview(self, move: OfferedMove) -> Text:
        """Return what a move brings, in a few signs."""
        seen = move.preview
        points = Style(color=GAIN if seen.points > 0 else LOSS if seen.points < 0 else QUIET, bold=True)
        shown = Text(signed(seen.points).rjust(3), points)
        shown.append(f" ▾{seen.loss}" if seen.loss else "", Style(color=LOSS))
        shown.append(f" ★{seen.jokers}" if seen.jokers else "", Style(color=GOLD))
        shown.append(" ⚑" if seen.ends_game else " ◔" if seen.ends_round else "", Style(color=SKY))
        return shown

    def _asked(self) -> Text:
        """Return what the person is to do now, or is told."""
        selection, ended = self.selection, self.sitting.game.outcome()
        if self.question is not None:
            return Text(say(f"terminal.ask.{self.question}", self.lang), style=f"bold {GOLD}")
        if self.notice is not None:
            return Text(self.notice, style=SKY)
        if self.thinking is not None:
            return Text(f"… {self.thinking}", style=QUIET)
        if ended is not None:
            return Text(f"{ended.text(self.lang)}. {say('terminal.over', self.lang)}", style=f"bold {GOLD}")
        if selection.held is not None:
            return self._told(selection.held, say("terminal.confirm", self.lang))
        if selection.pointed and selection.pointed.only:
            return self._told(selection.pointed.only, "")
        picked = say("web.confirm.picked", self.lang, move=selection.typed)
        shown = Text(picked if selection.begun else say("web.confirm.pick", self.lang), style=INK)
        if selection.pointed:
            shown.append(f"  {selection.pointed.text} ", Style(color=GOLD, bold=True))
            shown.append(selection.pointed.sentence.text(self.lang))
        return shown

    def _told(self, move: OfferedMove, more: str) -> Text:
        """Return a move with its sentence and all that it brings, in words."""
        seen = move.preview
        notes = [signed(seen.points)]
        notes += [say("web.preview.loss", self.lang, count=seen.loss)] if seen.loss else []
        notes += [say("web.preview.jokers", self.lang, count=seen.jokers)] if seen.jokers else []
        notes += [say("web.preview.ends_game", self.lang)] if seen.ends_game else []
        notes += [say("web.preview.ends_round", self.lang)] if seen.ends_round and not seen.ends_game else []
        shown = Text(f"{move.text}: ", Style(color=GOLD, bold=True))
        shown.append(f"{move.sentence.text(self.lang)} ({', '.join(notes)})", Style(color=INK))
        shown.append(f"  {more}" if more else "", Style(color=GOLD, bold=True))
        return shown

    def _keys(self) -> Text:
        shown = Text(no_wrap=True, overflow="ellipsis")
        for key, name in (("Enter", "enter"), ("Esc", "escape"), ("h", "hint"), ("u", "undo"), ("?", "help")):
            shown.append(f" {key} ", Style(color=GOLD, bold=True))
            shown.append(say(f"terminal.key.{name}", self.lang) + " ", MUTED)
        shown.append(" q ", Style(color=GOLD, bold=True))
        return shown.append(say("terminal.key.quit", self.lang), MUTED)

    def fill_log(self) -> None:
        """Write the whole log anew, in the language of now."""
        self.query_one(LogView).show([self._written(line) for line in self.log_lines[-LOG_LINES:]])

    def _written(self, line: LogLine) -> Text:
        colour = {"move": SKY if line.seat == self.sitting.seat else INK, "draw": QUIET, "note": GOLD}.get(line.kind)
        if colour is None:
            colour = GAIN if line.points > 0 else LOSS if line.points < 0 else QUIET
        return Text(("  " if line.kind == "scoring" else "") + line.said.text(self.lang), style=colour)


def _tags_of(parts: Mapping[str, Any]) -> frozenset[Tag]:
    """Return all that pieces and places could stand for which is said: any of the parts together."""
    kind = ("kind", parts.get("kind"))
    found: list[Tag] = [frozenset([kind])]
    for part in parts.items():
        if part[0] != "kind":
            found += [one | {part} for one in found]
    return frozenset(found)


class TableApp(App[None]):
    """``azulejo play`` in a terminal that can draw."""

    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [("ctrl+c", "quit", ""), ("ctrl+q", "quit", "")]

    def __init__(self, sitting: Sitting, lang: str, pause: float = 0.5) -> None:
        """Sit down; ``pause`` is for how many seconds a bot's move is to be waited for at least."""
        super().__init__()
        self.table = TableScreen(sitting, lang, pause)
        self.title = say(f"{sitting.game.title.name}.name", lang)

    def on_mount(self) -> None:
        """Show the table."""
        self.push_screen(self.table)


def run(sitting: Sitting, lang: str) -> str:
    """Play until the game is over or left; return the language in which that was."""
    app = TableApp(sitting, lang)
    app.run()
    return app.table.lang

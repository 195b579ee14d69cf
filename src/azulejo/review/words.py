"""What a report says to people, in every language."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from azulejo.games.contract import Rulebook, Theme, apply, legal_moves
from azulejo.review.judge import Judgement
from azulejo.review.report import DrawReport, SeatReport, Sentences, TurnReport
from azulejo.review.settings import CERTAIN, MISTAKES
from azulejo.review.walk import Draw, Turn
from azulejo.texts import LANGUAGES, Message, imperative, message

MOST_THEMES = 3
"""A sentence names no more."""


def sentences(said: Message) -> Sentences:
    """Say something in every language."""
    return {lang: capital(said.text(lang)) for lang in LANGUAGES}


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def percent(share: float) -> str:
    """Return chances as people write them."""
    return f"{100 * share:.0f}"


def moves_said(book: Rulebook, state: Any, moves: Sequence[int], *, order: bool = False) -> Message:
    """Return the sentences for the moves of a turn, one after another; as what to do, if that is what they are."""
    here, said = state.copy(), []
    for move in moves:
        sentence = book.describe(here, move)
        said.append(imperative(sentence) if order else sentence)
        apply(here, move)
    return message_list(said)


def message_list(said: Sequence[Message]) -> Message:
    """Join sentences by semicolons."""
    first, *others = said
    return message("review.and_then", first=first, rest=message_list(others)) if others else first


def draw_said(book: Rulebook, draw: Draw) -> Message:
    """Return the sentence for a draw, or for who starts."""
    if draw.state is None:
        return message("play.event.start", seat=draw.event["start"] + 1)
    return book.describe_draw(draw.state, book.parse_draw(draw.state, draw.event["draw"]))


# ---------------------------------------------------------------- reasons


def themes_of(book: Rulebook, turn: Turn, verdict: Judgement) -> list[Theme]:
    """Return what is better about the best line, as far as its game can tell."""
    if book.themes is None:
        return []
    played = playable(book, turn.state, (*turn.moves, *verdict.answer))
    best = playable(book, turn.state, verdict.line)
    return list(book.themes(turn.state, turn.seat, played, best))[:MOST_THEMES]


def playable(book: Rulebook, state: Any, line: Sequence[int]) -> list[int]:
    """Return the beginning of a line that can be played in a position; what is hidden may forbid the rest."""
    here, codes, found = state.copy(), np.zeros(book.moves_room, np.int16), []
    for move in line:
        if move not in codes[: legal_moves(here, codes)].tolist():
            break
        found.append(int(move))
        apply(here, move)
    return found


def reason(best: Message, found: Sequence[Theme]) -> Message:
    """Return one sentence on why the best would have been better."""
    if not found:
        return message("review.reason.nothing", best=best)
    return message("review.reason.because", best=best, themes=[theme.said for theme in found])


# ---------------------------------------------------------------- moments, and the whole game


def turn_turned(turn: TurnReport) -> Sentences:
    """Say how a turn changed the game."""
    values: dict[str, Any] = {"seat": turn.seat + 1, "round": turn.round, "percent": percent(turn.cost)}
    return sentences(message(f"review.turning.{turn.label}", **values))


def draw_turned(draw: DrawReport, seat: int) -> Sentences:
    """Say how a draw changed the game for the seat that it helped or hurt most."""
    key = "review.turning.draw_good" if draw.luck[seat] > 0 else "review.turning.draw_bad"
    return sentences(message(key, seat=seat + 1, round=draw.round, percent=percent(abs(draw.luck[seat]))))


def verdict_of(seat: SeatReport, others: Sequence[SeatReport], draws: Sequence[DrawReport]) -> Sentences:
    """Say how the game went for a seat: who played better, and whether luck decided, as far as the errors allow."""
    gap = min((other.lost - seat.lost for other in others), default=0.0)
    worst = max((seat.lost - other.lost for other in others), default=0.0)
    error = max((CERTAIN * (seat.lost_error**2 + other.lost_error**2) ** 0.5 for other in others), default=0.0)
    better, worse = gap > error, worst > error
    won, shared = seat.result == 1, 0 < seat.result < 1
    lucky, unlucky = seat.luck > CERTAIN * seat.luck_error, -seat.luck > CERTAIN * seat.luck_error
    certain = [one for one in draws if abs(one.luck[seat.seat]) > max(CERTAIN * one.error, MISTAKES["inaccuracy"])]
    values: Mapping[str, Any] = {"lost": percent(seat.lost), "luck": percent(abs(seat.luck))}
    if shared:
        return sentences(message("review.verdict.shared"))
    if won:
        if worse and lucky:
            return sentences(message("review.verdict.worse_won", **values))
        return sentences(message("review.verdict.better_won" if better else "review.verdict.won", **values))
    if better and unlucky:
        draw = min(certain, key=lambda one: one.luck[seat.seat], default=None)
        if draw is None or draw.luck[seat.seat] > 0:
            return sentences(message("review.verdict.better_lost", **values))
        cost = percent(-draw.luck[seat.seat])
        return sentences(message("review.verdict.better_lost_draw", round=draw.round, percent=cost))
    return sentences(message("review.verdict.worse_lost" if worse else "review.verdict.lost", **values))

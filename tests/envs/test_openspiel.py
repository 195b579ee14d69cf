"""The OpenSpiel games pass OpenSpiel's own simulation, keep secrets, and have the odds of the real draws."""

import json
import pickle
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.observation import make_observation

from azulejo.envs.openspiel import NAMES as SPIEL_NAMES
from azulejo.envs.openspiel import load
from azulejo.games import rulebook, tiles
from azulejo.games.contract import CHANCE, NO_PIECE, SPECTATOR, deal, observe, setup
from azulejo.games.duel.state import TILES_DUE
from azulejo.kernel.chance import stream
from azulejo.testing import scale
from azulejo.testing.cases import Case, RandomGame
from azulejo.texts.errors import BadOption, IllegalMove, InvalidMove
from tests.envs.helpers import PLAYED, PLAYED_NAMES, needs_compiling, settings


def walked(game: Any, seed: int, nodes: int | None = None) -> Any:
    """Return a state after a random walk of so many nodes, or at the end."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and (nodes is None or len(state.history()) < nodes):
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(rng.choices(actions, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.slow
@pytest.mark.parametrize(("game", "case"), PLAYED, ids=PLAYED_NAMES)
def test_it_passes_the_random_simulation_of_openspiel(game: str, case: Case) -> None:
    made = load(game, **settings(case))
    pyspiel.random_sim_test(made, num_sims=1, serialize=True, verbose=False)
    assert made.get_type().short_name == SPIEL_NAMES[game]
    assert made.num_players() == case.seats


@pytest.mark.parametrize("game", SPIEL_NAMES)
def test_it_is_registered_with_every_parameter(game: str) -> None:
    made = pyspiel.load_game(SPIEL_NAMES[game])
    assert SPIEL_NAMES[game] in pyspiel.registered_names()
    assert made.num_distinct_actions() == rulebook(game).move_codes
    assert made.observation_tensor_shape() == [rulebook(game).observation]
    assert set(made.get_parameters()) == {
        "first",
        *(["players"] if len(rulebook(game).title.seats) > 1 else []),
        *(option.name for option in rulebook(game).title.options),
    }


@pytest.mark.parametrize(("game", "case"), PLAYED[::5], ids=PLAYED_NAMES[::5])
def test_games_and_states_can_be_written_and_read(game: str, case: Case) -> None:
    made = load(game, **settings(case), first=case.seats - 1)
    state = walked(made, 5, 120)
    read_game, read_state = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(made, state))
    assert str(read_game) == str(made)
    assert str(pickle.loads(pickle.dumps(made))) == str(made)
    for other in (read_state, pickle.loads(pickle.dumps(state)), state.clone()):
        assert str(other) == str(state)
        assert other.history() == state.history()
        for player in range(case.seats):
            assert other.information_state_string(player) == state.information_state_string(player)
        while not other.is_terminal():
            other.apply_action(other.legal_actions()[0])


def test_values_with_commas_and_brackets_survive() -> None:
    side = '{"rounds":[{"tree":4},{},{},{}],"pavilion":0,"groups":{"3":0,"4":0,"5":0,"6":0}}'
    for made in (load("garden", side=side), load("duel", tablets="1A,2B,3A")):
        assert str(pyspiel.load_game(str(made))) == str(made)
    assert load("garden", side=side).setting.options["side"] == side


@pytest.mark.parametrize(("game", "case"), PLAYED[::4], ids=PLAYED_NAMES[::4])
def test_the_end_is_worth_what_the_rules_say(game: str, case: Case) -> None:
    state = walked(load(game, **settings(case)), 8)
    assert state.returns() == state.rewards() == state.position.rewards().tolist()
    assert sum(state.returns()) == pytest.approx(0, abs=1e-12)
    assert state.legal_actions() == []


def test_openspiels_own_environment_and_agents_play_it() -> None:
    environment = rl_environment.Environment(load("duel"))
    agents = [random_agent.RandomAgent(player, rulebook("duel").move_codes) for player in range(2)]
    step = environment.reset()
    while not step.last():
        assert len(step.observations["info_state"][0]) == rulebook("duel").observation
        step = environment.step([agents[step.observations["current_player"]].step(step).action])
    assert sorted(step.rewards) == [-1, 1]


@pytest.mark.parametrize("nodes", [0, 3, 21, 25])
def test_what_cannot_be_decided_is_refused_and_changes_nothing(nodes: int) -> None:
    state = walked(load("azul"), 3, nodes)
    possible = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
    before = str(state)
    for wrong in (324, 99, 0, 5, 1000):
        if wrong not in possible:
            with pytest.raises((IllegalMove, InvalidMove)):
                state.apply_action(wrong)
            assert str(state) == before


def test_nothing_is_decided_after_the_end() -> None:
    state = walked(load("azul"), 3)
    with pytest.raises(IllegalMove, match="over"):
        state.apply_action(0)


def test_the_order_of_plates_in_hand_is_observed() -> None:
    """The moves count them: without it nobody could tell what ``k1`` keeps."""
    text = "duel round=1 phase=keep turn=0 drawn=KSTR,KYRJ board=5 board=5"
    book = rulebook("duel")
    seen = []
    for order in ("KSTR,KYRJ", "KYRJ,KSTR"):
        state = book.parse_position(text.replace("KSTR,KYRJ", order))
        state.drawn_known[:2] = 1
        numbers = np.zeros(book.observation, np.float32)
        observe(state, 0, numbers)
        seen.append(numbers)
    assert seen[0].tolist() != seen[1].tolist()


# ---------------------------------------------------------------- what players see


def test_a_players_information_is_the_story_of_what_it_saw() -> None:
    state = walked(load("azul", first=1), 3, 22)
    story = state.information_state_string(0)
    assert story.startswith('0 {"start":1} {"draw":[')
    assert '{"move":"' in story
    assert state.information_state_string(1) == "1" + story[1:]
    assert state.observation_string(0) == str(state)


@needs_compiling
def test_players_and_spectators_are_told_what_they_may_know_and_no_more() -> None:
    """Everything in the stories is what the rulebook lets that viewer see, at its place."""
    book = rulebook("duel")
    hidden = 0
    for seed in range(scale(200)):
        state = walked(load("duel"), seed, 150)
        stories = {SPECTATOR: state.story.public, **dict(enumerate(state.story.seen))}
        for events in zip(*stories.values(), strict=True):
            told = dict(zip(stories, map(json.loads, events), strict=True))
            if "to" not in told[SPECTATOR]:
                assert len(set(events)) == 1 or "plates" not in str(told)
                continue
            owner = told[SPECTATOR]["to"]
            assert told[owner]["draw"] is not None
            for viewer in {SPECTATOR, 0, 1} - {owner}:
                assert told[viewer] == {"draw": None, "to": owner}
            hidden += 1
        for seat in (0, 1):
            assert state.observation_string(seat) == book.position_text(state.position.redacted(seat))
    assert hidden > 10


def test_observers_see_with_or_without_what_the_player_alone_knows() -> None:
    made = load("duel")
    state = walked(made, 4, 100)
    own = make_observation(made)
    own.set_from(state, 1)
    assert own.tensor.tolist() == state.observation_tensor(1)
    assert own.dict["observation"].shape == (rulebook("duel").observation,)
    public = make_observation(
        made, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    public.set_from(state, 1)
    assert public.tensor.shape == own.tensor.shape
    assert public.string_from(state, 0) == public.string_from(state, 1)
    recall = make_observation(made, pyspiel.IIGObservationType(perfect_recall=True))
    assert recall.tensor is None
    assert recall.string_from(state, 1) == state.information_state_string(1)
    told = make_observation(
        made, pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert told.string_from(state, 0) == told.string_from(state, 1) == " ".join(state.story.public)


@pytest.mark.parametrize(
    ("kind", "params"),
    [
        (pyspiel.IIGObservationType(perfect_recall=False, public_info=False), None),
        (pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS), None),
        (pyspiel.IIGObservationType(perfect_recall=False), {"colour": 1}),
    ],
)
def test_an_observer_that_does_not_exist_is_refused(kind: Any, params: Any) -> None:
    with pytest.raises(BadOption, match="observer"):
        load("azul").make_py_observer(kind, params)


def test_before_the_start_there_is_nothing_to_see() -> None:
    state = load("azul").new_initial_state()
    assert not any(state.observation_tensor(0))
    assert state.observation_string(0) == str(state) == "azul"
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 1) == "start 2"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("azulejo_azul(players=5)", "2, 3, 4"),
        ("azulejo_azul(wall=pink)", "coloured, grey"),
        ("azulejo_azul(first=2)", "from 0 to 1"),
        ("azulejo_duel(tablets=1A)", "tablets"),
    ],
)
def test_a_wrong_parameter_is_refused_in_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        pyspiel.load_game(name)


# ---------------------------------------------------------------- the odds


@pytest.mark.parametrize(("game", "case"), PLAYED, ids=PLAYED_NAMES)
def test_every_real_draw_is_possible_piece_by_piece(game: str, case: Case) -> None:
    book = rulebook(game)
    for number in range(max(1, scale(20))):
        for moment in RandomGame(book, case, number).moments():
            if moment.seat != CHANCE:
                continue
            for place, piece in enumerate(moment.drawn):
                odds = book.odds(moment.state, moment.drawn[:place])
                assert sum(odds.values()) == 1, moment
                assert odds[piece] > 0, moment
                assert list(odds) == sorted(odds)
                names = {book.piece_label(moment.state, moment.drawn[:place], one) for one in odds}
                assert len(names) == len(odds), moment
            assert book.odds(moment.state, moment.drawn) == {}, moment


def expected_rows(book: Any, state: Any, length: int) -> dict[tuple[int, ...], float]:
    """Return every beginning of a draw of this length with its odds."""
    rows: dict[tuple[int, ...], float] = {(): 1.0}
    for _ in range(length):
        rows = {
            (*row, piece): odds * float(share)
            for row, odds in rows.items()
            for piece, share in (book.odds(state, row) or {NO_PIECE: Fraction(1)}).items()
        }
    return rows


def check_frequencies(book: Any, state: Any, length: int, name: str) -> None:
    """Compare the odds with many real draws: chi-squared within five standard deviations."""
    rows = expected_rows(book, state, length)
    drawn = np.zeros(book.max_drawn, np.int16)
    rng = stream("odds", name)
    number = 4000
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(number):
        count = min(deal(state.copy(), rng, drawn), length)
        seen[(*drawn[:count].tolist(), *[NO_PIECE] * (length - count))] += 1
    assert seen.keys() <= rows.keys()
    squared = sum((seen[row] - number * odds) ** 2 / (number * odds) for row, odds in rows.items())
    freedom = len(rows) - 1
    assert squared <= freedom + 5 * (2 * freedom) ** 0.5 + 1e-9, (name, squared, freedom)


@needs_compiling
@pytest.mark.slow
@pytest.mark.parametrize("game", SPIEL_NAMES)
def test_the_odds_are_those_of_real_draws(game: str) -> None:
    book = rulebook(game)
    case = next(case for name, case in PLAYED if name == game and "first" not in str(case))
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(4):
        for moment in RandomGame(book, case, number).moments():
            kind = (int(moment.state.phase), len(moment.drawn))
            if moment.seat == CHANCE and seen[kind] < 2:
                seen[kind] += 1
                check_frequencies(book, moment.state, min(2, len(moment.drawn)), str(moment))
    assert seen


@needs_compiling
@pytest.mark.slow
@pytest.mark.parametrize(
    ("bag", "tower"),
    [
        ([6, 1], [0, 0, 9]),
        ([3], [8, 2]),
        ([5], [7, 1]),
        ([7], []),
        ([2], [1]),
        ([1], [7, 1]),
        ([2, 2], [3, 0, 4]),
    ],
)
def test_five_equal_tiles_on_the_large_factory_are_drawn_anew_with_the_right_odds(
    bag: list[int], tower: list[int]
) -> None:
    book = rulebook("duel")
    state: Any = book.state.new()
    case = next(case for name, case in PLAYED if name == "duel")
    setup(state, 2, case.encoded(book.title), 0)
    while state.phase != TILES_DUE:
        deal(state, stream("before"), np.zeros(book.max_drawn, np.int16))
    state.bag, state.tower = (
        sum(tiles.several(colour, number) for colour, number in enumerate(heap)) for heap in (bag, tower)
    )
    check_frequencies(book, state, 5, f"{bag} {tower}")

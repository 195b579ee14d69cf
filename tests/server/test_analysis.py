"""Analyses over the wire: streamed, limited, cancelled, and refused where people play without advice."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

import azulejo
from azulejo.games import names, rulebook
from azulejo.server.http.analysis import allowed
from azulejo.server.messages import AnalysisLimits
from azulejo.server.settings import ServerSettings
from tests.server.conftest import StartServer
from tests.server.processes import Client, Failed, ServerProcess, first_moves, wait_for

pytestmark = pytest.mark.slow

TWO_HERE = [{"who": "me"}, {"who": "hotseat"}]
ME_AND_OPEN = [{"who": "me"}, {"who": "open"}]


def start_position(game: str) -> str:
    made = azulejo.new_game(game, seed=5)
    assert made.turn is not None
    return made.view(made.turn).position


@pytest.mark.parametrize("game", names())
def test_a_position_is_analysed_better_and_better(client: Client, game: str) -> None:
    position = start_position(game)
    found = list(client.analyse({"position": position, "limits": {"seconds": 0.6}}))
    assert [one.get("final", False) for one in found] == [False] * (len(found) - 1) + [True]
    last = found[-1]
    book = rulebook(game)
    for candidate in last["candidates"]:
        assert book.why_not(book.parse_position(position), book.parse_move(candidate["move"])) is None
        assert len(candidate["win"]) == 2
        assert sum(candidate["win"]) == pytest.approx(1, abs=0.01)
        assert candidate["line"][0] == candidate["move"]
        assert candidate["said"]["key"].startswith(f"{game}.")
    assert last["nodes"] > 0


def test_limits_are_those_asked_for_but_no_more_than_the_servers() -> None:
    settings = ServerSettings(analysis_seconds=5, analysis_nodes=1000)
    for limits, nodes, seconds in (
        (AnalysisLimits(), 1000, 5),
        (AnalysisLimits(nodes=10, seconds=1), 10, 1),
        (AnalysisLimits(nodes=10**9, seconds=3600), 1000, 5),
    ):
        found = allowed(limits, settings)
        assert (found.nodes, found.seconds) == (nodes, seconds)


def test_a_record_is_analysed_at_any_of_its_events(client: Client) -> None:
    game = azulejo.new_game("azul", seed=5)
    first = game.turn
    game.push(game.legal_moves[0])
    body: dict[str, Any] = {"record": game.record().to_dict(), "limits": {"nodes": 500}}
    (*_, now) = client.analyse(body)
    (*_, before) = client.analyse({**body, "number": 2})
    assert first is not None
    assert game.legal_moves[0].text in {one["move"] for one in now["candidates"]}
    assert {one["move"] for one in now["candidates"]} != {one["move"] for one in before["candidates"]}


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, ""),
        ({"position": "azul nonsense"}, ""),
        ({"position": "chess"}, "chess"),
        ({"record": {"format": 1}}, ""),
        ({"position": start_position("azul"), "game": "duel"}, "duel"),
        ({"position": start_position("azul"), "limits": {"seconds": 0}}, "limits.seconds must be float > 0"),
        ({"position": start_position("azul"), "limits": {"seconds": 1e9}}, "limits.seconds must be float <= 3600"),
        ({"table": "short"}, "table must be str of the form"),
        ({"position": start_position("azul"), "page": "a b"}, "page must be str of the form"),
    ],
)
def test_what_cannot_be_analysed_is_refused_before_anything_is_sent(
    client: Client, body: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Failed) as caught:
        list(client.analyse(body))
    assert caught.value.status == 400
    assert sentence in caught.value.problem["text"]


def test_a_running_table_without_advice_is_not_analysed_by_any_way(client: Client) -> None:
    made = client.create("azul", ME_AND_OPEN)
    other = client.join(made.table)
    now = client.state(made.table, made.tokens)["now"]
    bodies: list[dict[str, Any]] = [
        {"table": made.table},
        {"record": client.get(f"/tables/{made.table}/record")},
        {"position": now["position"]},
    ]
    for body in bodies:
        with pytest.raises(Failed) as caught:
            list(client.analyse(body, made.tokens))
        assert caught.value.status == 403
    client.post(f"/tables/{made.table}/resign", {}, other.tokens)
    assert list(client.analyse({"table": made.table, "number": 2, "limits": {"nodes": 100}}))[-1]["final"]


def test_a_running_table_with_advice_is_analysed_for_its_players(client: Client) -> None:
    made = client.create("duel", TWO_HERE, settings={"helpers": "advice"})
    body = {"table": made.table, "limits": {"nodes": 100}}
    assert list(client.analyse(body, made.tokens))[-1]["candidates"]
    with pytest.raises(Failed) as caught:
        list(client.analyse(body))
    assert caught.value.status == 403


def test_whoever_hangs_up_stops_the_search(start_server: StartServer) -> None:
    server = start_server(analyses_per_address=1, analysis_seconds=100)
    with server.client() as client, server.client() as second:
        stream = client.analyse({"position": start_position("azul"), "limits": {"seconds": 90}})
        next(stream)
        with pytest.raises(Failed) as caught:
            list(second.analyse({"position": start_position("azul"), "limits": {"nodes": 10}}))
        assert (caught.value.status, caught.value.problem["error"]["key"]) == (429, "server.limit.analyses")
        stream.close()

        def free() -> bool:
            try:
                return bool(list(second.analyse({"position": start_position("azul"), "limits": {"nodes": 10}})))
            except Failed:
                return False

        wait_for(free, 30, 0.2)


def test_the_next_request_of_a_page_takes_the_place_of_the_one_before(start_server: StartServer) -> None:
    server = start_server(analyses_per_address=1, analysis_seconds=100)
    long: dict[str, Any] = {"position": start_position("azul"), "limits": {"seconds": 90}}
    short: dict[str, Any] = {"position": start_position("azul"), "limits": {"nodes": 300}}
    with server.client() as client, server.client() as second:
        stream = client.analyse({**long, "page": "first-page"})
        next(stream)
        with pytest.raises(Failed, match="429 the engine is already thinking on 1 page of yours"):
            list(second.analyse({**short, "page": "other-page"}))
        assert list(second.analyse({**short, "page": "first-page"}))[-1]["candidates"]
        last = list(stream)[-1]
        assert last["final"]
        assert last["cancelled"]
        assert last["candidates"]
        assert list(second.analyse({**short, "page": "other-page"}))[-1]["final"]


def test_the_steps_of_a_page_are_no_new_analyses(start_server: StartServer) -> None:
    server = start_server(analysis_burst=1, analysis_rate=0.001)
    body: dict[str, Any] = {"position": start_position("azul"), "limits": {"nodes": 50}}
    with server.client() as client:
        for _ in range(30):
            assert list(client.analyse({**body, "page": "first-page"}))[-1]["final"]
        for page in ("other-page", None):
            with pytest.raises(Failed, match="429 that was a bit fast"):
                list(client.analyse({**body, "page": page}))


def test_four_people_behind_one_router_all_have_the_engine(start_server: StartServer) -> None:
    server = start_server(analyses_per_address=ServerSettings().analyses_per_address, analysis_workers=1)
    limits = {"seconds": 12}
    with ThreadPoolExecutor(4) as people, ExitStack() as stack:
        clients = [stack.enter_context(server.client()) for _ in range(4)]
        games = [azulejo.new_game("azul", seed=number) for number in range(4)]
        bodies = [
            {"position": game.view(game.due).position, "page": f"page-of-{number}", "limits": limits}
            for number, game in enumerate(games)
        ]
        found = list(people.map(lambda one: list(one[0].analyse(one[1])), zip(clients, bodies, strict=True)))
    assert all(lines[-1]["candidates"] and lines[-1]["final"] for lines in found)
    assert [bool(lines[-1].get("cut")) for lines in found].count(True) == 3  # whoever is last has all the time
    assert all(lines[-1]["seconds"] < 12 for lines in found if lines[-1].get("cut"))  # nobody has waited for all of it


def test_a_long_analysis_does_not_hold_up_bots(server: ServerProcess, client: Client) -> None:
    stream = client.analyse({"position": start_position("azul"), "limits": {"seconds": 25}})
    next(stream)
    with server.client() as other:
        made = other.create("azul", [{"who": "me"}, {"who": "bot", "level": "novice"}])
        for _ in range(3):
            wait_for(lambda: other.state(made.table)["now"]["turn"] == 0, 20)
            now = other.state(made.table, made.tokens)["now"]
            other.play(made, first_moves(now), now["number"])
    stream.close()


def test_analyses_can_be_switched_off(start_server: StartServer) -> None:
    server = start_server(analysis_workers=0)
    with server.client() as client:
        assert client.get("/info")["limits"]["analysis_seconds"] == 0
        with pytest.raises(Failed, match="403 analysis is switched off here"):
            list(client.analyse({"position": start_position("azul")}))

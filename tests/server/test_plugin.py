"""A game of another package at the server: nothing of it is known here but what its rulebook says."""

import json
from collections.abc import Iterator

import pytest

from azulejo.bots.levels import LEVELS
from tests.server.conftest import StartServer
from tests.server.processes import Client, Made, wait_for

pytestmark = pytest.mark.slow

TAKING = "pebbles phase=take start=0 turn=0 round=1 pile=7 player=0/4 player=0/2"
TWO_HERE = [{"who": "me", "name": "Anna"}, {"who": "hotseat", "name": "Boris"}]


@pytest.fixture
def client(plugins: None, start_server: StartServer) -> Iterator[Client]:
    """Somebody at a server that has Pebbles installed."""
    with start_server().client() as client:
        yield client


def drawn(client: Client, made: Made, *tokens: str, **query: str) -> tuple[str, str]:
    """Return the kind and the content of a table's picture."""
    headers = {"authorization": f"Bearer {', '.join(tokens)}"} if tokens else {}
    answer = client.http.get(f"/tables/{made.table}/picture", params=query, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.headers["content-type"].partition(";")[0], answer.text


def test_it_is_listed_with_its_seats_and_levels(client: Client) -> None:
    games = {game["name"]: game for game in client.get("/info")["games"]}
    assert list(games)[:3] == ["azul", "duel", "garden"]
    seats = [2, 3, 4, 5]
    assert games["pebbles"] == {
        "name": "pebbles",
        "seats": seats,
        "options": [],
        "levels": list(LEVELS),
        "secrets": True,
    }


def test_its_moves_texts_and_rules_are_fetched(client: Client) -> None:
    moves = {one["text"]: one["parts"] for one in client.get("/games/pebbles/moves")["moves"]}
    assert moves["t2"] == {"count": 2, "kind": "take"}
    assert moves["c4"] == {"card": 4, "kind": "play"}
    assert len(moves) == 7
    for lang in ("en", "ru"):  # it speaks English only
        found = client.get("/games/pebbles/texts", lang=lang)
        assert found["texts"]["name"] == "Pebbles"
        assert found["texts"]["describe.take"]["one"] == "takes {count} pebble"
        assert found["rules"].startswith("PEBBLES, for 2 to 5 players")


def test_a_game_is_played_to_its_end(client: Client) -> None:
    made = client.create("pebbles", TWO_HERE, seed=3)
    while (now := client.state(made.table, made.tokens, after=0)["now"])["turn"] is not None:
        assert now["board"]["game"] == "pebbles"
        legal = {one["move"]: one for one in now["legal"]}
        move = legal[now["suggested"]]
        assert move["said"]["key"] == f"pebbles.describe.{'take' if move['move'].startswith('t') else 'play'}"
        assert move["preview"]["points"] > 0
        client.play(made, [move["move"]], now["number"])
    assert now["result"]["reason"] == "rules"
    assert max(now["result"]["scores"]) > 0
    played = [line for line in now["events"] if "move" in line["event"]]
    assert {line["event"]["seat"] for line in played} == {0, 1}
    record = client.get(f"/tables/{made.table}/record", made.tokens)
    assert record["scores"] == now["result"]["scores"]


def test_a_move_that_is_not_legal_is_refused_in_its_own_words(client: Client) -> None:
    made = client.create("pebbles", TWO_HERE, position=TAKING.replace("pile=7", "pile=2"))
    found = client.get(f"/tables/{made.table}/why", made.tokens, move="t3")
    assert "there are only 2 pebbles on the pile" in json.dumps(found)


def test_it_is_drawn_as_each_seat_may_see_it(client: Client) -> None:
    made = client.create("pebbles", TWO_HERE, position=TAKING)
    kind, picture = drawn(client, made, made.tokens[0])
    assert kind == "image/svg+xml"
    assert picture.startswith("<svg")
    assert picture.count("<circle") == 7
    assert drawn(client, made, made.tokens[1], format="text") == (
        "text/plain",
        "Pebbles, round 1 of 2: player 1 to move\n"
        "Pile   ooooooo\n"
        "Player 1   card ?   0 points\n"
        "Player 2   card 2   0 points",
    )
    _, spectators = drawn(client, made, format="text", lang="ru")
    assert spectators.count("card ?") == 2
    client.play(made, ["t3"], 0)
    _, before = drawn(client, made, format="text", number="0")
    assert before == spectators


def test_a_bot_answers(client: Client) -> None:
    seats = [TWO_HERE[0], {"who": "bot", "level": "first-timer"}]
    made = client.create("pebbles", seats, position=TAKING)
    client.play(made, ["t1"], 0)
    wait_for(lambda: client.state(made.table, made.tokens)["now"]["turn"] == 0, seconds=300, pause=0.2)
    last = client.state(made.table, made.tokens, after=1)["now"]["events"][0]
    assert last["event"]["seat"] == 1
    assert "move" in last["event"]


def test_a_position_is_analysed(client: Client) -> None:
    found = list(client.analyse({"position": TAKING.replace("0/2", "0/?"), "limits": {"nodes": 300}}))
    assert found[-1]["final"]
    assert {one["move"] for one in found[-1]["candidates"]} <= {"t1", "t2", "t3", "c4"}
    best = found[-1]["candidates"][0]
    assert len(best["win"]) == 2
    assert best["said"]["key"].startswith("pebbles.")

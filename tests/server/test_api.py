"""Every call of the API, against a real server process, with its errors in both languages."""

import json
import re
from typing import Any

import httpx
import pytest

import azulejo
from azulejo.games import names
from azulejo.server.app import create_app
from azulejo.server.http.openapi import PREFIX, description
from azulejo.server.settings import ServerSettings
from tests.choosing import some_of
from tests.server.processes import Client, Failed, Made, ServerProcess, first_moves, wait_for

pytestmark = pytest.mark.slow

ME_AND_OPEN = [{"who": "me", "name": "Ana"}, {"who": "open"}]
TWO_HERE = [{"who": "me", "name": "Ana"}, {"who": "hotseat", "name": "Rui"}]
ME_AND_BOT = [{"who": "me"}, {"who": "bot", "level": "novice"}]


def two_people(client: Client, game: str = "azul", **more: object) -> tuple[Made, Made]:
    """Return two people at one table, in the order of their seats."""
    ana = client.create(game, ME_AND_OPEN, **more)
    return ana, client.join(ana.table, name="Rui")


def mover(client: Client, *players: Made) -> tuple[Made, dict[str, object]]:
    """Return the player whose turn it is, and what they see now."""
    turn = client.state(players[0].table)["now"]["turn"]
    (who,) = (one for one in players if turn in one.seats)
    return who, client.state(who.table, who.tokens)["now"]


def play_out(client: Client, *players: Made) -> None:
    """Let people play suggested moves until the game is over."""
    while True:
        who, now = mover(client, *players)
        number = client.play(who, first_moves(now), now["number"])  # type: ignore[arg-type]
        state = client.state(who.table, who.tokens, after=number)
        if state["now"].get("result"):
            return
        if state["now"]["turn"] is None:
            raise AssertionError(state)


# ---------------------------------------------------------------- the server


def test_info_names_games_options_and_levels(client: Client) -> None:
    info = client.get("/info")
    assert [game["name"] for game in info["games"]] == list(names())
    azul = info["games"][0]
    assert azul["seats"] == [2, 3, 4]
    assert azul["options"] == [{"name": "wall", "values": ["coloured", "grey"]}]
    assert azul["levels"][0] == "first-timer"
    assert info["limits"]["analysis_seconds"] == 30


def test_health_and_metrics_answer(server: ServerProcess, client: Client) -> None:
    client.create("azul", ME_AND_OPEN)
    assert httpx.get(f"{server.url}/health").json() == {"status": "ok"}
    assert httpx.get(f"{server.url}/health/ready").json() == {"status": "ok"}
    figures = httpx.get(f"{server.url}/metrics").text
    for name in ("azulejo_requests_total", "azulejo_tables", "azulejo_readers", "azulejo_bots_waiting"):
        assert f"\n{name}" in figures
    assert re.search(r'azulejo_requests_total\{method="POST",route="/api/v1/tables",status="201"\} [1-9]', figures)


def test_the_description_names_every_call_and_only_types_that_exist(client: Client) -> None:
    described = client.get("/schema")
    assert described["openapi"].startswith("3.1")
    app = create_app(ServerSettings(database="sqlite:///none.sqlite"))
    served = {
        (method, route.path_format)
        for route in app.routes
        for method in getattr(route, "methods", ())
        if route.path.startswith(PREFIX)
        and method != "OPTIONS"
        and not route.path.startswith((f"{PREFIX}/schema", f"{PREFIX}/docs"))
    }
    assert served == {(method.upper(), path) for path, methods in described["paths"].items() for method in methods}
    references = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)))
    assert references <= set(described["components"]["schemas"])
    for methods in described["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            assert "400" in operation["responses"]
            assert "429" in operation["responses"]
    assert json.loads(json.dumps(description(app))) == described


def test_the_page_of_the_description_asks_no_other_host_for_anything(server: ServerProcess) -> None:
    page = httpx.get(f"{server.url}/api/v1/docs").text
    assert "POST /api/v1/tables" in page
    assert "<script" not in page
    assert "//" not in page.replace("<!doctype", "")


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("method", "path", "content", "status", "english", "russian"),
    [
        ("GET", "/nothing", None, 404, "there is nothing at this address", "по этому адресу ничего нет"),
        ("GET", "/tables/zzzzzzzzzzzz", None, 404, "zzzzzzzzzzzz", "zzzzzzzzzzzz"),
        ("PUT", "/tables", None, 405, "does not take requests of this method", "не принимает запросы таким методом"),
        ("POST", "/tables", "{", 400, "not valid JSON", "не правильный JSON"),
        ("POST", "/records", '{"record": {"events": ' + "[" * 100_000, 400, "not valid JSON", "не правильный JSON"),
        ("POST", "/tables", "{}", 400, "lacks game", "не хватает game"),
        ("POST", "/tables", '{"game": 3}', 400, "game must be str, not int", "game должно быть str, а не int"),
        ("POST", "/tables", '{"game": "azul", "seats": [], "x": 1}', 400, "has x, which is not", "есть x, а здесь"),
        (
            *("POST", "/tables", '{"game": "azul", "seats": [{"who": "you"}]}', 400),
            *("seats[0].who cannot be 'you'", "seats[0].who не может быть 'you'"),
        ),
        (
            *("POST", "/tables", json.dumps({"game": "azul", "seats": [{"who": "me", "name": "x" * 65}]}), 400),
            *("seats[0].name must be str of length <= 64", "seats[0].name должно быть str длины <= 64"),
        ),
        ("POST", "/tables", '{"game": "chess", "seats": []}', 400, "chess", "chess"),
        ("POST", "/tables", '{"game": "azul", "seats": []}', 400, "number of players is one of 2, 3, 4", "2, 3, 4"),
        ("GET", "/tables?limit=0", None, 400, "limit must be int >= 1", "limit должно быть int >= 1"),
        ("GET", "/tables?status=won", None, 400, "status cannot be 'won'", "status не может быть 'won'"),
        ("GET", "/tables?page=2", None, 400, "has page, which is not known", "есть page, а здесь такого нет"),
        ("GET", "/tables?limit=2&limit=3", None, 400, "once only", "только один раз"),
        ("GET", "/tables?before=x", None, 400, "", ""),
        ("POST", "/tables?data=x", "{}", 400, "has data, which is not known", "есть data, а здесь такого нет"),
    ],
)
def test_a_mistake_is_answered_in_one_sentence_in_the_language_asked_for(
    client: Client, method: str, path: str, content: str | None, status: int, english: str, russian: str
) -> None:
    for lang, sentence in (("en", english), ("ru-RU,ru;q=0.9,en;q=0.1", russian)):
        headers = {"accept-language": lang, "content-type": "application/json"}
        answer = client.http.request(method, path, content=content, headers=headers)
        assert answer.status_code == status
        problem = answer.json()
        assert sentence in problem["text"]
        assert problem["status"] == status
        assert problem["error"]["key"]
        assert "\n" not in problem["text"]
        assert bool(re.search("[а-яё]", problem["text"])) == lang.startswith("ru")


def test_a_body_that_does_not_say_it_is_json_is_refused(client: Client) -> None:
    answer = client.http.post("/tables", content="game=azul", headers={"content-type": "text/plain"})
    assert answer.status_code == 415
    assert "Content-Type: application/json" in answer.json()["text"]


def test_a_wrong_token_is_refused(client: Client) -> None:
    made = client.create("azul", ME_AND_OPEN)
    for tokens in (["x" * 43], [*made.tokens, "y" * 43]):
        with pytest.raises(Failed) as caught:
            client.state(made.table, tokens)
        assert caught.value.status == 403
    answer = client.http.get(f"/tables/{made.table}", headers={"authorization": "Basic abc"})
    assert answer.status_code == 400


# ---------------------------------------------------------------- tables


def test_a_table_is_made_joined_played_and_deleted(client: Client) -> None:
    ana = client.create("azul", ME_AND_OPEN)
    state = client.state(ana.table)
    assert (state["table"]["status"], state["table"]["players"][1]["kind"]) == ("open", "open")
    rui = client.join(ana.table, name="Rui")
    assert (ana.seats, rui.seats) == ([0], [1])
    state = client.state(ana.table, ana.tokens)
    assert state["table"]["status"] == "playing"
    assert [player["name"] for player in state["table"]["players"]] == ["Ana", "Rui"]
    who, now = mover(client, ana, rui)
    number = client.play(who, first_moves(now), now["number"])  # type: ignore[arg-type]
    assert client.state(ana.table)["now"]["number"] == number
    with pytest.raises(Failed) as caught:
        client.play(who, ["1b1"], number - 1)
    assert (caught.value.status, caught.value.problem["number"]) == (409, number)
    with pytest.raises(Failed) as caught:
        client.ask("DELETE", f"/tables/{ana.table}", rui.tokens)
    assert caught.value.status == 403
    assert ana.maker is not None
    assert client.ask("DELETE", f"/tables/{ana.table}", [ana.maker, *ana.tokens, *rui.tokens]) is None
    with pytest.raises(Failed) as caught:
        client.state(ana.table)
    assert caught.value.status == 404


def test_a_spectator_cannot_move(client: Client) -> None:
    made = client.create("azul", TWO_HERE)
    watcher = Made(made.table, [], [])
    with pytest.raises(Failed) as caught:
        client.play(watcher, ["1b1"], client.state(made.table)["now"]["number"])
    assert caught.value.status == 403


def test_why_a_move_is_not_possible_is_said_in_both_languages(client: Client, server: ServerProcess) -> None:
    made = client.create("azul", TWO_HERE)
    now = client.state(made.table, made.tokens)["now"]
    legal = now["legal"][0]["move"]
    assert client.get(f"/tables/{made.table}/why", made.tokens, move=legal) == {"move": legal, "legal": True}
    game = azulejo.new_game("azul", position=now["position"], seed=0)
    codes = set(game.legal_moves.codes)
    other = next(game.rulebook.move_text(code) for code in range(game.rulebook.move_codes) if code not in codes)
    english = client.get(f"/tables/{made.table}/why", made.tokens, move=other)
    assert english["legal"] is False
    assert english["text"] == str(game.why_not(other))
    with server.client(**{"accept-language": "ru"}) as russian:
        reason = game.why_not(other)
        assert reason is not None
        assert russian.get(f"/tables/{made.table}/why", made.tokens, move=other)["text"] == reason.text("ru")
    with pytest.raises(Failed) as caught:
        client.get(f"/tables/{made.table}/why", made.tokens, move="?!")
    assert caught.value.status == 400


def test_undo_resign_and_consent(client: Client) -> None:
    made = client.create("azul", ME_AND_BOT, settings={"undo": "free", "helpers": "advice"}, seed=7)
    wait_for(lambda: client.state(made.table)["now"]["turn"] == 0)
    now = client.state(made.table, made.tokens)["now"]
    number = client.play(made, first_moves(now), now["number"])
    wait_for(lambda: client.state(made.table)["now"]["turn"] == 0)
    before = client.state(made.table, made.tokens)["now"]
    body = {"after": before["number"], "count": before["undo"]}
    assert client.post(f"/tables/{made.table}/undo", body, made.tokens)["number"] > number
    assert client.post(f"/tables/{made.table}/consent", {"advice": False}, made.tokens)["table"] == made.table
    client.post(f"/tables/{made.table}/resign", {}, made.tokens)
    over = client.state(made.table)
    assert over["table"]["status"] == "over"
    assert over["now"]["result"]["reason"] == "resign"
    assert over["now"]["result"]["winners"] == [1]


def test_public_tables_are_listed_in_pages(client: Client) -> None:
    made = [client.create("duel", ME_AND_OPEN, settings={"public": True}).table for _ in range(5)]
    client.create("duel", ME_AND_OPEN)
    seen: list[str] = []
    query: dict[str, Any] = {"game": "duel", "status": "open", "limit": 2}
    while True:
        page = client.get("/tables", **query)
        assert len(page["tables"]) <= 2
        seen += [table["id"] for table in page["tables"]]
        if page.get("next") is None:
            break
        query["before"] = page["next"]
    assert [table for table in seen if table in made] == made[::-1]


@pytest.mark.parametrize("game", some_of(names(), "azul"))
def test_a_whole_game_over_http_can_be_verified_and_brought_in_again(client: Client, game: str) -> None:
    made = client.create(game, TWO_HERE)
    play_out(client, made)
    record = client.get(f"/tables/{made.table}/record")
    azulejo.verify(azulejo.Record.from_dict(record))
    assert record["players"] == ["Ana", "Rui"]
    text = client.http.get(f"/tables/{made.table}/record", params={"format": "text"}, headers={"accept-language": "ru"})
    assert text.headers["content-type"].startswith("text/plain")
    assert "игрок 1: Ana" in text.text
    again = Made.of(client.post("/records", {"record": record}))
    shown = client.state(again.table)
    assert shown["table"]["status"] == "archived"
    assert shown["now"]["position"] == client.state(made.table)["now"]["position"]
    for number in (0, 1, len(record["events"]) // 2, len(record["events"])):
        old, new = (client.get(f"/tables/{table}/positions/{number}") for table in (made.table, again.table))
        assert old == new
        assert old["number"] == number
    for text_of, status in ((str(len(record["events"]) + 1), 404), ("-1", 400), ("x", 400), ("1000000000", 400)):
        with pytest.raises(Failed) as caught:
            client.get(f"/tables/{made.table}/positions/{text_of}")
        assert caught.value.status == status


def test_a_record_that_does_not_follow_the_rules_is_refused(client: Client) -> None:
    record = azulejo.new_game("azul", seed=7).record().to_dict()
    record["events"][0] = {"start": 7}
    with pytest.raises(Failed) as caught:
        client.post("/records", {"record": record})
    assert caught.value.status == 400


def test_a_rematch_and_the_same_deal_again(client: Client) -> None:
    ana, rui = two_people(client)
    with pytest.raises(Failed, match="409"):
        client.post(f"/tables/{ana.table}/rematch", tokens=ana.tokens)
    client.post(f"/tables/{ana.table}/resign", {}, ana.tokens)
    first = Made.of(client.post(f"/tables/{ana.table}/rematch", tokens=ana.tokens))
    assert client.state(first.table)["table"]["status"] == "open"
    second = Made.of(client.post(f"/tables/{ana.table}/rematch", tokens=rui.tokens))
    assert first.table == second.table
    assert (first.seats, second.seats) == ([1], [0])
    assert client.state(first.table, first.tokens)["table"]["status"] == "playing"
    assert client.state(ana.table)["table"]["rematch"] == first.table
    again = Made.of(client.post(f"/tables/{ana.table}/again", {"seats": TWO_HERE}))
    old, new = client.state(ana.table)["table"], client.state(again.table)["table"]
    assert old["commitment"] == new["commitment"]
    assert old["same_deal"] == new["same_deal"] == 1


# ---------------------------------------------------------------- the stream for programs


def test_a_program_hears_everything_from_where_it_left_off(client: Client, server: ServerProcess) -> None:
    made = client.create("azul", TWO_HERE)
    events: list[object] = []
    number = None
    for _ in range(3):  # it hangs up after some updates, and comes back
        stream = client.events(made.table, after=number)
        for count, update in enumerate(stream):
            assert update["type"] == "update"
            assert update["after"] == len(events)
            events += [line["event"] for line in update["events"]]
            number = update["number"]
            assert number == len(events)
            if count == 3:
                break
            with server.client() as other:
                now = other.state(made.table, made.tokens)["now"]
                other.play(made, first_moves(now), now["number"])
        stream.close()
    assert events == client.get(f"/tables/{made.table}/record")["events"][: len(events)]
    assert len(events) >= 9


def test_a_stream_ends_when_the_table_is_deleted(client: Client, server: ServerProcess) -> None:
    made = client.create("azul", TWO_HERE)
    stream = client.events(made.table)
    assert next(stream)["type"] == "update"
    assert made.maker is not None
    with server.client() as other:
        other.ask("DELETE", f"/tables/{made.table}", [made.maker, *made.tokens])
    assert [line["type"] for line in stream] == ["closed"]

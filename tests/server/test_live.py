"""Live connections, with a real server process: who sees what and when, and coming back."""

import json
import socket
import time
from collections.abc import Callable

import pytest
from websockets.sync.client import connect

from azulejo.games import names
from tests.server.conftest import StartServer
from tests.server.processes import Client, Failed, Live, Made, ServerProcess, first_moves, wait_for

pytestmark = pytest.mark.slow

ME_AND_OPEN = [{"who": "me", "name": "Ana"}, {"who": "open"}]
TWO_HERE = [{"who": "me", "name": "Ana"}, {"who": "hotseat", "name": "Rui"}]
ME_AND_BOT = [{"who": "me"}, {"who": "bot", "level": "novice"}]


def two_people(client: Client, game: str = "azul", **more: object) -> tuple[Made, Made]:
    ana = client.create(game, ME_AND_OPEN, **more)
    return ana, client.join(ana.table, name="Rui")


def play_on(*players: Live, turns: int) -> None:
    """Let players with a connection each play suggested moves; all of them see every turn."""
    for _ in range(turns):
        turn = players[0].now["turn"]
        (mover,) = (one for one in players if turn in one.state["held"])
        done = mover.play(first_moves(mover.now))
        assert done["type"] == "done", done
        mover.upto(done["number"])
        if mover.now["turn"] != turn:  # others see finished turns
            for one in players:
                one.upto(done["number"])


def told(live: Live) -> list[dict[str, object]]:
    """Return the events that a connection has been told, each once."""
    events: dict[int, dict[str, object]] = {}
    for text in live.raw:
        message = json.loads(text)
        now = message["now"] if message["type"] == "state" else message
        for line in now.get("events", []):
            assert events.setdefault(line["number"], line["event"]) == line["event"]
    assert sorted(events) == list(range(min(events), min(events) + len(events)))
    return [events[number] for number in sorted(events)]


def test_two_people_play_and_both_see_the_same_events(server: ServerProcess, client: Client) -> None:
    ana, rui = two_people(client)
    with server.live(ana.table, ana.tokens) as left, server.live(rui.table, rui.tokens) as right:
        play_on(left, right, turns=10)
        left.upto(right.number)
        right.upto(left.number)
        assert told(left) == told(right)
        assert {**left.now["board"], "viewer": None} == {**right.now["board"], "viewer": None}
        assert bool(left.now.get("legal")) != bool(right.now.get("legal"))


def test_spectators_get_the_same_bytes(server: ServerProcess, client: Client) -> None:
    ana, rui = two_people(client)
    with (
        server.live(ana.table, ana.tokens) as left,
        server.live(rui.table, rui.tokens) as right,
        server.live(ana.table) as one,
        server.live(ana.table) as two,
    ):
        play_on(left, right, turns=6)
        for watcher in (one, two):
            watcher.upto(left.number)
        updates = [[text for text in live.raw if text.startswith('{"type":"update"')] for live in (one, two)]
        assert updates[0] == updates[1]
        assert len(updates[0]) >= 6
        assert not any("legal" in json.loads(text) for text in updates[0])


@pytest.mark.parametrize("game", names())
def test_whoever_keeps_the_board_has_the_same_from_changes(server: ServerProcess, client: Client, game: str) -> None:
    ana, rui = two_people(client, game)
    with (
        server.live(ana.table, ana.tokens, changes=2) as left,
        server.live(rui.table, rui.tokens) as right,
        server.live(ana.table, changes=2) as keeps,
        server.live(ana.table) as sees,
    ):
        for _ in range(12):
            play_on(left, right, turns=1)
            number = client.state(ana.table)["now"]["number"]
            for one in (left, right, keeps, sees):
                one.upto(number)
            assert keeps.now["board"] == sees.now["board"]
            short, long = (
                [{**line, "at": round(line["at"], 3)} for line in one.now["events"]] for one in (keeps, sees)
            )
            assert short == long
            now = client.state(ana.table, ana.tokens)["now"]
            left.upto(now["number"])
            assert left.now["board"] == now["board"]
        came = [
            [text for text in live.raw if text.startswith(f'{{"type":"{kind}"')]
            for kind, live in (("changes", keeps), ("update", sees))
        ]
        assert sum(map(len, came[0])) < 0.4 * sum(map(len, came[1]))


def test_whoever_asks_for_the_changes_of_an_older_version_is_sent_updates(
    server: ServerProcess, client: Client
) -> None:
    made = client.create("azul", TWO_HERE)
    with server.live(made.table, made.tokens) as live, server.live(made.table, changes=True) as old:
        play_on(live, turns=2)
        old.upto(live.number)
        assert {json.loads(text)["type"] for text in old.raw} <= {"state", "presence", "update"}


@pytest.mark.parametrize("game", names())
def test_coming_back_brings_exactly_what_was_missed(server: ServerProcess, client: Client, game: str) -> None:
    made = client.create(game, TWO_HERE)
    with server.live(made.table, made.tokens) as all_the_time:
        with server.live(made.table) as watcher:
            play_on(all_the_time, turns=3)
            watcher.upto(2)
            seen, before = watcher.number, told(watcher)
        play_on(all_the_time, turns=8)
        with server.live(made.table, after=seen) as again:
            assert again.first["now"]["after"] == seen
            assert before[:seen] + told(again) == told(all_the_time)[: again.number]
        with server.live(made.table, after=10**6) as from_the_future:
            assert from_the_future.first["now"]["after"] == 0


def test_several_seats_on_one_device_see_through_the_seat_to_move(server: ServerProcess, client: Client) -> None:
    made = client.create("duel", TWO_HERE)
    with server.live(made.table, made.tokens) as live:
        seen = set()
        for _ in range(12):
            assert live.state["viewer"] == live.now["turn"]
            assert live.state["held"] == [0, 1]
            assert live.now["legal"]
            seen.add(live.now["turn"])
            done = live.play(first_moves(live.now))
            assert done["type"] == "done"
            live.upto(done["number"])
        assert seen == {0, 1}
        told(live)


def test_requests_are_answered_by_their_id_and_refusals_say_why(server: ServerProcess, client: Client) -> None:
    made = client.create("azul", TWO_HERE)
    with server.live(made.table, made.tokens, lang="ru") as live:
        late = live.ask("moves", moves=["1b1"], after=0)
        assert late["type"] == "refused"
        assert late["problem"]["status"] == 409
        assert late["problem"]["number"] == live.number
        wrong = live.ask("moves", moves=["x"], after=live.number)
        assert wrong["problem"]["status"] == 400
        assert live.ask("why", move=live.now["legal"][0]["move"])["reason"]["legal"] is True
        pong = live.ask("ping")
        assert abs(pong["server_time"] - time.time()) < 30
        live.send({"type": "moves", "id": 1})
        assert live.next("refused")["id"] is None
        live.send({"type": "dance"})
        assert "dance" in live.next("refused")["problem"]["text"]
        live.socket.send("{")
        assert "JSON" in live.next("refused")["problem"]["text"]
        live.socket.send(b"\xff\x00")
        assert live.next("refused")["problem"]["status"] == 400
        live.send({"type": "hello"})
        assert live.next("refused")["problem"]["status"] == 400
        assert live.play(first_moves(live.now))["type"] == "done"


def test_undo_and_resign_over_the_connection(server: ServerProcess, client: Client) -> None:
    made = client.create("duel", ME_AND_BOT, seed=3, settings={"undo": "free"})
    with server.live(made.table, made.tokens) as live:
        live.until(lambda live: live.now["turn"] == 0)
        live.play(first_moves(live.now))
        live.until(lambda live: live.now["turn"] == 0 and live.now.get("undo", 0) > 0)
        assert live.ask("undo", after=live.number, count=live.now["undo"])["type"] == "done"
        live.until(lambda live: live.now["turn"] == 0)
        assert live.ask("resign")["type"] == "done"
        live.until(lambda live: "result" in live.now)
        assert live.state["table"]["status"] == "over"
        assert live.now["result"]["winners"] == [1]


@pytest.mark.parametrize(
    ("tokens", "table", "code", "status"),
    [(["x" * 43], None, 4403, 403), ([], "zzzzzzzzzzzz", 4404, 404), ([], "no-table", 4404, 404)],
)
def test_a_wrong_hello_is_refused_with_a_reason(
    server: ServerProcess, client: Client, tokens: list[str], table: str | None, code: int, status: int
) -> None:
    made = client.create("azul", ME_AND_OPEN)
    with server.live(table or made.table, tokens) as live:
        assert live.first["type"] == "refused"
        assert live.first["problem"]["status"] == status
        assert live.closed() == code


@pytest.mark.parametrize("first", ['{"type": "ping"}', "{}", "hello", '{"type": "hello", "tokens": ["short"]}'])
def test_whoever_does_not_say_hello_first_is_sent_away(server: ServerProcess, client: Client, first: str) -> None:
    made = client.create("azul", ME_AND_OPEN)
    with connect(server.live_url(made.table)) as socket:
        socket.send(first)
        assert json.loads(socket.recv(20))["type"] == "refused"
        with pytest.raises(Exception, match="4400"):
            socket.recv(20)


def test_presence_is_told_to_everybody(server: ServerProcess, client: Client) -> None:
    def present(live: Live) -> tuple[list[bool], int]:
        message = live.next("presence")
        return [player.get("connected", False) for player in message["players"]], message["spectators"]

    def until_present(live: Live, wanted: tuple[list[bool], int]) -> None:
        wait_for(lambda: present(live) == wanted)

    ana, rui = two_people(client)
    with server.live(ana.table, ana.tokens) as left:
        until_present(left, ([True, False], 0))
        right = server.live(rui.table, rui.tokens)
        until_present(left, ([True, True], 0))
        with server.live(ana.table):
            until_present(left, ([True, True], 1))
        until_present(left, ([True, True], 0))
        second_device = server.live(rui.table, rui.tokens)
        right.close()
        until_present(left, ([True, True], 0))
        second_device.close()
        until_present(left, ([True, False], 0))


def test_joining_and_consent_are_told(server: ServerProcess, client: Client) -> None:
    ana = client.create("azul", ME_AND_OPEN, settings={"helpers": "advice"})
    with server.live(ana.table, ana.tokens) as live:
        assert live.state["table"]["status"] == "open"
        rui = client.join(ana.table, name="Rui")
        live.until(lambda live: live.state["table"]["status"] == "playing")
        assert live.state["table"]["players"][1]["name"] == "Rui"
        assert live.state["table"]["helpers"] == "previews"
        client.post(f"/tables/{ana.table}/consent", {"advice": True}, rui.tokens)
        live.until(lambda live: live.state["table"]["helpers"] == "advice")


def test_a_seat_that_was_given_back_is_worth_nothing_to_its_old_connections(
    server: ServerProcess, client: Client
) -> None:
    ana = client.create("azul", [*ME_AND_OPEN, {"who": "open"}])
    rui = client.join(ana.table, name="Rui")
    with server.live(ana.table, ana.tokens) as stays, server.live(rui.table, rui.tokens) as goes:
        assert goes.state["held"] == [1]
        heard = client.events(ana.table, rui.tokens)
        next(heard)
        client.post(f"/tables/{ana.table}/leave", {}, rui.tokens)
        assert goes.closed() == 4409
        assert list(heard) == []
        stays.until(lambda live: live.state["table"]["players"][1]["kind"] == "open")
        client.join(ana.table, name="Eva")
        client.join(ana.table, name="Leo")
        stays.until(lambda live: live.state["table"]["status"] == "playing")
        assert stays.state["held"] == [0]
        with server.live(rui.table) as watches:
            assert watches.state["held"] == []
    with pytest.raises(Failed, match="403"):
        client.post(f"/tables/{ana.table}/moves", {"moves": ["1b1"], "after": 2}, rui.tokens)


def test_a_deleted_table_closes_its_connections(server: ServerProcess, client: Client) -> None:
    made = client.create("azul", ME_AND_OPEN)
    with server.live(made.table) as live:
        assert made.maker is not None
        client.ask("DELETE", f"/tables/{made.table}", [made.maker])
        assert live.next("closed")["said"]["key"] == "server.table_closed"
        assert live.closed() == 4410


def test_a_clock_that_runs_out_ends_the_game_without_anybody_asking(server: ServerProcess, client: Client) -> None:
    made = client.create("azul", TWO_HERE, settings={"clock": {"kind": "game", "seconds": 10, "increment": 0}})
    with server.live(made.table, made.tokens) as live:
        clocks = live.now["clocks"]
        assert clocks["left"][clocks["running"]] == pytest.approx(10, abs=2)
        live.until(lambda live: "result" in live.now, seconds=40)
        assert live.now["result"]["reason"] == "time"
        assert live.state["table"]["status"] == "over"


@pytest.mark.parametrize("game", names())
def test_a_person_plays_a_whole_game_against_a_bot(server: ServerProcess, client: Client, game: str) -> None:
    made = client.create(game, ME_AND_BOT)
    with server.live(made.table, made.tokens) as live, server.live(made.table) as watcher:
        ended: Callable[[Live], bool] = lambda live: "result" in live.now  # noqa: E731
        while not ended(live):
            live.until(lambda live: live.now["turn"] == 0 or ended(live))
            if not ended(live):
                done = live.play(first_moves(live.now))
                assert done["type"] == "done", done
                live.upto(done["number"])
        watcher.until(ended)
        assert live.now["result"]["reason"] == "rules"
        record = client.get(f"/tables/{made.table}/record")["events"]
        for seen, event in zip(told(live), record, strict=True):  # what was private is open at the end
            hidden = {name for name, value in seen.items() if value is None}
            assert {name: None if name in hidden else value for name, value in event.items()} == seen
            assert not hidden or (event.get("to", event.get("seat")) != 0 and game == "duel")
        assert watcher.number == live.number


@pytest.mark.parametrize("game", names())
def test_bots_play_a_whole_game_among_themselves(server: ServerProcess, client: Client, game: str) -> None:
    seats = [{"who": "bot", "level": "first-timer"}, {"who": "bot", "level": "novice"}]
    made = client.create(game, seats)
    with server.live(made.table) as live:
        live.until(lambda live: "result" in live.now, seconds=120)
        assert live.now["result"]["reason"] == "rules"


def test_a_reader_who_does_not_read_is_closed_and_loses_nothing(start_server: StartServer) -> None:
    server = start_server(queue_messages=3)
    with server.client() as client, socket.socket() as narrow:
        made = client.create("azul", TWO_HERE, settings={"helpers": "advice"})
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", server.port))
        with connect(server.live_url(made.table), sock=narrow, max_queue=1, compression=None) as slow:
            slow.send(json.dumps({"type": "hello", "tokens": made.tokens}))
            first = json.loads(slow.recv(20))
            for number in range(2000):  # every change of the settings is told by a whole state
                body = {"advice": bool(number % 2), "seat": 0}
                client.post(f"/tables/{made.table}/consent", body, made.tokens)
                if number % 20 == 0 and "slow_reader" in server.log:
                    break
            assert "slow_reader" in server.log
        with server.live(made.table, made.tokens, after=first["now"]["number"]) as again:
            assert again.number == first["now"]["number"]
            assert again.play(first_moves(again.now))["type"] == "done"


def test_everybody_is_sent_away_when_the_server_stops_and_can_come_back(start_server: StartServer) -> None:
    server = start_server()
    with server.client() as client:
        made = client.create("azul", TWO_HERE)
        live = server.live(made.table, made.tokens)
        stream = client.events(made.table)
        next(stream)
        play_on(live, turns=3)
        number, events = live.number, told(live)
        server.process.terminate()
        assert live.closed() == 1012
        list(stream)
        assert server.process.wait() == 0
        server.restart()
        with server.live(made.table, made.tokens, after=number) as again:
            assert again.number == number
            assert again.first["now"]["events"] == []
            play_on(again, turns=2)
        assert client.get(f"/tables/{made.table}/record")["events"][:number] == events

"""Schemathesis makes requests of every kind from the description of the API, right ones and wrong ones.

No answer may be an error of the server, and every answer must be as described. A third of the requests go to tables
that are not there, as Schemathesis makes them up; a third to a real table, with the tokens of its players; and a third
follow each other, to what earlier ones have made. ``make test-long`` makes fifty times as many.
"""

import json
from copy import deepcopy
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from azulejo.server.app import create_app
from azulejo.server.http.openapi import description
from azulejo.server.settings import ServerSettings
from azulejo.testing import LONG
from tests.server.processes import Made, ServerProcess

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
TIMES = 50 if LONG else 1
EXAMPLES = 8 * TIMES
"""Requests of each kind."""
VISITS, STEPS = 30 * TIMES, 12
"""So many people make so many requests one after the other, or fewer."""
SECONDS = 30.0
NEVER_ENDS = "events"
"""The call whose answer is a stream as long as one listens; at a real table it is listened to here by hand."""

bounded = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


described = json.loads(json.dumps(description(create_app(ServerSettings(database="sqlite:///none.sqlite")))))
api = schemathesis.openapi.from_dict(deepcopy(described))  # it writes into what it is given


@pytest.mark.slow
@api.parametrize()
@bounded
def test_any_request_is_answered_as_described(case: Any, server: ServerProcess) -> None:
    case.call_and_validate(checks=CHECKS, base_url=server.url, timeout=SECONDS)


@pytest.mark.slow
@api.include(path_regex=r"/tables/\{table\}").exclude(operation_id=NEVER_ENDS).parametrize()
@bounded
def test_any_request_to_a_real_table_is_answered_as_described(case: Any, server: ServerProcess) -> None:
    made = new_table(server, case.operation.definition.raw["operationId"])
    case.path_parameters["table"] = made.table
    tokens = [made.maker] if case.method == "DELETE" else made.tokens
    case.headers["Authorization"] = f"Bearer {', '.join(str(token) for token in tokens)}"
    case.call_and_validate(
        checks=[check for check in CHECKS if check is not negative_data_rejection], base_url=server.url, timeout=SECONDS
    )


class Visit:
    """Somebody who looks at what earlier requests have made, and shows all tokens that came with it."""

    url: str

    def setup(self) -> None:
        self.tokens: list[str] = []

    def get_call_kwargs(self, case: Any) -> dict[str, Any]:
        return {"base_url": self.url, "timeout": SECONDS}

    def before_call(self, case: Any) -> None:
        if self.tokens:
            case.headers["Authorization"] = f"Bearer {', '.join(self.tokens[-8:])}"

    def after_call(self, response: Any, case: Any) -> None:
        if response.status_code == 201:
            self.tokens += [one["token"] for one in response.json().get("tokens", [])]

    def validate_response(self, response: Any, case: Any, **more: Any) -> None:
        case.validate_response(response, checks=[check for check in CHECKS if check is not negative_data_rejection])


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_requests_that_follow_each_other_are_answered_as_described(server: ServerProcess) -> None:
    machine = api.exclude(operation_id=NEVER_ENDS).as_state_machine()
    visit: Any = type("VisitOfServer", (Visit, machine), {"url": server.url})
    visit.run(settings=settings(bounded, max_examples=VISITS, stateful_step_count=STEPS))
    assert "azulejo_failures_total{" not in httpx.get(f"{server.url}/metrics").text


def test_the_server_gives_this_description(server: ServerProcess) -> None:
    assert httpx.get(f"{server.url}/api/v1/schema").json() == described


@pytest.mark.slow
def test_the_stream_of_events_is_as_described(server: ServerProcess) -> None:
    made = new_table(server, "events")
    operation = api.find_operation_by_id(NEVER_ENDS)
    headers = {"authorization": f"Bearer {', '.join(made.tokens)}"}
    with httpx.stream("GET", f"{server.url}/api/v1/tables/{made.table}/events", headers=headers) as response:
        assert response.headers["content-type"] in operation.definition.raw["responses"]["200"]["content"]
        line = next(line for line in response.iter_lines() if line)
    assert line.startswith('{"type":"update"')


def new_table(server: ServerProcess, call: str) -> Made:
    """Return a table at which a call can do something: one with an open seat to join, one that is over to repeat."""
    with server.client() as client:
        made = client.create("azul", [{"who": "me"}, {"who": "open" if call == "join" else "hotseat"}])
        if call in ("rematch", "play_again"):
            client.post(f"/tables/{made.table}/resign", {"seat": 0}, made.tokens)
        return made

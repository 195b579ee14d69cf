"""Schemathesis makes requests of every kind from the description of the API, right ones and wrong ones.

No answer may be an error of the server, and every answer must be as described. Half of the requests go to tables that
are not there, as Schemathesis makes them up; the other half to a real table, with the tokens of its players.
"""

import json
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
from tests.server.processes import Made, ServerProcess

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
EXAMPLES = 8
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
api = schemathesis.openapi.from_dict(described)


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

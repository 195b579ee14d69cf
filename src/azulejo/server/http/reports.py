"""The report of a finished game: how far it is, asking for it, letting it be."""

from litestar import delete, get, post
from litestar.params import JSONBody

from azulejo.server.http.dependencies import Address, InjectedService, TablePath, Tokens
from azulejo.server.http.guards import LIMIT
from azulejo.server.http.openapi import BY_TOKEN, problems
from azulejo.server.limits import ANALYSIS
from azulejo.server.messages import AskReport, ReportState
from azulejo.server.refusals import refuse_if
from azulejo.server.service import Service
from azulejo.server.tables import reports


async def _state(service: Service, table: str, tokens: Tokens) -> ReportState | None:
    refuse_if(not service.settings.report_workers, 403, "server.report.off")
    return await service.tables.read(table, tokens, reports.look, slow=True)


@get("/tables/{table:str}/report", security=BY_TOKEN, responses=problems(403, 404, 409, 503))
async def report(table: TablePath, service: InjectedService, address: Address, tokens: Tokens) -> ReportState:
    """Get the report of a finished game, or how far it is.

    It is made by itself when people have finished a game, and otherwise when it is first asked for. Ask again until it
    is ``ready`` or has ``failed``; what there is so far comes with every answer.
    """
    found = await _state(service, table, tokens)
    if found is None:
        await service.tables.run(reports.ask, table, address, "fast")
        service.reporter.due.set()
        found = await _state(service, table, tokens)
    return found or ReportState(status="waiting", setting="fast")


@post(
    "/tables/{table:str}/report",
    status_code=200,
    opt={LIMIT: ANALYSIS},
    security=BY_TOKEN,
    responses=problems(403, 404, 409, 503),
)
async def ask_report(
    table: TablePath, data: JSONBody[AskReport], service: InjectedService, address: Address, tokens: Tokens
) -> ReportState:
    """Have a report made: a more careful one, or one that has failed or was cancelled."""
    await _state(service, table, tokens)
    await service.tables.run(reports.ask, table, address, data.setting)
    service.reporter.due.set()
    return await _state(service, table, tokens) or ReportState(status="waiting", setting=data.setting)


@delete("/tables/{table:str}/report", security=BY_TOKEN, responses=problems(403, 404))
async def stop_report(table: TablePath, service: InjectedService, tokens: Tokens) -> None:
    """Let a report be that waits or is being made; for those who hold a seat."""
    await service.tables.read(table, tokens, reports.cancel)
    await service.tables.run(reports.stop, table)


HANDLERS = [report, ask_report, stop_report]

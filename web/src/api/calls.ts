/** Every call of the server's API, typed; the only place that knows its addresses. */

import { settings } from "../settings/settings.svelte";
import { Refusal } from "./problem";
import type {
  Analyse,
  AnalysisResult,
  AnswerTakeBack,
  AskTakeBack,
  Complain,
  Consent,
  Created,
  CreateTable,
  Exploration,
  Explore,
  Receipt,
  GameMoves,
  GameTexts,
  ImportRecord,
  Info,
  Join,
  Leave,
  PlayMoves,
  PastPosition,
  Problem,
  AskReport,
  ReportState,
  SameDeal,
  Say,
  TableState,
  TableList,
} from "./types";

const ROOT = "/api/v1";

interface Options {
  /** The secrets of the seats that the caller holds. */
  tokens?: string[];
  body?: unknown;
  signal?: AbortSignal;
}

async function answer(method: string, path: string, { tokens = [], body, signal }: Options): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": settings.lang };
  if (tokens.length) headers["Authorization"] = `Bearer ${tokens.join(",")}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(ROOT + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw Refusal.unreachable();
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<Refusal> {
  try {
    return Refusal.of((await response.json()) as Problem);
  } catch {
    return broken(response);
  }
}

async function call<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const response = await answer(method, path, options);
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw broken(response); // somebody else has answered, or the answer broke off
  }
}

function broken({ status }: Response): Refusal {
  return new Refusal(status, { key: "web.connection.broken", values: { status } });
}

const table = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  info: () => call<Info>("GET", "/info"),
  gameMoves: (game: string) => call<GameMoves>("GET", `/games/${encodeURIComponent(game)}/moves`),
  gameTexts: (game: string, lang: string) => call<GameTexts>("GET", `/games/${encodeURIComponent(game)}/texts?lang=${lang}`),
  tables: (game?: string, before?: string) => {
    const asked = new URLSearchParams();
    if (game) asked.set("game", game);
    if (before) asked.set("before", before);
    return call<TableList>("GET", `/tables?${asked}`);
  },
  create: (body: CreateTable) => call<Created>("POST", "/tables", { body }),
  state: (id: string, tokens: string[], signal?: AbortSignal) =>
    call<TableState>("GET", table(id), signal ? { tokens, signal } : { tokens }),
  join: (id: string, body: Join) => call<Created>("POST", `${table(id)}/join`, { body }),
  leave: (id: string, body: Leave, tokens: string[]) => call<Receipt>("POST", `${table(id)}/leave`, { body, tokens }),
  remove: (id: string, maker: string) => answer("DELETE", table(id), { tokens: [maker] }),
  moves: (id: string, body: PlayMoves, tokens: string[]) => call<Receipt>("POST", `${table(id)}/moves`, { body, tokens }),
  consent: (id: string, body: Consent, tokens: string[]) =>
    call<Receipt>("POST", `${table(id)}/consent`, { body, tokens }),
  say: (id: string, body: Say, tokens: string[]) => call<Receipt>("POST", `${table(id)}/talk`, { body, tokens }),
  complain: (id: string, body: Complain, tokens: string[]) =>
    call<Receipt>("POST", `${table(id)}/complaints`, { body, tokens }),
  rematch: (id: string, tokens: string[]) => call<Created>("POST", `${table(id)}/rematch`, { tokens }),
  declineRematch: (id: string, tokens: string[]) => answer("POST", `${table(id)}/rematch/decline`, { tokens }),
  askTakeBack: (id: string, body: AskTakeBack, tokens: string[]) =>
    call<Receipt>("POST", `${table(id)}/takeback/ask`, { body, tokens }),
  answerTakeBack: (id: string, body: AnswerTakeBack, tokens: string[]) =>
    call<Receipt>("POST", `${table(id)}/takeback/answer`, { body, tokens }),
  sameDeal: (id: string, body: SameDeal) => call<Created>("POST", `${table(id)}/again`, { body }),
  position: (id: string, number: number, tokens: string[]) =>
    call<PastPosition>("GET", `${table(id)}/positions/${number}`, { tokens }),
  /** A position as its rulebook draws it: a picture, or characters. */
  picture: async (id: string, number: number, form: "svg" | "text", lang: string, tokens: string[]) =>
    (await answer("GET", `${table(id)}/picture?number=${number}&format=${form}&lang=${lang}`, { tokens })).text(),
  record: (id: string, tokens: string[]) => call<Record<string, unknown>>("GET", `${table(id)}/record`, { tokens }),
  report: (id: string, tokens: string[]) => call<ReportState>("GET", `${table(id)}/report`, { tokens }),
  makeReport: (id: string, body: AskReport, tokens: string[]) =>
    call<ReportState>("POST", `${table(id)}/report`, { body, tokens }),
  cancelReport: (id: string, tokens: string[]) => answer("DELETE", `${table(id)}/report`, { tokens }),
  importRecord: (body: ImportRecord) => call<Created>("POST", "/records", { body }),

  explore: (body: Explore) => call<Exploration>("POST", "/positions", { body }),

  /** Ask the engine; what it has found so far comes again and again, the best moves first. */
  async *analyse(body: Analyse, tokens: string[], signal: AbortSignal): AsyncGenerator<AnalysisResult> {
    const response = await answer("POST", "/analysis", { body, tokens, signal });
    if (!response.body) return;
    for await (const line of lines(response.body)) {
      const found = JSON.parse(line) as AnalysisResult | Problem;
      if ("error" in found) throw Refusal.of(found);
      yield found;
    }
  },
};

/** The lines of a stream as they come. */
export async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const parts = rest.split("\n");
      rest = done ? "" : (parts.pop() ?? "");
      for (const part of parts) if (part.trim()) yield part;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

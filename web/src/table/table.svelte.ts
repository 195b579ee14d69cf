/** A table as this browser sees it: what the server has sent, where one looks in the game, and what one is choosing. */

import { api } from "../api/calls";
import { Live, type Listener } from "../api/live";
import { Refusal } from "../api/problem";
import { seats } from "../api/seats.svelte";
import type { Board, Changes, EventLine, FromServer, GameResult, LegalMove, PastPosition, PlayerInfo, Sentence, TableState, TalkLine } from "../api/types";
import { gameOf, type ClientGame } from "../boards";
import { lengthened, type KeptUpdate } from "./changes";
import { Choice } from "../boards/choice.svelte";
import { complain } from "../design/complain";
import { toasts } from "../design/toasts.svelte";
import { duration, settings } from "../settings/settings.svelte";
import { say } from "../texts/index.svelte";
import { movedSinceDraw, moveOf, movesToMine, seatOf } from "./names";

const NOTHING: LegalMove[] = [];
const KEPT_POSITIONS = 200;
const REPLAY_STEP = 900;
const MOST_LINES = 200;

export type Connection = "connecting" | "open" | "waiting" | "closed";

export interface TableOptions {
  /** Which of the legal moves may be chosen: none where one only looks, one in a lesson. */
  allows?: (move: string) => boolean;
  /** The secrets of the seats, if they are not among those that the browser keeps. */
  tokens?: () => string[];
  /** Whether scorings are told here: what comes after one waits until `resume` is called. */
  tells?: boolean;
  /** Who is asked and tells how things stand, if it is not the server: a board for analysis. */
  live?: (listener: Listener) => Asking;
}

/** What a table needs of its live connection. */
export type Asking = Pick<Live, "ask" | "end" | "restart">;

/** A position to draw. */
export interface Shown {
  board: Board;
  /** As text; not of a position that came as changes. */
  position?: string;
  turn: number | null;
  scores: number[];
  number: number;
}

export class TableStore {
  connection: Connection = $state("connecting");
  /** Everything that was sent at the beginning, or when more than moves had changed. */
  state: TableState | null = $state.raw(null);
  /** How the table stands now. */
  now: KeptUpdate | null = $state.raw(null);
  /** Every event that the viewer has seen, by number. */
  events: EventLine[] = $state.raw([]);
  /** The events that came with the last message. */
  news: EventLine[] = $state.raw([]);
  /** The board and the moves of the game; nothing until they are fetched. */
  game: ClientGame | null = $state.raw(null);
  players: PlayerInfo[] = $state.raw([]);
  /** What those who sit here have said, as far as it was told. */
  talk: TalkLine[] = $state.raw([]);
  /** What was said since the table was opened and has not been looked at yet. */
  heard: TalkLine[] = $state.raw([]);
  spectators = $state(0);
  /** Why there is nothing to see. */
  gone: Sentence | null = $state.raw(null);
  /** Whether the server has never let us in, rather than that the table was removed. */
  refused = $state(false);
  /** Whether others have asked for another game: they say so at the lower edge. */
  offered = $state(false);
  /** Whether this browser is about to sit down: until the server tells of it, others may seem to have taken all seats. */
  sitting = $state(false);
  /** How many events of the game are shown; null for all of them, as they come. */
  at: number | null = $state(null);
  /** The position right after a scoring that is being told: what came later is not shown before that is over. */
  #scored: number | null = $state(null);
  /** What was shown when the scoring came. */
  #before: Shown | null = $state.raw(null);
  /** The points as far as they are told. */
  #counted: readonly number[] | null = $state.raw(null);
  #positions: Record<number, PastPosition> = $state.raw({});
  /** Whether the table has come. */
  #told = false;
  /** The server's clock less ours, in seconds. */
  #ahead = 0;

  readonly #allows: (move: string) => boolean;
  readonly #tells: boolean;
  /** The secrets of the seats that this browser holds here. */
  readonly tokens: () => string[];
  readonly choice: Choice;
  /** For boards that are looked back at: nothing can be chosen there. */
  readonly nothing = new Choice({ send: () => Promise.resolve(true), why: () => undefined, asks: () => false });
  readonly #live: Asking;

  constructor(
    readonly id: string,
    { allows = () => true, tokens = () => seats.tokens(id), tells = false, live }: TableOptions = {},
  ) {
    this.#allows = allows;
    this.#tells = tells;
    this.tokens = tokens;
    this.choice = new Choice({
      send: (moves) => this.#send(moves),
      why: (move) => void this.#why(move),
      asks: () => (this.state?.table.settings.confirm ?? true) && !settings.autoConfirm,
      warning: (moves) => this.warning(moves),
    });
    const listener: Listener = {
      message: (message) => this.#heard(message),
      connection: (connection) => {
        if (this.connection === "waiting" && connection === "open") toasts.say(say("web.connection.restored"));
        this.connection = connection;
      },
      refused: (why) => {
        this.refused = true;
        this.gone = why;
      },
      sift: () => seats.sift(id),
      after: () => this.now?.number ?? null,
    };
    this.#live = live?.(listener) ?? new Live(id, tokens, listener);
  }

  /** Looks at moves before they are sent; the page puts the engine's warning here. */
  warning: (moves: string[]) => Promise<Sentence | null> = () => Promise.resolve(null);

  /** The position to draw: the newest, the one whose scoring is told, or the one that somebody looks back at. */
  get shown(): Shown | null {
    const number = this.at ?? this.#scored;
    if (number === null || number === this.now?.number) return this.now;
    return this.#positions[number] ?? (this.at === null ? this.#before : null) ?? this.now;
  }

  /** Whether the newest position is shown. */
  get live(): boolean {
    return this.#scored === null && (this.at === null || this.at === this.now?.number);
  }

  /** Whether what came last waits until a scoring is told. */
  get telling(): boolean {
    return this.#scored !== null;
  }

  /** The points to show: of the position that is shown, while a scoring is told those told so far. */
  get scores(): readonly number[] {
    return (this.at === null ? this.#counted : null) ?? this.shown?.scores ?? [];
  }

  /** How the game has ended, once its last scoring is told. */
  get result(): GameResult | null {
    return this.#scored === null ? (this.now?.result ?? null) : null;
  }

  /** Show the points as far as a scoring is told. */
  count(points: readonly number[]): void {
    if (this.#scored !== null) this.#counted = points;
  }

  /** The scoring is told: show what came since. */
  resume(): void {
    this.#scored = this.#counted = this.#before = null;
  }

  get held(): number[] {
    return this.state?.held ?? [];
  }

  /** The seat through whose eyes the table is seen; on a shared device it goes round. */
  get viewer(): number | null {
    return this.now?.board.viewer ?? this.state?.viewer ?? null;
  }

  /** Whether it is this browser's turn. */
  get mine(): boolean {
    return this.now?.turn != null && this.held.includes(this.now.turn);
  }

  /** Seconds since 1970 by the server's clock. */
  serverTime(): number {
    return Date.now() / 1000 + this.#ahead;
  }

  end(): void {
    this.#live.end();
  }

  /** Say hello again, with the seats that this browser holds by now. */
  restart(): void {
    this.#live.restart();
  }

  /** Take back one's own last move, and what others have answered to it, where the table allows that. */
  async undo(): Promise<void> {
    const count = Math.min(movesToMine(this.events, this.held), this.now?.undo ?? 0);
    if (!this.now || !count) return;
    this.choice.cancel();
    await this.#tell(this.#live.ask({ type: "undo", after: this.now.number, count, seat: this.#seat() }));
  }

  /** Whether the others may be asked to take back one's last turn. */
  get mayAskTakeBack(): boolean {
    const between = this.players.filter(({ kind }) => kind === "person").length > 1;
    const playing = this.state?.table.status === "playing" && !this.now?.result;
    const rule = this.state?.table.settings.undo;
    const asked = this.players.some(({ takeback }) => takeback);
    return between && playing && rule !== "off" && !this.now?.undo && !asked && movedSinceDraw(this.events, this.held);
  }

  /** Ask the others to take back one's last turn. */
  async askTakeBack(): Promise<void> {
    const mine = this.events.findLast((line) => moveOf(line) !== null && this.held.includes(seatOf(line) ?? -1));
    const seat = mine ? seatOf(mine) : (this.held[0] ?? null);
    await this.#tell(api.askTakeBack(this.id, { after: this.now?.number ?? 0, seat }, this.tokens()));
  }

  /** Agree to what another player asks for, or not; whoever has asked withdraws it. */
  async answerTakeBack(seat: number, agree: boolean): Promise<void> {
    await this.#tell(api.answerTakeBack(this.id, { after: this.now?.number ?? 0, agree, seat }, this.tokens()));
  }

  async resign(seat: number): Promise<void> {
    await this.#tell(this.#live.ask({ type: "resign", seat }));
  }

  /** Look at the game after so many events; null goes back to the newest position. */
  async look(number: number | null): Promise<void> {
    if (number === null || !this.now || number >= this.now.number) {
      this.at = null;
      return;
    }
    await this.#fetch(Math.max(0, number));
    this.at = Math.max(0, number);
  }

  /** Go some events back or on from what is shown. */
  async walk(steps: number): Promise<void> {
    if (this.now) await this.look((this.at ?? this.now.number) + steps);
  }

  /** How many events there were after the last move of this browser's seats; null if nothing happened since. */
  get sinceMine(): number | null {
    const mine = this.events.findLastIndex(
      ({ event }) => "move" in event && typeof event["seat"] === "number" && this.held.includes(event["seat"]),
    );
    return mine >= 0 && mine + 1 < this.events.length ? mine + 1 : null;
  }

  /** Show again, one event after the other, what has happened since one's own last move. */
  async replaySinceMine(): Promise<void> {
    const from = this.sinceMine;
    if (from === null || !this.now) return;
    for (let number = from; number < this.now.number; number++) {
      await this.look(number);
      await new Promise((resolve) => setTimeout(resolve, Math.max(REPLAY_STEP, duration(REPLAY_STEP))));
      if (this.at !== number) return;
    }
    await this.look(null);
  }

  /** The text of the position that is shown. */
  async positionText(): Promise<string> {
    const { shown } = this;
    return shown?.position ?? (await api.position(this.id, shown?.number ?? 0, this.tokens())).position;
  }

  async #fetch(number: number): Promise<void> {
    if (number === this.now?.number || this.#positions[number]) return;
    try {
      const position = await api.position(this.id, number, this.tokens());
      const kept = Object.entries(this.#positions).slice(1 - KEPT_POSITIONS);
      this.#positions = { ...Object.fromEntries(kept), [number]: position };
    } catch (error) {
      complain(error);
    }
  }

  #heard(message: FromServer): void {
    switch (message.type) {
      case "state":
        this.#ahead = message.server_time - Date.now() / 1000;
        this.state = message;
        this.players = message.table.players;
        if (message.held.length) this.sitting = false;
        this.#listen(message.talk ?? [], this.#told);
        this.#told = true;
        seats.note(this.id, {
          game: message.table.game,
          over: message.table.status === "over" || message.table.status === "archived",
        });
        if (message.now.result && message.held.length) settings.finished = true;
        void this.#load(message.table.game);
        this.#update(message.now);
        break;
      case "update":
        this.#update(message);
        break;
      case "changes":
        this.#change(message);
        break;
      case "talk":
        this.#listen(message.lines, true);
        break;
      case "presence":
        this.players = message.players;
        this.spectators = message.spectators;
        break;
      case "refused":
        toasts.say(say(message.problem.error), "problem");
        break;
      case "closed":
        this.gone = message.said;
        break;
      default:
        break;
    }
  }

  /** Keep what was said; what is new is to be heard. */
  #listen(lines: TalkLine[], isNews: boolean): void {
    const known = this.talk.at(-1)?.number ?? -1;
    const fresh = lines.filter(({ number }) => number > known);
    if (!fresh.length) return;
    this.talk = [...this.talk, ...fresh].slice(-MOST_LINES);
    if (isNews) this.heard = [...this.heard, ...fresh.filter(({ seat }) => !this.held.includes(seat))];
  }

  async #load(name: string): Promise<void> {
    if (this.game) return;
    try {
      const game = await gameOf(name);
      this.choice.moves = this.nothing.moves = game.moves;
      this.game = game;
    } catch (error) {
      complain(error);
    }
  }

  #change(changes: Changes): void {
    const kept = this.now?.number === changes.after ? this.now.board : null;
    this.#update(lengthened(changes, this.id, this.state?.table.game ?? "", kept));
  }

  #update(update: KeptUpdate | null): void {
    if (!update || update.after > this.events.length) {
      // Something between is missing: start from the beginning.
      this.events = [];
      this.now = null;
      this.#live.restart();
      return;
    }
    const fresh = update.events.filter(({ number }) => number >= this.events.length);
    if (this.now) this.#keepBack(fresh);
    this.news = this.now ? fresh : [];
    this.events = [...this.events.slice(0, update.after), ...update.events];
    this.now = update;
    this.reoffer();
  }

  /** Where a scoring will be told, keep back what comes after it; what is taken back waits for nothing. */
  #keepBack(fresh: readonly EventLine[]): void {
    if (fresh.some(({ event }) => "undo" in event)) this.resume();
    const scored = fresh.findLast(({ steps }) => steps?.length);
    if (!scored || !this.#tells || !duration(1)) return;
    this.#before = this.shown;
    this.#scored = scored.number + 1;
    if (scored !== fresh.at(-1)) void this.#fetch(this.#scored);
  }

  /** Offer the legal moves anew: other ones may be allowed now. */
  reoffer(): void {
    if (!this.now) return;
    const { legal = NOTHING, suggested } = this.now;
    this.choice.offer(this.mine ? legal.filter(({ move }) => this.#allows(move)) : NOTHING, suggested ?? null);
  }

  #seat(): number | null {
    const turn = this.now?.turn ?? null;
    return turn !== null && this.held.includes(turn) ? turn : (this.held[0] ?? null);
  }

  async #send(moves: string[]): Promise<boolean> {
    if (!this.now) return false;
    this.at = null;
    return await this.#tell(this.#live.ask({ type: "moves", moves, after: this.now.number, seat: this.#seat() }));
  }

  async #why(move: string): Promise<void> {
    if (this.now?.legal?.some((legal) => legal.move === move)) {
      const [wanted] = this.choice.legal;
      toasts.say(wanted ? say("web.learn.instead", { wanted: wanted.said }) : say("web.learn.only"));
      return;
    }
    try {
      const answer = await this.#live.ask({ type: "why", move });
      if (answer.type === "why" && answer.reason.reason) toasts.say(say(answer.reason.reason), "problem");
    } catch (error) {
      complain(error);
    }
  }

  /** Wait for an answer, and say if it is a refusal; false if there was none. */
  async #tell(asked: Promise<unknown>): Promise<boolean> {
    try {
      await asked;
    } catch (error) {
      complain(error);
      return !(error instanceof Refusal && error.status === 0);
    }
    return true;
  }
}

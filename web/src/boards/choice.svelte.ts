/**
 * The one selection model of all boards, the keyboard and the text view.
 *
 * A move has a text, and every way to choose one is a way to say the beginning of that text: clicking the blue tiles of
 * factory 3 says `3b`, and so does typing it. The legal moves that begin so are the candidates; what they add is where
 * the pieces can go. A whole text is a choice: it is sent, or held until it is confirmed if the turn ends with it.
 */

import type { LegalMove, Sentence } from "../api/types";

export interface Sender {
  /** Send moves of one turn, whole or not at all; false if they did not get there, and can be sent again. */
  send(moves: string[]): Promise<boolean>;
  /** Ask why a move cannot be played, and tell the player. */
  why(move: string): void;
  /** Whether a turn's last move waits for a confirmation. */
  asks(): boolean;
  /** What is to be thought about before moves are sent, such as a blunder; nothing if they may go. */
  warning?(moves: string[]): Promise<Sentence | null>;
}

export class Choice {
  /** The moves that can be chosen from now; none when it is not the player's turn. */
  legal: LegalMove[] = $state.raw([]);
  /** Queen's Garden: every complete payment that is possible now, the cheapest first. */
  payments: string[][] = $state.raw([]);
  /** A sensible default among the legal moves. */
  suggested: string | null = $state.raw(null);
  /** The beginning of a move's text that was said so far; empty if nothing is picked. */
  picked = $state("");
  /** Moves that wait for a confirmation; empty if none do. */
  held: string[] = $state.raw([]);
  /** What the engine has against the moves held. */
  warned: Sentence | null = $state.raw(null);
  /** A move that is pointed at, to be shown on the board: its text. */
  pointed: string | null = $state(null);
  /** Whether moves are on their way to the server. */
  busy = $state(false);
  /** Whether the moves held were confirmed while they are still looked at: they go if there is nothing against them. */
  hasty = $state(false);

  /** The legal moves that begin with what is picked. */
  candidates: LegalMove[] = $derived(this.legal.filter(({ move }) => move.startsWith(this.picked)));
  /** The moves that are held though nobody chose them: typing others lets go of them. */
  #proposed: string[] | null = null;
  /** The moves that are looked at before they may be sent. */
  #weighed: string[] | null = null;
  #byText: Map<string, LegalMove> = $derived(new Map(this.legal.map((legal) => [legal.move, legal])));

  constructor(private readonly sender: Sender) {}

  /** Whether the player can choose something now. */
  get active(): boolean {
    return this.legal.length > 0 && !this.busy;
  }

  /** The legal move with this text, with its preview. */
  find(move: string): LegalMove | undefined {
    return this.#byText.get(move);
  }

  /** Whether a piece can be picked: whether a legal move begins with this. */
  can(prefix: string): boolean {
    return this.active && this.legal.some(({ move }) => move.startsWith(prefix));
  }

  /** Whether this is what is picked. */
  is(prefix: string): boolean {
    return this.picked === prefix && prefix !== "";
  }

  /** Where what is picked can go: the legal move that adds `rest` to it. */
  to(rest: string): LegalMove | undefined {
    return this.active && this.picked ? this.find(this.picked + rest) : undefined;
  }

  /** New moves to choose from: another position. What was picked stays if they are the same as before. */
  offer(legal: LegalMove[], payments: string[][] = [], suggested: string | null = null): void {
    const same = legal.length === this.legal.length && legal.every(({ move }) => this.#byText.has(move));
    this.legal = legal;
    this.payments = payments;
    this.suggested = suggested;
    if (same) return;
    this.busy = false;
    this.cancel();
  }

  /** Pick a piece; picking it again lets go. A piece whose text is a whole move is that move. */
  pick(prefix: string): void {
    if (!this.active) return;
    const again = this.is(prefix);
    this.cancel();
    if (again) return;
    if (!this.can(prefix)) this.sender.why(prefix);
    else {
      this.picked = prefix;
      if (this.find(prefix) && this.candidates.length === 1) void this.play(prefix);
    }
  }

  /** Choose where what is picked goes. */
  put(rest: string): void {
    if (this.picked) void this.play(this.picked + rest);
  }

  /** Choose a whole move, or several that belong together; what is not legal is answered with the reason. */
  async play(...moves: string[]): Promise<void> {
    if (this.busy || !this.legal.length) return;
    const last = this.#byText.get(moves.at(-1) ?? "");
    if (moves.length === 1 && !last) {
      this.sender.why(moves[0] ?? "");
      return;
    }
    const ends = moves.length > 1 || Boolean(last?.ends_turn);
    this.picked = "";
    this.held = moves;
    this.warned = null;
    this.hasty = false;
    const warned = ends ? await this.#weigh(moves) : null;
    if (this.held !== moves) return;
    const confirmed = this.hasty;
    this.warned = warned;
    this.hasty = false;
    if (!warned && (confirmed || !(ends && this.sender.asks()))) await this.confirm();
  }

  async #weigh(moves: string[]): Promise<Sentence | null> {
    this.#weighed = moves;
    try {
      return (await this.sender.warning?.(moves)) ?? null;
    } finally {
      if (this.#weighed === moves) this.#weighed = null;
    }
  }

  /** Hold moves until they are confirmed, whatever the settings say: a proposal that can still be changed. */
  hold(...moves: string[]): void {
    if (!this.active) return;
    this.cancel();
    this.held = moves;
    this.#proposed = moves;
  }

  /** Send what is held, as soon as it is known that nothing speaks against it. */
  async confirm(): Promise<void> {
    const moves = this.held;
    if (!moves.length || this.busy) return;
    if (this.#weighed === moves) {
      this.hasty = true;
      return;
    }
    this.busy = true;
    let arrived = true;
    try {
      arrived = await this.sender.send(moves);
    } finally {
      // The new position may have come before the answer, and something may be picked there already.
      if (this.held === moves) {
        this.busy = false;
        if (arrived) this.cancel();
      }
    }
  }

  /** Let go of everything that is picked or held. */
  cancel(): void {
    this.picked = "";
    this.held = [];
    this.warned = null;
    this.hasty = false;
    this.pointed = null;
  }

  /**
   * Take a key that was typed in the Latin layout: true if it was part of a move's text. A text that is whole and
   * cannot go on is chosen at once; one that could go on waits for Enter.
   */
  type(key: string): boolean {
    if (!this.active || key.length !== 1 || (this.held.length && this.held !== this.#proposed)) return false;
    const said = this.picked + key.toLowerCase();
    const going = this.legal.filter(({ move }) => move.startsWith(said));
    if (!going.length) return false;
    this.held = [];
    this.picked = said;
    if (going.length === 1 && going[0]?.move === said) void this.play(said);
    return true;
  }

  /** Enter: confirm what is held, or choose what was typed. True if there was something to do. */
  enter(): boolean {
    if (this.held.length) void this.confirm();
    else if (this.picked && this.find(this.picked)) void this.play(this.picked);
    else return false;
    return true;
  }

  /** Backspace: take back the last letter said. */
  back(): boolean {
    if (!this.picked || this.held.length) return false;
    this.picked = this.picked.slice(0, -1);
    return true;
  }
}

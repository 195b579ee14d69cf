/**
 * The one selection model of all boards, the keyboard and the text view.
 *
 * Choosing a move is saying more and more of it: a click on the blue tiles of factory 3 says some of its parts, and typing
 * `3b` says the beginning of its text. The legal moves that fit what was said are the candidates; what they add is where the
 * pieces can go. A whole move is a choice: it is sent, or held until it is confirmed if the turn ends with it.
 */

import type { LegalMove, Sentence } from "../api/types";
import { agrees, common, Moves, type Some } from "./moves";
import type { Game } from "./props";

/** A legal move with what it says and does. */
export interface Legal<G extends Game = Game> extends Omit<LegalMove, "effect"> {
  parts: G["parts"];
  effect: G["effect"];
}

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

export class Choice<G extends Game = Game> {
  /** All moves of the game; none until they are fetched. */
  moves: Moves<G["parts"]> = $state.raw(new Moves([]));
  #offered: LegalMove[] = $state.raw([]);
  /** A sensible default among the legal moves. */
  suggested: string | null = $state.raw(null);
  /** How the text of the move begins, as far as it was said; empty if nothing is. */
  typed = $state("");
  /** The parts that a click has said. */
  #clicked: Some<G["parts"]> | null = $state.raw(null);
  /** Moves that wait for a confirmation; empty if none do. */
  held: string[] = $state.raw([]);
  /** What the engine has against the moves held. */
  warned: Sentence | null = $state.raw(null);
  #pointed: Some<G["parts"]> | null = $state.raw(null);
  /** Whether moves are on their way to the server. */
  busy = $state(false);
  /** Whether the moves held were confirmed while they are still looked at: they go if there is nothing against them. */
  hasty = $state(false);

  /** The moves that can be chosen from now; none when it is not the player's turn. */
  legal: Legal<G>[] = $derived(
    this.#offered.flatMap((legal) => {
      const parts = this.moves.parts(legal.move);
      return parts ? [{ ...legal, parts }] : [];
    }),
  );
  /** The legal moves that fit what was said. */
  candidates: Legal<G>[] = $derived(this.legal.filter(({ move, parts }) => this.#fits(move, parts)));
  /** The parts that were said so far, by a click or by typing; nothing if nothing is picked. */
  picked: Some<G["parts"]> | null = $derived(this.begun ? this.#common() : null);
  /** The legal move that is pointed at: drawn as if it were played. */
  pointed: Legal<G> | null = $derived((this.#pointed && this.active && this.find(this.#pointed)) || null);
  /** The moves to draw as if they were played: those that are held, or the one that is pointed at. */
  shown: Legal<G>[] = $derived(
    this.held.length ? this.held.flatMap((move) => this.find(move) ?? []) : this.pointed ? [this.pointed] : [],
  );
  /** Where a piece was dropped before the server could ask where it goes. */
  #wanted: Some<G["parts"]> | null = null;
  /** The moves that are held though nobody chose them: typing others lets go of them. */
  #proposed: string[] | null = null;
  /** The moves that are looked at before they may be sent. */
  #weighed: string[] | null = null;

  constructor(private readonly sender: Sender) {}

  /** Whether the player can choose something now. */
  get active(): boolean {
    return this.legal.length > 0 && !this.busy;
  }

  /** Whether something of a move was said. */
  get begun(): boolean {
    return this.typed !== "" || this.#clicked !== null;
  }

  #fits(text: string, parts: G["parts"]): boolean {
    return text.startsWith(this.typed) && agrees(parts, this.#clicked ?? {});
  }

  #common(): Some<G["parts"]> {
    const fitting = this.moves.all.filter(({ text, parts }) => this.#fits(text, parts));
    return common(fitting.map(({ parts }) => parts)) as Some<G["parts"]>;
  }

  /** The legal move with this text, or the first one that says this. */
  find(what: string | Some<G["parts"]>): Legal<G> | undefined {
    return this.legal.find(({ move, parts }) => (typeof what === "string" ? move === what : agrees(parts, what)));
  }

  /** Whether a piece can be picked: whether a legal move says this. */
  can(parts: Some<G["parts"]>): boolean {
    return this.active && this.find(parts) !== undefined;
  }

  /** Whether this is picked. */
  is(parts: Some<G["parts"]>): boolean {
    return this.picked !== null && agrees(this.picked, parts);
  }

  /** Whether a move that says this is drawn as if it were played. */
  shows(parts: Some<G["parts"]>): boolean {
    return this.shown.some((legal) => agrees(legal.parts, parts));
  }

  /** New moves to choose from: another position. What was picked stays if they are the same as before. */
  offer(legal: LegalMove[], suggested: string | null = null): void {
    const known = new Set(this.#offered.map(({ move }) => move));
    const same = legal.length === known.size && legal.every(({ move }) => known.has(move));
    this.#offered = legal;
    this.suggested = suggested;
    if (same) return;
    this.busy = false;
    this.#letGo();
    if (!legal.length) this.#wanted = null;
    else if (this.#wanted) this.put(this.#wanted);
  }

  /** Pick a piece; picking it again lets go. What says a whole move is that move. */
  pick(parts: Some<G["parts"]>): void {
    if (!this.active) return;
    const again = this.is(parts);
    this.#letGo();
    if (again) this.#wanted = null;
    else if (this.moves.text(parts) || !this.can(parts)) void this.play(parts);
    else {
      this.#clicked = parts;
      this.typed = this.moves.beginning(parts);
    }
  }

  /** Choose where what is picked goes. If it is still on its way, it goes there as soon as that is asked. */
  put(parts: Some<G["parts"]>): void {
    if (this.picked) void this.play({ ...this.picked, ...parts });
    else if (this.can(parts)) void this.play(parts);
    else this.#wanted = parts;
  }

  /** Choose a whole move, by its text or its parts; what is not legal is answered with the reason. */
  async play(what: string | Some<G["parts"]>): Promise<void> {
    if (this.busy || !this.legal.length) return;
    const legal = this.find(what);
    if (!legal) {
      const move = typeof what === "string" ? what : this.moves.text(what);
      if (move) this.sender.why(move);
      return;
    }
    const moves = [legal.move];
    this.#letGo();
    // What else is asked on the way, such as an order, does not change where the piece goes.
    if (legal.ends_turn || legal.parts.kind === this.#wanted?.kind) this.#wanted = null;
    this.held = moves;
    const warned = legal.ends_turn ? await this.#weigh(moves) : null;
    if (this.held !== moves) return;
    const confirmed = this.hasty;
    this.warned = warned;
    this.hasty = false;
    if (!warned && (confirmed || !(legal.ends_turn && this.sender.asks()))) await this.confirm();
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
        if (arrived) this.#letGo();
      }
    }
  }

  /** Let go of everything that is picked or held. */
  cancel(): void {
    this.#letGo();
    this.#wanted = null;
  }

  #letGo(): void {
    this.typed = "";
    this.#clicked = null;
    this.held = [];
    this.warned = null;
    this.hasty = false;
  }

  /** Point at a piece or a place: its move is shown if it is legal. */
  point(parts: Some<G["parts"]>): void {
    this.#pointed = parts;
  }

  /** Point at it no longer. */
  unpoint(parts: Some<G["parts"]>): void {
    if (this.#pointed === parts) this.#pointed = null;
  }

  /**
   * Take a key that was typed in the Latin layout: true if it was part of a move's text. A text that is whole and
   * cannot go on is chosen at once; one that could go on waits for Enter.
   */
  type(key: string): boolean {
    if (!this.active || key.length !== 1 || (this.held.length && this.held !== this.#proposed)) return false;
    const typed = this.typed + key.toLowerCase();
    const going = this.candidates.filter(({ move }) => move.startsWith(typed));
    if (!going.length) return false;
    this.held = [];
    this.typed = typed;
    if (going.length === 1 && going[0]?.move === typed) void this.play(typed);
    return true;
  }

  /** Enter: confirm what is held, or choose what was typed. True if there was something to do. */
  enter(): boolean {
    if (this.held.length) void this.confirm();
    else if (this.typed && this.find(this.typed)) void this.play(this.typed);
    else return false;
    return true;
  }

  /** Backspace: take back the last letter said. */
  back(): boolean {
    if (!this.begun || this.held.length) return false;
    this.#clicked = null;
    this.typed = this.typed.slice(0, -1);
    return true;
  }
}

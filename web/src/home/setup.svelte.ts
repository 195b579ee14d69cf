/** A table that is being set up at home: sensible from the start, so that it can be made at once. */

import type { CreateTable, GameInfo, Helpers, SeatRequest, TableSettings, TalkRule, Undo } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { language } from "../texts/index.svelte";

/** Who sits on a seat: `me`, `hotseat`, `open`, or a bot's level after `bot:`. */
export type Sitter = string;

export type ClockChoice = "none" | "game5" | "game15" | "days";

const CLOCKS: Record<ClockChoice, TableSettings["clock"]> = {
  none: null,
  game5: { kind: "game", seconds: 300, increment: 5 },
  game15: { kind: "game", seconds: 900, increment: 10 },
  days: { kind: "days", days: 2 },
};

export const CLOCK_CHOICES = Object.keys(CLOCKS) as ClockChoice[];

export class Setup {
  seats: number = $state(2);
  sitters: Sitter[] = $state(["me"]);
  options: Record<string, string> = $state({});
  /** Against the two weakest levels everything can be taken back, unless somebody wants it otherwise. */
  undo: Undo = $derived(this.practice && this.#weak ? "free" : "turn");
  /** The engine's advice where one person plays with bots; between people only if they ask for it. */
  helpers: Helpers = $derived(this.practice ? "advice" : "previews");
  confirm = $state(true);
  clock: ClockChoice = $state("none");
  open = $state(false);
  /** Whoever comes to a table that is open to everybody is greeted, not talked to, unless one wants it otherwise. */
  talk: TalkRule = $derived(this.open ? "emotes" : "all");
  takeover = $state("");
  /** The seat that begins, from 0; or by lot. */
  first = $state("random");

  constructor(readonly game: GameInfo) {
    this.seats = game.seats[0] ?? 2;
    // The first games are against the weakest, later ones against whom one has chosen last.
    const usual = settings.finished && game.levels.includes(settings.level) ? settings.level : (game.levels[0] ?? "");
    const other = usual ? `bot:${usual}` : "hotseat";
    this.sitters = Array.from({ length: Math.max(...game.seats) }, (_, seat) => (seat ? other : "me"));
    this.options = Object.fromEntries(game.options.map((option) => [option.name, option.values[0] ?? ""]));
  }

  /** Those at the table. */
  get sitting(): Sitter[] {
    return this.sitters.slice(0, this.seats);
  }

  /** Whether one person plays with bots: then moves can be taken back freely, and the engine may be asked. */
  get practice(): boolean {
    return this.sitting.filter((sitter) => !sitter.startsWith("bot:")).length <= 1;
  }

  /** Whether all bots are of the two weakest levels. */
  get #weak(): boolean {
    const weakest = this.game.levels.slice(0, 2).map((level) => `bot:${level}`);
    const bots = this.sitting.filter((sitter) => sitter.startsWith("bot:"));
    return bots.length > 0 && bots.every((bot) => weakest.includes(bot));
  }

  get waits(): boolean {
    return this.sitting.includes("open");
  }

  request(): CreateTable {
    return {
      game: this.game.name,
      seats: this.sitting.map((sitter) => this.#seat(sitter)),
      options: { ...this.options, first: this.first },
      settings: {
        undo: this.undo === "free" && !this.practice ? "turn" : this.undo,
        confirm: this.confirm,
        helpers: this.helpers,
        clock: CLOCKS[this.clock] ?? null,
        public: this.open,
        takeover: this.takeover || null,
        talk: this.talk,
      },
      lang: language(),
    };
  }

  /** The level of the first bot; empty if there is none. */
  get level(): string {
    return this.sitting.find((sitter) => sitter.startsWith("bot:"))?.slice("bot:".length) ?? "";
  }

  #seat(sitter: Sitter): SeatRequest {
    if (sitter.startsWith("bot:")) return { who: "bot", level: sitter.slice("bot:".length) };
    if (sitter === "hotseat" || sitter === "open") return { who: sitter };
    return { who: "me", name: settings.name };
  }
}

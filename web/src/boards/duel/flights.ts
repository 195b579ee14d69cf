/** Which pieces travel where, told by the events that led to a position. */

import type { DuelBoard, EventLine } from "../../api/types";

export interface Leg {
  kind: "tile" | "chip" | "plate";
  /** A colour, a chip, or the four letters of a plate; nothing for the back of one. */
  what: string;
  /** Addresses where it can start, the most exact first. */
  from: string[];
  to: string;
}

const HAND = "hand";

/** The legs of all pieces that moved from the board `before` on. */
export function legsOf(before: DuelBoard, news: readonly EventLine[]): Leg[] {
  const legs: Leg[] = [];
  let hand: Leg[] = [];
  const inHand = before.picked ?? null;
  if (inHand) hand = Array.from({ length: inHand.count }, () => ({ kind: "tile", what: inHand.colour, from: [HAND], to: HAND }));
  if (before.placing) hand = [{ kind: "plate", what: before.placing.name ?? "", from: [HAND], to: HAND }];
  for (const { event, steps } of news) {
    const { move, seat } = event as { move?: string; seat?: number };
    if (typeof move !== "string" || typeof seat !== "number") continue;
    const [first = "", second = ""] = move;
    const colour = second.toUpperCase();
    if (/^[l1-4][byrkt]$/.test(move)) {
      const sun = before.factories.find(({ id }) => id === first)?.sun ?? [];
      hand = sun
        .filter((one) => one === colour)
        .map((what) => ({ kind: "tile", what, from: [`sun-${first}-${what}`, `sun-half-${first}`], to: HAND }));
      if (first === "l")
        for (const what of sun)
          if (what !== colour) legs.push({ kind: "tile", what, from: [`sun-l-${what}`, "sun-half-l"], to: `moon-l-${what}` });
    } else if (/^m[byrkt]$/.test(move)) {
      hand = before.factories.flatMap(({ id, moon }): Leg[] => {
        const taken = id === "l" ? moon.filter((one) => one === colour) : moon.at(-1) === colour ? [colour] : [];
        return taken.map((what) => ({ kind: "tile", what, from: [`moon-${id}-${what}`, `moon-half-${id}`], to: HAND }));
      });
    } else if (/^s[byrkt]+$/.test(move)) {
      const id = before.stacking ?? "";
      for (const letter of move.slice(1).toUpperCase())
        legs.push({ kind: "tile", what: letter, from: [`sun-${id}-${letter}`, `sun-half-${id}`], to: `moon-half-${id}` });
    } else if (/^[1-6-]$/.test(move)) {
      const to = move === "-" ? `broken-${seat}` : `line-${seat}-${move}`;
      legs.push(...hand.map((leg) => ({ ...leg, to })));
      hand = [];
    } else if (/^p[1-3]$/.test(move)) {
      const plate = before.display[Number(second) - 1];
      hand = [{ kind: "plate", what: plate?.name ?? "", from: [`display-${second}`], to: HAND }];
    } else if (move === "d") {
      hand.push({ kind: "plate", what: "", from: ["pile"], to: HAND });
    } else if (/^[1-9][nesw]$/.test(move)) {
      const leg = hand.find(({ kind }) => kind === "plate");
      if (leg) legs.push({ ...leg, to: `space-${seat}-${first}` });
      hand = [];
    } else if (/^c[1-4]$/.test(move)) {
      const chip = before.factories.find(({ id }) => id === second)?.chip;
      if (chip) legs.push({ kind: "chip", what: chip, from: [`chip-${second}`], to: `chips-${seat}` });
    }
    for (const { kind, seat: owner, where, said } of steps ?? []) {
      const { line, column } = (said?.values ?? {}) as { line?: number; column?: number };
      const cell = line && column ? ([line - 1, column - 1] as const) : where?.[0];
      if (!cell || (kind !== "tile" && kind !== "special")) continue;
      const what = kind === "special" ? "S" : before.players[owner]?.lines[cell[0]]?.colour;
      const from = kind === "special" ? ["special-tiles"] : [`line-${owner}-${cell[0] + 1}`];
      if (what) legs.push({ kind: "tile", what, from, to: `cell-${owner}-${cell[0] + 1}-${cell[1] + 1}` });
    }
  }
  legs.push(...hand.filter(({ from }) => from[0] !== HAND));
  return legs;
}

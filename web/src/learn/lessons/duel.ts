import type { Lesson } from "../lesson";

export const lesson: Lesson = { game: "duel", chapters: [] };

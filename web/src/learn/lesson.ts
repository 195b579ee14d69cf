/** A lesson: positions to play from, and what is to be done and said in each. The rules stay with the server. */

export interface Step {
  /** What is said: the text `<game>.learn.<text>`. */
  text: string;
  /** The moves that are to be made, one after the other; none where there is only something to read. */
  moves?: string[];
  /** Any legal move will do. */
  free?: boolean;
  /** What the other seat does then. */
  replies?: string[];
}

export interface Chapter {
  /** A position's text. The learner is seat 0. */
  position: string;
  steps: Step[];
}

export interface Lesson {
  chapters: Chapter[];
}

const FOUND = import.meta.glob<Lesson>("$games/*/lessons/first.json", { import: "default" });

const fetchOf = (game: string) => Object.entries(FOUND).find(([path]) => path.endsWith(`/${game}/lessons/first.json`))?.[1];

export function hasLesson(game: string): boolean {
  return fetchOf(game) !== undefined;
}

/** Fetch the first lesson of a game; nothing if it has none. */
export async function lessonOf(game: string): Promise<Lesson | undefined> {
  return fetchOf(game)?.();
}

/** A lesson: positions to play from, and what is to be done and said in each. The rules stay with the server. */

export interface Step {
  /** What is said: the text `web.learn.<game>.<text>`. */
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
  game: string;
  chapters: Chapter[];
}

export const LESSONS: Record<string, () => Promise<Lesson>> = {
  azul: () => import("./lessons/azul").then((module) => module.lesson),
  duel: () => import("./lessons/duel").then((module) => module.lesson),
  garden: () => import("./lessons/garden").then((module) => module.lesson),
};

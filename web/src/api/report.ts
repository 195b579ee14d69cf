// Written by tools/game_types.py from azulejo/review/report.py: change that, then make client-types.

/** How good a turn was: `best` is what the engine would have played or no worse, `good` what is too near to it to be called anything else; the others cost 5, 10 and 20 hundredths of a victory and more. */
export type Label = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** How carefully a game is looked at. */
export type Setting = "fast" | "deep";

/** Whether somebody's turn or chance has turned the game. */
export type TurningKind = "turn" | "draw";

/** What is said to people, by language: `{"en": "...", "ru": "..."}`; a game may speak only one of them. */
export type Sentences = Record<string, string>;

/** What a position promises to every seat. */
export interface Prospect {
  /** The chance to win, by seat; a shared victory counts as a share, so that they add up to 1. */
  win: number[];
  /** The expected final points less those of the best other seat, by seat. */
  margin: number[];
}

/** A turn: all that a seat decided until another one was to move, something was drawn, or the game ended. */
export interface TurnReport {
  /** How many events are behind the position before it. */
  number: number;
  /** How many events are behind the position after it. */
  end: number;
  seat: number;
  /** The round as the board shows it; 0 in a game without rounds. */
  round: number;
  /** What was played: the texts of the moves, one for each decision. */
  moves: string[];
  /** The same in words. */
  said: Sentences;
  /** How many legal moves the first decision had. */
  choices: number;
  /** What the position promises if the best is played. */
  before: Prospect;
  /** What it promises after what was played. */
  after: Prospect;
  /** The moves of the best turn. */
  best: string[];
  /** The same in words. */
  best_said: Sentences;
  /** How the game best goes on, the best turn included, up to the next draw. */
  line: string[];
  /** How it best goes on after what was played, up to the next draw. */
  answer: string[];
  /** What was played cost the seat, in chances to win: 0 if nothing. */
  cost: number;
  /** The same in points of margin; less than 0 where the better chance has the smaller margin. */
  points: number;
  /** The standard error of the cost. Where the cost is not above twice its error nothing is said of it. */
  error: number;
  label: Label;
  /** Whether every other move would have been a mistake at least, and this one was found. */
  only: boolean;
  /** Whether both values are exact up to the end of the round, so that only what follows is judged. */
  proved: boolean;
  /** What the mistake is about, such as `floor`: names that puzzles have, too; none where nothing is said. */
  themes: string[];
  /** One sentence that says what differs between the played and the best; of an inaccuracy, a mistake, a blunder. */
  reason: Sentences | null;
  /** The text of the position before it, as its seat saw it, where the turn was a mistake: to be tried again. */
  position: string | null;
  /** The time that the seat used for it, if there were clocks. */
  seconds: number | null;
}

/** A draw, or the choice of who starts: what it changed against the average of what could have been drawn. */
export interface DrawReport {
  /** The index of its event. */
  number: number;
  /** The round of the next decision. */
  round: number;
  said: Sentences;
  /** Over so many draws of the same moment the average goes; all of them have the same luck in what comes later. */
  samples: number;
  /** The average. */
  before: Prospect;
  /** What the draw made of it, judged in the same way. */
  after: Prospect;
  /** The difference in chances to win, by seat: they add up to 0. */
  luck: number[];
  /** The difference in margin, by seat. */
  points: number[];
  /** The standard error of the luck of one seat, the largest of all seats. */
  error: number;
}

/** What a seat did in a round, and what luck did to it. */
export interface RoundReport {
  round: number;
  /** From 0 to 100, as docs/review.md says; None if the seat had nothing to decide. */
  accuracy: number | null;
  /** What its own turns cost, in chances to win. */
  lost: number;
  luck: number;
}

/** How the result of a seat came about: `result = start + luck - lost + gained + residual`. */
export interface SeatReport {
  seat: number;
  /** The name, if the record has one. */
  player: string;
  score: number;
  /** 1 for a victory, 0 for a defeat; a share of a shared victory. */
  result: number;
  /** The chance to win before anything had happened. */
  start: number;
  /** What the draws brought, in chances to win. */
  luck: number;
  /** What its own turns cost. */
  lost: number;
  /** What the turns of the others cost them and brought this seat. */
  gained: number;
  /** What is left: how far the judgement of single moments is from the truth. */
  residual: number;
  /** The standard error of the luck. */
  luck_error: number;
  /** The standard error of what its own turns cost. */
  lost_error: number;
  /** What its own turns cost, in points of margin. */
  points: number;
  /** From 0 to 100, as docs/review.md says; None if the seat had nothing to decide. */
  accuracy: number | null;
  /** How many of its turns have which label; turns without a choice are not counted. */
  labels: Partial<Record<Label, number>>;
  rounds: RoundReport[];
  /** The time that it used, if there were clocks. */
  seconds: number | null;
  /** One sentence: how the game went for this seat, as far as the errors allow to say it. */
  verdict: Sentences;
  /** Up to three puzzles of the same themes as its mistakes, by their names. */
  puzzles: string[];
}

/** The chances at one moment. */
export interface CurvePoint {
  /** How many events are behind it. */
  number: number;
  round: number;
  win: number[];
  margin: number[];
}

/** A moment that changed the game more than others; the first is the greatest. */
export interface TurningPoint {
  kind: TurningKind;
  /** As in the turn or draw that it is. */
  number: number;
  round: number;
  /** Whose turn it was, or whom the draw helped or hurt most. */
  seat: number;
  /** The change of the chances to win, by seat. */
  change: number[];
  said: Sentences;
}

/** All that there is to say about a game. >>> import azulejo >>> game = azulejo.new_game("azul", position="azul factories=BBKW board=0 board=7") >>> _ = game.push("1b2") >>> game.resign() >>> report = azulejo.review(game.record(), nodes=200) >>> report.complete, report.turns[0].moves, report.scores (True, ('1b2',), (0, 7)) >>> GameReport.from_json(report.to_json()) == report True */
export interface GameReport {
  format: number;
  game: string;
  /** Whether all of it is final. Before that there is a curve, and what is not known yet is empty. */
  complete: boolean;
  /** How much of the work is done, from 0 to 1. */
  done: number;
  setting: Setting;
  /** How many positions were looked at for a turn. */
  nodes: number;
  /** How many draws were sampled for the average of one. */
  samples: number;
  /** What was decided by chance follows from it: the same settings give the same report. */
  seed: number;
  /** Which judgement this is; reports with another one are not to be compared. */
  engine: string;
  winners: number[];
  scores: number[];
  /** How many events the game has. */
  events: number;
  curve: CurvePoint[];
  turns: TurnReport[];
  draws: DrawReport[];
  seats: SeatReport[];
  /** At most five, the greatest first. */
  turning_points: TurningPoint[];
}

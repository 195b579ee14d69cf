import type { Lesson } from "../lesson";

/** One round: taking, the centre, the floor line, and a scoring with runs. Then the last tile of a game, with its bonuses. */
export const lesson: Lesson = {
  game: "azul",
  chapters: [
    {
      position:
        "azul round=2 turn=0 factories=BBKW,YRRR,KKYB,WWRB,YYKW " +
        "board=6/-/.YR..,W....,.....,.....,...../- board=5/-/B....,.....,..B..,.....,...../-",
      steps: [
        { text: "goal" },
        { text: "take", moves: ["1b2"], replies: ["2r3"] },
        { text: "centre", moves: ["ck1"], replies: ["3k2"] },
        { text: "grow", moves: ["cy3"], replies: ["4w4"] },
        { text: "floor", moves: ["5y3"], replies: ["cw4"] },
        { text: "keep", moves: ["cb4"], replies: ["cr1"] },
        { text: "last", moves: ["ck5"] },
        { text: "scored" },
        { text: "free", free: true },
      ],
    },
    {
      position:
        "azul round=6 turn=0 marker=1 centre=W " +
        "board=38/-/BYRK.,....K,....R,....Y,....B/- board=50/-,-,-,KKKK,-/BYR..,WB...,K....,...B.,.R.../*",
      steps: [{ text: "finish", moves: ["cw1"] }, { text: "end" }],
    },
  ],
};

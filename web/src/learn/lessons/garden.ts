import type { Lesson } from "../lesson";

/** Taking a set, placing with and without a payment, an expansion; then a fountain surrounded, and the end of a round. */
export const lesson: Lesson = {
  game: "garden",
  chapters: [
    {
      position: "garden top=b3g3y2m2 garden=15/3/b1/-/01g2,02g1 garden=15/3/y1/-/01m1",
      steps: [
        { text: "goal" },
        { text: "take", moves: ["t3"], replies: ["t2"] },
        { text: "place", moves: ["b1", "03"], replies: ["y1", "02"] },
        { text: "pay", moves: ["g3", "06", "db3"], replies: ["t6"] },
        { text: "copy", moves: ["tp", "f1"], replies: ["t4"] },
        { text: "expand", moves: ["ep1", "25"] },
      ],
    },
    {
      position:
        "garden aside=p2,ey3,-,-,- garden=15/2/y1p5/-/14eg3,01g2,02g1,03b1,04b4,05y4 garden=15/3/m4/-/01m1",
      steps: [
        { text: "surround", moves: ["y1", "06"], replies: ["tp"] },
        { text: "pass", moves: ["pass", "done"], replies: ["pass", "done"] },
        { text: "wheel" },
        { text: "end" },
      ],
    },
  ],
};

import type { Lesson } from "../lesson";

/** The first turns of a game: a plate, suns, moons, a token, a chip. Then the end of a round, and the end of a game. */
export const lesson: Lesson = {
  game: "duel",
  chapters: [
    {
      position:
        "duel phase=choose setup=1 turn=0 start=0 suns=KKRTY,BBRY,YYKT,RRTB,TTKB display=YBKS,BKST,TRBJ " +
        "board=5 board=5/-/-,-,-,-,JBTKn,-,-,-,-",
      steps: [
        { text: "goal" },
        { text: "plate", moves: ["p2", "5n"] },
        { text: "sun", moves: ["1b", "sry", "2"], replies: ["lk", "2"] },
        { text: "moon", moves: ["my", "3"], replies: ["3r", "stb", "4"] },
        { text: "token", moves: ["p1", "2e"], replies: ["mr", "4"] },
        { text: "chip", moves: ["c1"] },
        { text: "round" },
      ],
    },
    {
      position:
        "duel round=2 turn=0 start=0 starting_tile=0 moons=-,-,-,T,- " +
        "board=9/-,BB,YY,-,-,-/TKRJn,YBKSe,-,SYBRn,BKSTn,KYRJs,-,-,-/..KY..,......,..B...,......,......,....../R/Y,K,BR,TY/-/0/2 " +
        "board=11/-,-,RRR,-,KK,-/JBTKn,-,-,TRBSn,RTYJn,TRBJn,TYJKn,-,-/.B....,......,......,......,......,....../-/B,KB,RT/-/0/1",
      steps: [
        { text: "last", moves: ["mt", "1"], replies: ["c3"] },
        { text: "lay", moves: ["24"] },
        { text: "pay", moves: ["cy", "cty", "32"], replies: ["33"] },
        { text: "scored" },
      ],
    },
    {
      position:
        "duel round=5 turn=0 start=1 starting_tile=1 moons=Y,-,-,-,- " +
        "board=41/-/TBJYn,YKTSn,KYRJn,RTYJn,SKRBn,TRBJn,YRJBn,KSTRn,BKSTn/TBYKK.,BY....,R..K..,Y..B..,YR....,T...../-/-/B,B,Y,Y,R,R,K,K,T,T/0/2 " +
        "board=47/-/JBTKn,TYJKn,TKRJn,RJBKn,YBKSn,TRBSn,YSKRn,STYBn,SYBRn/.BT.T.,T.....,R.....,..K.B.,...T..,....../K/-/BR,BR,RT,RT,TY,TY,YK,YK,KB,KB/0/2",
      steps: [{ text: "finish", moves: ["my", "1"] }, { text: "end" }],
    },
  ],
};

"""Positions in the last round, to be played to the end of the game."""

LAST_ROUND = {
    "azul": (
        "azul round=5 factories=B,YYKW centre=YYK marker=1 "
        "board=41/K,YY,RRR,-,-/BYR.W,WB.R.,K....,...B.,YR.../W "
        "board=38/B,-,RRR,KKKK,W/....W,WB..K,K..Y.,R..B.,.RK../*RR"
    ),
    "duel": (
        "duel round=5 turn=1 start=0 moons=BRTT,BYB,BYT,-,KRK chips=?,?,TY,? pile=- bag=Y7R2K2 tower=- "
        "board=0/Y,B,R,K,TTTT,TT/KYRJe,YRJBn,BKSTn,STYBs,RJBKn,KSTRe,TYJKn,SKRBn,SYBRe/"
        ".K.RBK,R.B...,...K.K,..B.R.,......,....../-/-/Y,R,K,BR,TY,YK,KB,KB/0/0 "
        "board=9/Y,RR,TT,R,BBB,K/TRBJw,TBJYe,TRBSe,TKRJn,JBTKs,YKTSw,YBKSn,YSKRn,RTYJe/"
        "RKKT..,TBY...,......,...B..,Y.....,..K.../R/-/B,Y,R,K,BR,RT,RT,YK/0/0"
    ),
    "garden": (
        "garden round=4 aside=b5,-,-,-,- garden=31/2/y3b3p3y1/g1/14ey2,01b1,02b2,03g2,04g4,05y4 "
        "garden=28/1/m4/-/30,24ep2,01m1,02p1,03p3"
    ),
}
"""For two, by game."""

FOUR_IN_THE_LAST_ROUND = {
    "azul": (
        "azul round=5 factories=BB,YYKW centre=YYKR marker=2 "
        "board=41/K,YY,RRR,-,-/BYR.W,WB.R.,K....,...B.,YR.../W "
        "board=38/B,-,RRR,KKKK,W/....W,WB..K,K..Y.,R..B.,.RK../- "
        "board=20/-,-,-,-,-/B....,W....,K....,.....,...../*R "
        "board=12/Y,WW,-,-,-/.....,.....,.....,.....,...../-"
    ),
    "garden": ("garden round=4 garden=15/3/b1/-/01g2,02g1 garden=15/3/y1/-/01m1 garden=9/2 garden=12/0/m4/-/30,01m1"),
}
GREY_LAST_ROUND = (
    "azul wall=grey round=5 centre=R marker=1 board=20/W,BB,-,-,-/BYRK.,.....,.....,.....,...../- "
    "board=18/Y,-,-,-,-/.....,.....,.....,.....,...../*"
)
"""Both have a tile to lay that can go to several cells."""
LAST_TURNS = {
    "azul": (
        "azul round=6 turn=0 marker=1 centre=W board=38/-/BYRK.,....K,....R,....Y,....B/- "
        "board=50/-,-,-,KKKK,-/BYR..,WB...,K....,...B.,.R.../*"
    ),
    "duel": (
        "duel round=5 turn=0 start=1 starting_tile=1 moons=Y,-,-,-,- "
        "board=41/-/TBJYn,YKTSn,KYRJn,RTYJn,SKRBn,TRBJn,YRJBn,KSTRn,BKSTn/"
        "TBYKK.,BY....,R..K..,Y..B..,YR....,T...../-/-/B,B,Y,Y,R,R,K,K,T,T/0/2 "
        "board=47/-/JBTKn,TYJKn,TKRJn,RJBKn,YBKSn,TRBSn,YSKRn,STYBn,SYBRn/"
        ".BT.T.,T.....,R.....,..K.B.,...T..,....../K/-/BR,BR,RT,RT,TY,TY,YK,YK,KB,KB/0/2"
    ),
    "garden": "garden round=4 turn=0 passed=1 garden=15/3/b1/-/01g2,02g1 garden=15/3/y1/-/01m1",
}
"""A position of each game in which the person on seat 0 makes the last moves."""

"""Whether reports can be believed: games between levels, reviewed, and what holds of all of them together.

``python -m tools.review_check GAME --games 40 --out checks/azul.jsonl`` plays games between levels on the same deals
with seats swapped, reviews each, and adds one line a game to the file; begun again, it goes on where it was left. Then,
or with ``--games 0`` alone, it prints the averages of the file with their standard errors: residual, luck, skill by
level. ``--labels 200`` looks again at so many labels of these games with ten times the nodes. docs/review.md has the
figures.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from azulejo.bots.levels import LEVELS, level
from azulejo.play import Record, new_game
from azulejo.review import review
from azulejo.review.judge import Judge
from azulejo.review.settings import MISTAKES, ReviewSettings
from azulejo.review.walk import course_of

PAIRS = (("novice", "club"), ("club", "expert"), ("novice", "expert"))
TEN = 10


def played(game: str, pair: Sequence[str], seed: int, seats: int) -> Record:
    """Return the record of a game between two levels; with more seats they take turns."""
    bots = [level(pair[seat % 2], game, seed=seed) for seat in range(seats)]
    table = new_game(game, seats=seats, seed=seed, players=[pair[seat % 2] for seat in range(seats)])
    while table.turn is not None:
        table.push(bots[table.turn].choose(table.view(table.turn)))
    return table.record()


def lines(game: str, games: int, seats: int, begun: int) -> Iterator[dict[str, Any]]:
    """Play and review games, those of a deal twice with seats swapped."""
    for number, pair in islice(enumerate(cycle(_swapped())), begun, games):
        record = played(game, pair, 1000 + number // 2, seats)
        report = review(record)
        yield {"number": number, "pair": pair, "record": record.to_dict(), "report": report.to_dict()}


def _swapped() -> Iterator[tuple[str, str]]:
    for one, other in PAIRS:
        yield one, other
        yield other, one


def mean(numbers: Sequence[float]) -> str:
    """Return an average with its standard error."""
    if len(numbers) < 2:
        return "-"
    return f"{fmean(numbers):+.4f} ± {stdev(numbers) / len(numbers) ** 0.5:.4f}"


def figures(found: Sequence[dict[str, Any]]) -> str:
    """Return what holds of all games of a file together."""
    seats = [(one["pair"][seat["seat"] % 2], seat, one) for one in found for seat in one["report"]["seats"]]
    stronger = [(name, seat) for name, seat, one in seats if name == max(one["pair"], key=LEVELS.index)]
    sums = [abs(s["start"] + s["luck"] - s["lost"] + s["gained"] + s["residual"] - s["result"]) for _, s, _ in seats]
    parts = [
        f"games: {len(found)}; largest error of a sum: {max(sums):.6f}",
        f"residual of the stronger: {mean([seat['residual'] for _, seat in stronger])}",
        f"residual of seat 1: {mean([s['residual'] for _, s, _ in seats if s['seat'] == 0])}",
        f"mean size of the residual: {fmean([abs(s['residual']) for _, s, _ in seats]):.4f}",
        f"luck of the stronger: {mean([seat['luck'] for _, seat in stronger])}",
        f"luck of single draws, seat 1: {mean([d['luck'][0] for one in found for d in one['report']['draws']])}",
    ]
    for name in LEVELS:
        own = [seat for called, seat, _ in seats if called == name]
        if own:
            parts.append(
                f"{name}: accuracy {mean([seat['accuracy'] for seat in own])}, lost {mean([s['lost'] for s in own])}"
            )
    ahead = []
    for one in found:
        by_level = {one["pair"][seat["seat"] % 2]: seat["lost"] for seat in one["report"]["seats"]}
        order = sorted(by_level, key=LEVELS.index)
        ahead.append(by_level[order[1]] < by_level[order[0]])
    parts.append(f"the stronger level lost less in {sum(ahead)} of {len(ahead)} games")
    return "\n".join(parts)


def contradicted(found: Sequence[dict[str, Any]], most: int) -> str:
    """Look again at labels with ten times the nodes: how many cost less than half of what their name says."""
    labelled = [(one, turn) for one in found for turn in one["report"]["turns"] if turn["label"] in MISTAKES]
    wrong = 0
    for one, told in labelled[:most]:
        course = course_of(Record.from_dict(one["record"]))
        judge = Judge(course.game.rulebook, ReviewSettings.make(nodes=TEN * one["report"]["nodes"], seed=1))
        turn = next(turn for turn in course.turns if turn.number == told["number"])
        wrong += judge.turn(turn).cost < MISTAKES[told["label"]] / 2
    count = len(labelled[:most])
    return f"labels contradicted by ten times the nodes: {wrong} of {count} ({100 * wrong / max(1, count):.1f} %)"


def main() -> None:
    """Play, review, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--labels", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    known = given.out.read_text(encoding="utf-8").splitlines() if given.out.is_file() else []
    with given.out.open("a", encoding="utf-8") as file:
        for line in lines(given.game, given.games, given.seats, len(known)):
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
    found = [json.loads(line) for line in given.out.read_text(encoding="utf-8").splitlines()]
    print(figures(found))
    if given.labels:
        print(contradicted(found, given.labels))


if __name__ == "__main__":
    main()

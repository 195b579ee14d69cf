"""Referees who are wrong about one rule, to see that somebody would notice.

A change is a text of the referee's source, and what stands there instead. The numbers are those of
the rulings in docs/rules/duel.md.
"""

from pathlib import Path
from types import ModuleType

from tests.games.duel import referee

CHANGES = {
    "the starting player places the first plate": (
        "for seat in (1 - self.start, self.start):",
        "for seat in (self.start, 1 - self.start):",
    ),
    "1: who passed goes on": ("self.me.passed = True", "self.me.passed = False"),
    "1: phase 1 ends with tokens left": (
        "any(factories) or any(player.tokens for player in self.players)",
        "any(factories)",
    ),
    "2: a plate taken stays on display": ('self.display[number] = ""', "pass"),
    "3: drawing costs nothing": ("self.me.score = max(0, self.me.score - 1)", "pass"),
    "3: one plate is drawn": ("if not self.pile or not self.me.score:", "if True:"),
    "3: one can draw on without points": ("if not self.pile or not self.me.score:", "if not self.pile:"),
    "3: plates go back on top": ("self.pile.append(plate)", "self.pile.insert(0, plate)"),
    "3: everybody sees the fronts": ('secret = self.phase == "look"', "secret = False"),
    "4: without points nothing is drawn": ("(self.me.score > 0 or free)", "self.me.score > 0"),
    "4: an empty display makes no difference": (
        'free = not any(self.display) or self.free_draw_at_zero == "true"',
        'free = self.free_draw_at_zero == "true"',
    ),
    "4: the option makes no difference": (
        'free = not any(self.display) or self.free_draw_at_zero == "true"',
        "free = not any(self.display)",
    ),
    "5: plates turn to the left": ("for _ in range(EDGES.index(edge)):", "for _ in range(-EDGES.index(edge) % 4):"),
    "5: plates lie on each other": (
        "for number, plate in self.plates.items() if not plate",
        "for number in self.plates",
    ),
    "6: a stack has one order": ("for order in permutations(others)", "for order in [others]"),
    "6: a chip stays down while tiles are in hand": ("if empty:", "if empty and not self.picked:"),
    "7: one tile of the large moon is on top": ('return self.moons[LARGE] + ""', 'return self.moons[LARGE][-1:] + ""'),
    "8: equal tiles below come, too": (
        "self.moons[factory].removesuffix(colour)",
        "self.moons[factory].rstrip(colour)",
    ),
    "8: any moon brings the starting player tile": ("if colour in self.moons[LARGE]:", "if True:"),
    "8: the starting player tile changes hands": ("            if self.starting_tile is None:", "            if True:"),
    "9: three chips in a round": ("CHIPS_TAKEN_PER_ROUND = 2", "CHIPS_TAKEN_PER_ROUND = 3"),
    "10: the starting player tile stays behind": ("if not others:  #", "if False:  #"),
    "10: five equal tiles stay": ("and len(+everything) > 1", "and False"),
    "10: five equal tiles never stay": ("and len(+everything) > 1", ""),
    "10: five equal tiles do not pour the Tower": ("if self._five_equal_may_pour_the_tower() and", "if False and"),
    "11: the other player starts": (
        "self.start if self.starting_tile is None",
        "1 - self.start if self.starting_tile is None",
    ),
    "12: a full line is chosen": ("if len(line) < row and set(line)", "if set(line)"),
    "12: colours mix": ("if len(line) < row and set(line) <= {colour}", "if len(line) < row"),
    "12: the rest does not break": ("self.tower.update(self.me.stack_broken(rest))", "self.tower.update(rest)"),
    "12: three broken tiles": ("room = max(BROKEN_TILES) - len", "room = 3 - len"),
    "13: joker spaces take nothing": ('wanted = {self.lines[row][0], "J"}', "wanted = {self.lines[row][0]}"),
    "13: spaces are filled twice": ("(row, column) not in self.dome and letters", "letters"),
    "14: lines never break": ("if self.me.plates_beside(row) == 3:", "if False:"),
    "14: lines break beside two plates": ("self.me.plates_beside(row) == 3:", "self.me.plates_beside(row) >= 2:"),
    "15: any two chips are a tile": ("2 * pairs <= matching", "True"),
    "15: three chips are no tile": ("range(missing + 1)", "range(missing, missing + 1)"),
    "15: no payment is wasteful": ("range(missing + 1)", "[min(missing, matching // 2)]"),
    "15: a pair chip has one colour": ("sum(line[0] in chip for", "sum(line[0] == chip[0] for"),
    "15: chips are gone once used": ("self.me.used.append(chip)", "pass"),
    "16: a special tile scores 1": ("self.score += special[0]", "self.score += 1"),
    "16: a special tile scores first": (
        "self.score += self.points_of(row, column)\n        self._lay_special_tile(row, column)",
        "self._lay_special_tile(row, column)\n        self.score += self.points_of(row, column)",
    ),
    "16: a special tile is no neighbour": (
        "while self.dome.get((row + down, column + right)):",
        'while self.dome.get((row + down, column + right), "S") != "S":',
    ),
    "17: broken tiles cost 1 each": ("{0: 0, 1: 1, 2: 3, 3: 6, 4: 10}", "{0: 0, 1: 1, 2: 2, 3: 3, 4: 4}"),
    "17: the starting player tile costs 1": ("STARTING_TILE_LOSS = 2", "STARTING_TILE_LOSS = 1"),
    "17: points are owed": ("self.score = max(0, self.score - BROKEN", "self.score = (self.score - BROKEN"),
    "17: broken tiles stay": ('broken, self.broken = self.broken, ""', "broken = self.broken"),
    "18: the Tower is not poured": ("if tiles.total() > self.bag.total():", "if False:"),
    "18: the Tower is poured too early": ("if tiles.total() > self.bag.total():", "if True:"),
    "18: tiles come from the Tower first": ("return not of_the_bag - self.bag and", "return"),
    "18: chips of factories that stay empty": ("if empty:", "if empty and self.picked:"),
    "19: the special tile always counts": ('- (set() if special_is_a_colour else {"S"})', ""),
    "19: four kinds are enough": (">= 5 for row in rows)", ">= 4 for row in rows)"),
    "20: a tie is shared": ("return [self.starting_tile] if self.starting_tile in first else first", "return first"),
    "20: tablets cost what one has not": ("max(0, player.score + sum(points))", "player.score + sum(points)"),
    "21: who did not start tiles first": (
        "for seat in (self.start, 1 - self.start):",
        "for seat in (1 - self.start, self.start):",
    ),
    "22: a tile too many goes to the Tower": (
        "self.lines[row][0], self.lines[row][1:]",
        "self.lines[row][0], self.lines[row]",
    ),
    "a lonely tile scores nothing": ("if run > 1) or 1", "if run > 1)"),
    "a direction counts with one tile": ("if run > 1) or 1", "if run > 0)"),
    "tokens in round 5": ("4: 2, 5: 0}", "4: 2, 5: 2}"),
    "four rounds": ("ROUNDS = 5", "ROUNDS = 4"),
    "three chips of a kind": ("CHIPS_OF_A_KIND = 2", "CHIPS_OF_A_KIND = 3"),
    "any back for a front": (
        "if any(plate.front and type_of(plate.front) != plate.back for plate in covered)",
        "if False",
    ),
    "ten special plates": ("return all(backs[back] <= unseen[back] for back in PLATES)", "return True"),
    "a plate twice": ("if len(set(fronts)) < len(fronts) or", "if"),
    "drawn with another front than returned": ('if any(plate.front not in ("", front) for', "if any(False for"),
    "displayed with another front than returned": ('if plate.front not in ("", front) or plate', "if plate"),
    "displayed with another type than its back": ('or plate.back not in ("", type_of(front))', ""),
    "drawn with another back than returned": ("if self.pile and not self.pile[0].back:", "if self.pile:"),
    "tablet 1A": ("return 3 * self._complete(rows)", "return 2 * self._complete(rows)"),
    "tablet 1B": ("return 4 * sum", "return 3 * sum"),
    "tablet 2A": ("return 7 * self", "return 6 * self"),
    "tablet 2B": ("return len(edge)", "return len(self.dome)"),
    "tablet 3A": ("return 10 * self", "return 9 * self"),
    "tablet 3B above": ("3 * self._complete(upper_corners)", "2 * self._complete(upper_corners)"),
    "tablet 3B below": ("8 * self._complete(lower_corners)", "7 * self._complete(lower_corners)"),
    "tablet 4A": ("* self._complete([jokers])", ""),
    "tablet 4B": ("return -3 * sum", "return -2 * sum"),
}


def changed_referee(change: str) -> ModuleType:
    """Return a module like the referee's with one rule changed."""
    source = Path(referee.__file__).read_text(encoding="utf-8")
    right, wrong = CHANGES[change]
    assert source.count(right) == 1, f"{right!r} must stand in the referee exactly once"
    module = ModuleType(change)
    exec(compile(source.replace(right, wrong), change, "exec"), module.__dict__)
    return module

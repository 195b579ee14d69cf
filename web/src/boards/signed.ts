/** A number with its sign, as it is written: `+7`, `−2`, `0`. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

import { describe, expect, it } from "vitest";
import { distance } from "../src/boards/follow";

describe("how far to scroll to what is asked for", () => {
  const area = { top: 100, bottom: 600, stuck: 80 };

  it("is nothing if all of it can be seen", () => {
    expect(distance({ top: 100, bottom: 600 }, area)).toBe(0);
  });
  it("shows what lies around, too", () => {
    expect(distance({ top: 700, bottom: 800 }, area)).toBe(272);
    expect(distance({ top: -300, bottom: -200 }, area)).toBe(-452);
  });
  it("never scrolls it under the bar on the other side", () => {
    const by = distance({ top: 300, bottom: 810 }, area) ?? 0;
    expect(300 - by).toBeGreaterThanOrEqual(area.stuck);
    expect(810 - by).toBeLessThanOrEqual(area.bottom);
  });
  it("is unknown if there is too much of it", () => {
    expect(distance({ top: 0, bottom: 700 }, area)).toBeNull();
  });
});

/** The first game of a file: one JSON object, or one to a line. Null if there is none; what is in it the server judges. */
export function firstRecord(text: string): Record<string, unknown> | null {
  for (const candidate of [text, text.split("\n").find((line) => line.trim()) ?? ""]) {
    try {
      const found: unknown = JSON.parse(candidate);
      if (typeof found === "object" && found !== null && !Array.isArray(found)) return found as Record<string, unknown>;
    } catch {
      // Not JSON as a whole: perhaps its first line is.
    }
  }
  return null;
}

// Finds the nearest known word, so that a mistyped key is answered with the right one.

/** Returns the number of single-character changes between two words (Levenshtein). */
export function distance(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    last = row;
  }
  return last[b.length] ?? 0;
}

/**
 * Returns the nearest of `words`: one with the typed prefix, else the one with the fewest changes.
 */
export function nearestWord(typed: string, words: readonly string[]): string {
  const longer = words.find((word) => word.toLowerCase().startsWith(typed.toLowerCase()));
  if (longer !== undefined) return longer;
  let best = words[0] ?? '',
    least = Infinity;
  for (const word of words) {
    const d = distance(typed.toLowerCase(), word.toLowerCase());
    if (d < least) {
      best = word;
      least = d;
    }
  }
  return best;
}

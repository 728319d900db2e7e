/**
 * Characters that the fonts of the papers can print, as serializable ranges; the fonts themselves
 * are read by server/paper/pdf.
 */

/** First and last code point of each run, flat and ascending: `[32, 126, 160, 255]`. */
export type GlyphRanges = readonly number[];

/** Returns code points as runs. @param points any order, may contain duplicates */
export function rangesOf(points: Iterable<number>): number[] {
  const ranges: number[] = [];
  for (const point of [...new Set(points)].sort((a, b) => a - b)) {
    if (ranges.at(-1) === point - 1) ranges[ranges.length - 1] = point;
    else ranges.push(point, point);
  }
  return ranges;
}

// Invisible in every font: joiners and direction marks.
const INVISIBLE = /^[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]$/u;

/**
 * Creates the check of printable characters.
 * @returns whether one character (one code point) can be printed
 */
export function glyphsOf(ranges: GlyphRanges): (character: string) => boolean {
  return (character) => {
    const point = character.codePointAt(0) ?? 0;
    if (INVISIBLE.test(character)) return true;
    let low = 0,
      high = ranges.length / 2 - 1;
    while (low <= high) {
      const at = (low + high) >> 1;
      if (point < (ranges[at * 2] ?? 0)) high = at - 1;
      else if (point > (ranges[at * 2 + 1] ?? 0)) low = at + 1;
      else return true;
    }
    return false;
  };
}

/** Returns the characters of a text that cannot be printed, each once, in order. */
export const unprintable = (text: string, hasGlyph: (character: string) => boolean): string[] =>
  [...new Set(text)].filter((one) => !hasGlyph(one));
